"""The search for private content: what it must find, under which disguise and on which line, and what must not alarm it."""

import base64
import gzip
import html
import io
import json
import urllib.parse
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from generator.private import edition as editions
from generator.private import views
from generator.private.document import contents
from generator.private.edition import Edition, make
from generator.private.needles import Needles
from records.document import Label


def zipped(data: bytes) -> bytes:
    """A zip archive with one member."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", data)
    return stream.getvalue()


def png_text(data: bytes) -> bytes:
    """The start of a PNG with a compressed text chunk."""
    packed = b"zTXtComment\0\0" + zlib.compress(data)
    return b"\x89PNG\r\n\x1a\n" + (len(packed) - 4).to_bytes(4, "big") + packed + b"\0\0\0\0"


def pdf_stream(data: bytes) -> bytes:
    """A PDF with a compressed stream."""
    return b"%PDF-1.4\n1 0 obj <</Filter /FlateDecode>>\nstream\n" + zlib.compress(data) + b"\nendstream\n%%EOF\n"


DISGUISES: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "upper case": bytes.upper,
    "inside binary": lambda data: b"\x00\xff\x89" + data + b"\x00\x01",
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "UTF-32": lambda data: data.decode().encode("utf-32"),
    "base64": base64.b64encode,
    "base64 for URLs": base64.urlsafe_b64encode,
    "base64 in lines": base64.encodebytes,
    "base64 behind a path": lambda data: b"/data/x" + base64.b64encode(data),
    "base64 twice": lambda data: base64.b64encode(base64.b64encode(data)),
    "hex": lambda data: data.hex().encode(),
    "hex in base64": lambda data: base64.b64encode(data.hex().encode()),
    "percent": lambda data: urllib.parse.quote(data, safe="").encode(),
    "every byte percent": lambda data: "".join(f"%{byte:02x}" for byte in data).encode(),
    "entities": lambda data: "".join(f"&#{ord(char)};" for char in data.decode()).encode(),
    "hex entities": lambda data: "".join(f"&#x{ord(char):x};" for char in data.decode()).encode(),
    "named entities": lambda data: html.escape(data.decode()).encode(),
    "tags between": lambda data: b"<b></b>".join(bytes([byte]) for byte in data),
    "JSON escapes": lambda data: "".join(f"\\u{ord(char):04x}" for char in data.decode()).encode(),
    "quoted-printable": lambda data: "".join(f"={byte:02X}" for byte in data).encode(),
    "zero-width": lambda data: "\u200b".join(data.decode()).encode(),
    "full-width": lambda data: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in data.decode()).encode(),
    "gzip": gzip.compress,
    "zlib": zlib.compress,
    "zip": zipped,
    "gzip in base64": lambda data: base64.b64encode(gzip.compress(data)),
    "gzip in base64 behind a digest": lambda data: b"ab" * 32 + b" " + base64.b64encode(gzip.compress(data)),
    "zip in base64 behind a digest": lambda data: b"ab" * 32 + b" " + base64.b64encode(zipped(data)),
    "PNG text": png_text,
    "PDF stream": pdf_stream,
}


@pytest.fixture
def needles(edition: Edition, canary: str) -> Needles:
    """Needles of the edition, against a public side that shares the first words."""
    private = [editions.labels(edition, n) for n in range(5)]
    return Needles(canary, private, [b"Quillfeather Lumber; INV-0001; 1234567.89"])


@pytest.mark.parametrize("how", sorted(DISGUISES))
@pytest.mark.parametrize("what", ["canary", "name"])
def test_content_is_found_in_any_disguise_on_its_line(needles: Needles, canary: str, how: str, what: str) -> None:
    """A canary or a name is found, and the line named where the disguise is text."""
    planted = DISGUISES[how](f"{canary}".encode() if what == "canary" else b"seller Zanthorpe Quillfeather of Anytown")
    compressed = how in {"gzip", "zlib", "zip", "PNG text", "PDF stream", "UTF-16", "UTF-32"}
    hits = needles.search(planted if compressed else b"first line\nsecond\n" + planted + b"\nlast\n")
    assert hits, how
    assert all("Zanthorpe" not in hit.reason and canary not in hit.reason for hit in hits)
    if not compressed:
        assert {hit.line for hit in hits} == {3}


def test_every_private_file_holds_the_canary(edition: Edition, needles: Needles, canary: str) -> None:
    """Payload and each rendered file of each document: the search finds all of them."""
    for n in range(5):
        inside = contents(make(edition, n))
        assert canary.encode() in inside.payload
        for data in (inside.payload, *inside.files.values()):
            assert any("canary" in hit.reason for hit in needles.search(data))


def values(labels: Any, kinds: tuple[str, ...]) -> list[str]:
    """The expected texts of some labels."""
    return [label.expected for label in labels if label.expected and label.expected.startswith(kinds)]


def test_several_figures_of_one_document_are_found() -> None:
    """Three amounts of one document on a line, in any grouping, are a leak; two are a coincidence, and so are three of three documents."""
    private = [
        [
            Label(document="private", key=f"LINE/{row:03}/LINE_NET", kind="line_item_structure", expected=f"{n}{row}4567.0{row}")
            for row in range(1, 5)
        ]
        for n in range(1, 4)
    ]
    needles = Needles("gtc0", private, [])
    assert needles.search(b"x\n114567.01 | 124,567.02 | 134.567,03")[0].line == 2
    assert needles.search("114 567,01 und 124 567,02; 134\u00a0567,03".encode())
    assert needles.search(b"114567.01 124567.02") == []
    assert needles.search(b"114567.01 214567.01 224567.02") == []
    assert Needles("gtc0", private, [b"114567.01"]).search(b"114567.01 124567.02 134567.03") == []


def test_figures_over_a_file_are_found() -> None:
    """Eight figures of one document, a line each, are a leak of its first line."""
    labels = [
        Label(document="p", key=f"LINE/{row:03}/LINE_NET", kind="line_item_structure", expected=f"87654{row}.10") for row in range(1, 9)
    ]
    needles = Needles("gtc0", [labels], [])
    lines = [f"87654{row}.10" for row in range(1, 9)]
    assert needles.search(("top\n" + "\n".join(lines)).encode())[0].line == 2
    assert needles.search("\n".join(lines[:7]).encode()) == []


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"short",
        b"Quillfeather Lumber, and INV-0001 with 1234567.89",
        b"a list of hashes: " + b"0123456789abcdef" * 400,
        json.dumps({"n": list(range(2000))}).encode(),
        base64.b64encode(bytes(range(256)) * 20),
        bytes(range(256)) * 300,
    ],
)
def test_public_content_gives_no_alarm(needles: Needles, text: bytes) -> None:
    """What the public side has, hashes, numbers and noise are not hits."""
    assert needles.search(text) == []


def test_needles_themselves_do_not_leak(needles: Needles) -> None:
    """They hold content, so they print as their type and cannot be pickled."""
    import copy
    import pickle

    assert f"{needles} {needles!r}" == "<Needles> <Needles>"
    for take in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            take(needles)


def test_a_bomb_is_bounded(needles: Needles, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that would unpack to more than the limit is cut there, not followed."""
    monkeypatch.setattr(views, "_LIMIT", 1 << 20)
    packed = zlib.compress(b"\0" * (64 << 20), 9)
    assert needles.search(packed) == []
    assert max(len(view.data) for view in views.views(packed)) == 1 << 20


def test_an_ocr_slip_that_spells_the_end_of_another_name_is_no_alarm() -> None:
    """A misread public name may share one window with a private name; the private name itself, whole or short, is found."""
    private = [
        [Label(document="p", key="PROJECT_NAME", kind="field", expected="Athene Depot Extension")],
        [Label(document="q", key="PROJECT_NAME", kind="field", expected="Quonset Hut")],
    ]
    wanted = Needles("nocanary", private, [b"Tulsa Depot Extension"])
    assert wanted.search(b'{"PROJECT_NAME":"Tulse Depot Extension"}\n') == []
    assert [hit.line for hit in wanted.search(b"first\nathene depot extension\nThe QUONSET HUT again\n")] == [2, 3]
