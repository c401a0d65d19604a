"""A PDF of ours taken apart into its objects and put together again, so that its text layer can be changed.

Only for the files that `generator.sheet` writes: no compression, no object streams, one content
stream a page.
"""

import re

from generator.damage.paper import assembled

_OBJECT = re.compile(rb"(\d+) 0 obj\n(.*)\nendobj\s*$", re.DOTALL)
_STREAM = re.compile(rb"^<<(.*?)>>\nstream\n(.*)endstream$", re.DOTALL)


class Layer:
    """The objects of a PDF. `pages` are the numbers of its page objects, `maps` those of its ToUnicode tables."""

    def __init__(self, pdf: bytes) -> None:
        self._bodies = _bodies(pdf)
        found = re.search(rb"/Root (\d+) 0 R", pdf[pdf.rindex(b"trailer") :])
        if found is None:
            raise ValueError("no root: not a file of ours")
        self._root = int(found[1])
        self.maps = [number for number, body in self._bodies.items() if b"begincmap" in body]
        kids = re.search(rb"/Kids \[ ?([^]]*)\]", self._bodies[self._reference(self._root, b"Pages")])
        assert kids is not None
        self.pages = [int(number) for number in re.findall(rb"(\d+) 0 R", kids[1])]

    def height(self, page: int) -> float:
        """The height of a page object, in points."""
        found = re.search(rb"/MediaBox \[ ?[\d.]+ [\d.]+ [\d.]+ ([\d.]+)", self._bodies[page])
        assert found is not None
        return float(found[1])

    def content(self, page: int) -> bytes:
        """What a page object draws."""
        return self.stream(self._reference(page, b"Contents"))

    def set_content(self, page: int, data: bytes) -> None:
        """Let a page object draw something else."""
        self.set_stream(self._reference(page, b"Contents"), data)

    def stream(self, number: int) -> bytes:
        """The bytes of a stream object. Raises ValueError where it is none, or coded."""
        found = _STREAM.match(self._bodies[number])
        if found is None or b"/Filter" in found[1]:
            raise ValueError("no plain stream: not a file of ours")
        return found[2].removesuffix(b"\n")

    def set_stream(self, number: int, data: bytes) -> None:
        """Replace a stream object's bytes."""
        self._bodies[number] = f"<<\n/Length {len(data)}\n>>\nstream\n".encode() + data + b"\nendstream"

    def fonts(self) -> dict[bytes, int]:
        """The embedded fonts' object numbers, by the name that page contents call them."""
        named: dict[bytes, int] = {}
        for body in self._bodies.values():
            named.update((name, int(number)) for name, number in re.findall(rb"/(F\d+\+\d+) (\d+) 0 R", body) if b"stream" not in body)
        return named

    def map_of(self, font: int) -> int:
        """The number of a font's ToUnicode table."""
        return self._reference(font, b"ToUnicode")

    def copy_glyph(self, font: int, code: int, spare: int, meaning: int) -> None:
        """Let a spare code of a font draw the glyph of another, as wide, and mean a character of its own."""
        head, _, rest = self._bodies[font].partition(b"/Widths [ ")
        widths = rest.partition(b"]")
        table = widths[0].split()
        table[spare] = table[code]
        self._bodies[font] = head + b"/Widths [ " + b" ".join(table) + b" ]" + widths[2]
        number = self._reference(self._reference(font, b"FontDescriptor"), b"FontFile2")
        body = bytearray(self._bodies[number])
        glyphs = _glyphs(bytes(body))
        body[glyphs + 2 * spare : glyphs + 2 * spare + 2] = body[glyphs + 2 * code : glyphs + 2 * code + 2]
        self._bodies[number] = bytes(body)
        entries = self.stream(self.map_of(font))
        self.set_stream(self.map_of(font), entries.replace(b"<%02X> <0000>" % spare, b"<%02X> <%04X>" % (spare, meaning), 1))

    def pdf(self) -> bytes:
        """The file again."""
        last = max(self._bodies)
        return assembled([self._bodies.get(number, b"null") for number in range(1, last + 1)], f"/Root {self._root} 0 R")

    def _reference(self, number: int, name: bytes) -> int:
        found = re.search(rb"/" + name + rb" (\d+) 0 R", self._bodies[number])
        assert found is not None
        return int(found[1])


def _bodies(pdf: bytes) -> dict[int, bytes]:
    """The objects by number, cut at the offsets of the file's own table: a font's bytes may hold any word."""
    start = int(pdf[pdf.rindex(b"startxref") + 9 :].split()[0])
    offsets = sorted(int(line[:10]) for line in re.findall(rb"^\d{10} \d{5} n", pdf[start:], re.MULTILINE))
    found = {}
    for begin, end in zip(offsets, [*offsets[1:], start], strict=True):
        piece = _OBJECT.match(pdf[begin:end])
        if piece is None:
            raise ValueError("an object that cannot be cut out: not a file of ours")
        found[int(piece[1])] = piece[2]
    return found


def _glyphs(body: bytes) -> int:
    """Where a font stream's table of glyphs by code begins: reportlab writes one of format 6, from code 0."""
    start = body.index(b"stream\n") + 7
    entry = body.index(b"cmap", start)
    table = start + int.from_bytes(body[entry + 8 : entry + 12], "big")
    if body[table + 12 : table + 14] != b"\x00\x06":
        raise ValueError("a glyph table of another form: not a file of ours")
    return table + 22
