"""Multiplicity: Benjamini–Hochberg, step-up, in exact fractions."""

from collections.abc import Sequence
from fractions import Fraction


def benjamini_hochberg(p: Sequence[Fraction]) -> list[Fraction]:
    """Adjusted p-values in the order given: q_(i) = min over j >= i of p_(j)·count/j, at most 1.

    Step-up: a hypothesis is rejected with false discovery rate q when its adjusted p is <= q, even
    when its own p exceeds its own threshold. An empty sequence gives an empty list.

    Raises ValueError on anything that is not an int or Fraction in [0, 1]; a NaN must not wipe out
    the others, and a float is not exact.
    Source: Benjamini and Hochberg 1995, JRSS-B 57:289-300, section 3.

    >>> benjamini_hochberg([Fraction(1, 100), Fraction(1, 25), Fraction(3, 100)])
    [Fraction(3, 100), Fraction(1, 25), Fraction(1, 25)]
    """
    _refuse_what_is_no_p(p)
    order = sorted(range(len(p)), key=lambda i: p[i], reverse=True)
    adjusted = [Fraction(1)] * len(p)
    least = Fraction(1)
    for rank, i in zip(range(len(p), 0, -1), order, strict=True):
        least = min(least, Fraction(p[i]) * len(p) / rank)
        adjusted[i] = least
    return adjusted


def rejected(p: Sequence[Fraction], *, q: Fraction) -> list[bool]:
    """Which hypotheses Benjamini–Hochberg rejects at false discovery rate `q`, in the order given.

    Raises ValueError as `benjamini_hochberg` does.
    """
    return [value <= q for value in benjamini_hochberg(p)]


def _refuse_what_is_no_p(p: Sequence[Fraction]) -> None:
    wrong = [i for i, value in enumerate(p) if not isinstance(value, Fraction | int) or not 0 <= value <= 1]
    if wrong:
        raise ValueError(f"not exact p-values in [0, 1]: {', '.join(f'p[{i}] = {p[i]!r}' for i in wrong)}")
