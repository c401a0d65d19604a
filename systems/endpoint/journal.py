"""Every call, before it is made and after it ended, in one file that several processes append to.

A killed sweep loses no finished call: an end is on disk before the answer is handed on. What a call
may cost at most is reserved on disk before it is made, under the same lock, so that any number of
processes keep one budget and one pace. Calls that were begun and never ended stay counted as paid.
"""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import IO

from records.attempt import Attempt, Begun
from records.errors import GroundTruthError, one
from records.lines import parse_line, strict_json, to_line
from records.money import decimal_from_text

#: A pause longer than this is not kept: it was written under another clock.
LONGEST_PAUSE = 3600.0
ZERO = Decimal(0)


class BudgetReached(GroundTruthError):
    """The next call could pass the budget; nothing more is asked."""


@dataclass
class Journal:
    """The calls of one endpoint. `budget` is the most to be reserved in USD of list price, None for no limit."""

    path: Path
    budget: Decimal | None = None
    _read: int = 0
    _owed: Decimal = ZERO
    _reserved: dict[tuple[str, int], list[Decimal]] = field(default_factory=dict)
    _final: dict[str, Attempt] = field(default_factory=dict)

    def begin(self, begun: Begun) -> None:
        """Make a call durable that is about to be made. Raises BudgetReached where its reserve would pass the budget."""
        with self._locked() as stream:
            owed, reserve = self._owed, decimal_from_text(begun.reserved) if begun.reserved else ZERO
            if self.budget is not None and owed + reserve > self.budget:
                reason = f"the next call could pass the budget of {self.budget} USD: {owed} paid or in doubt, {reserve} for this one"
                raise BudgetReached(one(begun.document, reason, remedy="raise the budget and go on"))
            self._append(stream, to_line(begun))

    def end(self, attempt: Attempt) -> None:
        """Make the end of a call durable."""
        with self._locked() as stream:
            self._append(stream, to_line(attempt))

    def final(self, call: str) -> Attempt | None:
        """The answer to a call that was asked before, None where there is none yet."""
        if call not in self._final:
            with self._locked():
                pass
        return self._final.get(call)

    def owed(self) -> Decimal:
        """USD of list price paid, or in doubt."""
        with self._locked():
            return self._owed

    def attempts(self) -> list[Attempt]:
        """Every call that ended, in the order of their ends."""
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        return [parse_line(self.path.name, n, line, Attempt) for n, line in enumerate(lines, start=1) if _is_end(line)]

    def turn(self, interval: float) -> float:
        """Take the next place in the queue of all processes; the seconds to wait for it."""
        return self._pace(lambda now, due: (max(now, due), max(now, due) + interval))

    def pause(self, seconds: float) -> None:
        """Nobody calls for so long: the endpoint asked for it."""
        self._pace(lambda now, due: (now, max(due, now + min(seconds, LONGEST_PAUSE))))

    def _pace(self, change: Callable[[float, float], tuple[float, float]]) -> float:
        """Under a lock: (now, when the next call is due) -> (when mine is, when the one after it is); the seconds until mine."""
        path = self.path.with_suffix(".pace")
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+", encoding="ascii") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX)
            stream.seek(0)
            text, now = stream.read().strip(), time.time()
            due = float(text) if text else now
            mine, following = change(now, due if due - now <= LONGEST_PAUSE else now)
            stream.truncate(0)
            stream.write(f"{following:.6f}")
            stream.flush()
        return max(0.0, mine - now)

    @contextmanager
    def _locked(self) -> Iterator[IO[bytes]]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a+b") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX)
            self._mend(stream)
            self._catch_up(stream)
            yield stream

    def _mend(self, stream: IO[bytes]) -> None:
        """Cut off a line that a killed process left half written."""
        size = stream.seek(0, os.SEEK_END)
        if size > self._read:
            stream.seek(self._read)
            rest = stream.read()
            if not rest.endswith(b"\n"):
                stream.truncate(self._read + rest.rfind(b"\n") + 1)

    def _catch_up(self, stream: IO[bytes]) -> None:
        """Take in what this and other processes have written since."""
        stream.seek(self._read)
        for line in stream.read().decode("utf-8").splitlines():
            self._take(line)
        self._read = stream.tell()

    def _take(self, line: str) -> None:
        if not _is_end(line):
            begun = parse_line(self.path.name, 0, line, Begun)
            reserve = decimal_from_text(begun.reserved) if begun.reserved else ZERO
            self._reserved.setdefault((begun.call, begun.attempt), []).append(reserve)
            self._owed += reserve
            return
        ended = parse_line(self.path.name, 0, line, Attempt)
        waiting = self._reserved.get((ended.call, ended.attempt))
        # One end settles one beginning; an earlier one of the same call, cut off by a kill, may have been paid for.
        self._owed += (decimal_from_text(ended.usd) if ended.usd else ZERO) - (waiting.pop() if waiting else ZERO)
        if ended.final:
            self._final.setdefault(ended.call, ended)

    def _append(self, stream: IO[bytes], line: str) -> None:
        stream.seek(0, os.SEEK_END)
        stream.write(line.encode() + b"\n")
        stream.flush()
        os.fsync(stream.fileno())
        self._take(line)
        self._read = stream.tell()


def _is_end(line: str) -> bool:
    """Whether a line of the journal is an end; only an end has a response's status."""
    return "http" in strict_json(line)
