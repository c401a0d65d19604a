"""Rows count what they say they count."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from analysis.blocks import private_blocks, public_blocks
from analysis.leaderboard import rows
from analysis.slices import place_of
from records.document import Document
from records.errors import GroundTruthError
from records.plan import Plan
from records.row import Row
from records.verdict import PrivateVerdict
from stats.interval import published


def by_slice(found: list[Row]) -> dict[tuple[str, str], Row]:
    """Rows by eval class and slice."""
    return {(row.eval_class, row.slice): row for row in found}


@pytest.fixture
def replicated(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> dict[tuple[str, str], Row]:
    """Forty documents, five replicates: documents 1-10 fail a replicate, PREPAID is absent everywhere."""
    outcomes = {
        name: {
            "INVOICE_NUMBER": "PPPPF" if i < 10 else "PPPPP",
            "PREPAID": "AAAAI" if i == 0 else "AAAAA",
            "LINE/001": "PPPPP",
            "LINE/001/LINE_NET": "PFPFP" if i % 2 else "PPPPP",
            "LINE/001/LINE_ITEM_DESCRIPTION": "UUUUU",
            "LINE/002": "MMMMM",
            "LINE/002/LINE_NET": "MMMMM",
            "VAT/19/TAX": "PPPPP",
            "REL/CO-13": "PPPPP",
            "SCHEMA": "PPPPP",
            **({"LINE/+001": "IXXXX"} if i == 0 else {}),
        }
        for i, name in enumerate(documents)
    }
    blocks = public_blocks(made.run_of("wobbly", verified=False), documents, made.verdicts_of(outcomes))
    return by_slice(rows(plan, blocks))


def test_a_field_row_counts_answers_and_documents(replicated: dict[tuple[str, str], Row]) -> None:
    """n is labels times replicates, clusters are documents; counted by hand."""
    row = replicated["document_extraction", "INVOICE_NUMBER"]
    assert (row.k, row.n, row.clusters, row.point, row.method) == (190, 200, 40, "0.950000", "bca-ideal")


def test_absent_fields_have_their_own_row(replicated: dict[tuple[str, str], Row]) -> None:
    """PREPAID is in no document: no pass rate, and one invention in 200 answers."""
    assert replicated["document_extraction", "PREPAID"].reason == "no judged labels"
    invented = replicated["document_extraction", "INVENTED"]
    assert (invented.k, invented.n, invented.point) == (1, 200, "0.005000")


def test_an_unjudged_field_is_no_evidence(replicated: dict[tuple[str, str], Row]) -> None:
    """Descriptions await a judge: shown, without a figure, and in no total."""
    row = replicated["line_item_structure", "LINE_ITEM_DESCRIPTION"]
    assert (row.n, row.point, row.reason) == (0, None, "unjudged")


def test_all_counts_cells_and_not_rows(replicated: dict[tuple[str, str], Row]) -> None:
    """Two cells and a VAT cell a document; the missed row counts once, through its cell."""
    row = replicated["line_item_structure", "ALL"]
    passes = 40 * 5 + 20 * 5 + 20 * 3  # VAT cells, even documents, odd documents
    assert (row.k, row.n) == (passes, 40 * 3 * 5)


def test_invented_rows_are_a_share_of_rows_answered(replicated: dict[tuple[str, str], Row]) -> None:
    """One extra row in one replicate beside 200 rows found."""
    row = replicated["line_item_structure", "ROWS_INVENTED"]
    assert (row.k, row.n, row.between_replicates) == (1, 201, None)


def test_replicate_variance_and_disagreement(replicated: dict[tuple[str, str], Row]) -> None:
    """Rates 1, 1, 1, 1 and 30/40 have sample variance 1/80; ten of forty labels disagree."""
    row = replicated["document_extraction", "INVOICE_NUMBER"]
    assert row.between_replicates == published(Fraction(1, 80))
    assert row.disagreement == "0.250000"


def test_a_verified_system_counts_each_label_once(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """Five equal replicates are one observation, whether one or five letters are stored."""
    outcomes = {name: {"CURRENCY": "PPPPP" if i < 30 else "F"} for i, name in enumerate(documents)}
    blocks = public_blocks(made.run_of("steady", verified=True), documents, made.verdicts_of(outcomes))
    row = by_slice(rows(plan, blocks))["document_extraction", "CURRENCY"]
    assert (row.k, row.n, row.clusters, row.between_replicates, row.disagreement) == (30, 40, 40, "0.000000", "0.000000")


def test_verified_replicates_that_differ_are_an_error(made: SimpleNamespace, documents: dict[str, Document]) -> None:
    """The claim and the letters must agree."""
    with pytest.raises(GroundTruthError, match="inv-0001 CURRENCY: outcomes PPPPF"):
        public_blocks(made.run_of("steady", verified=True), documents, made.verdicts_of({"inv-0001": {"CURRENCY": "PPPPF"}}))


def test_a_small_private_set_shows_nothing(made: SimpleNamespace, plan: Plan) -> None:
    """Fewer than twenty private documents would tell about single ones."""
    verdicts = [
        PrivateVerdict(
            commitment=f"{i:064x}", family="invoice", condition="clean", outcomes={"CURRENCY": "P", "DUE_DATE": "P" if i < 19 else "A"}
        )
        for i in range(25)
    ]
    found = by_slice(rows(plan, private_blocks(made.run_of("steady", verified=True), verdicts)))
    assert found["document_extraction", "CURRENCY"].n == 25
    hidden = found["document_extraction", "DUE_DATE"]
    assert (hidden.k, hidden.n, hidden.clusters, hidden.reason) == (0, 0, 0, "fewer than 20 documents")


def test_the_order_of_verdicts_never_shows(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """Rows depend on what was answered, not on when."""
    outcomes = {name: {"LINE/001/LINE_NET": "P" if i % 3 else "F", "VAT/7/TAX": "P"} for i, name in enumerate(documents)}
    verdicts = made.verdicts_of(outcomes)
    run = made.run_of("steady", verified=True)
    assert rows(plan, public_blocks(run, documents, verdicts)) == rows(plan, public_blocks(run, documents, verdicts[::-1]))


@pytest.mark.parametrize(
    ("key", "place"),
    [
        ("CURRENCY", ("document_extraction", "CURRENCY", True)),
        ("LINE/010", ("line_item_structure", "ROW", False)),
        ("LINE/010/UNIT", ("line_item_structure", "UNIT", True)),
        ("VAT/5.5/BASIS", ("line_item_structure", "VAT_BASIS", True)),
        ("REL/L3", ("product_logic", "L3", True)),
        ("SCHEMA", ("document_qa", "SCHEMA", False)),
    ],
)
def test_each_label_has_one_place(key: str, place: tuple[str, str, bool]) -> None:
    """A key counts in one eval class and one slice."""
    assert tuple(place_of(key)) == place
