"""L2 of the gate on what may stand nowhere: simulated output, a client's triage report, a machine's paths, a key, a traceback."""

import re
from collections.abc import Mapping
from functools import lru_cache

from records.errors import Problem
from records.marks import SIMULATED, TRIAGE_REPORT

_TEXTS = (".html", ".xml", ".txt", ".json", ".jsonl", ".csv")
#: Looked for in texts. reproduce.py, styles and scripts are code, which speaks of such things and is compared byte for byte.
_REFUSED: dict[str, re.Pattern[bytes]] = {
    "says SIMULATED": re.compile(rb"\b" + SIMULATED.encode() + rb"\b"),
    "is marked as simulated": re.compile(
        rb'"(?:simulated":true|provenance":"simulated")|class="(?:[^"]* )?simulated[ "]|(?m:^simulated,|,simulated$)'
    ),
    "names a path of a machine": re.compile(
        rb"(?<![A-Za-z0-9_./:-])/(?:root|home|Users|tmp|var|work|usr|opt|mnt|proc|etc|srv|run|private)/[A-Za-z0-9._]"
    ),
    "names a path of a machine, as Windows writes it": re.compile(rb"\b[A-Z]:\\\\?(?:Users|Windows|Temp)\\"),
    "holds a key": re.compile(rb"gtk1_[0-9a-f]{8}"),
    "holds a traceback": re.compile(rb"Traceback \(most recent call last\)|\bFile \\?\"[^\"\n]{1,200}\\?\", line [0-9]+, in "),
    "holds a variable of the environment": re.compile(
        rb"\b(?:GT_K_NONCE|GT_K_SEED|GT_R32|GT_KEYS_FILE|PYTHONPATH|LD_LIBRARY_PATH|VIRTUAL_ENV)=|\benviron\(\{"
    ),
    "shows an object of the interpreter": re.compile(
        rb"(?:<|&lt;)[A-Za-z_.]+ object at 0x[0-9a-f]+(?:>|&gt;)|&lt;PrivateDocument&gt;|<PrivateDocument>"
    ),
}
_TRIAGE = TRIAGE_REPORT.encode("ascii")
#: How a database begins, and where: DuckDB after its checksum, SQLite at once.
_DATABASES = ((8, b"DUCK"), (0, b"SQLite format 3\0"))
_ARCHIVES = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"7z\xbc\xaf\x27\x1c", b"\x28\xb5\x2f\xfd")


def check_marks(staged: Mapping[str, bytes]) -> list[Problem]:
    """Every staged file that holds something that may stand nowhere, with the first line of each kind."""
    return [problem for path, data in sorted(staged.items()) for problem in _found(path, data)]


# One file with the same bytes has the same faults: a second check in one process looks at changed files alone.
@lru_cache(maxsize=4096)
def _found(path: str, data: bytes) -> tuple[Problem, ...]:
    found = [("holds the mark of a triage report, which is never part of the site", data.find(_TRIAGE))] if _TRIAGE in data else []
    if path.endswith(_TEXTS):
        found += [(reason, match.start()) for reason, pattern in _REFUSED.items() if (match := pattern.search(data))]
    if any(data[at : at + len(start)] == start for at, start in _DATABASES):
        found.append(("is a database", 0))
    if data.startswith(_ARCHIVES) or data[257:262] == b"ustar":
        found.append(("is an archive", 0))
    return tuple(Problem(file=path, line=data.count(b"\n", 0, at) + 1, reason=f"L2 {reason}") for reason, at in found)
