"""What an invoice's head says without a label: its type, its seller, its buyer's block."""

from collections.abc import Sequence

from systems.rules.geometry import Run, cells
from systems.rules.labels import COMPANY, CREDIT_NOTES, TITLES
from systems.rules.search import FARTHEST_BELOW, Found
from systems.rules.spelling import letters

#: The seller's block lies in the upper part of the first page: so many rows of cells.
HEAD_ROWS = 14


def type_code(lines: Sequence[Run]) -> str:
    """381 where a cell of the head says credit note, else 380."""
    for line in lines[: 2 * HEAD_ROWS]:
        for cell in cells(line) if line.page == 1 else ():
            if CREDIT_NOTES.meaning(cell.text)[0]:
                return "381"
    return "380"


def seller_name(lines: Sequence[Run], labels: Sequence[Found]) -> str | None:
    """The first cell of the head that looks like a company, else the first that is no title and no label."""
    head = [cell for line in lines[:HEAD_ROWS] if line.page == 1 for cell in cells(line)]
    marked = {id(word) for label in labels for word in label.run.words}
    free = [cell for cell in head if not any(id(word) in marked for word in cell.words) and not TITLES.meaning(cell.text)[0]]
    companies = [cell for cell in free if is_company(cell.text)]
    named = companies or [cell for cell in free if sum(map(str.isalpha, cell.text)) > 3 and not any(map(str.isdigit, cell.text))]
    return named[0].text if named else None


def buyer_name(labels: Sequence[Found], lines: Sequence[Run]) -> str | None:
    """The line under the buyer's label that starts where the label starts."""
    for label in labels:
        if label.field == "BUYER_NAME":
            for line in lines[label.row + 1 :]:
                if line.page != label.run.page or line.y0 > label.run.y1 + FARTHEST_BELOW * label.run.height:
                    break
                for cell in cells(line):
                    if abs(cell.x0 - label.run.x0) < label.run.height and cell.y0 > label.run.y0 and letters(cell.text):
                        return cell.text
    return None


def other_company(lines: Sequence[Run], seller: str | None) -> str | None:
    """The first company of the head that is not the seller: the addressee of a letter needs no label."""
    head = [cell.text for line in lines[:HEAD_ROWS] if line.page == 1 for cell in cells(line)]
    named = [text for text in head if is_company(text) and not any(map(str.isdigit, text))]
    return next((text for text in named if not (seller and letters(text).startswith(letters(seller)))), None)


def is_company(text: str) -> bool:
    """Whether one of the words is a company's legal form."""
    return any(letters(word) in COMPANY for word in text.split())
