"""The typefaces, from the pinned font wheels.

Three of the four are variable fonts: reportlab draws their default instance and drops the axes,
so a bold instance would come out regular. Their bold is therefore drawn by stroking the outline
(text render mode 2), which keeps widths and needs no font tool; IBM Plex Mono has a bold of its own.
reportlab keys embedded fonts by PostScript name, so every instance registered here must have its
own; `register` checks that.
"""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont


class Typeface(NamedTuple):
    """A registered face: names of its regular and bold, and whether bold is stroked."""

    regular: str
    bold: str
    stroked: bool


_FILES = {
    "inter": ("fontpkg_inter", "Inter[opsz,wght].ttf"),
    "roboto": ("fontpkg_roboto", "Roboto[wdth,wght].ttf"),
    "serif": ("fontpkg_source_serif_4", "SourceSerif4[opsz,wght].ttf"),
    "mono": ("fontpkg_ibm_plex_mono", "IBMPlexMono-Regular.ttf"),
    "mono-bold": ("fontpkg_ibm_plex_mono", "IBMPlexMono-Bold.ttf"),
}
FACES: dict[str, Typeface] = {
    "inter": Typeface("inter", "inter", stroked=True),
    "roboto": Typeface("roboto", "roboto", stroked=True),
    "serif": Typeface("serif", "serif", stroked=True),
    "mono": Typeface("mono", "mono-bold", stroked=False),
}


@cache
def register() -> None:
    """Register every face with reportlab, once a process. Raises RuntimeError if two share a PostScript name."""
    names: set[bytes] = set()
    for name, (package, file) in _FILES.items():
        font = TTFont(name, str(files(package) / "files" / file))
        if font.face.name in names:
            raise RuntimeError(f"two faces are called {font.face.name!r}: bold would render as regular")
        names.add(font.face.name)
        pdfmetrics.registerFont(font)
