"""Private text spelled otherwise: entities, encodings, look-alikes, marks that are not seen."""

import base64
import codecs
import gzip
from urllib.parse import quote

from tests.redteam.mutation import Mutation, mutation
from tests.redteam.staged import Staged

SPELLED: list[Mutation] = []
#: Letters of other scripts that look like Latin ones.
LOOK_ALIKES = str.maketrans("aeopcyxHPBK", "аеорсухНРВК")


def _says(site: Staged, text: str) -> None:
    site.insert(f"<p>{text}</p>", "verify/index.html")


@mutation(SPELLED, "entities", "L3", spare=True)
def decimal_entities(site: Staged) -> None:
    """Every character of a private number is a decimal entity."""
    _says(site, "".join(f"&#{ord(char)};" for char in site.world.secret.number))


@mutation(SPELLED, "entities", "L3")
def hexadecimal_entities(site: Staged) -> None:
    """Every character of a private sentence is a hexadecimal entity."""
    _says(site, "".join(f"&#x{ord(char):x};" for char in site.world.secret.sentence))


@mutation(SPELLED, "entities", "L3", spare=True)
def same_text_other_entities(site: Staged) -> None:
    """Which words are spelled with entities says something; what is shown is the same."""
    site.swap("index.html", "Ground Truth</a>", "Ground&#32;Truth</a>")


@mutation(SPELLED, "base64", "L3")
def base64_on_a_page(site: Staged) -> None:
    """A private sentence in base64."""
    _says(site, base64.b64encode(site.world.secret.sentence.encode()).decode())


@mutation(SPELLED, "base64", "L3", spare=True)
def base32_on_a_page(site: Staged) -> None:
    """A private sentence in base32."""
    _says(site, base64.b32encode(site.world.secret.sentence.encode()).decode())


@mutation(SPELLED, "hex", "L3")
def a_digest_that_is_none(site: Staged) -> None:
    """Hexadecimal digits that look like a digest spell a private number and amount."""
    _says(site, f"<code>{(site.world.secret.number + site.world.secret.amount + ' ' * 32)[:32].encode().hex()}</code>")


@mutation(SPELLED, "percent", "L3", "L2")
def percent_encoding_in_a_link(site: Staged) -> None:
    """The fragment of a link is a private sentence, percent-encoded."""
    site.insert(f'<p><a href="verify/index.html#{quote(site.world.secret.sentence)}">check</a></p>')


@mutation(SPELLED, "chained encodings", "L3")
def base64_of_hex(site: Staged) -> None:
    """Base64 of hexadecimal digits of a private sentence."""
    _says(site, base64.b64encode(site.world.secret.sentence.encode().hex().encode()).decode())


@mutation(SPELLED, "chained encodings", "L3", spare=True)
def base85_of_gzip(site: Staged) -> None:
    """A private sentence, compressed, in base85 without marks that HTML needs."""
    packed = base64.b85encode(gzip.compress(site.world.secret.sentence.encode(), mtime=0)).decode()
    _says(site, packed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


@mutation(SPELLED, "chained encodings", "L3", spare=True)
def letters_turned_and_reversed(site: Staged) -> None:
    """A private sentence, its letters turned by thirteen, backwards."""
    _says(site, codecs.encode(site.world.secret.sentence, "rot13")[::-1])


@mutation(SPELLED, "full-width", "L2", "L3")
def full_width_letters(site: Staged) -> None:
    """A private number in full-width forms."""
    _says(site, "".join(chr(ord(char) + 0xFEE0) for char in site.world.secret.number))


@mutation(SPELLED, "full-width", "L2", "L3", spare=True)
def mathematical_digits(site: Staged) -> None:
    """A private amount in mathematical bold digits."""
    _says(site, "".join(chr(0x1D7CE + int(char)) if char.isdigit() else char for char in site.world.secret.amount))


@mutation(SPELLED, "zero-width", "L2", "L3")
def zero_width_bits(site: Staged) -> None:
    """The bits of a private number as two characters without width."""
    bits = "".join(f"{byte:08b}" for byte in site.world.secret.number.encode())
    site.swap("index.html", "</h1>", bits.translate(str.maketrans("01", "\u200b\u200c")) + "</h1>")


@mutation(SPELLED, "zero-width", "L2", "L3")
def tag_characters(site: Staged) -> None:
    """A private number in the plane of characters that no font shows."""
    site.swap("index.html", "</h1>", "".join(chr(0xE0000 + ord(char)) for char in site.world.secret.number) + "</h1>")


@mutation(SPELLED, "zero-width", "L2", "L3", spare=True)
def text_that_runs_backwards(site: Staged) -> None:
    """An override of the writing direction hides a private amount in a figure's own line."""
    _says(site, f"\u202e{site.world.secret.amount[::-1]}\u202c")


@mutation(SPELLED, "zero-width", "L2", "L3", spare=True)
def soft_hyphens(site: Staged) -> None:
    """Soft hyphens between the letters of a private name."""
    _says(site, "\u00ad".join(site.world.secret.seller))


@mutation(SPELLED, "homoglyphs", "L2", "L3")
def cyrillic_look_alikes(site: Staged) -> None:
    """A private name with letters of another script."""
    _says(site, site.world.secret.seller.translate(LOOK_ALIKES))


@mutation(SPELLED, "homoglyphs", "L3", "L2", spare=True)
def kinds_of_space(site: Staged) -> None:
    """The bits of a private number as plain spaces and spaces that do not break."""
    bits = "".join(f"{byte:08b}" for byte in site.world.secret.number.encode())
    _says(site, "".join("a" + (" " if bit == "0" else "\u00a0") for bit in bits))


@mutation(SPELLED, "white space", "L3")
def spaces_at_ends_of_lines(site: Staged) -> None:
    """The bits of a private number as spaces and tabs at the ends of lines, where nobody looks."""
    bits = "".join(f"{byte:08b}" for byte in site.world.secret.number.encode())
    lines = site.text("index.html").split("\n")
    for place, bit in enumerate(bits[: len(lines) - 1]):
        lines[place] += " " if bit == "0" else "\t"
    site.write("index.html", "\n".join(lines))


@mutation(SPELLED, "white space", "L2", "L3", spare=True)
def carriage_returns(site: Staged) -> None:
    """Some lines of a page end otherwise."""
    text = site.text("404.html")
    site.write("404.html", text.replace("\n", "\r\n", 7))


@mutation(SPELLED, "white space", "L3", "L2", spare=True)
def order_of_attributes(site: Staged) -> None:
    """The order of two attributes carries a bit."""
    site.swap("index.html", '<main id="main" tabindex="-1">', '<main tabindex="-1" id="main">')


@mutation(SPELLED, "white space", "L2", "L3", spare=True)
def byte_order_mark(site: Staged) -> None:
    """A byte order mark before a page."""
    site.write("404.html", b"\xef\xbb\xbf" + site.raw("404.html"))
