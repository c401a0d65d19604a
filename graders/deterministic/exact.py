"""exact: identifiers and codes. Equal after NFC, trimming, ASCII width and one dash; nothing more."""

from graders.deterministic.reading import NOT_TEXT, Json, Reading, Setting
from graders.deterministic.spelling import fold_identifier, look_alike, visible

NAME = "exact"
LONGEST = 1000


def truth(expected: str) -> str:
    """A label's expected text in the form answers are compared in."""
    return fold_identifier(expected)


def read(value: Json, setting: Setting) -> Reading:
    """The text of an identifier. A number where a text is due fails: leading zeros are lost in it."""
    if not isinstance(value, str):
        return NOT_TEXT
    if len(value) > LONGEST:
        return Reading(None, "unparsed")
    return Reading(fold_identifier(value))


def mismatch(expected: str, answered: str) -> str:
    """The class of a failure: how two identifiers that are not equal differ.

    >>> mismatch("0042", "42"), mismatch("INV-10", "INV-1O"), mismatch("DE37/302", "DE37")
    ('leading_zeros', 'ocr_confusable', 'cut_short')
    """
    if visible(expected) == visible(answered):
        return "invisible"
    if expected.lstrip("0") == answered.lstrip("0"):
        return "leading_zeros"
    if "".join(expected.split()) == "".join(answered.split()):
        return "spacing"
    if expected.casefold() == answered.casefold():
        return "case"
    if look_alike(expected, answered):
        return "ocr_confusable"
    if answered and expected.startswith(answered):
        return "cut_short"
    return "wrong"
