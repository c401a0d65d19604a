"""Decoded views of a file's bytes: what a search for private content must also look through.

Cheap by design. Equality of published bytes is the gate; a search is a help (SECURITY.md §3). Seen
through: UTF-16, percent, entity, \\u and quoted-printable escapes, tags between letters, zero-width and
full-width letters, base64 and hex (also wrapped), deflate, gzip and zip, and up to three of them in a chain.
"""

import base64
import binascii
import bisect
import html
import io
import re
import unicodedata
import urllib.parse
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

_DEPTH = 3
_LIMIT = 16 << 20  # the most bytes one stream may give: no archive may exhaust the machine
_BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{16,}")
_WRAPPED = re.compile(rb"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/]{40,}+\r?\n[ \t]*)+[A-Za-z0-9+/]+")
_HEX = re.compile(rb"(?:[0-9a-fA-F]{2}){10,}")
_STREAM = re.compile(rb"stream\r?\n")
_BINARY = (b"%PDF", b"\x89PNG", b"\xff\xd8")
_CHUNK = re.compile(rb"IDAT|(?:zTXt|iCCP)[^\x00]{1,79}\x00\x00|iTXt[^\x00]{1,79}\x00\x01\x00\x00\x00")
_ZERO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))


#: Bytes in, each thing found in them with its position.
_Find = Callable[[bytes], Iterator[tuple[int, bytes]]]


class View(NamedTuple):
    """Bytes to search. Position p lies on line `lines[i]` of the file, i the last with `starts[i]` <= p; without
    `starts` the line is counted in the bytes themselves. `how` says what was undone, "" for the file as it is."""

    data: bytes
    how: str
    starts: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()

    def line(self, position: int) -> int:
        """The 1-based line of the file at a position of this view."""
        if not self.starts:
            return self.data.count(b"\n", 0, position) + 1
        return self.lines[bisect.bisect_right(self.starts, position) - 1]


def views(data: bytes) -> Iterator[View]:
    """The file itself, then every decoded view of it, to the depth above."""
    level = [View(data, "")]
    for depth in range(_DEPTH + 1):
        yield from level
        if depth < _DEPTH:
            level = [deeper for view in level for deeper in _decoded(view)]


def _decoded(view: View) -> Iterator[View]:
    yield from _rewritten(view)
    for how, find in (("base64", _base64), ("hex", _hex), ("deflate", _packed(view, _inflated)), ("archive", _packed(view, _archived))):
        pieces = list(find(view.data))
        if pieces:
            yield _joined(view, how, pieces)


def _packed(view: View, find: _Find) -> _Find:
    """What is packed in each piece of a joined view: what a file holds may be packed, whatever else stands before it."""
    if not view.starts:
        return find
    ends = [start - 1 for start in view.starts[1:]] + [len(view.data)]
    return lambda data: ((start + at, found) for start, end in zip(view.starts, ends, strict=True) for at, found in find(data[start:end]))


def _joined(view: View, how: str, pieces: list[tuple[int, bytes]]) -> View:
    """All pieces of one kind as one view, apart by a byte that ends every match."""
    starts, lines, length = [], [], 0
    newlines = [match.start() for match in re.finditer(rb"\n", view.data)] if not view.starts else []
    for position, piece in pieces:
        starts.append(length)
        lines.append(view.line(position) if view.starts else bisect.bisect_left(newlines, position) + 1)
        length += len(piece) + 1
    data = b"\xff".join(piece for _, piece in pieces)
    return View(data, f"{view.how}, {how}".lstrip(", "), tuple(starts), tuple(lines))


def _rewritten(view: View) -> Iterator[View]:
    """Views in which escapes are undone; they keep every newline, so lines are still counted in them."""
    if view.starts:
        # Line by line, so that a piece's place is not lost.
        return
    for how, undo in _ESCAPES.items():
        changed = undo(view.data)
        if changed is not None and changed != view.data:
            yield View(changed, f"{view.how}, {how}".lstrip(", "))


def _wide(data: bytes) -> bytes | None:
    return data.replace(b"\0", b"") if b"\0" in data[:4096] and not data.startswith(_BINARY) else None


def _percent(data: bytes) -> bytes | None:
    return urllib.parse.unquote_to_bytes(data) if re.search(rb"%[0-9A-Fa-f]{2}", data) and not is_binary(data) else None


def _entities(data: bytes) -> bytes | None:
    if is_binary(data) or not re.search(rb"&#?\w+;|<", data):
        return None
    return re.sub(r"<[^<>\n]*>", "", html.unescape(data.decode("utf-8", "replace"))).encode("utf-8", "replace")


def _backslashes(data: bytes) -> bytes | None:
    if not re.search(rb"\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}", data) or is_binary(data):
        return None
    text = data.decode("utf-8", "replace")
    return re.sub(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))", lambda m: chr(int(m[1] or m[2], 16)), text).encode("utf-8", "replace")


def _quoted(data: bytes) -> bytes | None:
    if not re.search(rb"=[0-9A-F]{2}=[0-9A-F]{2}", data) or is_binary(data):
        return None
    return re.sub(rb"=([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]), data)


def _folded(data: bytes) -> bytes | None:
    if data.isascii() or is_binary(data):
        return None
    text = data.decode("utf-8", "replace")
    return unicodedata.normalize("NFKC", text.translate(_ZERO_WIDTH)).encode("utf-8", "replace")


_ESCAPES: dict[str, Callable[[bytes], bytes | None]] = {
    "UTF-16": _wide,
    "percent": _percent,
    "entities": _entities,
    "escapes": _backslashes,
    "quoted-printable": _quoted,
    "folded": _folded,
}


def _base64(data: bytes) -> Iterator[tuple[int, bytes]]:
    seen: set[bytes] = set()
    for match in _WRAPPED.finditer(data):
        yield match.start(), _from_base64(re.sub(rb"\s", b"", match[0]))
    for match in _BASE64.finditer(data):
        run = match[0]
        if run in seen:
            continue
        seen.add(run)
        # A run may begin with letters that are not of the encoding ("data/" before it).
        for offset in range(4 if len(run) > 24 else 1):
            yield match.start(), _from_base64(run[offset:])


def _from_base64(run: bytes) -> bytes:
    whole = run.translate(bytes.maketrans(b"-_", b"+/"))
    whole = whole[: len(whole) - 1] if len(whole) % 4 == 1 else whole
    return base64.b64decode(whole + b"=" * (-len(whole) % 4))


def _hex(data: bytes) -> Iterator[tuple[int, bytes]]:
    seen: set[bytes] = set()
    for match in _HEX.finditer(data):
        if match[0] not in seen:
            seen.add(match[0])
            yield match.start(), binascii.unhexlify(match[0])


def _inflated(data: bytes) -> Iterator[tuple[int, bytes]]:
    starts = [0, *(match.end() for match in _STREAM.finditer(data))] if data[:4] == b"%PDF" else [0]
    if data.startswith(b"\x89PNG"):
        starts = [match.end() for match in _CHUNK.finditer(data)]
    for start in starts:
        found = _inflate(data[start:] if start else data)
        if found:
            yield start, found


def _inflate(data: bytes) -> bytes:
    if data[:2] == b"\x1f\x8b" or data[:1] == b"\x78":
        try:
            return zlib.decompressobj(47).decompress(data, _LIMIT)
        except zlib.error:
            return b""
    return b""


def _archived(data: bytes) -> Iterator[tuple[int, bytes]]:
    if data[:4] != b"PK\x03\x04":
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in archive.infolist()[:10000]:
                with archive.open(member) as stream:
                    yield 0, member.filename.encode() + b"\xff" + stream.read(_LIMIT)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, zlib.error, EOFError):
        return


def is_binary(data: bytes) -> bool:
    """Whether bytes are no text: a NUL near the start, or a known kind of binary file."""
    return b"\0" in data[:4096] or data.startswith(_BINARY)
