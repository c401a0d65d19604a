"""L2 of the gate on what may stand nowhere: simulated output, triage reports, own documents, paths of a machine, a key, a traceback."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from records.errors import Problem
from records.marks import LOCAL_SITE, SIMULATED, TRIAGE_REPORT

_TEXTS = (".html", ".xml", ".txt", ".json", ".jsonl", ".csv")
_FOLDERS = ("root", "home", "Users", "tmp", "var", "work", "usr", "opt", "mnt", "proc", "etc", "srv", "run", "private/var", "private/tmp")
_VARIABLES = ("GT_K_NONCE", "GT_K_SEED", "GT_R32", "GT_KEYS_FILE", "PYTHONPATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV")


class _Refused(NamedTuple):
    """What may not stand in a text: in words, by its form, and the plain bytes without one of which the form cannot be there.

    Looking for bytes takes a hundredth of the time, and a site is large.
    """

    says: str
    form: re.Pattern[bytes]
    needs: tuple[bytes, ...]


def _any(words: Sequence[str]) -> bytes:
    return b"(?:" + "|".join(words).encode("ascii") + b")"


#: Looked for in texts. reproduce.py, styles and scripts are code, which speaks of such things and is compared byte for byte.
_REFUSED = (
    _Refused("says SIMULATED", re.compile(rb"\b" + SIMULATED.encode() + rb"\b"), (SIMULATED.encode(),)),
    _Refused(
        "is marked as simulated",
        re.compile(rb'"(?:simulated":true|provenance":"simulated")|class="(?:[^"]* )?simulated[ "]|(?m:^simulated,|,simulated$)'),
        (b'"simulated":true', b'"simulated"', b" simulated", b'="simulated', b"simulated,", b",simulated"),
    ),
    _Refused(
        "names a path of a machine",
        re.compile(rb"(?<![A-Za-z0-9_./:-])/" + _any(_FOLDERS) + rb"/[A-Za-z0-9._]"),
        tuple(f"/{folder}/".encode("ascii") for folder in _FOLDERS),
    ),
    _Refused("names a path of a machine, as Windows writes it", re.compile(rb"\b[A-Z]:\\\\?(?:Users|Windows|Temp)\\"), (b":\\",)),
    _Refused("holds a key", re.compile(rb"gtk1_[0-9a-f]{8}"), (b"gtk1_",)),
    _Refused(
        "holds a traceback",
        re.compile(rb"Traceback \(most recent call last\)|\bFile \\?\"[^\"\n]{1,200}\\?\", line [0-9]+, in "),
        (b"Traceback (most", b'", line '),
    ),
    _Refused(
        "holds a variable of the environment",
        re.compile(rb"\b" + _any(_VARIABLES) + rb"=|\benviron\(\{"),
        (*(f"{name}=".encode("ascii") for name in _VARIABLES), b"environ({"),
    ),
    _Refused(
        "shows an object of the interpreter",
        re.compile(rb"(?:<|&lt;)[A-Za-z_.]+ object at 0x[0-9a-f]+(?:>|&gt;)|&lt;PrivateDocument&gt;|<PrivateDocument>"),
        (b" object at 0x", b"PrivateDocument"),
    ),
)
#: Marks of output that is never part of the site, in whatever file they turn up.
_MARKS = (
    ("holds the mark of a triage report, which is never part of the site", TRIAGE_REPORT.encode("ascii")),
    ("holds the mark of a local site of somebody's own documents, which is never published", LOCAL_SITE.encode("ascii")),
)
#: How a database begins, and where: DuckDB after its checksum, SQLite at once.
_DATABASES = ((8, b"DUCK"), (0, b"SQLite format 3\0"))
_ARCHIVES = (b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"7z\xbc\xaf\x27\x1c", b"\x28\xb5\x2f\xfd")


def check_marks(staged: Mapping[str, bytes]) -> list[Problem]:
    """Every staged file that holds something that may stand nowhere, with the first line of each kind."""
    return [problem for path, data in sorted(staged.items()) for problem in _found(path, data)]


# One file with the same bytes has the same faults: a second check in one process looks at changed files alone.
@lru_cache(maxsize=4096)
def _found(path: str, data: bytes) -> tuple[Problem, ...]:
    found = [(says, data.find(mark)) for says, mark in _MARKS if mark in data]
    if path.endswith(_TEXTS):
        near = [refused for refused in _REFUSED if any(needed in data for needed in refused.needs)]
        found += [(refused.says, match.start()) for refused in near if (match := refused.form.search(data))]
    if any(data[at : at + len(start)] == start for at, start in _DATABASES):
        found.append(("is a database", 0))
    if data.startswith(_ARCHIVES) or data[257:262] == b"ustar":
        found.append(("is an archive", 0))
    return tuple(Problem(file=path, line=data.count(b"\n", 0, at) + 1, reason=f"L2 {reason}") for reason, at in found)
