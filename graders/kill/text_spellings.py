"""Names and identifiers written otherwise."""

import unicodedata

from graders.kill.amount_spellings import WIDE
from graders.kill.case import Case, Changed, respelled
from graders.kill.spellings import of_kind, spelling

_LIGATURES = (("ffi", "\ufb03"), ("ffl", "\ufb04"), ("ff", "\ufb00"), ("fi", "\ufb01"), ("fl", "\ufb02"), ("st", "\ufb06"))


@spelling("decomposed letters (NFD) in names and ids")
def decomposed(case: Case) -> Changed | None:
    """u and a combining diaeresis for ü."""
    return respelled(case, lambda kind, text: unicodedata.normalize("NFD", text) if kind in ("name", "identifier") else text)


@spelling("ligatures in names")
def ligatures(case: Case) -> Changed | None:
    """Oﬃce for Office."""

    def write(text: str) -> str:
        for letters, one in _LIGATURES:
            text = text.replace(letters, one)
        return text

    return of_kind(case, "name", write)


@spelling("names in capitals")
def capitals(case: Case) -> Changed | None:
    """MERIDIAN SUPPLY for Meridian Supply."""
    return of_kind(case, "name", str.upper)


@spelling("runs of white space in names")
def wide_spaces(case: Case) -> Changed | None:
    """A name broken over two lines."""
    return of_kind(case, "name", lambda text: text.replace(" ", " \n\u00a0"))


@spelling("soft hyphens in names")
def soft_hyphens(case: Case) -> Changed | None:
    """A hyphen that only a line break shows."""
    return of_kind(case, "name", lambda text: text[:3] + "\u00ad" + text[3:])


@spelling("full-width names and ids")
def full_width_texts(case: Case) -> Changed | None:
    """ＩＮＶ for INV."""
    return respelled(case, lambda kind, text: text.translate(WIDE) if kind in ("name", "identifier") else text)


@spelling("other dashes in ids")
def other_dashes(case: Case) -> Changed | None:
    """INV–10 with U+2013 for INV-10."""
    return of_kind(case, "identifier", lambda text: text.replace("-", "\u2013"))


@spelling("spaces around texts")
def padded(case: Case) -> Changed | None:
    """Trimmed on both sides."""
    return respelled(case, lambda kind, text: f" {text}\u00a0" if kind != "date" else text)
