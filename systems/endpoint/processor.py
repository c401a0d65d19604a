"""What an endpoint's own process computes, where it runs on this machine and its number is told.

GROUND_TRUTH_ENDPOINT_PROCESS  the number of the server's process, for an endpoint on this machine

A client spends its time waiting: its own CPU seconds would make the dearest model the cheapest. The difference
over a call is that call's only where one call is made at a time, so a sweep that is told a process makes one.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from records.errors import GroundTruthError, one

PROCESS = "GROUND_TRUTH_ENDPOINT_PROCESS"
#: Places of user and system time among the fields after the program's name in /proc/N/stat (proc(5): fields 14 and 15).
TIMES = slice(11, 13)


def process_of(environment: Mapping[str, str] = os.environ) -> int | None:
    """The number of the server's process, None where none is told. Raises GroundTruthError where it is none of this machine's."""
    text = environment.get(PROCESS, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit()) or cpu_seconds(int(text[:9])) is None:
        raise GroundTruthError(one(PROCESS, f"{text[:20]!r} is no process of this machine", remedy="give the server's, or leave it out"))
    return int(text)


def cpu_seconds(process: int | None) -> float | None:
    """CPU seconds that a process has used with all its threads, None where that cannot be seen."""
    if process is None:
        return None
    try:
        told = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The program's name stands in parentheses and may hold any letter, so what follows the last one is read.
    ticks = told.rpartition(")")[2].split()[TIMES]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def between(before: float | None, after: float | None) -> str | None:
    """The CPU seconds between two looks, three decimals; None where one saw nothing.

    >>> between(1.0, 3.5), between(None, 3.5)
    ('2.500', None)
    """
    return None if before is None or after is None else f"{after - before:.3f}"
