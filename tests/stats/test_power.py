"""What the design could have found."""

from fractions import Fraction as F
from math import ceil

import pytest
from scipy.stats import norm

from stats.interval import NoEvidence
from stats.paired import Difference, paired_difference
from stats.power import DocumentsNeeded, documents_to_separate, smallest_detectable, standard_errors


def found(wins: int, losses: int, ties: int) -> Difference:
    answer = paired_difference([F(1)] * wins + [F(-1)] * losses + [F(0)] * ties, unit=F(1), level="0.95")
    assert isinstance(answer, Difference)
    return answer


def test_two_point_eight_standard_errors() -> None:
    """1.959964 + 0.841621 = 2.801585 (witness: STATISTICS and scipy.stats.norm)."""
    assert round(standard_errors("0.95", "0.80"), 6) == 2.801585
    assert standard_errors("0.9", "0.9") == pytest.approx(norm.ppf(0.95) + norm.ppf(0.9), rel=1e-12)


@pytest.mark.parametrize("power", ["0.5", "0.2", "1", "80", ""])
def test_power_must_be_above_one_half(power: str) -> None:
    """Power is decimal text in (1/2, 1)."""
    with pytest.raises(ValueError, match=r"power|level"):
        standard_errors("0.95", power)


def test_the_smallest_detectable_difference_is_that_many_standard_errors() -> None:
    """MDE of 60 documents with 6 wins and 2 losses, from the augmented standard error (closed form)."""
    difference = found(6, 2, 52)
    mde = smallest_detectable(difference, power="0.80")
    variance = (10 - 4 * 4 / 62) / 61 / 62
    assert float(mde.difference) == pytest.approx(2.801585 * variance**0.5, rel=1e-6)
    assert (mde.clusters, mde.level, mde.power) == (60, "0.95", "0.80")


def test_identical_systems_have_a_detectable_difference() -> None:
    """Two systems that never differ were not compared with unlimited precision: the MDE is not zero."""
    assert smallest_detectable(found(0, 0, 60), power="0.80").difference > 0


def test_documents_needed_use_the_variance_under_the_alternative() -> None:
    """n = 2.801585²·s²/d² with s² about the observed mean, pseudo-documents included, rounded up (closed form)."""
    needed = documents_to_separate(found(12, 2, 46), power="0.80")
    assert isinstance(needed, DocumentsNeeded)
    variance = (16 - 10 * 10 / 62) / 61
    assert needed.documents == ceil(standard_errors("0.95", "0.80") ** 2 * variance / (10 / 60) ** 2)
    assert (needed.difference, needed.level, needed.power) == (F(1, 6), "0.95", "0.80")


def test_a_study_of_the_size_named_separates_them() -> None:
    """With the documents named and the same shares, the difference measures 2.801585 standard errors, within rounding up."""
    first = found(6, 2, 52)
    needed = documents_to_separate(first, power="0.80")
    assert isinstance(needed, DocumentsNeeded)
    scale = needed.documents / 62
    error = float(first.standard_error) / scale**0.5
    assert 0 <= float(first.point) / error - standard_errors("0.95", "0.80") < 0.02


def test_no_difference_needs_no_number() -> None:
    """A difference of zero is separated by no number of documents: a reason."""
    answer = documents_to_separate(found(3, 3, 54), power="0.80")
    assert isinstance(answer, NoEvidence) and "zero" in answer.reason


def test_more_power_needs_more_documents_and_a_clearer_difference_fewer() -> None:
    """Monotone in power and in the difference."""
    weak, strong = found(6, 2, 52), found(12, 2, 46)
    at_80, at_90, clearer = (documents_to_separate(x, power=p) for x, p in ((weak, "0.80"), (weak, "0.90"), (strong, "0.80")))
    assert isinstance(at_80, DocumentsNeeded) and isinstance(at_90, DocumentsNeeded) and isinstance(clearer, DocumentsNeeded)
    assert clearer.documents < at_80.documents < at_90.documents
