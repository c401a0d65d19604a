"""Comparing two systems on the same documents: always paired."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, sqrt

from scipy.special import stdtrit

from stats.influence import equal_documents, error_variance, influences, lost_document
from stats.interval import NoEvidence, tail

METHOD = "paired-t-pseudo"
RATIO_METHOD = "paired-t-jackknife"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The paired difference of two systems with its interval.

    `point` is the observed difference; `low` and `high` the limits of the t interval (fractions of 1,
    a difference of rates); `standard_error` that of the same augmented data, which falls as one over
    the root of `values`; `clusters` the documents, pseudo-documents not counted.
    """

    point: Fraction
    low: Fraction
    high: Fraction
    standard_error: Fraction
    values: int
    clusters: int
    level: str
    method: str

    def __post_init__(self) -> None:
        if not (self.low <= self.point <= self.high and self.clusters >= 1):
            raise ValueError(f"[{float(self.low)}, {float(self.high)}] is no interval of {float(self.point)}")
        tail(self.level)


def paired_difference(differences: Sequence[Fraction], *, unit: Fraction, level: str) -> Difference | NoEvidence:
    """The mean difference per document, with a t interval on n + 2 values: two pseudo-documents of +unit and -unit.

    For a row with one label a document. `differences` are one system's rate minus the other's, document
    by document; `unit` is the smallest step a document's difference can take: 1/m of m replicates. The
    pseudo-documents keep the interval of two identical systems from shrinking to a point: its
    centre is sum(d)/(n + 2), its standard error that of the n + 2 values, its t has n + 1 degrees of
    freedom. Sums are exact; one square root and one t quantile are floats.

    Raises ValueError unless unit is positive. No documents: NoEvidence.
    Source: adding pseudo-observations to a Wald interval, Agresti and Min 2005, Statistics in Medicine 24:729-740.

    >>> found = paired_difference([Fraction(0)] * 60, unit=Fraction(1), level="0.95")
    >>> found.point, found.low == -found.high
    (Fraction(0, 1), True)
    """
    if unit <= 0:
        raise ValueError(f"unit {unit} must be positive")
    side = tail(level)
    if not differences:
        return NoEvidence("no documents in common")
    n = len(differences)
    total, squares = sum(differences, Fraction(0)), sum((d * d for d in differences), 2 * unit * unit)
    centre = total / (n + 2)
    error = sqrt((squares - total * centre) / ((n + 1) * (n + 2)))
    half = Fraction(t_quantile(side, n + 1) * error)
    return Difference(
        point=total / n,
        low=centre - half,
        high=centre + half,
        standard_error=Fraction(error),
        values=n + 2,
        clusters=n,
        level=level,
        method=METHOD,
    )


def ratio_difference(excess: Sequence[Fraction], totals: Sequence[int], *, level: str, least_documents: int) -> Difference | NoEvidence:
    """The difference of two ratio rows on the same labels, R = sum(e) / sum(t), with a jackknife t interval.

    `excess` e_i are one system's passes minus the other's in document i, divided by the replicates;
    `totals` t_i >= 1 its labels. Documents differ in size, so:

    - the standard error is the jackknife's, with two pseudo-documents (`stats.influence.error_variance`);
      where fewer than `least_documents` equal documents' worth differ they are documents wholly lost;
    - t has one degree of freedom less than the number of equal documents the labels are worth, at least one;
    - the interval is R ± t·SE, kept within [-1, 1].

    Sums are exact; one square root and one t quantile are floats.

    Raises ValueError on unequal lengths, totals below 1 or a malformed level. Fewer than two documents: NoEvidence.
    Source: Efron and Tibshirani 1993, section 11.5; MacKinnon and White 1985, Journal of Econometrics
    29:305-325 (jackknife variance); Kish 1965 (equal documents); pseudo-documents as in `paired_difference`.

    >>> found = ratio_difference([Fraction(0)] * 60, [10] * 60, level="0.95", least_documents=6)
    >>> found.point, found.low == -found.high, float(round(found.high, 3))
    (Fraction(0, 1), True, 0.047)
    """
    side = tail(level)
    if len(excess) != len(totals) or any(t < 1 for t in totals):
        raise ValueError("each document has a difference and a total of one label or more")
    if len(totals) < 2:
        return NoEvidence("fewer than 2 documents")
    error = sqrt(error_variance(influences(excess, totals), lost_document(totals), least_documents))
    point = sum(excess, Fraction(0)) / sum(totals)
    half = Fraction(t_quantile(side, max(equal_documents(totals) - 1, 1)) * error)
    return Difference(
        point=point,
        low=max(point - half, Fraction(-1)),
        high=min(point + half, Fraction(1)),
        standard_error=Fraction(error),
        values=len(totals),
        clusters=len(totals),
        level=level,
        method=RATIO_METHOD,
    )


def t_quantile(side: Fraction, freedom: int) -> float:
    """The t with P(T > t) = side for Student's T with `freedom` degrees of freedom, to about 1e-13.

    Raises ValueError unless 0 < side < 1/2 and freedom >= 1.
    """
    if not (0 < side < Fraction(1, 2) and freedom >= 1):
        raise ValueError(f"no t quantile for tail {side} and {freedom} degrees of freedom")
    return -float(stdtrit(freedom, float(side)))


def sign_flip_p(differences: Sequence[int]) -> Fraction:
    """The exact two-sided p of the sign-flip test: P(|sum ±e_i| >= |sum e_i|) over all 2^n signs.

    `differences` are whole numbers, one a document (multiply by the replicates first). The number
    of sign patterns with each total is a product of polynomials, held in one big integer with a
    lane for every total: nothing is sampled, so p is never 0 and never depends on a seed. Identical
    systems have p = 1.

    Raises ValueError on an empty sequence or on anything but integers.
    Source: Fisher 1935, The Design of Experiments, section 21; Pagano and Tritchler 1983, JASA 78:435-440.

    >>> sign_flip_p([1, 1, 1, 1, 1])
    Fraction(1, 16)
    """
    if not differences or any(not isinstance(e, int) for e in differences):
        raise ValueError("a sign-flip test needs whole-number differences, one document at least")
    unit = gcd(*differences) or 1
    sizes = sorted(abs(e) // unit for e in differences if e)
    observed, reach = abs(sum(differences)) // unit, sum(sizes)
    # A pattern whose negative signs carry weight w totals reach - 2w. It is at least the observed
    # total when w <= (reach - observed)/2; the other tail is its mirror image.
    last = (reach - observed) // 2
    count = _subsets_up_to(sizes, last)
    return Fraction(1) if not observed else Fraction(2 * count, 2 ** len(sizes))


def _subsets_up_to(sizes: Sequence[int], last: int) -> int:
    """How many subsets of `sizes` add up to `last` at most."""
    width = len(sizes) + 1
    mask = (1 << (width * (last + 1))) - 1
    packed = 1
    for size in sizes:
        packed = (packed + (packed << (width * size))) & mask
    return _sum_of_lanes(packed, width)


def _sum_of_lanes(packed: int, width: int) -> int:
    """The sum of all lanes of `width` bits; it is at most 2^n, which fits one lane of n + 1 bits.

    Modulo 2^width - 1 a lane's place value is 1; the sum is below the modulus but for width 1.
    """
    return packed % ((1 << width) - 1) if width > 1 else packed
