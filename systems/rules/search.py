"""From labels to values: a value stands right of its label or below it."""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from systems.readers import Word
from systems.rules.geometry import Run, cells
from systems.rules.spelling import Phrases, letters

#: No label has more words than this.
LONGEST = 11
#: A value below its label begins no further down than this many heights of the label.
FARTHEST_BELOW = 2.6
_COUNTER = re.compile(r"(?:line\s*)?\d{1,2}\s*[ab]?[.:)]?\s+", re.IGNORECASE)
_RATE = re.compile(r"\(?\d{1,2}(?:[.,]\d{1,3})?%\)?|\(\d{1,2}(?:[.,]\d{1,3})?")
_LETTER = re.compile(r"[^\W\d_]")
_MONEY = re.compile(r"[(\-\u2212]?(?:[A-Z]{3}|[€£$])?[\d.,'\u2019]*\d[.,]\d\d(?:[A-Z]{3}|[€£$])?[)\-\u2212]?")
_LEADER = re.compile(r"[._\u2026\u00b7]{2,}")
#: Words that part a value from what stands behind it.
SEPARATORS = frozenset("·•|–")
#: Reads a run of words as a value, or says None.
Read = Callable[[Run], str | None]


@dataclass(frozen=True, slots=True)
class Found:
    """A label on a page: the field it means, its words, its row's number, the words' places in the row."""

    field: str
    run: Run
    row: int
    first: int
    last: int
    forgiven: int


#: Where a value is looked for from its label: the runs of words to read, in order.
Way = Callable[[Found, Sequence[Run], Iterable[Found]], Iterator[Run]]


def find_labels(lines: Sequence[Run], phrases: Phrases[str], tables: Container[int] = ()) -> list[Found]:
    """Every label in the rows, none overlapping another: spelled exactly first, then with a colon, then the longest."""
    found = [label for number, line in enumerate(lines) if number not in tables for label in _labels_of(line, number, phrases)]
    return sorted(found, key=lambda label: (label.forgiven, not label.run.text.endswith(":"), -len(letters(label.run.text))))


def right_of(label: Found, lines: Sequence[Run], taken: Iterable[Found]) -> Iterator[Run]:
    """What stands right of a label up to the next label: its first cell, then the whole of it."""
    line = lines[label.row]
    stop = min((other.first for other in taken if other.row == label.row and other.first > label.last), default=len(line.words))
    words = _past_note(line.words[label.last + 1 : stop])
    words = words[: next((place for place, word in enumerate(words) if word.text in SEPARATORS and place), None)]
    if words:
        parts = cells(Run(words))
        yield parts[0]
        if len(parts) > 1:
            yield Run(words)


def left_of(label: Found, lines: Sequence[Run], taken: Iterable[Found]) -> Iterator[Run]:
    """What stands left of a label that ends its row: the last cell, short of any label before."""
    line = lines[label.row]
    if label.last + 1 == len(line.words) and label.first:
        start = max((other.last + 1 for other in taken if other.row == label.row and other.last < label.first), default=0)
        if words := line.words[start : label.first]:
            yield cells(Run(words))[-1]


def _past_note(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words behind a note in brackets, such as (line 1 + 2), and behind leaders of dots."""
    if words and words[0].text.startswith("(") and _LETTER.match(words[0].text[1:]):
        end = next((place for place, word in enumerate(words) if word.text.endswith(")")), None)
        words = words if end is None else words[end + 1 :]
    while words and _LEADER.fullmatch(words[0].text):
        words = words[1:]
    return words


def below(label: Found, lines: Sequence[Run], taken: Iterable[Found]) -> Iterator[Run]:
    """The nearest cell under a label that overlaps it; failing that the nearest below and right of it, short of the next label."""
    limit = label.run.y1 + FARTHEST_BELOW * label.run.height
    marked = {(other.row, place) for other in taken for place in range(other.first, other.last + 1)}
    border = min((other.run.x0 for other in taken if other.row == label.row and other.first > label.last), default=float("inf"))
    aside: Run | None = None
    for number in range(label.row + 1, len(lines)):
        line = lines[number]
        if line.page != label.run.page or min(word.y0 for word in line.words) > limit:
            break
        for cell in cells(line):
            if cell.y0 >= limit or cell.y1 <= label.run.y1 or (number, line.words.index(cell.words[0])) in marked:
                continue
            if cell.x0 < label.run.x1 and cell.x1 > label.run.x0:
                yield cell
                return
            if aside is None and label.run.x1 <= cell.x0 < border:
                aside = cell
    if aside is not None:
        yield aside


def _labels_of(line: Run, number: int, phrases: Phrases[str]) -> Iterator[Found]:
    """The labels of one row. Inside a cell a label begins behind a colon, or is spelled exactly and ends with one."""
    offset = 0
    for cell in cells(line):
        place = 0
        while place < len(cell.words):
            begins = place == 0 or cell.words[place - 1].text.endswith((":", ";", "|", "·", "•", "–")) or _is_money(cell.words[:place])
            label = _longest(cell, place, number, offset, phrases)
            if label and (begins or (not label.forgiven and label.run.text.endswith(":"))):
                yield label
                place = label.last - offset + 1
            else:
                place += 1
        offset += len(cell.words)


def _longest(cell: Run, place: int, number: int, offset: int, phrases: Phrases[str]) -> Found | None:
    """The longest label that begins at a word; one spelled exactly goes before a longer misspelled one of the same field."""
    best: Found | None = None
    for size in range(min(LONGEST, len(cell.words) - place), 0, -1):
        words = cell.words[place : place + size]
        text = " ".join(word.text for word in words)
        counter = _COUNTER.match(text)
        for spelled in {text, text[counter.end() :] if counter else text}:
            if letters(spelled) and all(_may_label(word) for word in spelled.split()):
                field, forgiven = phrases.meaning(spelled)
                found = Found(field, Run(words), number, offset + place, offset + place + size - 1, forgiven) if field else None
                if found and (best is None or (not forgiven and best.field == field)):
                    best = found
        if best is not None and not best.forgiven:
            return best
    return best


def _is_money(words: Sequence[Word]) -> bool:
    """Whether words are a figure with decimals, so that a label may follow it."""
    text = "".join(word.text for word in words)
    return bool(_MONEY.fullmatch(text))


def _may_label(word: str) -> bool:
    """A word with digits is no part of a label, unless it is a rate such as (19%)."""
    return not any(map(str.isdigit, word)) or bool(_RATE.fullmatch(word))
