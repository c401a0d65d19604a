"""Files made to hurt a reader: each a name and its bytes, built where the test runs."""

import io
import json
import zlib
from collections.abc import Callable

import pikepdf

CII = (
    b'<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" '
    b'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100">'
)
DEAL = b"<rsm:SupplyChainTradeTransaction>"
LINE = b"<ram:IncludedSupplyChainTradeLineItem/>"
END = b"</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>"
UBL = b'<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">'
MILLION = 1_000_000


def bomb() -> bytes:
    """Ten entities, each ten of the one before: ten billion letters from a kilobyte."""
    entities = b"".join(b'<!ENTITY l%d "%s">' % (level, b"&l%d;" % (level - 1) * 10) for level in range(1, 11))
    return b'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY l0 "0123456789">' + entities + b"]>" + UBL + b"&l10;</Invoice>"


def quadratic() -> bytes:
    """One entity of a megabyte, named a hundred thousand times."""
    return b'<!DOCTYPE x [<!ENTITY a "' + b"A" * MILLION + b'">]>' + UBL + b"&a;" * 100_000 + b"</Invoice>"


def file_entity() -> bytes:
    """An entity that is a file of the machine."""
    return b'<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]>' + UBL + b"&f;</Invoice>"


def far_type() -> bytes:
    """A document type that lies elsewhere."""
    return b'<!DOCTYPE Invoice SYSTEM "http://127.0.0.1:9/x.dtd">' + UBL + b"</Invoice>"


def hidden_type() -> bytes:
    """A document type behind a long comment, in UTF-16, where a search for its letters finds nothing."""
    text = "<!--" + "x" * 100_000 + '--><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'
    return b"\xff\xfe" + text.encode("utf-16-le")


def million_lines() -> bytes:
    """A well-formed invoice of a million lines."""
    return CII + DEAL + LINE * MILLION + END


def deep() -> bytes:
    """Elements ten thousand deep."""
    return CII + b"<a>" * 10_000 + b"</a>" * 10_000 + b"</rsm:CrossIndustryInvoice>"


def deep_and_wide() -> bytes:
    """Elements two hundred deep, again and again: within a parser's own limit and beyond ours."""
    return CII + (b"<a>" * 200 + b"</a>" * 200) * 1_000 + b"</rsm:CrossIndustryInvoice>"


def many_attributes() -> bytes:
    """One element of half a million attributes."""
    return b"<Invoice " + b" ".join(b'a%d=""' % number for number in range(500_000)) + b"/>"


def long_text() -> bytes:
    """One text of twenty megabytes."""
    return UBL + b"<ID>" + b"A" * 20_000_000 + b"</ID></Invoice>"


def many_comments() -> bytes:
    """Thirty megabytes of comments before the invoice."""
    return b"<!--" + b"x" * 60 + b"-->" + b"<!-- c -->" * 3_000_000 + UBL + b"</Invoice>"


def false_encoding() -> bytes:
    """Latin-1 bytes that claim to be UTF-8."""
    return b'<?xml version="1.0" encoding="UTF-8"?>' + UBL + "<ID>Müller</ID></Invoice>".encode("latin-1")


def utf_7() -> bytes:
    """An encoding in which brackets are letters."""
    return b'<?xml version="1.0" encoding="UTF-7"?>+ADw-Invoice+AD4-'


def unknown_encoding() -> bytes:
    """An encoding that nobody has."""
    return b'<?xml version="1.0" encoding="x-none"?>' + UBL + b"</Invoice>"


def truncated() -> bytes:
    """An invoice that ends in the middle of a tag."""
    return CII + DEAL + LINE[:20]


def html() -> bytes:
    """A page of the web."""
    return b"<html><body><p>Invoice 1</p></body></html>"


def fake_pdf() -> bytes:
    """A PDF's first line and nothing behind it."""
    return b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


def looping_pdf() -> bytes:
    """A PDF whose cross-reference table says that it continues where it begins."""
    return b"%PDF-1.4\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Prev 9 /Root 1 0 R >>\nstartxref\n9\n%%EOF"


def _pdf(fill: Callable[[pikepdf.Pdf], None]) -> bytes:
    out = io.BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        fill(pdf)
        pdf.save(out, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
    return out.getvalue()


def _attach(pdf: pikepdf.Pdf, stream: pikepdf.Stream, name: str = "factur-x.xml") -> None:
    files = pikepdf.Dictionary(F=pdf.make_indirect(stream))
    spec = pikepdf.Dictionary(Type=pikepdf.Name.Filespec, F=name, UF=name, EF=files, AFRelationship=pikepdf.Name.Data)
    tree = pikepdf.Dictionary(Names=pikepdf.Array([pikepdf.String(name), pdf.make_indirect(spec)]))
    pdf.Root.Names = pikepdf.Dictionary(EmbeddedFiles=pdf.make_indirect(tree))


def pdf_bomb() -> bytes:
    """An attachment of one megabyte that unpacks to a gigabyte."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b" " * MILLION) for _ in range(1_000)) + packer.flush()
    return _pdf(lambda pdf: _attach(pdf, pikepdf.Stream(pdf, packed, Filter=pikepdf.Name.FlateDecode)))


def pdf_double_bomb() -> bytes:
    """The same, packed twice, so that its outer layer is a kilobyte."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b" " * MILLION) for _ in range(1_000)) + packer.flush()
    twice = pikepdf.Array([pikepdf.Name.FlateDecode, pikepdf.Name.FlateDecode])
    return _pdf(lambda pdf: _attach(pdf, pikepdf.Stream(pdf, zlib.compress(packed, 9), Filter=twice)))


def pdf_page_bomb() -> bytes:
    """A page whose drawing instructions unpack to a gigabyte."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b"q Q " * 250_000) for _ in range(1_000)) + packer.flush()

    def fill(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].Contents = pikepdf.Stream(pdf, packed, Filter=pikepdf.Name.FlateDecode)

    return _pdf(fill)


def pdf_vast_picture() -> bytes:
    """A picture of ten billion pixels."""

    def fill(pdf: pikepdf.Pdf) -> None:
        pdf.Root.Vast = pdf.make_indirect(
            pikepdf.Stream(pdf, b"\0", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=100_000, Height=100_000)
        )

    return _pdf(fill)


def pdf_with_bomb_inside() -> bytes:
    """A PDF whose attachment is the bomb of entities."""
    return _pdf(lambda pdf: _attach(pdf, pikepdf.Stream(pdf, bomb())))


def pdf_looping_names() -> bytes:
    """A name tree that is its own child."""

    def fill(pdf: pikepdf.Pdf) -> None:
        tree = pdf.make_indirect(pikepdf.Dictionary())
        tree.Kids = pikepdf.Array([tree])
        tree.Limits = pikepdf.Array([pikepdf.String("a"), pikepdf.String("z")])
        pdf.Root.Names = pikepdf.Dictionary(EmbeddedFiles=tree)

    return _pdf(fill)


def pdf_without() -> bytes:
    """A PDF that holds no file."""
    return _pdf(lambda pdf: None)


def pdf_two_xml() -> bytes:
    """A PDF that holds two XML files of no known name."""

    def fill(pdf: pikepdf.Pdf) -> None:
        _attach(pdf, pikepdf.Stream(pdf, b"<a/>"), "one.xml")
        pdf.attachments["two.xml"] = pikepdf.AttachedFileSpec(pdf, b"<b/>", filename="two.xml")

    return _pdf(fill)


def pdf_locked() -> bytes:
    """A PDF behind a password."""
    out = io.BytesIO()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(out, encryption=pikepdf.Encryption(owner="o", user="u"))
    return out.getvalue()


def json_deep() -> bytes:
    """Lists ten thousand deep."""
    return b'{"metadata":{},"a":' + b"[" * 10_000 + b"]" * 10_000 + b"}"


def json_million() -> bytes:
    """A schedule of a million rows."""
    return b'{"metadata":{"currency":"USD"},"schedule_of_values":[' + b"{}," * (MILLION - 1) + b"{}]}"


def json_digits() -> bytes:
    """A number of a million digits."""
    return b'{"metadata":{"currency":"USD"},"schedule_of_values":[{"scheduled_value":' + b"9" * MILLION + b"}]}"


def json_exponent() -> bytes:
    """A number whose plain form would fill the memory."""
    return b'{"metadata":{"currency":"USD"},"schedule_of_values":[{"scheduled_value":1e999999999}]}'


def json_twice() -> bytes:
    """One key with two values."""
    return b'{"metadata":{"currency":"USD"},"metadata":{}}'


def json_nan() -> bytes:
    """A value that is none."""
    return b'{"metadata":{"currency":"USD"},"schedule_of_values":[{"scheduled_value":NaN}]}'


def json_utf_16() -> bytes:
    """JSON in an encoding it may not have."""
    return b"{" + json.dumps({"metadata": {}}).encode("utf-16")


def csv_million() -> bytes:
    """A schedule of a million rows."""
    return b"Item No,Description of Work,Scheduled Value\n" + b"1,a,1\n" * MILLION


def csv_wide() -> bytes:
    """A header of a hundred thousand columns that are none of ours."""
    return b",".join(b"c%d" % number for number in range(100_000)) + b"\n"


def csv_quote() -> bytes:
    """A quotation that never ends, eight megabytes of it."""
    return b'Item No,Description of Work,Scheduled Value\n1,"' + b"a" * 8_000_000


def csv_ragged() -> bytes:
    """A row of four cells under three columns."""
    return b"Item No,Description of Work,Scheduled Value\n1,a,1,2\n"


def noise() -> bytes:
    """Bytes that are nothing."""
    return bytes(range(256)) * 1_000


def empty() -> bytes:
    """No byte."""
    return b""


#: What each is refused for, in the words of the one line.
HOSTILE: dict[Callable[[], bytes], str] = {
    bomb: "a document type or entity",
    quadratic: "a document type or entity",
    file_entity: "a document type or entity",
    far_type: "a document type or entity",
    hidden_type: "a document type or entity",
    million_lines: "more than 400,000 elements",
    deep: "elements nested more than 64 deep",
    deep_and_wide: "elements nested more than 64 deep",
    many_attributes: "a namespace that is not one of CII or UBL 2",
    long_text: "not well-formed XML",
    many_comments: "",
    false_encoding: "not well-formed XML",
    utf_7: "declares the encoding utf-7",
    unknown_encoding: "declares the encoding x-none",
    truncated: "not well-formed XML",
    html: "the root element is html, which is no invoice",
    fake_pdf: "a PDF that cannot be opened",
    looping_pdf: "a PDF",
    pdf_bomb: "streams that unpack to more than 256,000,000 bytes",
    pdf_double_bomb: "a stream that is packed twice",
    pdf_page_bomb: "streams that unpack to more than 256,000,000 bytes",
    pdf_vast_picture: "a picture of more than 100,000,000 pixels",
    pdf_with_bomb_inside: "a document type or entity",
    pdf_looping_names: "no invoice XML is embedded",
    pdf_without: "no invoice XML is embedded",
    pdf_two_xml: "several XML files are embedded",
    pdf_locked: "an encrypted PDF",
    json_deep: "nested more than 32 deep",
    json_million: "more than 50,000 rows",
    json_digits: "",
    json_exponent: "scheduled_value is no amount",
    json_twice: "one object has two values for a key",
    json_nan: "NaN is not JSON",
    json_utf_16: "",
    csv_million: "more than 50,000 rows",
    csv_wide: "a table without the columns",
    csv_quote: "not CSV",
    csv_ragged: "4 cells where the header has 3",
    noise: "",
    empty: "",
}
