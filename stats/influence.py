"""Documents of unequal weight: what each moves a ratio by, and how many equal documents they are worth."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm


def equal_documents(totals: Sequence[int]) -> int:
    """How many documents of equal size carry as much as these do: (sum t)² / sum t², rounded down; 0 without labels.

    Sixty documents of equal size are 60; sixty of which one has half of all labels are 3.

    Source: Kish 1965, Survey Sampling, section 11.2C (effective size under unequal weights).

    >>> equal_documents([5] * 60), equal_documents([59] + [1] * 59)
    (60, 3)
    """
    squares = sum(t * t for t in totals)
    return sum(totals) ** 2 // squares if squares else 0


def influences(differences: Sequence[Fraction], totals: Sequence[int]) -> list[Fraction]:
    """What each document moves the ratio R = sum(e) / sum(t) by: J_i = (n - 1)·(e_i - R·t_i) / (T - t_i).

    Leaving out document i changes R by -J_i / (n - 1), exactly: these are the jackknife's pseudo-values less R.
    With equal totals J_i is e_i/t - R.

    Raises ValueError on unequal lengths, or where one document has every label (then nothing is left without it).
    Source: Efron and Tibshirani 1993, An Introduction to the Bootstrap, section 11.5.

    >>> influences([Fraction(1), Fraction(0)], [2, 2])
    [Fraction(1, 4), Fraction(-1, 4)]
    """
    whole, n = sum(totals), len(totals)
    if len(differences) != n or not n or max(totals) >= whole:
        raise ValueError("each document has a difference and a total, and two documents at least have labels")
    lead = sum(differences, Fraction(0))
    return [(n - 1) * (e * whole - lead * t) / (whole * (whole - t)) for e, t in zip(differences, totals, strict=True)]


def lost_document(totals: Sequence[int]) -> Fraction:
    """The squared influence of a document wholly lost: the mean of t² over labels, in units of the mean document.

    The document is the one in which a label drawn at random stands, so large ones weigh more: n²·sum t³ / (sum t)³.

    >>> lost_document([4, 4, 4])
    Fraction(1, 1)
    """
    return Fraction(len(totals) ** 2 * sum(t**3 for t in totals), sum(totals) ** 3)


def error_variance(moves: Sequence[Fraction], lost: Fraction, least: int) -> Fraction:
    """The variance of a ratio from its influences J_i and two pseudo-documents of ±u: (sum J² + 2u²) / (n(n + 1)).

    u² = sum J⁴ / sum J², the mean square of J weighted by J² itself. Where the influences are worth
    fewer than `least` equal documents, (sum J²)² / sum J⁴ < least, u² is not less than `lost`: so few
    have been seen to differ that a document wholly lost may simply not have been met.

    Exact. Raises ValueError on an empty sequence.

    >>> error_variance([Fraction(0)] * 4, Fraction(1), 6)
    Fraction(1, 10)
    """
    if not moves:
        raise ValueError("no documents, so no variance")
    n, scale = len(moves), lcm(*(move.denominator for move in moves))
    # Whole numbers over one scale: adding fractions one by one would look for a common divisor each time.
    squared = [(move.numerator * (scale // move.denominator)) ** 2 for move in moves]
    second, fourth = sum(squared), sum(square * square for square in squared)
    unit = Fraction(fourth, second) / scale**2 if second else Fraction(0)
    if not second or second * second < least * fourth:
        unit = max(unit, lost)
    return (Fraction(second, scale**2) + 2 * unit) / (n * (n + 1))
