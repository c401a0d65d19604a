"""Foldings that keep what a text says: width, dashes, ligatures. Never a blanket NFKC (① is not 1)."""

import unicodedata

#: The full-width forms of ASCII and the ideographic space.
WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
#: Hyphens, dashes and the minus sign, all printed where ASCII has one "-".
DASHES = dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 0xFE58, 0xFE63), 0x2D)
LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
SOFT_HYPHEN = "\u00ad"
#: Letters and digits that readers of images take for one another, each group folded to one form.
CONFUSABLE = str.maketrans(
    {"O": "0", "o": "0", "Q": "0", "D": "0", "I": "1", "l": "1", "i": "1", "|": "1", "!": "1", "L": "1"}
    | {"Z": "2", "z": "2", "S": "5", "s": "5", "G": "6", "B": "8", "g": "9", "q": "9"}
)

_IDENTIFIER = WIDTH | DASHES


def fold_width(text: str) -> str:
    """Full-width ASCII forms as ASCII; nothing else changes.

    >>> fold_width("１２.５")
    '12.5'
    """
    return text if text.isascii() else text.translate(WIDTH)


def fold_identifier(text: str) -> str:
    """NFC, trimmed, ASCII width, one dash; zeros, case and inner spaces stay (GRADING.md §3).

    >>> fold_identifier(" ＩＮＶ–１２ ")
    'INV-12'
    """
    if text.isascii():
        return text.strip()
    return unicodedata.normalize("NFC", text).translate(_IDENTIFIER).strip()


def fold_name(text: str) -> str:
    """As an identifier, then ligatures opened, case folded and runs of white space made one space.

    A soft hyphen stays: it is the grader's business (`normalised`).

    >>> fold_name("Oﬃce  GMBH")
    'office gmbh'
    """
    folded = fold_identifier(text)
    if not folded.isascii():
        folded = unicodedata.normalize("NFC", folded.translate(LIGATURES).casefold())
    return " ".join(folded.casefold().split())


def visible(text: str) -> str:
    """A text without characters that show nothing: zero-width spaces and joiners, soft hyphens, byte-order marks.

    >>> visible("INV\u200b-10")
    'INV-10'
    """
    return text if text.isascii() else "".join(char for char in text if unicodedata.category(char) != "Cf")


def look_alike(one: str, other: str) -> bool:
    """Whether two texts differ only in characters that an image reader confuses (O and 0, l and 1).

    >>> look_alike("INV-1O", "INV-10"), look_alike("INV-11", "INV-12")
    (True, False)
    """
    return one != other and one.translate(CONFUSABLE).replace("rn", "m") == other.translate(CONFUSABLE).replace("rn", "m")
