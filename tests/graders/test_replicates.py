"""Letters of replicates joined to verdicts."""

from fractions import Fraction

from graders.judgement import Judgement
from graders.replicates import agreement, joined_reasons, verdicts


def test_letters_stand_in_replicate_order() -> None:
    """Reasons once each, in the order they occur; a label keeps its place."""
    one = [Judgement("TOTAL_VAT", "P", "numeric_tolerance"), Judgement("SCHEMA", "P", "schema")]
    two = [Judgement("TOTAL_VAT", "F", "numeric_tolerance", "wrong"), Judgement("SCHEMA", "P", "schema")]
    three = [Judgement("TOTAL_VAT", "M", "numeric_tolerance", "missed"), Judgement("SCHEMA", "F", "schema", "schema_type+schema_date")]
    found = verdicts("inv-0001", "light", [one, two, three, two])
    assert [(verdict.label, verdict.outcomes, verdict.reason) for verdict in found] == [
        ("TOTAL_VAT", "PFMF", "wrong,missed"),
        ("SCHEMA", "PPFP", "schema_type+schema_date"),
    ]
    assert {(verdict.document, verdict.condition) for verdict in found} == {("inv-0001", "light")}


def test_a_row_invented_once_is_excluded_elsewhere() -> None:
    """LINE/+001 in the second replicate only."""
    plain = [Judgement("LINE/001", "P", "align")]
    extra = [*plain, Judgement("LINE/+001", "I", "align", "row_invented")]
    found = verdicts("inv-0001", "clean", [plain, extra, plain])
    assert [(verdict.label, verdict.outcomes, verdict.reason) for verdict in found] == [
        ("LINE/001", "PPP", ""),
        ("LINE/+001", "XIX", "row_invented"),
    ]


def test_no_replicates_give_no_verdicts() -> None:
    """Nothing from nothing."""
    assert verdicts("inv-0001", "clean", []) == []
    assert joined_reasons(["", ""]) == ""


def test_agreement_is_the_share_of_the_commonest() -> None:
    """Four of five."""
    assert agreement(["a", "a", "b", "a", "a"]) == Fraction(4, 5)
    assert agreement(["a"]) == 1
