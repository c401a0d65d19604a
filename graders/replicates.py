"""The letters of several replicates joined to one verdict a label."""

from collections.abc import Sequence
from fractions import Fraction

from graders.judgement import Judgement
from records.document import Condition
from records.verdict import Verdict


def verdicts(document_id: str, condition: Condition, per_replicate: Sequence[Sequence[Judgement]]) -> list[Verdict]:
    """One verdict for each label, letters in replicate order, in the order the labels first appear.

    A row that only some replicates invented (LINE/+002) has the letter X in the others.
    """
    order: dict[str, str] = {}
    for judgements in per_replicate:
        for judgement in judgements:
            order.setdefault(judgement.label, judgement.grader)
    by_label = [{judgement.label: judgement for judgement in judgements} for judgements in per_replicate]
    return [
        Verdict(
            document=document_id,
            condition=condition,
            label=label,
            outcomes="".join(found[label].outcome if label in found else "X" for found in by_label),
            grader=grader,
            reason=joined_reasons([found[label].reason for found in by_label if label in found]),
        )
        for label, grader in order.items()
    ]


def joined_reasons(reasons: Sequence[str]) -> str:
    """Distinct reasons in the order they first occur, joined by commas.

    >>> joined_reasons(["wrong", "", "missed", "wrong"])
    'wrong,missed'
    """
    return ",".join(dict.fromkeys(reason for reason in reasons if reason))


def agreement(answers: Sequence[str]) -> Fraction:
    """The share of replicates that gave the commonest answer: below 1, a system is not deterministic.

    >>> agreement(["a", "a", "b", "a", "a"])
    Fraction(4, 5)
    """
    return Fraction(max(answers.count(answer) for answer in set(answers)), len(answers))
