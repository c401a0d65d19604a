"""normalised: names and free text. As exact, plus case, runs of white space and seven ligatures.

No edit distance: a name that is nearly right is wrong. U+FFFD matches nothing but itself.
"""

from graders.deterministic.reading import NOT_TEXT, Json, Reading, Setting
from graders.deterministic.spelling import SOFT_HYPHEN, fold_name, look_alike, visible

NAME = "normalised"
LONGEST = 2000


def truth(expected: str) -> str:
    """A label's expected name in the form answers are compared in."""
    return fold_name(expected.replace(SOFT_HYPHEN, ""))


def read(value: Json, setting: Setting) -> Reading:
    """The name without soft hyphens; `other` has them as hyphens, which is how some readers show them."""
    if not isinstance(value, str):
        return NOT_TEXT
    if len(value) > LONGEST:
        return Reading(None, "unparsed")
    if SOFT_HYPHEN not in value:
        return Reading(fold_name(value))
    return Reading(fold_name(value.replace(SOFT_HYPHEN, "")), other=fold_name(value.replace(SOFT_HYPHEN, "-")))


def same(one: str, other: str) -> bool:
    """Whether two printed names are one name.

    >>> same("Müller & Söhne", "MÜLLER  & SÖHNE"), same("10²", "102"), same("", "anything")
    (True, False, False)
    """
    forms = [{fold_name(text.replace(SOFT_HYPHEN, by)) for by in ("", "-")} for text in (one, other)]
    return bool(forms[0] & forms[1])


def mismatch(expected: str, answered: str) -> str:
    """The class of a failure: how two names that are not equal differ."""
    if visible(expected) == visible(answered):
        return "invisible"
    if look_alike(expected, answered):
        return "ocr_confusable"
    if answered and (expected.startswith(answered) or expected.endswith(answered)):
        return "cut_short"
    if expected and expected in answered:
        return "overrun"
    return "wrong"
