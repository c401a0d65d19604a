"""Private content beside or inside the pictures: styles, data URIs, drawings, PNG, JPEG and PDF."""

import base64
import io
import struct
import zlib

from PIL import Image

from tests.redteam.mutation import Mutation, mutation
from tests.redteam.staged import Staged

PICTURES: list[Mutation] = []


@mutation(PICTURES, "CSS", "L3", "L1", "L2")
def content_in_the_style_sheet(site: Staged) -> None:
    """The style sheet writes a private sentence after the footer."""
    path = site.first("assets/*.css")
    site.write(path, site.text(path) + f'footer::after{{content:"{site.world.secret.sentence}"}}\n')


@mutation(PICTURES, "CSS", "L3", "L1")
def property_in_a_style_sheet_named_anew(site: Staged) -> None:
    """A private number as a property; the sheet is named by its new digest and every page links to it."""
    from hashlib import sha256

    path = site.first("assets/*.css")
    text = site.text(path) + f":root{{--note:{site.world.secret.number}}}\n"
    name = f"site.{sha256(text.encode()).hexdigest()[:16]}.css"
    old = path.removeprefix("assets/")
    for page in site.paths("**/*.html"):
        site.write(page, site.text(page).replace(old, name))
    site.drop(path)
    site.write(f"assets/{name}", text)


@mutation(PICTURES, "CSS", "L2", "L3", spare=True)
def style_attribute(site: Staged) -> None:
    """A style of one element."""
    site.insert(f'<p style="--bill:{site.world.secret.number}">Every figure has its interval.</p>')


@mutation(PICTURES, "CSS", "L2", "L3", spare=True)
def style_element(site: Staged) -> None:
    """A style sheet inside a page."""
    site.insert(f"<style>/* {site.world.secret.sentence} */</style>", before="</head>")


@mutation(PICTURES, "data URIs", "L2", "L3")
def picture_in_the_page(site: Staged) -> None:
    """A picture inside the page is no picture."""
    packed = base64.b64encode(site.world.secret.payload()).decode()
    site.insert(f'<img src="data:image/png;base64,{packed}" alt="">')


@mutation(PICTURES, "data URIs", "L2", "L3", spare=True)
def link_to_text_in_the_page(site: Staged) -> None:
    """A link whose target is a private sentence."""
    site.insert(f'<p><a href="data:text/plain,{site.world.secret.sentence}">note</a></p>')


@mutation(PICTURES, "SVG metadata", "L2", "L3")
def metadata_of_a_drawing(site: Staged) -> None:
    """The metadata of a drawing in a page."""
    site.insert(f"<svg><metadata>{site.world.secret.sentence}</metadata></svg>")


@mutation(PICTURES, "SVG metadata", "L2", "L3", spare=True)
def description_of_a_drawing(site: Staged) -> None:
    """The description of a drawing in a page."""
    site.insert(f"<svg><desc>{site.world.secret.sentence}</desc></svg>")


@mutation(PICTURES, "SVG metadata", "L3", "L2", spare=True)
def coordinates_of_a_line(site: Staged) -> None:
    """The coordinates of a line spell a private amount."""
    x, y = site.world.secret.amount.split(".")
    site.insert(f'<svg width="10" height="10" aria-hidden="true"><line x1="{x}" x2="{y}" y1="0" y2="0"/></svg>')


@mutation(PICTURES, "SVG metadata", "L1")
def drawing_among_the_documents(site: Staged) -> None:
    """A drawing stands beside the page images."""
    site.write("documents/figure.svg", f'<svg xmlns="http://www.w3.org/2000/svg"><title>{site.world.secret.sentence}</title></svg>\n')


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _with_chunk(site: Staged, kind: bytes, data: bytes) -> None:
    path = site.first("documents/*.png")
    picture = site.raw(path)
    site.write(path, picture[:33] + _chunk(kind, data) + picture[33:])


@mutation(PICTURES, "PNG metadata", "L2", "L1", "L3")
def text_chunk(site: Staged) -> None:
    """A comment in a page image."""
    _with_chunk(site, b"tEXt", b"Comment\x00" + site.world.secret.sentence.encode())


@mutation(PICTURES, "PNG metadata", "L2", "L1", "L3", spare=True)
def compressed_text_chunk(site: Staged) -> None:
    """A compressed comment in a page image."""
    _with_chunk(site, b"zTXt", b"Comment\x00\x00" + zlib.compress(site.world.secret.sentence.encode()))


@mutation(PICTURES, "PNG metadata", "L2", "L1", "L3", spare=True)
def chunk_of_nobody(site: Staged) -> None:
    """A chunk that no reader knows."""
    _with_chunk(site, b"prVt", site.world.secret.payload())


@mutation(PICTURES, "PNG metadata", "L2", "L1", "L3")
def bytes_after_the_picture(site: Staged) -> None:
    """A private document after the end of a page image."""
    path = site.first("documents/*.png")
    site.write(path, site.raw(path) + site.world.secret.payload())


@mutation(PICTURES, "EXIF", "L2", "L1", "L3", spare=True)
def exif_in_a_png(site: Staged) -> None:
    """EXIF in a page image."""
    exif = Image.Exif()
    exif[0x010E] = site.world.secret.number
    _with_chunk(site, b"eXIf", exif.tobytes().removeprefix(b"Exif\x00\x00"))


@mutation(PICTURES, "EXIF", "L2", "L1", "L3")
def exif_in_a_jpeg(site: Staged) -> None:
    """EXIF in a damaged page, a JPEG file in most worlds."""
    found = site.paths("documents/*.jpg")
    path = found[0] if found else site.first("documents/*.png")
    exif = Image.Exif()
    exif[0x010E] = site.world.secret.sentence
    written = io.BytesIO()
    Image.open(io.BytesIO(site.raw(path))).save(written, "JPEG" if found else "PNG", exif=exif)
    site.write(path, written.getvalue())


@mutation(PICTURES, "EXIF", "L2", "L1", "L3", spare=True)
def comment_in_a_jpeg(site: Staged) -> None:
    """A comment in a damaged page; where a world has PNG files alone, an international text chunk."""
    found = site.paths("documents/*.jpg")
    if not found:
        _with_chunk(site, b"iTXt", b"Comment\x00\x00\x00\x00\x00" + site.world.secret.sentence.encode())
        return
    note = site.world.secret.sentence.encode()
    picture = site.raw(found[0])
    site.write(found[0], picture[:2] + b"\xff\xfe" + struct.pack(">H", len(note) + 2) + note + picture[2:])


def _repainted(site: Staged, paint: str) -> None:
    path = site.first("documents/*.png")
    picture = Image.open(io.BytesIO(site.raw(path))).convert("L")
    bits = "".join(f"{byte:08b}" for byte in site.world.secret.payload())
    for place, bit in enumerate(bits[: picture.width * picture.height]):
        at = (place % picture.width, place // picture.width)
        old = picture.getpixel(at)
        assert isinstance(old, int)
        picture.putpixel(at, (old & 0xFE) | int(bit) if paint == "lowest" else 255 * int(bit))
    written = io.BytesIO()
    picture.save(written, "PNG")
    site.write(path, written.getvalue())


@mutation(PICTURES, "pixels", "L3", "L1", "L2")
def lowest_bits_of_the_pixels(site: Staged) -> None:
    """A private document in the lowest bits of a page image: it looks the same."""
    _repainted(site, "lowest")


@mutation(PICTURES, "pixels", "L3", "L1", "L2", spare=True)
def dots_on_a_page_image(site: Staged) -> None:
    """A private document as black and white dots on a page image."""
    _repainted(site, "dots")


@mutation(PICTURES, "pixels", "L3", "L1", "L2", spare=True)
def one_page_image_for_another(site: Staged) -> None:
    """The image of a page is that of some other document."""
    path = site.first("documents/*.png")
    written = io.BytesIO()
    Image.new("L", (180, 240), 200).save(written, "PNG")
    site.write(path, written.getvalue())


def _pdf(site: Staged) -> str:
    return site.first("documents/*.clean.pdf")


@mutation(PICTURES, "PDF text", "L2", "L1", "L3")
def text_in_a_pdf(site: Staged) -> None:
    """A page's text stream has a private sentence in it."""
    stream = f"BT /F1 9 Tf 40 40 Td ({site.world.secret.sentence}) Tj ET".encode()
    site.write(
        _pdf(site), site.raw(_pdf(site)).replace(b"%%EOF", b"9 0 obj <</Length %d>> stream\n%s\nendstream\n%%%%EOF" % (len(stream), stream))
    )


@mutation(PICTURES, "PDF text", "L2", "L1", "L3", spare=True)
def another_pdf(site: Staged) -> None:
    """A private document stands where a public one was."""
    site.write(_pdf(site), b"%PDF-1.4\n% " + site.world.secret.payload() + b"\n%%EOF\n")


@mutation(PICTURES, "PDF text", "L2", "L1", "L3", spare=True)
def text_layer_nobody_sees(site: Staged) -> None:
    """The text layer of a garbled document holds a private sentence."""
    path = site.first("documents/*.garbled.pdf")
    site.write(path, site.raw(path).replace(b"%%EOF", f"% {site.world.secret.sentence}\n%%EOF".encode()))


@mutation(PICTURES, "PDF metadata", "L2", "L1", "L3")
def author_of_a_pdf(site: Staged) -> None:
    """The author of a PDF is a private seller."""
    site.write(_pdf(site), site.raw(_pdf(site)) + f"8 0 obj <</Author ({site.world.secret.seller})>> endobj\n".encode())


@mutation(PICTURES, "PDF attachments", "L2", "L1", "L3")
def attachment_of_a_pdf(site: Staged) -> None:
    """A PDF carries a private document as a file."""
    held = zlib.compress(site.world.secret.payload())
    site.write(
        _pdf(site),
        site.raw(_pdf(site)) + b"7 0 obj <</Type /EmbeddedFile /Length %d>> stream\n%s\nendstream\n%%%%EOF\n" % (len(held), held),
    )
