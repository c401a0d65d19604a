"""A text layer that lies under a page that does not: the same pixels, other text (truth is what is seen).

digits       some digits are mapped to one another: a wrong ToUnicode table
letters      so are some letters
unmapped     some letters and digits are mapped to private codes that mean nothing
ligatures    fi, fl, ff, ffi, ffl and st are read as one presentation form each
hidden       invisible text on the page, with another figure than the one that is seen
order        texts stand in the file in another order than on the page
"""

import re
from collections.abc import Callable
from typing import Literal

from generator.damage.correction import mistyped
from generator.damage.layer import Layer
from generator.draw import Draw
from generator.facts import Facts
from generator.sheet import Box, Sheet
from records.fields import FIELDS

Lie = Literal["digits", "letters", "unmapped", "ligatures", "hidden", "order"]
LIES: tuple[Lie, ...] = ("digits", "letters", "unmapped", "ligatures", "hidden", "order")

_ENTRY = re.compile(rb"^<([0-9A-F]{2})> <([0-9A-F]{4})>$", re.MULTILINE)
_FORMS = {b"ff": 0xFB00, b"fi": 0xFB01, b"fl": 0xFB02, b"ffi": 0xFB03, b"ffl": 0xFB04, b"st": 0xFB06}
#: What is read of a ligature's later letters: a space of no width.
_NOTHING = 0x200B
#: Letters of a ligature, not begun by a backslash: that would be an escape of the string.
_JOINED = re.compile(rb"(?<!\\)(ffi|ffl|ff|fi|fl|st)")
#: A string with its font: only in the first subset of a face (+0) do codes spell ASCII.
_STRING = re.compile(rb"/(F\d+\+0) ([\d.]+ Tf [\d.]+ TL) \(((?:[^()\\]|\\.)*)\) Tj")
_STATE = re.compile(rb"^[\d.]+ [gGw]$")
_TEXT = re.compile(rb"^BT 1 0 0 1 .* Tj T\* (0 Tr )?ET$")


def draw_lies(draw: Draw, clean: bytes) -> tuple[Lie, ...]:
    """One or two lies for a document; ligatures only where the page has letters for one."""
    layer = Layer(clean)
    able = [lie for lie in LIES if lie != "ligatures" or _has_ligature(layer)]
    chosen = draw.shuffled(able)[: draw.choice((1, 1, 2))]
    return tuple(lie for lie in LIES if lie in chosen)


def _has_ligature(layer: Layer) -> bool:
    return any(_JOINED.search(string[2]) for page in layer.pages for string in _STRING.findall(layer.content(page)))


def garbled(clean: bytes, lies: tuple[Lie, ...], facts: Facts, sheet: Sheet, draw: Draw) -> bytes:
    """The clean PDF with its text layer made to lie."""
    layer = Layer(clean)
    for lie in lies:
        _TELL[lie](layer, facts, sheet, draw.child(lie))
    return layer.pdf()


def _remap(layer: Layer, change: dict[str, int]) -> None:
    """Every ToUnicode table with the codes of some characters changed."""

    def entry(found: re.Match[bytes]) -> bytes:
        code = change.get(chr(int(found[2], 16)))
        return found[0] if code is None else b"<%s> <%04X>" % (found[1], code)

    for number in layer.maps:
        layer.set_stream(number, _ENTRY.sub(entry, layer.stream(number)))


def _cycle(draw: Draw, options: str, count: int) -> dict[str, int]:
    """`count` of the characters, each to be read as the next."""
    chosen = draw.shuffled(options)[:count]
    return {char: ord(other) for char, other in zip(chosen, [*chosen[1:], chosen[0]], strict=True)}


def _digits(layer: Layer, facts: Facts, sheet: Sheet, draw: Draw) -> None:
    _remap(layer, _cycle(draw, "0123456789", draw.integer(3, 6)))


def _letters(layer: Layer, facts: Facts, sheet: Sheet, draw: Draw) -> None:
    count = draw.integer(5, 10)
    small = _cycle(draw, "abcdefghijklmnoprstuvw", count)
    # Frequent vowels among them, so that no page escapes.
    vowels = _cycle(draw, "aeiou", 3)
    _remap(layer, {**small, **vowels})


def _unmapped(layer: Layer, facts: Facts, sheet: Sheet, draw: Draw) -> None:
    chosen = [*draw.shuffled("aeinrst")[:3], *draw.shuffled("0123456789")[:2], *draw.shuffled("ABDEINRST")[:2]]
    _remap(layer, {char: 0xF000 + ord(char) for char in chosen})


def _ligatures(layer: Layer, facts: Facts, sheet: Sheet, draw: Draw) -> None:
    """The letters of a ligature get codes of their own: same glyph, same width, other meaning."""
    codes = {name: _joining_codes(layer, font) for name, font in layer.fonts().items()}
    for page in layer.pages:
        layer.set_content(page, _joined(layer.content(page), codes))


def _joining_codes(layer: Layer, font: int) -> dict[tuple[int, int], int]:
    """A code of the font for each (letter, meaning) that ligatures need; empty where the font has too few to spare."""
    wanted = sorted({(letters[0], form) for letters, form in _FORMS.items()} | {(char, _NOTHING) for form in _FORMS for char in form[1:]})
    meanings = {int(code, 16): int(meaning, 16) for code, meaning in _ENTRY.findall(layer.stream(layer.map_of(font)))}
    spare = [code for code in range(1, 32) if meanings.get(code) == 0]
    if len(spare) < len(wanted):
        return {}
    found = dict(zip(wanted, spare, strict=False))
    for (char, meaning), code in found.items():
        layer.copy_glyph(font, char, code, meaning)
    return found


def _joined(content: bytes, codes: dict[bytes, dict[tuple[int, int], int]]) -> bytes:
    """Every string in a font that has the codes, with its ligatures in them."""

    def told(found: re.Match[bytes]) -> bytes:
        known = codes.get(found[1])
        if not known:
            return found[0]
        return b"/%s %s (%s) Tj" % (found[1], found[2], _JOINED.sub(lambda letters: _coded(letters[0], known), found[3]))

    return _STRING.sub(told, content)


def _coded(letters: bytes, known: dict[tuple[int, int], int]) -> bytes:
    meanings = [_FORMS[letters], *[_NOTHING] * (len(letters) - 1)]
    return b"".join(b"\\%03o" % known[char, meaning] for char, meaning in zip(letters, meanings, strict=True))


def _hidden(layer: Layer, facts: Facts, sheet: Sheet, draw: Draw) -> None:
    """Two figures that disagree with the page, over their own or beside them, before or after everything else."""
    keys = [field.key for field in FIELDS[facts.family] if field.kind in {"amount", "date", "identifier"} and field.key in sheet.boxes]
    for key in draw.shuffled(keys)[:2]:
        box = sheet.boxes[key]
        page = layer.pages[box.page - 1]
        said = _invisible(mistyped(facts.values[key].text, draw), box, layer.height(page), beside=draw.chance(1, 2))
        content = layer.content(page)
        layer.set_content(page, said + b"\n" + content if draw.chance(1, 2) else content + b"\n" + said)


def _invisible(text: str, box: Box, height: float, *, beside: bool) -> bytes:
    """Text in render mode 3, in the file's Helvetica (nothing is drawn, so nothing is embedded)."""
    size = box.y1 - box.y0
    across = box.x1 + 3 if beside else box.x0
    plain = text.translate({0x2212: "-", 0x202F: "\u00a0", 0x2009: "\u00a0"}).encode("cp1252", "replace")
    escaped = re.sub(rb"([\\()])", rb"\\\1", plain)
    baseline = height - box.y1 + 0.24 * size
    return b"q BT 3 Tr /F1 %.2f Tf 1 0 0 1 %.2f %.2f Tm (%s) Tj ET Q" % (size, across, baseline, escaped)


def _order(layer: Layer, facts: Facts, sheet: Sheet, draw: Draw) -> None:
    """Texts shuffled between one drawn line or area and the next, so that none comes to lie below another."""
    for page in layer.pages:
        layer.set_content(page, b"\n".join(_shuffled(layer.content(page).split(b"\n"), draw)))


def _shuffled(lines: list[bytes], draw: Draw) -> list[bytes]:
    out: list[bytes] = []
    run: list[list[bytes]] = []
    state: list[bytes] = []
    for line in lines:
        if _STATE.match(line):
            state.append(line)
        elif _TEXT.match(line):
            run.append([*state, line])
            state = []
        else:
            out += [part for group in draw.shuffled(run) for part in group]
            out += [*state, line]
            run, state = [], []
    return out + [part for group in draw.shuffled(run) for part in group] + state


_TELL: dict[Lie, Callable[[Layer, Facts, Sheet, Draw], None]] = {
    "digits": _digits,
    "letters": _letters,
    "unmapped": _unmapped,
    "ligatures": _ligatures,
    "hidden": _hidden,
    "order": _order,
}
