"""Rows of words, and runs of words that stand together, on pages that may still be slightly askew."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from systems.readers import Page, Word

#: A gap wider than this many line heights parts two cells of a row.
CELL_GAP = 0.9


@dataclass(frozen=True, slots=True)
class Run:
    """Words that stand together, left to right."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """The words joined by spaces."""
        return " ".join(word.text for word in self.words)

    @property
    def x0(self) -> float:
        """Left edge in points."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Right edge in points."""
        return max(word.x1 for word in self.words)

    @property
    def y0(self) -> float:
        """Upper edge in points."""
        return min(word.y0 for word in self.words)

    @property
    def y1(self) -> float:
        """Lower edge in points."""
        return max(word.y1 for word in self.words)

    @property
    def height(self) -> float:
        """The median height of its words in points."""
        return sorted(word.y1 - word.y0 for word in self.words)[len(self.words) // 2]

    @property
    def page(self) -> int:
        """The page, from 1."""
        return self.words[0].page


def rows(page: Page) -> list[Run]:
    """The rows of a page from top to bottom.

    Words are chained left to right: each goes on with the row whose last word is nearest in height,
    so that a row may climb or fall a little along the page.
    """
    chains: list[list[Word]] = []
    for word in sorted(_cut_at_colons(page.words), key=lambda word: (word.x0, word.y0)):
        best, least = None, 1.0
        for chain in chains:
            apart = _apart(chain[-1], word)
            if apart < least and word.x0 > chain[-1].x0:
                best, least = chain, apart
        if best is None:
            chains.append([word])
        else:
            best.append(word)
    return sorted((Run(_percents(chain)) for chain in chains), key=lambda run: (run.words[0].y0 + run.words[-1].y0, run.x0))


def cells(row: Run, gap: float = CELL_GAP) -> list[Run]:
    """The row parted wherever words stand more than `gap` line heights apart."""
    found: list[list[Word]] = [[row.words[0]]]
    for before, word in zip(row.words, row.words[1:], strict=False):
        height = min(before.y1 - before.y0, word.y1 - word.y0)
        if word.x0 - before.x1 > gap * height:
            found.append([])
        found[-1].append(word)
    return [Run(tuple(words)) for words in found]


def between(row: Run, x0: float, x1: float) -> Run | None:
    """The words of a row whose middle lies between two abscissas, or None."""
    inside = tuple(word for word in row.words if x0 <= (word.x0 + word.x1) / 2 < x1)
    return Run(inside) if inside else None


def gutter(words: Iterable[Word], x0: float, x1: float) -> float:
    """The middle of the widest gap between two abscissas that the fewest words cross.

    Gaps with words on both sides go before gaps at an end, even where a misplaced word or two cross them.
    """
    edges = [(max(word.x0, x0), min(word.x1, x1)) for word in words if word.x1 > x0 and word.x0 < x1]
    points = sorted({x0, x1, *(edge for pair in edges for edge in pair)})
    best = (True, True, len(edges) + 1, 0.0, (x0 + x1) / 2)
    for left, right in zip(points, points[1:], strict=False):
        crossing = sum(a < right and b > left for a, b in edges)
        best = min(best, (crossing > len(edges) // 10, left == x0 or right == x1, crossing, left - right, (left + right) / 2))
    return best[4]


def _apart(before: Word, word: Word) -> float:
    """How far two words are from one line, in units of what is tolerated (half the lower height)."""
    tolerated = 0.5 * min(before.y1 - before.y0, word.y1 - word.y0) + 0.01
    return abs((before.y0 + before.y1) - (word.y0 + word.y1)) / 2 / tolerated


def _percents(words: Sequence[Word]) -> tuple[Word, ...]:
    """Words with a percent sign that stands alone joined to the figure before it."""
    found: list[Word] = []
    for word in words:
        before = found[-1] if found else None
        if word.text.startswith("%") and before and before.text[-1].isdigit() and word.x0 - before.x1 < before.y1 - before.y0:
            found[-1] = replace(before, text=before.text + word.text, x1=word.x1, y0=min(before.y0, word.y0), y1=max(before.y1, word.y1))
        else:
            found.append(word)
    return tuple(found)


def _cut_at_colons(words: Sequence[Word]) -> Iterable[Word]:
    """Words with "Label:value" in one cut behind the colon, the width shared out by characters."""
    for word in words:
        head, colon, tail = word.text.partition(":")
        if colon and tail and any(map(str.isalpha, head)) and len(head) > 1:
            cut = word.x0 + (word.x1 - word.x0) * (len(head) + 1) / len(word.text)
            yield replace(word, text=head + colon, x1=cut)
            yield replace(word, text=tail, x0=cut)
        else:
            yield word
