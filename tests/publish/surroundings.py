"""Two surroundings of a process that have nothing in common: hash seed, time zone, locale, umask and clock."""

import os
from importlib.util import find_spec
from pathlib import Path

#: Noon in the year 2041, on a clock that runs.
LATER = "@2041-02-03 12:00:00"


def usual() -> dict[str, str]:
    """What most have: UTC, UTF-8, the clock of the machine."""
    return {"PATH": os.defpath, "PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"}


def other() -> dict[str, str]:
    """Another hash seed, the time zone farthest east, text that is ASCII unless it is said otherwise, and another year.

    The clock is libfaketime's, preloaded; what runs by a monotonic clock is left alone.
    """
    found = find_spec("libfaketime")
    assert found is not None and found.origin is not None, "libfaketime is in requirements/test.lock"
    clock = Path(found.origin).parent / "vendor" / "libfaketime" / "src" / "libfaketime.so.1"
    text = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    faked = {"LD_PRELOAD": str(clock), "FAKETIME": LATER, "DONT_FAKE_MONOTONIC": "1"}
    return {"PATH": os.defpath, "PYTHONHASHSEED": "4242", "TZ": "LINT-14", **text, **faked}


UMASK = {"usual": 0o022, "other": 0o077}
