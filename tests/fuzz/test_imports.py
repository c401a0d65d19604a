"""Files of third parties through the doors of the catalogue: read or refused in one line, nothing stored by halves, nothing followed."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given

from catalogue.__main__ import said
from catalogue.imports.kind import kind_of
from catalogue.imports.pay import pay_labels, read_pay
from catalogue.imports.pdf import embedded_invoice, without_attachments
from catalogue.specimen import found_below
from tests.fuzz.damage import BOUNDED, child, damaged, refused

CSV = b"Item No,Description of Work,Scheduled Value,Percent Complete\n1,Doors,100.00,50%\n2,Walls,200.00,0%\n"
PAY = json.dumps(
    {
        "metadata": {"currency": "USD", "retainage_percent": "10"},
        "schedule_of_values": [{"item_no": "1", "description": "Doors", "scheduled_value": "100.00", "percent_complete": "50"}],
        "totals": {"scheduled_value_total": "100.00"},
    }
).encode()
XML = (
    b'<?xml version="1.0" encoding="UTF-8"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">'
    b"<ID>R-1</ID><IssueDate>2026-03-15</IssueDate><LegalMonetaryTotal><PayableAmount>119.00</PayableAmount></LegalMonetaryTotal>"
    b"<InvoiceLine><ID>1</ID><LineExtensionAmount>100.00</LineExtensionAmount></InvoiceLine></Invoice>"
)


def hybrid(change: Callable[[pikepdf.Pdf], None] = lambda pdf: None, xml: bytes = XML) -> bytes:
    """A PDF of one empty page with the invoice attached, and one thing done to it."""
    out = io.BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.attachments["factur-x.xml"] = pikepdf.AttachedFileSpec(pdf, xml, filename="factur-x.xml")
        change(pdf)
        pdf.save(out)
    return out.getvalue()


VALID = {"a.csv": CSV, "a.json": PAY, "a.xml": XML, "a.pdf": hybrid()}


@pytest.mark.parametrize("name", sorted(VALID))
def test_a_damaged_import_is_read_or_refused(name: str, tmp_path: Path) -> None:
    """Through the door of `catalogue inspect`: a line that any terminal can show, whatever the file holds; both ends occur."""
    ends: set[bool] = set()

    @BOUNDED
    @given(damaged([VALID[name]]))
    def tried(data: bytes) -> None:
        path = tmp_path / name
        path.write_bytes(data)
        lines = refused(lambda: said(path))
        assert len(lines) <= 1
        if not lines:
            assert said(path)[0].isprintable()
        if name in ("a.csv", "a.json") and not lines and kind_of(name, data) == "table":
            for facts in read_pay(name, data):
                pay_labels("doc-1", facts)
        ends.add(bool(lines))

    tried()
    assert ends == {True, False}


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.pdf", b"", "empty (get the file again)"),
        ("a.xml", b"", "empty (get the file again)"),
        ("a.csv", b"", "empty (get the file again)"),
        ("a.pdf", b"Not Found\n", "not a PDF (give the invoice's PDF)"),
        ("a.pdf", b"\0\0\0\0", "not a PDF (give the invoice's PDF)"),
        ("a.xml", b"Not Found\n", "not XML (give the XML of the invoice)"),
        ("a.csv", b"\n\n", "empty (give a table with a header)"),
        ("a.csv", CSV + b"3," + b"x" * 10_001 + b",1.00,0%\n", "a.csv:4: a cell of more than 10,000 letters (mend the row)"),
        ("a.pdf", XML, "ubl invoice of 1 lines"),
        ("a.json", hybrid(), "ubl invoice of 1 lines"),
    ],
)
def test_a_file_is_told_what_it_is(name: str, data: bytes, reason: str, tmp_path: Path) -> None:
    """The remedy fits the file: bytes decide where they tell anything, the name where they do not."""
    path = tmp_path / name
    path.write_bytes(data)
    lines = refused(lambda: said(path)) or [said(path)[0]]
    assert reason in lines[0]


def test_an_archive_is_never_unpacked(tmp_path: Path) -> None:
    """A zip under any name is refused as what it is not, and leaves nothing beside it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("../../escaped.xml", XML)
        archive.writestr("/absolute.xml", XML)
        archive.writestr("bomb.xml", b"\0" * 20_000_000)
    for name in ("a.zip", "a.pdf", "a.xml", "a.csv", "a.json"):
        (tmp_path / name).write_bytes(stream.getvalue())
        assert len(refused(lambda name=name: said(tmp_path / name))) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.json", "a.pdf", "a.xml", "a.zip"]


@pytest.mark.parametrize("name", ["new\nline.csv", "\u202egnp.csv", "half\udce4.csv", "tab\t.csv", "\x1b[31mred.csv"])
def test_a_file_name_cannot_break_the_line(name: str, tmp_path: Path) -> None:
    """Names of a stranger's choosing, of files that are read and of files that are refused, through the real door."""
    (tmp_path / name).write_bytes(CSV)
    bad = tmp_path / f"bad {name}"
    bad.write_bytes(b"")
    ended = child("-m", "catalogue", "inspect", tmp_path / name, bad)
    assert ended.code == 1 and len(ended.err) == 1 and len(ended.out.splitlines()) == 1
    assert ended.out.strip("\n").isprintable() and ended.err[0].isprintable()


def script(pdf: pikepdf.Pdf) -> None:
    """JavaScript when the file is opened."""
    pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=pikepdf.String("app.alert(1)"))


def page_script(pdf: pikepdf.Pdf) -> None:
    """JavaScript when a page is shown, nested in an array."""
    action = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=pikepdf.String("x"))
    pdf.pages[0].obj.AA = pikepdf.Dictionary(O=pikepdf.Dictionary(S=pikepdf.Name.GoTo, Next=pikepdf.Array([action])))


def launch(pdf: pikepdf.Pdf) -> None:
    """A program that a click starts."""
    action = pikepdf.Dictionary(S=pikepdf.Name.Launch, F=pikepdf.String("/bin/sh"))
    link = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[0, 0, 9, 9], A=action)
    pdf.pages[0].obj.Annots = pikepdf.Array([link])


def other_file(pdf: pikepdf.Pdf) -> None:
    """A second embedded file."""
    pdf.attachments["tool.exe"] = pikepdf.AttachedFileSpec(pdf, b"MZ", filename="tool.exe")


def pinned_file(pdf: pikepdf.Pdf) -> None:
    """A file pinned to the page, which no list of attachments names."""
    stream = pikepdf.Stream(pdf, b"MZ")
    spec = pikepdf.Dictionary(Type=pikepdf.Name.Filespec, F=pikepdf.String("tool.exe"), EF=pikepdf.Dictionary(F=stream))
    pin = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.FileAttachment, Rect=[0, 0, 9, 9], FS=spec)
    pdf.pages[0].obj.Annots = pikepdf.Array([pin])


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        (script, "javascript"),
        (page_script, "javascript"),
        (launch, "launch"),
        (other_file, "other-files"),
        (pinned_file, "other-files"),
    ],
)
def test_what_a_pdf_could_do_is_found(change: Callable[[pikepdf.Pdf], None], finding: str) -> None:
    """Scripts, programs and files other than the invoice are findings, wherever they hang; a plain file has none of them."""
    assert finding in embedded_invoice("a.pdf", hybrid(change)).findings
    assert not {"javascript", "launch", "other-files"} & set(embedded_invoice("a.pdf", hybrid()).findings)


@pytest.mark.parametrize("change", [other_file, pinned_file])
def test_no_embedded_file_reaches_a_measured_system(change: Callable[[pikepdf.Pdf], None]) -> None:
    """The copy that is measured holds neither the invoice's XML nor any other file, nor a pin to one."""
    with pikepdf.open(io.BytesIO(without_attachments("a.pdf", hybrid(change)))) as pdf:
        assert not list(pdf.attachments)
        assert not [pin for page in pdf.pages for pin in page.get("/Annots", []) if pin.get("/Subtype") == "/FileAttachment"]


def test_a_hostile_folder_of_specimens(tmp_path: Path) -> None:
    """Links, an endless licence note, a truth.json that is a bomb, odd names: each file left out with one line, in bounded time."""
    folder = tmp_path / "specimens"
    folder.mkdir()
    (tmp_path / "outside.pdf").write_bytes(hybrid())
    (folder / "link.pdf").symlink_to(tmp_path / "outside.pdf")
    (folder / "dir.pdf").mkdir()
    (folder / "empty.pdf").write_bytes(b"")
    (folder / "script.pdf").write_bytes(hybrid(script))
    (folder / "line\nbreak.pdf").write_bytes(hybrid())
    (folder / "LICENCE-NOTE.txt").write_bytes(b"a" * 3_000_000)
    (folder / "truth.json").write_bytes(b"[" * 1_000_000)
    found = found_below(folder)
    assert found.specimens == () and len(found.left_out) == 3
    assert all(line.isprintable() for line in found.left_out) and not any("link.pdf" in line for line in found.left_out)


def rows(count: int) -> bytes:
    """A schedule of many rows."""
    return CSV.split(b"\n", 1)[0] + b"\n" + b"1,Doors,100.00,50%\n" * count


HUGE: dict[str, Callable[[], bytes]] = {
    "a million rows.csv": lambda: rows(1_000_000),
    "one endless cell.csv": lambda: b'Item No,"' + b"x" * 15_000_000,
    "a million columns.csv": lambda: b"a," * 1_000_000 + b"\n",
    "deep.json": lambda: b"[" * 5_000_000,
    "deep objects.json": lambda: b'{"a":' * 1_000_000,
    "a long number.json": lambda: b'{"applications":[{"application":' + b"9" * 5_000_000 + b"}]}",
    "many keys.json": lambda: b"{" + b",".join(b'"%d":1' % n for n in range(1_000_000)) + b"}",
    "a bomb.pdf": lambda: hybrid(xml=b"<a>" + b"\0" * 60_000_000),
}


@pytest.mark.parametrize("name", sorted(HUGE))
def test_what_is_huge_is_one_line_in_bounded_memory(name: str, tmp_path: Path) -> None:
    """The door in a process that may not have more memory than a laptop spares: exit 1, one line, no traceback."""
    (tmp_path / name).write_bytes(HUGE[name]())
    ended = child("-m", "catalogue", "inspect", tmp_path / name)
    assert ended.code == 1 and len(ended.err) == 1 and len(ended.err[0]) < 600, ended.err[-3:]
