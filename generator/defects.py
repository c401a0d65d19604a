"""Defects planted on purpose (GRADING.md §5): the page is wrong, the label is what the page says.

A defect changes printed values after the arithmetic is done and tags the document with its name
(`defect:NAME`). Which relations then fail is not stated here: it follows from the printed figures.
The plants themselves are in `invoice_defects` and `pay_defects`; which document gets which is the
design's affair (`generator.design`).
"""

from collections.abc import Callable

from generator.draw import Draw
from generator.facts import Facts
from generator.invoice_defects import INVOICE_DEFECTS
from generator.pay_defects import PAY_DEFECTS
from records.fields import Family

Plant = Callable[[Draw, Facts], bool]

DEFECTS: dict[Family, dict[str, Plant]] = {"invoice": INVOICE_DEFECTS, "pay_application": PAY_DEFECTS}


def defects_of(family: Family) -> tuple[str, ...]:
    """The names of the defects that documents of a family may have, in a fixed order.

    >>> "penny-split" in defects_of("invoice")
    True
    """
    return tuple(sorted(DEFECTS[family]))


def plant(name: str, draw: Draw, facts: Facts) -> bool:
    """Plant one defect; False, with nothing changed, where these facts cannot carry it. Raises KeyError on an unknown name."""
    if not DEFECTS[facts.family][name](draw, facts):
        return False
    facts.tags += (f"defect:{name}",)
    return True
