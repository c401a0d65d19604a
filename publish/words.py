"""The plain words of the pages: what families, splits, conditions, slices and verdicts are called."""

from typing import NamedTuple

from records.fields import FIELDS, LINE_FIELDS, EvalClass, Family, Field

FAMILY: dict[str, str] = {"invoice": "Invoices", "pay_application": "Pay applications"}
TIER: dict[str, str] = {"synthetic": "Synthetic documents", "specimen": "Specimen documents", "real": "Real documents"}
SPLIT: dict[str, str] = {"private": "private split", "public": "public split"}
CONDITION: dict[str, str] = {
    "clean": "Clean PDF",
    "garbled": "Garbled text layer",
    "light": "Light scan",
    "heavy": "Heavy scan",
    "photo": "Photo",
    "fax": "Fax",
    "stamp": "Stamped scan",
    "correction": "Corrected by hand",
    "faint": "Faint scan",
}
#: The same inside a sentence.
CONDITION_INSIDE: dict[str, str] = {condition: title[0].lower() + title[1:] for condition, title in CONDITION.items()}
CONDITIONS_MANY: dict[str, str] = {
    "clean": "clean PDFs",
    "garbled": "PDFs with a garbled text layer",
    "light": "light scans",
    "heavy": "heavy scans",
    "photo": "photos",
    "fax": "faxes",
    "stamp": "stamped scans",
    "correction": "scans corrected by hand",
    "faint": "faint scans",
}
EVAL_CLASS: dict[str, str] = {
    "document_extraction": "Fields",
    "line_item_structure": "Line items",
    "product_logic": "Arithmetic of the answer",
    "document_qa": "Whole answer",
}
METHOD: dict[str, str] = {
    "bca-ideal": "BCa, exact",
    "bca-resampled": "BCa, resampled",
    "cp-clusters": "Clopper\u2013Pearson",
    "paired-t-pseudo": "paired t",
    "paired-t-jackknife": "paired t, jackknife",
    "max-t-pairwise": "max-t, all pairs",
}
KIND: dict[str, str] = {
    "identifier": "identifier: equal as text, leading zeros and case count",
    "name": "name: equal but for case and spacing",
    "date": "date: the same day, read in the order the document declares",
    "amount": "amount: the same decimal, tolerance zero",
    "quantity": "quantity: the same decimal",
    "percent": "percentage: the same decimal",
    "code": "code: equal to the code on the list",
    "description": "description: needs a judge; none is assessed yet, so it is unjudged",
}
SLICE: dict[str, str] = {
    "ALL": "All",
    "INVENTED": "Invented where the page has none",
    "ROW": "Rows found",
    "ROWS_INVENTED": "Rows invented",
    "OMITTED": "Omitted",
    "WRONG": "Wrong",
    "ROW_EXACT": "Whole rows right",
    "CELLS_MATCHED": "Cells of found rows right",
    "UNDETECTED": "Wrong amounts that foot",
    "UNDETECTED_IF_WRONG": "Of answers with a wrong amount, those that foot",
    "AXIS.value": "Wrong on its value",
    "AXIS.sign": "Wrong on its sign",
    "AXIS.currency": "Wrong on its currency",
    "AXIS.unit": "Wrong on its unit",
    "AXIS.scale": "Wrong on its scale",
    "AXIS.period": "Wrong on its period",
    "AXIS.role": "Wrong on its role",
    "SCHEMA": "Answer follows the schema",
    "VAT_BASIS": "VAT breakdown: basis",
    "VAT_TAX": "VAT breakdown: tax",
}

#: Bands of rows (`analysis.slices`), in words.
BAND: dict[str, str] = {
    "1-5": "documents of 1\u20135 rows",
    "6-25": "documents of 6\u201325 rows",
    "26+": "documents of 26 rows and more",
    "one-page": "tables on one page",
    "page-break": "tables across pages",
}
#: Slices in which less is better.
FAULTS = ("OMITTED", "WRONG", "INVENTED", "ROWS_INVENTED", "UNDETECTED", "AXIS")

#: Colour class and shape of each verdict word: the word itself always stands beside them.
SHAPE: dict[str, tuple[str, str]] = {
    "Better": ("ok", "\u25cf"),
    "Better, within": ("ok", "\u25cf"),
    "Within": ("ok", "\u25cf"),
    "Worse, within": ("ok", "\u25cf"),
    "Worse": ("bad", "\u2715"),
    "Cannot tell": ("mid", "\u25b3"),
    "No evidence": ("none", "\u25a2"),
    "Reference": ("ref", "\u25c6"),
}


class Mark(NamedTuple):
    """How one verdict letter looks on an item page: colour class, shape, word."""

    tone: str
    shape: str
    word: str


MARKS: dict[str, Mark] = {
    "P": Mark("ok", "\u25cf", "right"),
    "F": Mark("bad", "\u2715", "wrong"),
    "M": Mark("none", "\u25a2", "missed"),
    "A": Mark("ok", "\u25cb", "right: not on the page"),
    "I": Mark("bad", "\u271a", "invented"),
    "U": Mark("none", "\u00b7", "unjudged"),
    "X": Mark("none", "\u2013", "excluded"),
}
MIXED = Mark("mid", "\u25b3", "differs between replicates")


def mark(outcomes: str) -> Mark:
    """The mark of a verdict's letters: one shape where all replicates agree, else the mixed one.

    >>> mark("PPPPP").word, mark("PPF").word
    ('right', 'differs between replicates')
    """
    return MARKS[outcomes[0]] if len(set(outcomes)) == 1 else MIXED


def field_of(family: Family, key: str) -> Field | None:
    """The field of a key among a family's fields and line fields, or None."""
    return next((field for field in (*FIELDS[family], *LINE_FIELDS[family]) if field.key == key), None)


def is_fault(slice_: str) -> bool:
    """Whether a slice counts what went wrong, so that less is better.

    >>> is_fault("AXIS.sign"), is_fault("ROW.1-5")
    (True, False)
    """
    return slice_.startswith(FAULTS)


def slice_title(family: Family, eval_class: EvalClass, slice_: str) -> str:
    """What a row's slice is called on a page.

    >>> slice_title("invoice", "document_extraction", "AMOUNT_DUE")
    'Amount due'
    """
    found = field_of(family, slice_)
    if found is not None:
        return found.title
    if slice_ == "INVENTED" and eval_class == "line_item_structure":
        return "Cells invented"
    name, _, band = slice_.partition(".")
    if name in ("ROW", "ROWS_INVENTED") and band in BAND:
        return f"{SLICE[name]}, {BAND[band]}"
    return SLICE.get(slice_, slice_)
