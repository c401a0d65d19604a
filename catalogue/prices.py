"""The one door to `data/prices/`: every line strict, the file as a whole in order, and no line gone that git ever had."""

from pathlib import Path

from catalogue.ledger import read_bytes, read_records, shown
from catalogue.revision import lines_ever
from records.errors import GroundTruthError, MalformedRecord, Problem
from records.lines import parse_line
from records.price import Price, price_faults

FILE = "prices/prices.jsonl"
REMEDY = "prices are only ever added: a correction is a record that says what it supersedes"


def read_prices(data: Path, today: str) -> list[Price]:
    """The list prices below `data`, none where there is no file. Raises GroundTruthError with every fault of a line or of the whole."""
    path = data / FILE
    if not path.exists() and not path.is_symlink():
        return []
    prices = read_records(path, Price)
    faults = price_faults(prices, today)
    if faults:
        raise GroundTruthError([Problem(file=shown(path), line=line, reason=reason, remedy=REMEDY) for line, reason in faults])
    return prices


def lost_prices(data: Path, root: Path) -> list[Problem]:
    """Each price that a commit of the repository at `root` had and the file has no more. Raises GroundTruthError without git.

    A line that was never a price (cut short, of another form) may be mended, and is none of these.
    """
    path = data / FILE
    there = set(read_bytes(path).decode("utf-8", "replace").split("\n")) if path.exists() else set()
    gone = [line for line in lines_ever(path, root) if line not in there and _is_price(line)]
    return [Problem(file=shown(path), line=None, reason=f"has lost a committed price: {_told(line)}", remedy=REMEDY) for line in gone]


def _is_price(line: str) -> bool:
    try:
        parse_line("", 1, line, Price)
    except MalformedRecord:
        return False
    return True


def _told(line: str) -> str:
    price = parse_line("", 1, line, Price)
    return f"{price.system} of {price.retrieved}, {price.usd_in} and {price.usd_out} USD"
