"""What every measured system is: a card, and a way from one PDF file to one answer."""

import resource
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from records.fields import FIELDS, LINE_FIELDS, Family
from records.lines import canonical
from records.run import SystemCard

#: The ends an answer of ours can come to; `truncated` and `refused` belong to hosted models.
AnswerStatus = Literal["ok", "timeout", "error", "unparseable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer to one file: its end, its text unparsed, and what it took.

    `text` is None unless `status` is "ok". `seconds` is wall time and `cpu_seconds` CPU time,
    decimal text with three decimals. `detail` is one line: what went wrong, or "".
    """

    status: AnswerStatus
    text: str | None
    detail: str = ""
    seconds: str = "0.000"
    cpu_seconds: str = "0.000"


class System(Protocol):
    """A program under measurement. `answer` never raises on a bad document: the status says."""

    @property
    def card(self) -> SystemCard:
        """What the site says of it."""

    def prepare(self) -> None:
        """Load models once, before the first answer is timed. Raises ImportError where they are not installed."""

    def answer(self, pdf: Path, family: Family) -> Answer:
        """The answer to one file."""


def timed(work: Callable[[], str]) -> Answer:
    """The answer that `work` gives, with its wall and CPU time; whatever it raises is an error answer.

    >>> timed(lambda: str(1 // 0)).detail
    'ZeroDivisionError: integer division or modulo by zero'
    """
    wall, cpu = time.monotonic(), _cpu_seconds()
    text: str | None = None
    detail = ""
    try:
        text = work()
    except Exception as error:  # noqa: BLE001 - a measured program may fail in any way, and each way is an answer
        detail = one_line(f"{type(error).__name__}: {error}") or type(error).__name__
    return Answer(
        status="error" if text is None else "ok",
        text=text,
        detail=detail,
        seconds=decimal_seconds(time.monotonic() - wall),
        cpu_seconds=decimal_seconds(_cpu_seconds() - cpu),
    )


def answer_text(values: dict[str, Any]) -> str:
    """The canonical text of an answer object, NFC throughout.

    >>> answer_text({"B": None, "A": "1.00"})
    '{"A":"1.00","B":null}'
    """
    return canonical(_composed(values))


def empty_answer(family: Family) -> dict[str, Any]:
    """The answer object with every key of the family and nothing found.

    >>> empty_answer("invoice")["LINES"]
    []
    """
    values: dict[str, Any] = {field.key: None for field in FIELDS[family]}
    values["LINES"] = []
    if family == "invoice":
        values["VAT_BREAKDOWN"] = []
    return values


def empty_line(family: Family) -> dict[str, str | None]:
    """One line object of the family with nothing found."""
    return {field.key: None for field in LINE_FIELDS[family]}


def one_line(text: str, limit: int = 300) -> str:
    """The last line of a text that says anything, composed, shortened to `limit` characters.

    >>> one_line("Traceback\\nValueError: no")
    'ValueError: no'
    """
    lines = [line for line in (" ".join(line.split()) for line in text.splitlines()) if line]
    return unicodedata.normalize("NFC", lines[-1])[:limit] if lines else ""


def decimal_seconds(seconds: float) -> str:
    """Seconds as the text a record holds: three decimals.

    >>> decimal_seconds(1.23456)
    '1.235'
    """
    return f"{seconds:.3f}"


def _cpu_seconds() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def _composed(value: Any) -> Any:
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, dict):
        return {key: _composed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_composed(item) for item in value]
    return value
