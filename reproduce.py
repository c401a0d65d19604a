"""Recompute everything that Ground Truth publishes, with nothing but Python's standard library.

    python3 reproduce.py --site DIR            a copy of the site in a folder
    python3 reproduce.py --site https://…      the site where it stands
    python3 reproduce.py --site DIR --opening FILE     one opened private document against the published root
    python3 reproduce.py --site DIR --head SIZE:ROOT   also that its checkpoints begin with those whose head you noted
    python3 reproduce.py --reveal DIR                  a retired edition: everything in it, from its published keys

It trusts nothing it can compute. From the published verdicts (one letter a replicate) it makes every
row and every comparison again and compares them with what is published, to the last printed digit:

    1. files        every digest of MANIFEST.sha256; in a folder also that no file is extra or missing
    2. commitments  the Merkle root over commitments.jsonl; that every private verdict belongs to one; that the list of
                    checkpoints only grew, by its consistency proofs; every opened document, which no verdict may count
    3. verdicts     that none is missing, twice there or of the wrong length
    4. rows         k, n, documents, point, interval, method, replicate variance: all of rows.jsonl
    5. comparisons  paired difference, t interval, exact sign-flip p, Benjamini-Hochberg q, word, what could be detected
    6. ranks        simultaneous rank intervals, and who is tied with the leader: all of ranks.jsonl
    7. losses       what each condition costs each system against its own clean pages, paired: all of losses.jsonl
    8. tables       each .csv says the same as its .jsonl
       agreements   where tiers share systems: whether both put them in one order, all of agreements.jsonl
       undetected   how much money is wrong in answers that add up, currency by currency: all of undetected.jsonl
    9. coverage     how many documents of each kind there are, from their labels, tags and files
   10. pages        every element with a data-ref prints the recomputed figure (of audit, runs, kill matrix and attacks: the recorded one)

What it cannot prove is that a verdict is right: for that, read the page of the item, which shows the
document beside label, answer and verdict.

Of a retired edition (a folder, or the address of one on the site: …/data/retired/EDITION) it checks the seed's
commitment against K_seed, every document's nonce, commitment and place in the tree, every raw answer against its
commitment, that no verdict is missing, and the private rows. That the documents are those which the generator makes
of the keys, and the verdicts those which the graders give the answers, needs generator and graders: where this file
stands in a checkout of the project with its libraries they are run as a program of their own, and what they say is
compared here. Where not, a line says what was not checked, and which commit to check out.

Each difference is one line; the last line counts what was checked. Exit 0: nothing differs. Exit 1:
something does. Exit 2: called wrongly. Nothing is written anywhere. Python 3.10 or later.

The statistics below share no code with the project's own. Counts are integers and ratios are exact
fractions; a float appears only inside the normal and t quantiles, where its last bits cannot reach
a sixth decimal, and `Doubt` is raised where they might.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import hmac
import html
import http.client
import io
import json
import math
import os
import re
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from itertools import accumulate, chain, combinations
from operator import truediv
from pathlib import Path
from statistics import NormalDist
from typing import Any

Json = dict[str, Any]
Shape = dict[str, tuple[type, ...]]

# ---------------------------------------------------------------------------------------------------
# Differences: everything found is kept and printed, never only the first
# ---------------------------------------------------------------------------------------------------


class Report:
    """What differs, one line each, and how much was checked.

    Args of `differs`: the row, file or page; what of it; what is published; what was recomputed.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.checked: Counter[str] = Counter()
        self.not_checked: list[str] = []

    def unchecked(self, what: str) -> None:
        """Something that could not be checked here: no difference, but said."""
        self.not_checked.append(f"not checked: {what}")

    def differs(self, where: str, what: str, published: object, recomputed: object) -> None:
        """One published thing that is not what it should be."""
        self.lines.append(f"{where} {what}: published {_shown(published)}, recomputed {_shown(recomputed)}")

    def wrong(self, where: str, reason: str) -> None:
        """One thing that cannot be right whatever the numbers are: a missing file, a malformed line."""
        self.lines.append(f"{where}: {reason}")


def _shown(value: object) -> str:
    if value is None:
        return "nothing"
    return repr(value) if isinstance(value, str) and (not value or value != value.strip() or " " in value) else str(value)


def _plain(line: str) -> str:
    """A line safe to print: a hostile site must not reach the terminal through what is quoted of it."""
    return "".join(letter if letter.isprintable() else f"\\x{ord(letter):02x}" for letter in line[:1000])


class Doubt(Exception):
    """A figure that floating point cannot decide (see GUARD), or data no rule covers."""


# ---------------------------------------------------------------------------------------------------
# 1. Files
# ---------------------------------------------------------------------------------------------------

MANIFEST = "MANIFEST.sha256"
MOST_BYTES = 1 << 30  # no file of the site comes near; a hostile server could send for ever
KEPT = (".json", ".jsonl", ".csv", ".html")  # read again later: kept, so that what was digested is what is read
_MANIFEST_LINE = re.compile(r"([0-9a-f]{64})  (.+)")
_SAFE_NAME = re.compile(r"[A-Za-z0-9._~+@=-]+")


class Folder:
    """A site in a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def read(self, path: str) -> bytes:
        """The bytes of one file. Raises OSError."""
        file = self.root / path
        if file.stat().st_size > MOST_BYTES:
            raise OSError("larger than any file of the site may be")
        if file.is_symlink() or not file.is_file():
            raise OSError("is not a regular file")  # a link to a device would be read for ever
        return file.read_bytes()

    def names(self) -> tuple[set[str], list[str]]:
        """The paths of all regular files, and of whatever else lies there (links, devices)."""
        regular: set[str] = set()
        other: list[str] = []
        waiting = [self.root]
        while waiting:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    path = Path(entry.path)
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(path)
                    elif entry.is_file(follow_symlinks=False):
                        regular.add(path.relative_to(self.root).as_posix())
                    else:
                        other.append(path.relative_to(self.root).as_posix())
        return regular, sorted(other)


class Web:
    """A site at a base URL."""

    def __init__(self, base: str) -> None:
        self.base = base.rstrip("/") + "/"

    def read(self, path: str) -> bytes:
        """The bytes of one file. Raises OSError."""
        try:
            with urllib.request.urlopen(self.base + urllib.parse.quote(path), timeout=60) as answer:  # noqa: S310
                data = b"".join(_portions(answer))
        except urllib.error.HTTPError as error:
            raise OSError(f"the server answers {error.code}") from None
        except (urllib.error.URLError, http.client.HTTPException) as error:
            raise OSError(f"cannot be fetched: {getattr(error, 'reason', error)}") from None
        return data

    def names(self) -> None:
        """None: a web server does not say which files it has beyond the manifest."""


def _portions(stream: Any) -> Iterator[bytes]:
    left = MOST_BYTES
    while portion := stream.read(1 << 20):
        left -= len(portion)
        if left < 0:
            raise OSError("larger than any file of the site may be")
        yield portion


def read_manifest(data: bytes, report: Report) -> dict[str, str]:
    """Path -> sha256, as MANIFEST.sha256 states them; lines that are not such, or climb out, are reported."""
    found: dict[str, str] = {}
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), start=1):
        match = _MANIFEST_LINE.fullmatch(line)
        if match is None or not safe_path(match[2]):
            report.wrong(f"{MANIFEST}:{number}", f"not a digest and a path inside the site: {line[:100]!r}")
        elif match[2] in found or match[2] == MANIFEST:
            report.wrong(f"{MANIFEST}:{number}", f"{match[2]} has no business here, or is listed twice")
        else:
            found[match[2]] = match[1]
    return found


def safe_path(path: str) -> bool:
    """Whether a manifest path is relative and stays inside: no empty part, no dots, no odd characters."""
    return all(part not in (".", "..") and _SAFE_NAME.fullmatch(part) for part in path.split("/"))


def check_files(source: Folder | Web, report: Report) -> dict[str, bytes]:
    """Digest every file of the manifest; the contents that later checks read are returned."""
    try:
        listed = read_manifest(source.read(MANIFEST), report)
    except OSError as error:
        report.wrong(MANIFEST, _reason(error))
        return {}
    present = source.names()
    if present is not None:
        regular, other = present
        for path in sorted(regular - listed.keys() - {MANIFEST}):
            report.wrong(path, "is in the folder but not in the manifest")
        for path in other:
            report.wrong(path, "is not a regular file")
    contents: dict[str, bytes] = {}
    for path, (digest, data) in _read_all(source, sorted(listed)):
        if isinstance(data, OSError):
            report.wrong(path, f"is in the manifest but missing: {_reason(data)}")
            continue
        report.checked["files"] += 1
        if digest != listed[path]:
            report.differs(path, "sha256", listed[path], digest)
        if path.endswith(KEPT):
            contents[path] = data
    return contents


def _read_all(source: Folder | Web, paths: Sequence[str]) -> Iterator[tuple[str, tuple[str, bytes | OSError]]]:
    """Path, digest, and the content where it is of a kind that is read again."""

    def read(path: str) -> tuple[str, bytes | OSError]:
        try:
            data = source.read(path)
        except OSError as error:
            return "", error
        return hashlib.sha256(data).hexdigest(), data if path.endswith(KEPT) else b""

    # Eight at a time: over the network the wait for each file would otherwise add up.
    with ThreadPoolExecutor(8) as pool:
        yield from zip(paths, pool.map(read, paths), strict=True)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


# ---------------------------------------------------------------------------------------------------
# Reading JSON strictly: no duplicate key, no NaN, no float
# ---------------------------------------------------------------------------------------------------


def _unique(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise ValueError(f"duplicate key {twice!r}")
    return found


def _refuse(text: str) -> Any:
    raise ValueError(f"{text[:30]} is a float or no number at all; decimals are written as text")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_refuse, parse_constant=_refuse)


def strict_json(text: str) -> Any:
    """One JSON value with nothing before or behind it. Raises ValueError saying why not.

    >>> strict_json('{"a":[1,"2.50"]}')
    {'a': [1, '2.50']}
    """
    try:
        value, end = _DECODER.raw_decode(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if end != len(text):
        raise ValueError(f"not one JSON value: something follows at column {end + 1}")
    if "\\u" in text and any("\ud800" <= letter <= "\udfff" for letter in json.dumps(value, ensure_ascii=False)):
        raise ValueError("half of a character: a surrogate alone")
    return value


def _shape(**kinds: Any) -> Shape:
    return {key: kind if isinstance(kind, tuple) else (kind,) for key, kind in kinds.items()}


class Data:
    """The published data files, read strictly; every malformed line is reported, and left out.

    `shape` maps the keys a record must have to the types it may be of.
    """

    def __init__(self, contents: dict[str, bytes], report: Report) -> None:
        self.contents = contents
        self.report = report
        self.read: dict[str, list[Json]] = {}  # each file is read, and its faults reported, once
        self.known: dict[str, Any] = {}  # what was made of some of them, likewise

    def under(self, folder: str) -> dict[str, str]:
        """Stem -> path of the .jsonl files of one folder of data/."""
        start = f"data/{folder}/"
        return {path[len(start) : -6]: path for path in self.contents if path.startswith(start) and path.endswith(".jsonl")}

    def record(self, path: str, shape: Shape) -> Json | None:
        """The one record of a .json file, or None (reported) where there is none."""
        found = self.records(path, shape)
        if len(found) > 1:
            self.report.wrong(path, f"holds {len(found)} records where one is due")
        return found[0] if len(found) == 1 else None

    def records(self, path: str, shape: Shape) -> list[Json]:
        """The records of a .jsonl file, in order."""
        if path not in self.read:
            lines = self._lines(path)
            parsed = (self._parse(path, number, line, shape) for number, line in enumerate(lines, 1))
            self.read[path] = [record for record in parsed if record is not None]
        return self.read[path]

    def _lines(self, path: str) -> list[str]:
        if path not in self.contents:
            self.report.wrong(path, "is missing")
            return []
        try:
            lines = self.contents[path].decode("utf-8").split("\n")
        except UnicodeDecodeError as error:
            self.report.wrong(f"{path}:{self.contents[path][: error.start].count(10) + 1}", "not UTF-8")
            return []
        if lines.pop():
            self.report.wrong(f"{path}:{len(lines) + 1}", "the last line has no newline: cut short?")
        return lines

    def _parse(self, path: str, number: int, line: str, shape: Shape) -> Json | None:
        try:
            record = strict_json(line)
            if type(record) is not dict:
                raise ValueError("not a JSON object")
            for key, kind in shape.items():
                if key not in record or type(record[key]) not in kind:
                    raise ValueError(f"{key!r} is missing or of the wrong type")
        except ValueError as error:
            self.report.wrong(f"{path}:{number}", str(error))
            return None
        return record


# ---------------------------------------------------------------------------------------------------
# 2. Commitments: a Merkle tree as in RFC 6962, and openings
# ---------------------------------------------------------------------------------------------------

CHECKPOINT = _shape(root=str, tree_size=int, corpus=str, split=str)
LOG, LOG_HEAD = _shape(checkpoints=list, heads=list), _shape(size=int, root=str)
OPENED = _shape(commitment=str, date=str, opening=dict)
OPENING = _shape(corpus=str, split=str, n=int, nonce=str, payload=str, leaf_index=int, tree_size=int, proof=list)
_HEX64 = re.compile(r"[0-9a-f]{64}")


def merkle_root(leaves: Sequence[bytes]) -> bytes:
    """The root over leaf hashes: the left half is the largest power of two smaller than the whole.

    Source: RFC 6962 section 2.1; the root of no leaves is SHA-256 of nothing.
    """
    if not leaves:
        return hashlib.sha256(b"").digest()
    level = list(leaves)
    # Pairing neighbours and carrying an odd last one up unchanged is the same tree, without recursion.
    while len(level) > 1:
        paired = [_node(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = paired + level[len(paired) * 2 :]
    return level[0]


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def proven_root(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """The root that an inclusion proof leads to, or None where its length cannot be right (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return None
    first, last, node = index, size - 1, leaf
    for step in proof:
        if last == 0:
            return None
        if first & 1 or first == last:
            node = _node(step, node)
            while not first & 1 and first:
                first, last = first >> 1, last >> 1
        else:
            node = _node(node, step)
        first, last = first >> 1, last >> 1
    return node if last == 0 else None


def consistent(earlier: int, later: int, before: bytes, after: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that the tree of `later` leaves only added to that of `earlier` (RFC 9162, 2.1.4.2)."""
    if not 1 <= earlier <= later:
        return False
    if earlier == later:
        return not proof and before == after
    path = list(proof) if earlier & (earlier - 1) else [before, *proof]
    first, last = earlier - 1, later - 1
    while first & 1:
        first, last = first >> 1, last >> 1
    old = new = path[0] if path else b""
    for step in path[1:]:
        if last == 0:
            return False
        if first & 1 or first == last:
            old, new = _node(step, old), _node(step, new)
            while not first & 1 and first:
                first, last = first >> 1, last >> 1
        else:
            new = _node(new, step)
        first, last = first >> 1, last >> 1
    return last == 0 and (old, new) == (before, after)


def check_log(data: Data, noted: tuple[int, str] | None = None) -> None:
    """The list of checkpoints only grew: each head, its proof from the one before, the last entry, and a head noted earlier."""
    path, report = "data/checkpoints.json", data.report
    if "data/checkpoint.json" not in data.contents and path not in data.contents and noted is None:
        return  # no private edition
    log = data.record(path, LOG)
    if log is None:
        return
    listed, heads = log["checkpoints"], log["heads"]
    leaves = [hashlib.sha256(b"\x00" + canonical(checkpoint)).digest() for checkpoint in listed]
    report.checked["checkpoints"] = len(leaves)
    if len(heads) != len(listed):
        report.wrong(path, f"{len(listed)} checkpoints where {len(heads)} heads are recorded")
    for size, head in enumerate(heads[: len(listed)], 1):
        if _broken_head(heads[size - 2] if size > 1 else None, head, size, merkle_root(leaves[:size])):
            report.wrong(path, f"the list up to checkpoint {size} is not the one whose head is recorded, or its proof fails")
            break
    if listed[-1:] != data.records("data/checkpoint.json", CHECKPOINT):
        report.wrong(path, "does not end in the checkpoint of this edition")
    if noted and (noted[0] > len(leaves) or merkle_root(leaves[: noted[0]]).hex() != noted[1]):
        report.wrong(path, f"does not begin with the {noted[0]} checkpoints whose head you noted: something was removed or changed")


def _broken_head(before: Json | None, head: Any, size: int, root: bytes) -> bool:
    try:
        proof = [bytes.fromhex(step) for step in head.get("proof", ())]
        if (head["size"], head["root"]) != (size, root.hex()):
            return True
        return bool(proof) if before is None else not consistent(size - 1, size, bytes.fromhex(before["root"]), root, proof)
    except (AttributeError, KeyError, TypeError, ValueError):
        return True


def canonical(value: Any) -> bytes:
    """The canonical JSON of a record, in UTF-8: keys sorted, no spaces."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def check_opened(data: Data, commitments: Sequence[str]) -> set[str]:
    """The commitments of opened documents, each opening checked against the root. They have left the split."""
    path, found = "data/opened.jsonl", set()
    checkpoint = data.record("data/checkpoint.json", CHECKPOINT) if path in data.contents else None
    for number, record in enumerate(data.records(path, OPENED) if checkpoint else (), 1):
        where = f"{path}:{number}"
        opening = _usable(where, data._parse(path, number, canonical(record["opening"]).decode(), OPENING), data.report)
        if opening and checkpoint:
            against_root(where, opening, commitments, checkpoint, data.report)
        if record["commitment"] in found:
            data.report.wrong(where, f"{record['commitment']} is opened twice")
        if opening and commitments[opening["leaf_index"] : opening["leaf_index"] + 1] != [record["commitment"]]:
            data.report.wrong(where, "the opening is of another commitment than the line says")
        found.add(record["commitment"])
    return found


def check_commitments(data: Data) -> list[str]:
    """The commitments in published order, after checking order and root."""
    path = "data/commitments.jsonl"
    found = [record["commitment"] for record in data.records(path, _shape(commitment=str))]
    data.report.checked["commitments"] = len(found)
    strange = [number for number, commitment in enumerate(found, 1) if not _HEX64.fullmatch(commitment)]
    for number in strange:
        data.report.wrong(f"{path}:{number}", "not 64 hex digits")
    for number in range(1, len(found)):
        if found[number - 1] >= found[number]:
            data.report.wrong(f"{path}:{number + 1}", "out of order, or twice there")
    if not strange:
        _check_root(data, found)
    return found


def _check_root(data: Data, commitments: Sequence[str]) -> None:
    if not commitments and "data/checkpoint.json" not in data.contents:
        return  # no private edition
    checkpoint = data.record("data/checkpoint.json", CHECKPOINT)
    if checkpoint:
        root = merkle_root([bytes.fromhex(commitment) for commitment in commitments]).hex()
        if root != checkpoint["root"]:
            data.report.differs("data/checkpoint.json", "root", checkpoint["root"], root)
        if checkpoint["tree_size"] != len(commitments):
            data.report.differs("data/checkpoint.json", "tree_size", checkpoint["tree_size"], len(commitments))


def prefixed(*parts: bytes) -> bytes:
    """Each part behind its length as four bytes, so that no two lists of parts give the same bytes."""
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


def commitment_of(corpus: str, split: str, n: int, nonce: bytes, payload: bytes) -> bytes:
    """C_n: SHA-256 over a zero byte and the length-prefixed parts of one private document."""
    head = prefixed(b"ground-truth/private-item/v1", corpus.encode(), split.encode())
    return hashlib.sha256(b"\x00" + head + struct.pack(">Q", n) + prefixed(nonce, payload)).digest()


def check_opening(data: Data, file: str) -> None:
    """Check that an opened document is one that was committed to, at the place it claims."""
    report = data.report
    commitments = check_commitments(data)
    checkpoint = data.record("data/checkpoint.json", CHECKPOINT)
    opening = _read_opening(file, report)
    if opening is None or checkpoint is None:
        return
    against_root(file, opening, commitments, checkpoint, report)


def against_root(where: str, opening: Json, commitments: Sequence[str], checkpoint: Json, report: Report) -> None:
    """Every way in which an opening is not of a document that was committed to, at the place it claims."""
    for key in ("corpus", "split", "tree_size"):
        if opening[key] != checkpoint[key]:
            report.differs(where, key, opening[key], checkpoint[key])
    leaf = commitment_of(opening["corpus"], opening["split"], opening["n"], opening["nonce"], opening["payload"].encode())
    index = opening["leaf_index"]
    listed = commitments[index] if 0 <= index < len(commitments) else None
    if leaf.hex() != listed:
        report.differs(where, f"commitment at place {index}", listed, leaf.hex())
    root = proven_root(leaf, index, opening["tree_size"], opening["proof"])
    if root is None or root.hex() != checkpoint["root"]:
        report.differs(where, "root", checkpoint["root"], root.hex() if root else "no root: the proof has the wrong length")
    report.checked["openings"] += 1


def _read_opening(file: str, report: Report) -> Json | None:
    try:
        text = Path(file).read_bytes()
    except OSError as error:
        report.wrong(file, _reason(error))
        return None
    return _usable(file, Data({file: text if text.endswith(b"\n") else text + b"\n"}, report).record(file, OPENING), report)


def _usable(where: str, opening: Json | None, report: Report) -> Json | None:
    """An opening with its nonce and proof as bytes, or None (reported)."""
    if opening is None:
        return None
    try:
        opening["nonce"] = bytes.fromhex(opening["nonce"])
        opening["proof"] = [bytes.fromhex(step) for step in opening["proof"]]
        if not 0 <= opening["n"] < 1 << 64 or {len(step) for step in opening["proof"]} - {32}:
            raise ValueError
    except (TypeError, ValueError):
        report.wrong(where, "n, nonce or proof is not what an opening has")
        return None
    return opening


# ---------------------------------------------------------------------------------------------------
# 3. Verdicts: one letter a replicate, gathered into blocks
# ---------------------------------------------------------------------------------------------------

PASS, JUDGED = "P", "PFM"  # passes of passed, failed and missing answers
INVENTED_LETTER, ABSENT = "I", "AI"  # a field the page does not have: answered null (A), or invented (I)
_PRESENT, _NOT_PRESENT = JUDGED + "UX", ABSENT + "UX"  # with unjudged and excluded, which count nowhere
_WHOLE_ROW, _ANY_LABEL = (_PRESENT,), (_PRESENT, _NOT_PRESENT)  # a page has a value or has not: never both
EXTRA_ROW = "LINE/+"  # a row of an answer that no row of the page matches
EXTRA_ENTRIES = (EXTRA_ROW, "VAT/+")  # and a VAT rate that the page does not have
UNLABELLED = ("specimen",)  # third parties' documents: their content, and so their labels, are not ours to publish
CLEAN, GARBLED = "clean", "garbled"
TEXT_LAYERS = (CLEAN, GARBLED)  # the conditions that are PDFs with a text layer; every other is a picture of the page

RUN = _shape(id=str, system=dict, plan=str, edition=str, replicates=int)
DOCUMENT = _shape(id=str, family=str, tier=str, split=str, files=dict)
LABEL = _shape(document=str, key=str, expected=(str, type(None)))
VERDICT = _shape(document=str, condition=str, label=str, outcomes=str)
PRIVATE_VERDICT = _shape(commitment=str, family=str, condition=str, outcomes=dict)
Place = tuple[str, str, str, str]  # tier, split, family, condition
Labels = dict[str, dict[str, bool]]  # document -> label key -> whether the page has a value
Crossing = dict[str, bool]  # document -> whether its line items stand on more than one page
Pinned = dict[str, dict[str, list[str]]]  # document -> label key -> the axes that an answer can show right or wrong


@dataclass(frozen=True)
class Plan:
    """What the plan fixes of every number."""

    version: str
    level: str
    margin: str
    power: str
    resamples: int
    least_imperfect: int
    least_nonzero: int
    least_documents: int
    private_least: int
    reference: str

    @property
    def tail(self) -> Fraction:
        """The probability outside each end of an interval."""
        return (1 - Fraction(self.level)) / 2


@dataclass(frozen=True)
class Run:
    """One sweep of one system. `letters` of every outcome are separate observations: one where it was
    verified that replicates never differ (they are then one observation, not five), else all."""

    id: str
    system: str
    plan: str
    edition: str
    replicates: int
    letters: int
    verified: bool
    conditions: tuple[str, ...]

    def reads_pictures(self) -> bool:
        """Whether the system never sees a text layer, so that a garbled one is to it the clean page."""
        return GARBLED not in self.conditions and any(condition not in TEXT_LAYERS for condition in self.conditions)


@dataclass
class Block:
    """What one run answered in one place: per document (or commitment), the letters of every label.

    `scenarios` names the cluster of documents that show one and the same; any other is its own cluster.
    `stands_in` marks answers given on the clean page by a system that reads pictures, set beside those on
    the garbled page, which has the same pixels.
    """

    run: Run
    place: Place
    answers: dict[str, dict[str, str]] = field(default_factory=dict)
    reasons: dict[str, dict[str, str]] = field(default_factory=dict)  # the classes of error that public verdicts give
    crossing: Crossing = field(default_factory=dict)
    scenarios: dict[str, str] = field(default_factory=dict)
    stands_in: bool = False

    def clusters(self) -> list[str]:
        """The clusters of every interval, in the order that resampling numbers them."""
        return sorted({self.scenarios.get(document, document) for document in self.answers})


def read_plan(data: Data) -> Plan | None:
    """The plan's part in every number, or None (reported) where plan.json is not a plan."""
    record = data.record("data/plan.json", _shape(version=str, statistics=dict, publish=dict))
    try:
        if record is None:
            raise KeyError
        statistics = record["statistics"]
        plan = Plan(
            record["version"],
            statistics["level"],
            statistics["margin"],
            statistics["power"],
            int(statistics["resamples"]),
            int(statistics["bca_least_imperfect"]),
            int(statistics["bca_least_nonzero"]),
            int(statistics["least_documents"]),
            int(statistics["private_least_n"]),
            record["publish"]["reference"],
        )
        if not 0 < plan.tail < Fraction(1, 2) or not Fraction(1, 2) < Fraction(plan.power) < 1:
            raise ValueError
        if Fraction(plan.margin) < 0 or not 1 <= plan.resamples <= 10**6:
            raise ValueError
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        data.report.wrong("data/plan.json", "does not state level, margin, power, resamples and thresholds")
        return None
    return plan


def read_runs(data: Data) -> tuple[list[Run], set[str]]:
    """The runs that make rows (all but those that a later run supersedes), and the ids of all."""
    records = data.records("data/runs.jsonl", RUN)
    superseded = {str(record.get("supersedes")) for record in records}
    found: list[Run] = []
    for number, record in enumerate(records, 1):
        determinism = record.get("determinism") or {}
        verified = bool(isinstance(determinism, dict) and determinism.get("verified"))
        slug, replicates = record["system"].get("slug"), record["replicates"]
        if not isinstance(slug, str) or not 1 <= replicates <= 1000:
            data.report.wrong(f"data/runs.jsonl:{number}", "no system slug, or no replicates")
        elif record["id"] not in superseded:
            conditions = tuple(map(str, record["system"].get("conditions") or ()))
            letters = 1 if verified else replicates
            found.append(Run(record["id"], slug, record["plan"], record["edition"], replicates, letters, verified, conditions))
    return found, {record["id"] for record in records}


def read_documents(data: Data) -> dict[str, Json]:
    """The public documents by id."""
    found: dict[str, Json] = data.known.setdefault("documents", {})
    for number, record in enumerate(data.records("data/documents.jsonl", DOCUMENT) if not found else (), 1):
        if record["id"] in found:
            data.report.wrong(f"data/documents.jsonl:{number}", f"a second document {record['id']}")
        found[record["id"]] = record
    return found


def read_labels(data: Data) -> tuple[Labels, Crossing]:
    """For each document its label keys, and whether the page has a value there; and whether its line items cross pages.

    The second is known of documents whose line items have evidence: a page and a box.
    """
    if "labels" in data.known:
        labels, crossing = data.known["labels"]
        return labels, crossing
    found: Labels = defaultdict(dict)
    pages: dict[str, set[int]] = defaultdict(set)
    pinned: Pinned = data.known.setdefault("pinned", defaultdict(dict))
    for number, record in enumerate(data.records("data/labels.jsonl", LABEL), 1):
        document, key = record["document"], record["key"]
        if key in found[document]:
            data.report.wrong(f"data/labels.jsonl:{number}", f"a second label {document} {key}")
        found[document][key] = record["expected"] is not None
        axes = [str(axis) for axis in record.get("axes") or ("value",) if axis != "evidence"]
        if record.get("kind") in ("field", "line_item_structure"):
            pinned[document][key] = axes
        evidence = record.get("evidence")
        if evidence and key.startswith("LINE/"):
            pages[document].add(evidence[0])
    data.known["labels"] = found, {document: len(numbers) > 1 for document, numbers in pages.items()}
    return read_labels(data)


def read_blocks(data: Data, commitments: Sequence[str]) -> list[Block]:
    """All verdicts of all runs, checked for what can be checked of them, in blocks."""
    documents, (labels, crossing) = read_documents(data), read_labels(data)
    runs, known = read_runs(data)
    opened = check_opened(data, commitments)
    private_still = [commitment for commitment in commitments if commitment not in opened]
    public, private = data.under("verdicts"), data.under("private-verdicts")
    for stem in sorted((public.keys() | private.keys()) - known):
        data.report.wrong(public.get(stem) or private[stem], "verdicts of a run that runs.jsonl does not have")
    blocks: list[Block] = []
    for run in runs:
        if run.id in public:
            mine = _public_blocks(data, public[run.id], run, documents)
            _check_labels(data.report, public[run.id], mine, documents, labels)
            for block in mine:
                say_beside(block, data.known["pinned"])
                block.crossing = crossing
                block.scenarios = {name: str(documents[name]["cluster"]) for name in block.answers if documents[name].get("cluster")}
            blocks += mine
        if run.id in private:
            mine = _private_blocks(data, private[run.id], run, set(private_still), opened)
            _check_cover(data.report, private[run.id], mine, private_still, documents.values())
            blocks += mine
        if run.id not in public and run.id not in private and (documents or commitments):
            data.report.wrong("data/runs.jsonl", f"run {run.id} has no verdicts")
    _check_twins(data.report, private, [block for block in blocks if block.place[1] == "private"])
    return blocks


def _public_blocks(data: Data, path: str, run: Run, documents: dict[str, Json]) -> list[Block]:
    blocks: dict[Place, Block] = {}
    for number, verdict in enumerate(data.records(path, VERDICT), 1):
        name, label = verdict["document"], verdict["label"]
        document = documents.get(name)
        if document is None or document["split"] != "public":
            data.report.wrong(f"{path}:{number}", f"{name} is not a public document of documents.jsonl")
            continue
        place = (document["tier"], "public", document["family"], verdict["condition"])
        cluster = blocks.setdefault(place, Block(run, place)).answers.setdefault(name, {})
        if label in cluster:
            data.report.wrong(f"{path}:{number}", f"a second verdict on {name} {verdict['condition']} {label}")
        letters = _letters(data.report, f"{path}:{number}", run, label, verdict["outcomes"])
        if letters:
            cluster[label] = letters
            blocks[place].reasons.setdefault(name, {})[label] = str(verdict.get("reason") or "")
    data.report.checked["verdicts"] += sum(len(cluster) for block in blocks.values() for cluster in block.answers.values())
    return list(blocks.values())


def _private_blocks(data: Data, path: str, run: Run, commitments: set[str], opened: set[str]) -> list[Block]:
    blocks: dict[Place, Block] = {}
    for number, verdict in enumerate(data.records(path, PRIVATE_VERDICT), 1):
        name, where = verdict["commitment"], f"{path}:{number}"
        place = ("synthetic", "private", verdict["family"], verdict["condition"])
        block = blocks.setdefault(place, Block(run, place))
        if name not in commitments:
            reason = "was opened, and has left the split" if name in opened else "was not committed to"
            data.report.wrong(where, f"{name} {reason}")
        if name in block.answers:
            data.report.wrong(where, f"a second verdict on {name} {verdict['condition']}")
        block.answers[name] = cluster = {}
        for label, outcomes in verdict["outcomes"].items():
            letters = _letters(data.report, where, run, label, outcomes)
            if letters:
                cluster[label] = letters
        data.report.checked["verdicts"] += len(cluster)
    return list(blocks.values())


AXIS_OF = {"sign_flip": "sign", "wrong_currency": "currency", "unit_100x": "unit"}  # the axis that a class of error lies on
AXIS_OF |= dict.fromkeys(("scale_10x", "scale_100x", "scale_1000x"), "scale") | {"role_swap": "role"}
AXIS_OF |= dict.fromkeys(("column_swap", "prior_period"), "period")
SAME_NUMBER = ("sign", "currency", "unit", "scale")  # axes on which the number answered is still the label's own


def say_beside(block: Block, pinned: Pinned) -> None:
    """Add what the reasons of public verdicts say: which axis was wrong, and whether wrong amounts were found out.

    AXIS/sign/TOTAL_VAT is right or wrong where the answer shows its sign, REL/UNDETECTED_IF_WRONG where some
    amount is wrong. Replicates that fail in ways that differ on an axis say nothing of it.
    """
    for name, cluster in block.answers.items():
        for label, letters in list(cluster.items()):
            classes = block.reasons.get(name, {}).get(label, "").split(",")
            if label == "REL/UNDETECTED":
                detected = any(one.startswith("detected_error:") for one in classes)
                told = [("REL/UNDETECTED_IF_WRONG", "".join(c if c == "F" or (c == PASS and detected) else "X" for c in letters))]
            else:
                axes = pinned.get(name, {}).get(label, ())
                told = [(f"AXIS/{axis}/{label}", axis_letters(axis, letters, tuple(classes))) for axis in axes]
            cluster.update((key, found) for key, found in told if found.strip("X"))


@cache
def axis_letters(axis: str, letters: str, classes: tuple[str, ...]) -> str:
    """P, F, or X where nothing is told of the axis, for each letter of an outcome.

    >>> axis_letters("value", "F", ("sign_flip",)), axis_letters("sign", "F", ("wrong",)), axis_letters("sign", "PM", ("missed",))
    ('P', 'X', 'PX')
    """
    found = [{_axis_letter(axis, letter, one) for one in classes} for letter in letters]
    return "".join(one.pop() if len(one) == 1 else "X" for one in found)


def _axis_letter(axis: str, letter: str, reason: str) -> str:
    failed = AXIS_OF.get(reason) if letter == "F" else None
    if letter not in (PASS, "F"):
        return "X"
    if axis == "currency":  # judged by a mark beside the amount alone
        return "F" if failed == axis else PASS if reason == "currency_shown" else "X"
    if letter == PASS or axis == failed:
        return "F" if axis == failed else PASS
    return PASS if failed in SAME_NUMBER else "F" if axis == "value" else "X"


def _letters(report: Report, where: str, run: Run, label: str, outcomes: object) -> str | None:
    """The letters of one outcome that count, or None (reported) where they do not fit the label or the run."""
    allowed = ("IUX",) if label.startswith(EXTRA_ENTRIES) else _WHOLE_ROW if slice_of(label)[1] == "ROW" else _ANY_LABEL
    complaint = _complaint(outcomes, allowed, run.letters, run.replicates) if isinstance(outcomes, str) else "no text"
    if complaint:
        report.wrong(where, f"outcomes of {label}: {complaint}")
        return None
    return str(outcomes)[: run.letters]


@cache
def _complaint(outcomes: str, allowed: tuple[str, ...], letters: int, replicates: int) -> str | None:
    """What is wrong with an outcome; asked once for each of the few that there are."""
    if not any(outcomes and set(outcomes) <= set(some) for some in allowed):
        return f"{outcomes!r}, letters that cannot stand here together"
    if letters == 1 and outcomes != outcomes[0] * len(outcomes):
        return f"{outcomes}, but the run says replicates were verified never to differ"
    if letters > 1 and len(outcomes) != letters:
        return f"{outcomes}, but the run has {replicates} replicates"
    return None


def _check_labels(report: Report, path: str, blocks: Sequence[Block], documents: dict[str, Json], labels: Labels) -> None:
    """No verdict may be left out, none may be on a label that does not exist, and its letters must suit it.

    A document is due in the conditions it was rendered in. Those that the run says it reads and has nowhere
    are found through any of its blocks of the same tier and family.
    """
    for block in blocks:
        *place, condition = block.place
        due = {name for name in _asked(documents, place) if condition in documents[name]["files"]}
        for name in sorted(due - block.answers.keys()):
            report.wrong(path, f"no verdict on document {name} {condition}")
        for name in sorted(block.answers.keys() - due):
            report.wrong(path, f"a verdict on {name} {condition}, which was not rendered so")
        for name, cluster in block.answers.items() if place[0] not in UNLABELLED else ():
            for key in sorted(labels[name].keys() - cluster.keys()):
                report.wrong(path, f"no verdict on {name} {condition} {key}")
            for key, letters in cluster.items():
                if not key.startswith(EXTRA_ENTRIES) and key not in labels[name]:
                    report.wrong(path, f"a verdict on {name} {condition} {key}, which has no label")
                elif not key.startswith(EXTRA_ENTRIES) and not set(letters) <= set(_PRESENT if labels[name][key] else _NOT_PRESENT):
                    report.wrong(path, f"{name} {condition} {key} is {letters}, which its label does not allow")
    for *place, conditions in {(*block.place[:3], block.run.conditions) for block in blocks}:
        rendered = {condition for name in _asked(documents, place) for condition in documents[name]["files"]}
        answered = {block.place[3] for block in blocks if [*block.place[:3]] == place}
        for condition in sorted(rendered.intersection(conditions) - answered):
            report.wrong(path, f"no verdict on any document {'/'.join(place)} {condition}, which the system reads")


def _asked(documents: dict[str, Json], place: Sequence[str]) -> list[str]:
    """The documents of one tier, split and family that systems are asked about."""
    return [
        name
        for name, document in documents.items()
        if document.get("runnable", True) and [document[key] for key in ("tier", "split", "family")] == list(place)
    ]


def _check_cover(report: Report, path: str, blocks: Sequence[Block], commitments: Sequence[str], documents: Iterable[Json]) -> None:
    """A run may not leave out private documents it did badly on.

    In which conditions a private document was rendered is not published, but both splits follow one plan:
    a text layer that every public document has, each private one has, and where all public ones have equally
    many of the conditions that the run answers, so have all private ones.
    """
    answered = _answered(blocks)
    rendered = [answered.keys() & document["files"].keys() for document in documents if document["tier"] == "synthetic"]
    always = set.intersection(set(TEXT_LAYERS), *rendered) if rendered else set()
    for condition in sorted(always):
        for name in commitments:
            if name not in answered[condition]:
                report.wrong(path, f"no verdict on commitment {name} {condition}")
    due = {len(conditions) for conditions in rendered}
    times = Counter(name for names in answered.values() for name in names)
    for name in commitments if len(due) == 1 else ():
        if times[name] != min(due) and all(name in answered[condition] for condition in always):
            report.wrong(path, f"verdicts on {times[name]} conditions of commitment {name}, of public documents on {min(due)}")


def _answered(blocks: Iterable[Block]) -> dict[str, set[str]]:
    """By condition, every document that some block answers."""
    found: dict[str, set[str]] = defaultdict(set)
    for block in blocks:
        found[block.place[3]].update(block.answers)
    return found


def _check_twins(report: Report, paths: dict[str, str], blocks: Sequence[Block]) -> None:
    """Whichever twins of a private document one run answered, each run that reads that condition must have answered."""
    known = _answered(blocks)
    for run in dict.fromkeys(block.run for block in blocks):
        mine = _answered(block for block in blocks if block.run is run)
        for condition in sorted(known.keys() & (mine.keys() | set(run.conditions))):
            for name in sorted(known[condition] - mine[condition]):
                report.wrong(paths[run.id], f"no verdict on commitment {name} {condition}, which another run has")


# ---------------------------------------------------------------------------------------------------
# Counting: which labels a row counts, and by which letters
# ---------------------------------------------------------------------------------------------------


@dataclass
class Slice:
    """One row while it is counted: for each document of the block, the outcomes of the labels it counts.

    `passed` and `counted` are the letters of the numerator and of the denominator.
    """

    eval_class: str
    name: str
    passed: str
    counted: str
    outcomes: list[list[str]]  # one list a cluster, in the order of Block.clusters()
    is_mean: bool  # whether a cluster has at most one label here, so that the row is a mean over clusters

    def count(self) -> None:
        """Fill in passes and totals of each document, in letters."""
        joined = ["".join(outcomes) for outcomes in self.outcomes]
        self.passes = [text.count(self.passed) for text in joined]
        self.totals = [sum(map(text.count, self.counted)) for text in joined]
        self.clusters = sum(map(bool, self.totals))
        self.all = "".join(joined)

    def rates(self, letters: int) -> list[Fraction | None]:
        """The row's rate in each replicate: every label has `letters` letters, so replicate r is every so-many-th."""
        found: list[Fraction | None] = []
        for replicate in range(letters):
            mine = self.all[replicate::letters]
            total = sum(map(mine.count, self.counted))
            found.append(Fraction(mine.count(self.passed), total) if total else None)
        return found

    def disagreement(self) -> Fraction:
        """The share of the labels counted whose replicates have not all the same letter."""
        times = Counter(chain.from_iterable(self.outcomes))
        counted = {outcome: n for outcome, n in times.items() if not set(outcome).isdisjoint(self.counted)}
        return Fraction(sum(n for outcome, n in counted.items() if len(set(outcome)) > 1), sum(counted.values()))


@cache
def slice_of(key: str) -> tuple[str, str, bool]:
    """Eval class and slice of a label key, and whether the class's ALL includes it.

    A whole row (LINE/001) is not in ALL: the cells of a missed row are all missing, and count there.
    Nor is REL/UNDETECTED, which is about the amounts of the whole answer.

    >>> slice_of("LINE/003/LINE_NET"), slice_of("VAT/19/TAX"), slice_of("REL/CO-10")
    (('line_item_structure', 'LINE_NET', True), ('line_item_structure', 'VAT_TAX', True), ('product_logic', 'CO-10', True))
    """
    head, _, rest = key.partition("/")
    if head == "LINE":
        cell = rest.partition("/")[2]
        return "line_item_structure", cell or "ROW", bool(cell)
    if head == "VAT":
        return "line_item_structure", "VAT_" + rest.rpartition("/")[2], True
    if head == "REL":
        return "product_logic", rest, rest not in ("UNDETECTED", "UNDETECTED_IF_WRONG")
    if head == "AXIS":
        axis, _, label = rest.partition("/")
        return slice_of(label)[0], f"AXIS.{axis}", False
    return ("document_qa", "SCHEMA", False) if head == "SCHEMA" else ("document_extraction", key, True)


OVER_AGAIN = ("ALL", "OMITTED", "WRONG", "INVENTED")  # slices of many labels: the headline, and the three ways to err
FAULTS = ("UNDETECTED", "AXIS.")  # slices that count what is wrong
SPOTLESS = "PAUX"  # a row is exact where it was found and every cell of it is right, rightly absent or not judged
Count = tuple[str, str, str, str, str]  # eval class, slice, letter of the numerator, letters of the denominator, outcome


def counts_of(cluster: dict[str, str], crosses: bool | None) -> Iterator[Count]:
    """Every slice that one document's letters enter, and how.

    `crosses` says whether its line items stand on several pages, None where nobody has published that.
    """
    items = "line_item_structure"
    cells: dict[str, list[str]] = {key: [] for key in cluster if slice_of(key)[1] == "ROW" and not key.startswith(EXTRA_ROW)}
    for key, outcome in cluster.items():
        if key.rpartition("/")[0] in cells:
            cells[key.rpartition("/")[0]].append(outcome)
    size = band(len(cells))
    answered = [name for name in ("ROWS_INVENTED", size and f"ROWS_INVENTED.{size}") if name]
    sorts = [f"ROW.{sort}" for sort in (size, None if crosses is None else "page-break" if crosses else "one-page") if sort]
    for key, outcome in cluster.items():
        if key.startswith(EXTRA_ROW):
            yield from ((items, name, INVENTED_LETTER, INVENTED_LETTER + PASS, outcome) for name in answered)
            continue
        eval_class, name, in_all = slice_of(key)
        # Undetected: amounts are wrong, and the answer foots all the same. Such rows, and those of axes, count what is wrong.
        yield eval_class, name, "F" if name.startswith(FAULTS) else PASS, JUDGED, outcome
        if in_all:
            yield eval_class, "ALL", PASS, JUDGED, outcome
            if eval_class in (items, "document_extraction"):
                yield eval_class, "OMITTED", "M", JUDGED, outcome
                yield eval_class, "WRONG", "F", JUDGED, outcome
            if "A" in outcome or "I" in outcome:
                yield eval_class, "INVENTED", INVENTED_LETTER, ABSENT, outcome
        if key in cells:
            # Rows answered are those the page has and those it has not; the first count here with their P.
            yield from ((items, other, INVENTED_LETTER, INVENTED_LETTER + PASS, outcome) for other in answered)
            yield from ((items, other, PASS, JUDGED, outcome) for other in sorts)
            yield items, "ROW_EXACT", PASS, JUDGED, exact(outcome, cells[key])
        elif key.startswith("LINE/"):
            row = cluster.get(key.rpartition("/")[0], "")
            # In a replicate that did not find the row its cells say nothing: X counts nowhere.
            found = "".join(letter if letter == "U" or (at < len(row) and row[at] == PASS) else "X" for at, letter in enumerate(outcome))
            yield items, "CELLS_MATCHED", PASS, JUDGED, found


def band(rows: int) -> str | None:
    """The band of a document with so many line items."""
    return None if not rows else "1-5" if rows <= 5 else "6-25" if rows <= 25 else "26+"


def exact(row: str, cells: Sequence[str]) -> str:
    """One letter a replicate: P where the row was found and no cell of it is at fault, F where not."""
    letters = []
    for at, letter in enumerate(row):
        whole = letter == PASS and all(cell[at] in SPOTLESS for cell in cells)
        letters.append(letter if letter not in JUDGED else PASS if whole else "F")
    return "".join(letters)


def slices_of(block: Block) -> list[Slice]:
    """Every slice that some label of the block belongs to, counted, in order of eval class and name."""
    found: dict[tuple[str, str], Slice] = {}
    place = {name: index for index, name in enumerate(block.clusters())}
    alone = len(place) == len(block.answers)  # else a cluster of several documents has several labels of one key

    for document in sorted(block.answers):
        index = place[block.scenarios.get(document, document)]
        for eval_class, name, passed, counted, outcome in counts_of(block.answers[document], block.crossing.get(document)):
            if (eval_class, name) not in found:
                many = name in OVER_AGAIN or name.startswith("AXIS.") or name == "UNDETECTED_IF_WRONG"
                mean = alone and eval_class != "line_item_structure" and not many
                found[eval_class, name] = Slice(eval_class, name, passed, counted, [[] for _ in place], mean)
            found[eval_class, name].outcomes[index].append(outcome)
    for piece in found.values():
        piece.count()
    return [found[key] for key in sorted(found)]


# ---------------------------------------------------------------------------------------------------
# Statistics: intervals of one row
# ---------------------------------------------------------------------------------------------------

MILLION = 10**6
GUARD = 1e-9  # an end of an interval that would move with its level by this much is not decided by floats


@dataclass(frozen=True)
class Interval:
    """Both ends, exact, and the method's published name."""

    low: Fraction
    high: Fraction
    method: str


def published(value: Fraction, places: int = 6) -> str:
    """Fixed decimals, half to even, and never "-0.000000".

    >>> published(Fraction(2, 3)), published(Fraction(-1, 10**8)), published(Fraction(5, 2), 1)
    ('0.666667', '0.000000', '2.5')
    """
    units = round(value * 10**places)
    whole, part = divmod(abs(units), 10**places)
    return f"{'-' if units < 0 else ''}{whole}.{part:0{places}d}"


def normal_cdf(x: float) -> float:
    """The normal distribution's cumulative probability; by erfc, which keeps its digits in the tail."""
    return math.erfc(-x / math.sqrt(2)) / 2


normal_quantile = NormalDist().inv_cdf


def bca_levels(below: int, equal: int, draws: int, acceleration: float, reach: float) -> tuple[float, float]:
    """The two levels at which BCa reads the bootstrap distribution, `reach` standard deviations to each side.

    `below` and `equal` count draws under and at the observed value: ties count half, or a lattice
    would shift the bias correction. Source: Efron 1987, JASA 82:171, eq. 6.8.
    """
    bias = normal_quantile((2 * below + equal) / (2 * draws))

    def level(z: float) -> float:
        stretch = 1 - acceleration * (bias + z)
        if stretch <= 0:
            raise Doubt("the BCa acceleration is too large for this level")
        return normal_cdf(bias + (bias + z) / stretch)

    return level(-reach), level(reach)


def guarded(place: Callable[[float], Any], level: float) -> Any:
    """What lies at a level, if it is the same a little under and a little over it."""
    under, over = place(level - GUARD), place(level + GUARD)
    if under != over:
        raise Doubt(f"an interval's end is undecided within {GUARD} of its level")
    return under


def power_coefficients(histogram: Sequence[int], n: int) -> list[int]:
    """The coefficients of (sum of histogram[j] x^j)^n: integers, each the number of ways to draw that total.

    Miller's recurrence, from P' Q = n P Q' for P = Q^n. Source: Knuth, TAOCP 2, section 4.7 (9).

    >>> power_coefficients([1, 1], 3)
    [1, 3, 3, 1]
    """
    lowest = next(j for j, times in enumerate(histogram) if times)
    first = histogram[lowest]
    others = [(i, times) for i, times in enumerate(histogram[lowest:]) if i and times]
    found = [first**n]
    for k in range(1, n * (len(histogram) - 1 - lowest) + 1):
        total = 0
        for i, times in others:
            if i <= k:
                total += (i * (n + 1) - k) * times * found[k - i]
        found.append(total // (k * first))  # exact: the recurrence has no remainder
    return [0] * (n * lowest) + found


@cache
def ideal_interval(histogram: tuple[int, ...], tail: Fraction) -> Interval:
    """BCa on the exact bootstrap distribution of a mean of n documents, each 0 .. m passes.

    `histogram[c]` documents passed c of m replicates. No random number is involved.
    """
    n, m = sum(histogram), len(histogram) - 1
    observed = sum(c * times for c, times in enumerate(histogram))
    ways = list(accumulate(power_coefficients(histogram, n)))
    draws = ways[-1]  # n to the n
    deviations = [(n * c - observed, times) for c, times in enumerate(histogram)]
    cubes, squares = (sum(times * d**power for d, times in deviations) for power in (3, 2))
    below = ways[observed - 1] if observed else 0
    reach = -normal_quantile(float(tail))
    low, high = bca_levels(below, ways[observed] - below, draws, cubes / (6 * squares * math.sqrt(squares)), reach)

    def place(level: float) -> int:
        return bisect_left(ways, level, key=lambda count: count / draws)

    return Interval(Fraction(guarded(place, low), n * m), Fraction(guarded(place, high), n * m), "bca-ideal")


def binomial_tail(n: int, least: int, success: int, failure: int) -> int:
    """Sum over i >= least of C(n, i) success^i failure^(n-i), an integer; the shorter side is added up."""
    if n - least > least:
        return int((success + failure) ** n) - binomial_tail(n, n - least + 1, failure, success)
    total, ways, power = 0, math.comb(n, least), 1
    for i in range(least, n + 1):  # by Horner's rule, success^least taken out
        total = total * failure + ways * power
        ways, power = ways * (n - i) // (i + 1), power * success
    return int(total * success**least)


@cache
def clopper_pearson_lower(passed: int, n: int, tail: Fraction) -> Fraction:
    """The largest millionth at which `passed` or more of n has a probability of at most `tail`.

    Source: Clopper & Pearson 1934, Biometrika 26:404; rounded outward to six decimals by construction.
    """
    if passed == 0:
        return Fraction(0)
    limit = tail * MILLION**n
    low, high = 0, MILLION
    while high - low > 1:
        middle = (low + high) // 2
        if binomial_tail(n, passed, middle, MILLION - middle) <= limit:
            low = middle
        else:
            high = middle
    return Fraction(low, MILLION)


def clopper_pearson(passed: Fraction, n: int, tail: Fraction) -> Interval:
    """The exact binomial interval on n documents, widened where `passed` is no whole number of them."""
    low = clopper_pearson_lower(math.floor(passed), n, tail)
    high = 1 - clopper_pearson_lower(n - math.ceil(passed), n, tail)
    return Interval(low, high, "cp-clusters")


def equal_documents(totals: Sequence[int]) -> int:
    """How many documents of one size would weigh as much as these: n where all are alike, fewer where a few are large.

    Source: Kish 1965, Survey Sampling, section 11.2C.

    >>> equal_documents([7, 7, 7]), equal_documents([100, 1, 1, 1])
    (3, 1)
    """
    return sum(totals) ** 2 // max(sum(total * total for total in totals), 1)


def may_use_bca(passes: Sequence[int], totals: Sequence[int], plan: Plan) -> bool:
    """BCa needs enough imperfect and enough non-zero documents: near 0 and 1 it covers far too little."""
    imperfect = sum(passed < total for passed, total in zip(passes, totals, strict=True))
    nonzero = sum(map(bool, passes))
    if imperfect < plan.least_imperfect or nonzero < plan.least_nonzero:
        return False
    k, n = sum(passes), sum(totals)
    return any(n * passed != k * total for passed, total in zip(passes, totals, strict=True))


def may_resample(passes: Sequence[int], totals: Sequence[int], plan: Plan) -> bool:
    """A ratio's documents must besides be worth enough equal ones, and two at least."""
    return equal_documents(totals) >= max(plan.least_documents, 2) and may_use_bca(passes, totals, plan)


def pooled_interval(passes: Sequence[int], totals: Sequence[int], tail: Fraction) -> Interval:
    """Clopper-Pearson of a ratio, on as many documents as its own are worth."""
    worth = equal_documents(totals)
    return clopper_pearson(Fraction(worth * sum(passes), sum(totals)), worth, tail)


def mean_interval(passes: Sequence[int], m: int, plan: Plan) -> Interval:
    """The interval of a row that has one label a document: passes of m replicates, one number a document."""
    if may_use_bca(passes, [m] * len(passes), plan):
        times = Counter(passes)
        return ideal_interval(tuple(times[c] for c in range(m + 1)), plan.tail)
    return clopper_pearson(Fraction(sum(passes), m), len(passes), plan.tail)


# ---------------------------------------------------------------------------------------------------
# Statistics: resampled intervals, all rows over the same documents at once
# ---------------------------------------------------------------------------------------------------

LANES = (("H", 16), ("I", 32), ("Q", 64))  # array type codes and their bits
EXACT_DIVISION = 1 << 26  # below it unequal ratios of integers are unequal floats, and equal ones equal
LANE_BYTES = 1 << 26  # resampled sums held at once


class Resamples:
    """Sums over bootstrap resamples of n documents, for many columns of numbers at once.

    The draws are SHAKE-128 of the tag, read as little-endian 32-bit words u; the document drawn is
    (u * n) >> 32. Every row over the same documents shares them.

    All columns of one document are packed into one large integer, each in a lane wide enough that no
    sum spills over; adding those integers adds every column, so one `sum` a resample does all rows.
    """

    def __init__(self, tag: str, n: int, resamples: int) -> None:
        self.tag, self.n, self.resamples = tag, n, resamples
        self.columns: dict[tuple[int, ...], None] = {}  # in order; rows share columns (totals, mostly)

    def want(self, column: Sequence[int]) -> tuple[int, ...]:
        """Ask for the sums of one column: a non-negative number for each document."""
        key = tuple(column)
        self.columns[key] = None
        return key

    def sums(self) -> dict[tuple[int, ...], list[int]]:
        """Each column's sum in every resample."""
        found: dict[tuple[int, ...], list[int]] = {}
        for code, columns in self._packs():
            found.update(self._pass(code, columns))
        return found

    def _packs(self) -> Iterator[tuple[str, list[tuple[int, ...]]]]:
        """The columns by the lane they need, in portions that fit in memory."""
        widths: dict[str, list[tuple[int, ...]]] = defaultdict(list)
        for column in self.columns:
            widths[next(code for code, bits in LANES if self.n * max(column) < 1 << bits)].append(column)
        for code, bits in LANES:
            portion = max(1, LANE_BYTES * 8 // (bits * self.resamples))
            for start in range(0, len(widths[code]), portion):
                yield code, widths[code][start : start + portion]

    def _pass(self, code: str, columns: list[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], list[int]]]:
        bits = dict(LANES)[code]
        size = len(columns) * bits // 8
        packed = [_pack(numbers, bits) for numbers in zip(*columns, strict=True)]
        sums = array(code)
        n, of = self.n, packed.__getitem__
        for draws in struct.Struct(f"<{n}I").iter_unpack(self._draws()):
            sums.frombytes(sum(map(of, [u * n >> 32 for u in draws])).to_bytes(size, "little"))
        if sys.byteorder == "big":
            sums.byteswap()
        for lane, column in enumerate(columns):
            yield column, sums[lane :: len(columns)].tolist()

    def _draws(self) -> bytes:
        return hashlib.shake_128(self.tag.encode()).digest(4 * self.n * self.resamples)


def _pack(numbers: Iterable[int], bits: int) -> int:
    """One integer with each number in its own lane of `bits` bits, the first lowest."""
    return int.from_bytes(b"".join(number.to_bytes(bits // 8, "little") for number in numbers), "little")


def ratio_interval(passes: Sequence[int], totals: Sequence[int], p: Sequence[int], t: Sequence[int], tail: Fraction) -> Interval:
    """BCa of the ratio sum(passes) / sum(totals), from its resampled numerators p and denominators t.

    It reaches further than the normal quantile: Student's, stretched by what a bootstrap's variance falls
    short, of as many documents as these are worth. Source: Hesterberg 2015, The American Statistician 69:371.
    """
    k, n = sum(passes), sum(totals)
    kept = [r for r, total in enumerate(t) if total]
    if len(kept) < len(t):
        p, t = [p[r] for r in kept], [t[r] for r in kept]
    divide: Callable[[int, int], Any] = truediv if max(t) < EXACT_DIVISION else Fraction
    ratios = list(map(divide, p, t))
    ordered = sorted(ratios)
    below = bisect_left(ordered, divide(k, n))
    equal = bisect_right(ordered, divide(k, n)) - below
    worth = equal_documents(totals)
    reach = student_quantile(worth - 1, tail) * math.sqrt(worth / (worth - 1))
    low, high = bca_levels(below, equal, len(ordered), jackknife_acceleration(passes, totals), reach)

    def place(level: float) -> Any:
        return ordered[min(max(math.ceil(level * len(ordered)), 1), len(ordered)) - 1]

    def end(level: float) -> Fraction:
        at = ratios.index(guarded(place, level))
        return Fraction(p[at], t[at])  # the exact ratio: the float cannot decide a tie in the seventh decimal

    return Interval(end(low), end(high), "bca-resampled")


def jackknife_acceleration(passes: Sequence[int], totals: Sequence[int]) -> float:
    """BCa's acceleration of a ratio: leaving out document i moves it by -(n p_i - k t_i) / (n (n - t_i)).

    Centred on the mean of those moves, not on the ratio itself.
    """
    k, n = sum(passes), sum(totals)
    moves = [(n * passed - k * total) / (n - total) for passed, total in zip(passes, totals, strict=True)]
    centre = math.fsum(moves) / len(moves)
    deviations = [move - centre for move in moves]
    squares, cubes = math.fsum(d * d for d in deviations), math.fsum(d * d * d for d in deviations)
    return cubes / (6 * squares * math.sqrt(squares))


# ---------------------------------------------------------------------------------------------------
# Statistics: two systems on the same documents
# ---------------------------------------------------------------------------------------------------


def student_within(t: float, degrees: int) -> float:
    """The probability that |T| <= t, by the finite series there is for whole degrees of freedom.

    Source: Abramowitz & Stegun 26.7.3 and 26.7.4.
    """
    angle = math.atan2(t, math.sqrt(degrees))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = degrees % 2
    terms, term = [], cosine if odd else 1.0
    for j in range(1, (degrees + 1) // 2 if odd else degrees // 2 + 1):
        terms.append(term)
        term *= cosine * cosine * (2 * j / (2 * j + 1) if odd else (2 * j - 1) / (2 * j))
    series = sine * math.fsum(terms)
    return (angle + series) * 2 / math.pi if odd else series


@cache
def student_quantile(degrees: int, tail: Fraction) -> float:
    """The t that |T| exceeds with probability 2 * tail, by bisection until floats run out."""
    low, high = 0.0, 1.0
    while student_within(high, degrees) < 1 - 2 * tail:
        low, high = high, high * 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if student_within(middle, degrees) < 1 - 2 * tail else (low, middle)
    return high


def paired_interval(differences: Sequence[int], scale: int, unit: Fraction, tail: Fraction) -> tuple[Fraction, Fraction]:
    """A t interval of the mean of differences / scale, two pseudo-documents of plus and minus one unit added.

    Without them a few documents that happen to agree would give an interval of no width.
    """
    n, total = len(differences) + 2, sum(differences)
    squares = sum(d * d for d in differences) + 2 * (unit * scale) ** 2
    error = math.sqrt((squares - Fraction(total * total, n)) / (n * (n - 1) * scale * scale))
    centre, half = Fraction(total, n * scale), Fraction(student_quantile(n - 1, tail) * error)
    return centre - half, centre + half


def moves_of(ahead: Sequence[int], labels: Sequence[int]) -> list[Fraction]:
    """How far each document moves the ratio sum(ahead) / sum(labels), in units of an average document.

    Without document i the ratio would be less by moves[i] / (n - 1). Source: Efron & Tibshirani 1993,
    An Introduction to the Bootstrap, section 11.5 (jackknife).
    """
    lead, total, n = sum(ahead), sum(labels), len(labels)
    return [Fraction((n - 1) * (e * total - lead * t), total * (total - t)) for e, t in zip(ahead, labels, strict=True)]


def lost_document(labels: Sequence[int]) -> Fraction:
    """The square of what a wholly lost document moves the ratio: that document in which a random label stands."""
    return Fraction(len(labels) ** 2 * sum(t**3 for t in labels), sum(labels) ** 3)


def jackknife_variance(moves: Sequence[Fraction], lost: Fraction, least: int) -> Fraction:
    """The variance of a ratio whose documents move it so, two pseudo-documents added; exact.

    The pseudo-documents' square is the mean of the moves' squares, each weighted by itself. Where the
    moves are worth fewer than `least` equal ones (their squares' sum, squared, over the sum of fourth
    powers), it is at least that of a lost document: one might simply not have been met.
    """
    n, scale = len(moves), math.lcm(*{move.denominator for move in moves})
    whole = [int(move * scale) for move in moves]
    squares, fourths = sum(v**2 for v in whole), sum(v**4 for v in whole)
    pseudo = Fraction(fourths, squares * scale**2) if squares else lost
    if squares**2 < least * fourths:
        pseudo = max(pseudo, lost)
    return (Fraction(squares, scale**2) + 2 * pseudo) / (n * (n + 1))


def sign_flip_p(differences: Sequence[int]) -> Fraction:
    """The share of all 2^n choices of signs whose sum is at least as far from 0 as the observed one; exact.

    The distribution is the product of (1 + x^|d|), kept as one large integer with a lane for each
    power of x: multiplying by a factor is one shift and one addition.

    >>> sign_flip_p([1, 1, 1])
    Fraction(1, 4)
    """
    sizes = [abs(d) for d in differences if d]
    observed = abs(sum(differences))
    if not observed:
        return Fraction(1)
    step = math.gcd(*sizes)
    sizes = [size // step for size in sizes]
    lane = len(sizes) + 1  # no lane can hold more than 2^n choices
    choices = 1
    for size in sizes:
        choices += choices << (size * lane)
    # Signs sum to at most -observed exactly when the sizes taken positive sum to at most this.
    most = (sum(sizes) - observed // step) // 2
    lower = choices & ((1 << (lane * (most + 1))) - 1)
    extreme = lower % ((1 << lane) - 1)  # the sum of all lanes, as casting out nines sums digits
    return Fraction(2 * extreme, 2 ** len(sizes))


def benjamini_hochberg(p: Sequence[Fraction]) -> list[Fraction]:
    """Adjusted p values: the least p_j * count / rank over all ranks at or above one's own (step-up)."""
    order = sorted(range(len(p)), key=p.__getitem__, reverse=True)
    found, least = [Fraction(1)] * len(p), Fraction(1)
    for above, index in enumerate(order):
        least = min(least, p[index] * len(p) / (len(p) - above))
        found[index] = least
    return found


# ---------------------------------------------------------------------------------------------------
# 4. Rows
# ---------------------------------------------------------------------------------------------------

Counted = list[tuple[Block, list[Slice]]]
Resampled = dict[str, dict[tuple[int, ...], list[int]]]  # by tag and number of documents: each column's resampled sums


def count_all(blocks: Iterable[Block], report: Report) -> Counted:
    """Every block with its slices; two runs may not both answer for one system in one place."""
    found: dict[tuple[str, Place], Block] = {}
    for block in blocks:
        key = (block.run.system, block.place)
        if key in found:
            report.wrong("data/runs.jsonl", f"{found[key].run.id} and {block.run.id} both answer for {'/'.join((key[0], *key[1]))}")
        else:
            found[key] = block
    return [(block, slices_of(block)) for block in found.values()]


def stand_ins(counted: Counted) -> Counted:
    """The clean answers of systems that read pictures, on the documents that others were asked about garbled.

    A garbled page has the pixels of the clean one; only its text layer lies. So these answers are the ones
    that the systems give there, and comparisons and ranks set them beside the others'. They make no rows.
    """
    asked: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for block, _ in counted:
        if block.place[3] == GARBLED:
            asked[block.place[:3]].update(block.answers)
    found: Counted = []
    for block, _ in counted:
        *where, condition = block.place
        answers = {name: letters for name, letters in block.answers.items() if name in asked[block.place[:3]]}
        if condition == CLEAN and answers and block.run.reads_pictures():
            tier, split, family = where
            copy = Block(block.run, (tier, split, family, GARBLED), answers, block.crossing, block.scenarios, stands_in=True)
            found.append((copy, slices_of(copy)))
    return found


def make_rows(plan: Plan, counted: Counted, resampled: Resampled, report: Report) -> dict[str, Json]:
    """Every row that the verdicts give, by id."""
    rows: dict[str, Json] = {}
    for block, slices in counted:
        for piece in slices:
            row = row_head(plan, block, piece)
            try:
                row.update(row_figures(plan, block, piece, resampled))
            except Doubt as doubt:
                report.wrong(f"row {row['id']}", str(doubt))
            rows[row["id"]] = row
    return rows


def resample_all(plan: Plan, counted: Counted, rankings: Sequence[Ranking]) -> Resampled:
    """The resampled sums of every column that some row or some ranking needs."""
    wanted: dict[str, Resamples] = {}

    def want(block: Block, documents: int, columns: Iterable[Sequence[int]]) -> None:
        name = resample_name(plan, block, documents)
        if name not in wanted:
            wanted[name] = Resamples(resample_tag(plan, block), documents, plan.resamples)
        for column in columns:
            wanted[name].want(column)

    for block, slices in counted:
        for piece in slices:
            if needs_resamples(plan, block, piece):
                want(block, len(block.clusters()), (piece.passes, piece.totals))
    for ranking in rankings:
        if why_not_ranked(plan, ranking) is None:
            want(ranking.members[0][0], len(ranking.documents), (*ranking.passes, *ranking.totals))
    return {name: resamples.sums() for name, resamples in wanted.items()}


def needs_resamples(plan: Plan, block: Block, piece: Slice) -> bool:
    """Whether a row's interval is read from resamples: a ratio, shown, with documents enough for BCa."""
    return not piece.is_mean and why_none(plan, block, piece) is None and may_resample(piece.passes, piece.totals, plan)


def resample_tag(plan: Plan, block: Block) -> str:
    """What the draws of one tier, split and family are a hash of."""
    tier, split, family, _ = block.place
    return f"ground-truth/resample/v1/{plan.version}/{block.run.edition}/{tier}/{split}/{family}"


def resample_name(plan: Plan, block: Block, documents: int) -> str:
    """The tag and the number of documents drawn from: with both equal, the draws are."""
    return f"{resample_tag(plan, block)} {documents}"


def is_hidden(plan: Plan, block: Block, piece: Slice) -> bool:
    """Whether a private row rests on too few documents to be shown, even as counts."""
    return block.place[1] == "private" and piece.clusters < plan.private_least


def why_none(plan: Plan, block: Block, piece: Slice) -> str | None:
    """Why a row has no figure, or None where it has one."""
    if not piece.clusters:
        return "unjudged" if "U" in piece.all else "no judged labels"
    return f"fewer than {plan.private_least} documents" if is_hidden(plan, block, piece) else None


def row_head(plan: Plan, block: Block, piece: Slice) -> Json:
    """A row without its figures."""
    tier, split, family, condition = block.place
    run, hidden = block.run, is_hidden(plan, block, piece)
    return {
        "id": f"{run.system}/{tier}/{split}/{family}/{piece.eval_class}/{condition}/{piece.name}",
        "system": run.system,
        "run": run.id,
        "edition": run.edition,
        "tier": tier,
        "split": split,
        "family": family,
        "eval_class": piece.eval_class,
        "condition": condition,
        "slice": piece.name,
        "k": 0 if hidden else sum(piece.passes),
        "n": 0 if hidden else sum(piece.totals),
        "clusters": 0 if hidden else piece.clusters,
        "replicates": run.replicates,
        "level": plan.level,
        "reason": why_none(plan, block, piece),
    } | dict.fromkeys(("point", "low", "high", "method", "between_replicates", "disagreement"))


def row_figures(plan: Plan, block: Block, piece: Slice, resampled: Resampled) -> Json:
    """The figures of a row that has some. Raises Doubt."""
    if why_none(plan, block, piece) is not None:
        return {}
    interval = row_interval(plan, block, piece, resampled)
    return {
        "point": published(Fraction(sum(piece.passes), sum(piece.totals))),
        "low": published(interval.low),
        "high": published(interval.high),
        "method": interval.method,
    } | replicate_figures(block.run, piece)


def row_interval(plan: Plan, block: Block, piece: Slice, resampled: Resampled) -> Interval:
    """The interval of one row: of a mean, of a ratio, or Clopper-Pearson where documents are too few for either."""
    letters, passes, totals = block.run.letters, piece.passes, piece.totals
    if piece.is_mean:
        if not set(totals) <= {0, letters}:
            raise Doubt("a document has more or fewer letters than one label has")
        return mean_interval([passed for passed, total in zip(passes, totals, strict=True) if total], letters, plan)
    if needs_resamples(plan, block, piece):
        sums = resampled[resample_name(plan, block, len(block.clusters()))]
        return ratio_interval(passes, totals, sums[tuple(passes)], sums[tuple(totals)], plan.tail)
    return pooled_interval(passes, totals, plan.tail)


def replicate_figures(run: Run, piece: Slice) -> Json:
    """How much replicates differ: the variance of the row's rate, and the share of labels they disagree on."""
    if piece.name.startswith("ROWS_INVENTED"):  # its labels are not the same in every replicate
        return {}
    if run.verified:
        return {"between_replicates": published(Fraction(0)), "disagreement": published(Fraction(0))}
    if run.letters == 1:  # one replicate says nothing about differences between replicates
        return {}
    rates = piece.rates(run.letters)
    known = [rate for rate in rates if rate is not None]
    return {
        "between_replicates": published(variance(known)) if len(known) == len(rates) else None,
        "disagreement": published(piece.disagreement()),
    }


def variance(values: Sequence[Fraction]) -> Fraction:
    """Of a sample: the divisor is one less than the number of values."""
    mean = sum(values, Fraction(0)) / len(values)
    return sum(((value - mean) ** 2 for value in values), Fraction(0)) / (len(values) - 1)


# ---------------------------------------------------------------------------------------------------
# 5. Comparisons: of each system with the reference, and of every two on the headline
# ---------------------------------------------------------------------------------------------------


def make_comparisons(plan: Plan, counted: Counted, report: Report) -> dict[str, Json]:
    """Every comparison that the verdicts give, by id; p values of one place are adjusted together.

    On document_extraction/ALL every two systems beside the reference are compared as well, the first
    by name against the second. Those p values are adjusted with the others of their place.
    """
    places: dict[Place, Counted] = defaultdict(list)
    for block, slices in counted:
        places[block.place].append((block, slices))
    comparisons: dict[str, Json] = {}
    for here in places.values():
        known: list[tuple[str, Fraction]] = []
        reference = next((pair for pair in here if pair[0].run.system == plan.reference), None)
        others = sorted((pair for pair in here if pair is not reference), key=lambda pair: pair[0].run.system)
        due = [(one, plan.reference, reference, piece) for one in others for piece in filter(is_compared, one[1])]
        due = [pair for pair in due if not pair[0][0].stands_in or (reference is not None and not reference[0].stands_in)]
        for one, two in combinations(others, 2):
            if one[0].stands_in and two[0].stands_in:
                continue  # that pair is the one on clean pages
            due += [(one, two[0].run.system, two, piece) for piece in one[1] if (piece.eval_class, piece.name) == HEADLINES[0]]
        for (block, _), against, other, piece in due:
            record, p = compare(plan, block, piece, against, other, report)
            comparisons[record["id"]] = record
            if p is not None:
                known.append((record["id"], p))
        for (name, _), q in zip(known, benjamini_hochberg([p for _, p in known]), strict=True):
            comparisons[name]["q"] = published(q)
    return comparisons


HEADLINES = (("document_extraction", "ALL"), ("line_item_structure", "ALL"))


def is_compared(piece: Slice) -> bool:
    """The slices that systems are compared on: fields, and the two headlines."""
    if piece.eval_class == "line_item_structure":
        return piece.name == "ALL"
    return piece.eval_class == "document_extraction" and piece.name not in OVER_AGAIN[1:] and not piece.name.startswith("AXIS.")


def compare(
    plan: Plan, block: Block, piece: Slice, against: str, reference: tuple[Block, list[Slice]] | None, report: Report
) -> tuple[Json, Fraction | None]:
    """One comparison with the system named `against`, its q left open, and the exact p (None where there is no evidence)."""
    tier, split, family, condition = block.place
    name = f"{block.run.system}~{against}/{tier}/{split}/{family}/{piece.eval_class}/{condition}/{piece.name}"
    labels, ahead = ([], []) if reference is None else pair(name, block, piece, *reference, report)
    record: Json = {
        "id": name,
        "system": block.run.system,
        "reference": against,
        "edition": block.run.edition,
        "tier": tier,
        "split": split,
        "family": family,
        "eval_class": piece.eval_class,
        "condition": condition,
        "slice": piece.name,
        "level": plan.level,
        "margin": plan.margin,
        "reason": why_not_compared(plan, block, reference, labels),
        "from_clean": sorted(one.run.system for one in (block, reference and reference[0]) if one and one.stands_in) or None,
    } | dict.fromkeys(("difference", "low", "high", "method", "p", "q", "smallest_detectable", "documents_to_separate"))
    if reference is None or record["reason"] is not None:
        return record | {"n": 0, "clusters": 0, "word": "No evidence"}, None
    p = sign_flip_p(ahead)
    try:
        figures = difference_figures(plan, labels, ahead, block.run.letters, reference[0].run.letters, mean=piece.is_mean)
    except Doubt as doubt:
        report.wrong(f"comparison {name}", str(doubt))
        figures = {}
    return record | figures | {"n": sum(labels), "clusters": len(labels), "p": published(p)}, p


def pair(name: str, block: Block, piece: Slice, other: Block, others: Sequence[Slice], report: Report) -> tuple[list[int], list[int]]:
    """For each document both answered: its judged labels, and by how many passed labels the system is ahead.

    The second is counted in parts of a label, so that both runs' replicates are whole numbers of them.
    """
    theirs = next((slice_ for slice_ in others if (slice_.eval_class, slice_.name) == (piece.eval_class, piece.name)), None)
    if theirs is None:
        return [], []
    m, n = block.run.letters, other.run.letters
    whole = math.lcm(m, n)
    passed = dict(zip(other.clusters(), zip(theirs.passes, theirs.totals, strict=True), strict=True))
    labels, ahead = [], []
    for document, p, t in zip(block.clusters(), piece.passes, piece.totals, strict=True):
        if document not in passed:
            continue
        their_p, their_t = passed[document]
        if t * n != their_t * m:
            report.wrong(f"comparison {name}", f"{document} has not the same judged labels in both runs")
        elif t:
            labels.append(t // m)
            ahead.append(p * (whole // m) - their_p * (whole // n))
    return labels, ahead


def why_not_compared(plan: Plan, block: Block, reference: object | None, labels: Sequence[int]) -> str | None:
    """Why a comparison has no figure, or None where it has."""
    if reference is None:
        return "the reference has no run here"
    if block.place[1] == "private" and len(labels) < plan.private_least:
        return f"fewer than {plan.private_least} documents"
    return "fewer than 2 documents" if len(labels) < 2 else None


def difference_figures(plan: Plan, labels: Sequence[int], ahead: Sequence[int], m: int, n: int, *, mean: bool) -> Json:
    """Difference, interval and word, and what could be detected, for runs of m and n replicates. Raises Doubt.

    With one label a document (`mean`) the interval is `paired_interval`. Else the difference is of two
    ratios over documents of unequal size: its variance is `jackknife_variance`, t has one degree of freedom
    less than `equal_documents`, and the interval ends at -1 and 1.
    """
    whole, documents = math.lcm(m, n), len(labels)
    point = Fraction(sum(ahead), whole * sum(labels))
    if mean:
        unit = Fraction(1, max(m, n))
        low, high = paired_interval(ahead, whole, unit, plan.tail)
        squares = sum(e * e for e in ahead) + 2 * (unit * whole) ** 2
        values = documents + 2
        variance = (squares - Fraction(sum(ahead) ** 2, values)) / ((values - 1) * values * whole**2)
    else:
        values = documents
        variance = jackknife_variance([move / whole for move in moves_of(ahead, labels)], lost_document(labels), plan.least_documents)
        half = Fraction(student_quantile(max(equal_documents(labels) - 1, 1), plan.tail) * math.sqrt(variance))
        low, high = max(point - half, Fraction(-1)), min(point + half, Fraction(1))
    shown = published(low), published(high)
    return {
        "difference": published(point),
        "low": shown[0],
        "high": shown[1],
        "method": "paired-t-pseudo" if mean else "paired-t-jackknife",
        "word": word_of(Fraction(shown[0]), Fraction(shown[1]), Fraction(plan.margin)),
    } | power_figures(plan, point, variance, values)


def power_figures(plan: Plan, point: Fraction, variance: Fraction, values: int) -> Json:
    """The smallest difference these documents would have separated from 0, and how many would separate the observed one.

    `reach` is the number of standard errors a true difference must measure: the normal quantiles of the
    interval's tail and of the plan's power added up, 2.801585 at 95 % and 80 %. Source: Lachin 1981,
    Controlled Clinical Trials 2:93, eq. 1. `variance` is that of the difference, about its own mean (so
    under the alternative), and falls as one over `values`: the documents, and with one label each also the
    two pseudo-documents. `smallest_detectable` = reach * sqrt(variance), and `documents_to_separate` is the
    least whole number that is not below reach^2 * variance * values / difference^2, or nothing where the
    observed difference is exactly 0. A page prints the first in percentage points without sign
    (`percent`), the second as it is.
    """
    reach = -normal_quantile(float(plan.tail)) + normal_quantile(float(Fraction(plan.power)))
    found: Json = {"smallest_detectable": published(Fraction(reach * math.sqrt(variance))), "documents_to_separate": None}
    if point:
        needed = Fraction(reach) ** 2 * variance * values / point**2
        slack = needed / 10**12
        if math.ceil(needed - slack) != math.ceil(needed + slack):
            raise Doubt("the documents needed are undecided: their number is whole but for the last digits of a float")
        found["documents_to_separate"] = math.ceil(needed)
    return found


def word_of(low: Fraction, high: Fraction, margin: Fraction) -> str:
    """The word for a published interval: does it exclude 0, does it lie within the margin, or both."""
    side = "Better" if low > 0 else "Worse" if high < 0 else ""
    within = -margin < low and high < margin
    if side:
        return f"{side}, within" if within else side
    return "Within" if within else "Cannot tell"


# ---------------------------------------------------------------------------------------------------
# 6. Ranks: where each system stands among those of its place
# ---------------------------------------------------------------------------------------------------

TIE = 1e-9  # a difference longer than its critical distance by less than this share of it separates nobody
TIE_GUARD = 1e-12  # and within this of that edge floats do not decide: then there is no answer but Doubt


class Ranking:
    """The systems of one place on one headline, in order of name, over the documents that all of them have.

    `passes` and `totals` hold one column a system, one number a document, counted in letters.
    """

    def __init__(self, members: Sequence[tuple[Block, Slice]]) -> None:
        self.members = sorted(members, key=lambda member: member[0].run.system)
        self.documents = sorted(set.intersection(*(set(block.clusters()) for block, _ in members)))
        known = [dict(zip(block.clusters(), zip(piece.passes, piece.totals, strict=True), strict=True)) for block, piece in self.members]
        self.passes = [[one[name][0] for name in self.documents] for one in known]
        self.totals = [[one[name][1] for name in self.documents] for one in known]
        self.clusters = sum(any(labels) for labels in zip(*self.totals, strict=True))

    def rates(self) -> list[Fraction]:
        """Each system's share of passed letters."""
        return [Fraction(sum(p), sum(t)) for p, t in zip(self.passes, self.totals, strict=True)]


def find_rankings(counted: Counted) -> list[Ranking]:
    """One ranking for each place and headline that two systems or more have."""
    places: dict[tuple[Place, tuple[str, str]], list[tuple[Block, Slice]]] = defaultdict(list)
    for block, slices in counted:
        for piece in slices:
            if (piece.eval_class, piece.name) in HEADLINES:
                places[block.place, (piece.eval_class, piece.name)].append((block, piece))
    contests = (members for members in places.values() if len(members) > 1 and not all(block.stands_in for block, _ in members))
    return [Ranking(members) for members in contests]


def why_not_ranked(plan: Plan, ranking: Ranking) -> str | None:
    """Why a place has no ranks, or None where it has."""
    if ranking.members[0][0].place[1] == "private" and ranking.clusters < plan.private_least:
        return f"fewer than {plan.private_least} documents"
    return None if all(map(sum, ranking.totals)) else "a system without judged labels cannot be ranked"


def make_ranks(plan: Plan, rankings: Sequence[Ranking], resampled: Resampled, report: Report) -> dict[str, Json]:
    """Every rank that the verdicts give, by id."""
    ranks: dict[str, Json] = {}
    for ranking in rankings:
        systems = [block.run.system for block, _ in ranking.members]
        reason, better = why_not_ranked(plan, ranking), None
        try:
            if reason is None:
                better = who_is_better(plan, ranking, resampled[resample_name(plan, ranking.members[0][0], len(ranking.documents))])
                reason = None if better else "too few documents have judged labels of every system"
        except Doubt as doubt:
            report.wrong(f"rank {rank_head(plan, ranking, 0)['id']}", str(doubt))
        tied = [] if better is None else [systems[s] for s in leading_group(ranking.rates(), better)]
        for s in range(len(systems)):
            head = rank_head(plan, ranking, s)
            ranks[head["id"]] = head | {
                "best": better and 1 + sum(row[s] for row in better),
                "worst": better and len(systems) - sum(better[s]),
                "tied": tied,
                "clusters": ranking.clusters if better else 0,
                "method": "max-t-pairwise" if better else None,
                "reason": reason,
            }
    return ranks


def rank_head(plan: Plan, ranking: Ranking, s: int) -> Json:
    """A rank without its figures."""
    block, piece = ranking.members[s]
    tier, split, family, condition = block.place
    return {
        "id": f"{block.run.system}/{tier}/{split}/{family}/{piece.eval_class}/{condition}/{piece.name}",
        "system": block.run.system,
        "edition": block.run.edition,
        "tier": tier,
        "split": split,
        "family": family,
        "eval_class": piece.eval_class,
        "condition": condition,
        "slice": piece.name,
        "of": len(ranking.members),
        "level": plan.level,
    }


BASE_TIER = "synthetic"
LEAST_SYSTEMS = 3  # of two systems an agreement says next to nothing


def find_pairs(counted: Counted) -> list[tuple[Ranking, Ranking]]:
    """The synthetic tier and another, on one headline of the public split, over the systems that both have."""
    places: dict[tuple[str, str, str, str, str], dict[str, tuple[Block, Slice]]] = defaultdict(dict)
    for block, slices in counted:
        tier, split, family, condition = block.place
        for piece in slices:
            if split == "public" and (piece.eval_class, piece.name) in HEADLINES:
                places[tier, family, condition, piece.eval_class, piece.name][block.run.system] = (block, piece)
    found = []
    for (tier, *rest), members in sorted(places.items()):
        base = places.get((BASE_TIER, *rest), {})  # type: ignore[arg-type]
        shared = sorted(members.keys() & base.keys())
        if tier != BASE_TIER and len(shared) > 1:
            found.append((Ranking([base[slug] for slug in shared]), Ranking([members[slug] for slug in shared])))
    return found


def make_agreements(plan: Plan, pairs: Sequence[tuple[Ranking, Ranking]], resampled: Resampled) -> dict[str, Json]:
    """Kendall's tau-b between the orders of two tiers, by id. Each side's clusters are resampled on their own.

    Source: Kendall 1945, Biometrika 33:239. The interval is the percentile interval over pairs of resamples, one
    of each side; one in which a side ties all systems counts as 0; and it is widened to hold the point.
    """
    found: dict[str, Json] = {}
    for first, second in pairs:
        block, piece = first.members[0]
        other = second.members[0][0]
        _, split, family, condition = block.place
        name = f"{block.place[0]}/{other.place[0]}/{split}/{family}/{piece.eval_class}/{condition}/{piece.name}"
        reason = why_no_agreement(first, second)
        figures = {} if reason else agreement_figures(plan, first, second, resampled)
        found[name] = {
            "id": name,
            "edition": block.run.edition,
            "tier": block.place[0],
            "other": other.place[0],
            "split": split,
            "family": family,
            "eval_class": piece.eval_class,
            "condition": condition,
            "slice": piece.name,
            "systems": [member.run.system for member, _ in first.members],
            "clusters": len(first.documents),
            "other_clusters": len(second.documents),
            "level": plan.level,
            "method": "percentile-tau-b" if figures else None,
            "reason": reason,
        } | (figures or dict.fromkeys(("tau", "low", "high")))
    return found


def why_no_agreement(first: Ranking, second: Ranking) -> str | None:
    """Why two orders cannot be compared, or None where they can."""
    if len(first.members) < LEAST_SYSTEMS:
        return f"fewer than {LEAST_SYSTEMS} systems on both sides"
    if not all(map(sum, first.totals)) or not all(map(sum, second.totals)):
        return "a system without judged labels on one side"
    return None if all(any(orders_of(side.rates())) for side in (first, second)) else "all systems tie on one side"


def agreement_figures(plan: Plan, first: Ranking, second: Ranking, resampled: Resampled) -> Json:
    """The point and both ends, as they are published."""
    point = tau_b(orders_of(first.rates()), orders_of(second.rates()))
    sides = [list(resampled_orders(plan, side, resampled)) for side in (first, second)]
    taus = sorted(map(tau_b, *sides))
    places = [max(1, math.ceil(p * len(taus))) - 1 for p in (plan.tail, 1 - plan.tail)]
    low, high = min(point, taus[places[0]]), max(point, taus[places[1]])
    return {column: published(Fraction(value)) for column, value in (("tau", point), ("low", low), ("high", high))}


def resampled_orders(plan: Plan, side: Ranking, resampled: Resampled) -> Iterator[list[int]]:
    """The order of every pair of systems in every resample of one side, by cross products: no label is no order."""
    sums = resampled[resample_name(plan, side.members[0][0], len(side.documents))]
    passes, totals = ([sums[tuple(column)] for column in columns] for columns in (side.passes, side.totals))
    pairs = list(combinations(range(len(passes)), 2))
    for r in range(plan.resamples):
        yield [sign(passes[s][r] * totals[t][r] - passes[t][r] * totals[s][r]) for s, t in pairs]


def orders_of(rates: Sequence[Fraction]) -> list[int]:
    """1, 0 or -1 for every pair of systems: better, equal, worse."""
    return [sign(one - other) for one, other in combinations(rates, 2)]


def tau_b(first: Sequence[int], second: Sequence[int]) -> float:
    """Kendall's tau-b of two lists of signs; 0 where one of them has no order."""
    ordered = sum(map(abs, first)) * sum(map(abs, second))
    return sum(a * b for a, b in zip(first, second, strict=True)) / math.sqrt(ordered) if ordered else 0.0


def sign(value: Fraction | int) -> int:
    """1, 0 or -1."""
    return (value > 0) - (value < 0)


def who_is_better(plan: Plan, ranking: Ranking, sums: dict[tuple[int, ...], list[int]]) -> list[list[bool]] | None:
    """For each system, which others it is better than beyond doubt: all such statements hold at once at the level.

    Each pair's difference is the difference of two ratios, with the standard error of their comparison. The
    critical distance, in standard errors, is the largest |resampled difference - observed difference| of
    any pair, at the level's place among all resamples, and not less than the t quantile of one comparison.
    A pair is separated where its difference exceeds that distance. Source: Mogstad, Romano, Shaikh and
    Wilhelm 2024, Review of Economic Studies 91:476, section 3.

    Ties: a resample may reproduce an observed difference, so that a difference could equal its own distance
    but for the last bits of a float. So a pair is separated only where difference > distance * (1 + TIE),
    and where it is within TIE_GUARD of that edge there is Doubt: two implementations whose floats differ in
    their last bits give the same answer or none. None where too many resamples hold no label of some system.
    """
    rates = ranking.rates()
    errors = pair_errors(plan, ranking)
    critical = None if errors is None else critical_distance(plan, ranking, sums, errors)
    if errors is None or critical is None:
        return None
    better = [[False] * len(rates) for _ in rates]
    for (s, t), error in errors.items():
        apart = rates[s] - rates[t]
        reached = float(abs(apart)) / (critical * error)
        if abs(reached - (1 + TIE)) < TIE_GUARD:
            raise Doubt("whether two systems differ is undecided by floats")
        better[s][t], better[t][s] = reached > 1 + TIE and apart > 0, reached > 1 + TIE and apart < 0
    return better


def pair_errors(plan: Plan, ranking: Ranking) -> dict[tuple[int, int], float] | None:
    """The standard error of every pair's difference; None where one document has all labels of some system.

    Documents without a label of any system have no part in it.
    """
    judged = [i for i, labels in enumerate(zip(*ranking.totals, strict=True)) if any(labels)]
    labels = [[column[i] for i in judged] for column in ranking.totals]
    if any(max(column) == sum(column) for column in labels):
        return None
    moves = [moves_of([passes[i] for i in judged], column) for passes, column in zip(ranking.passes, labels, strict=True)]
    lost = list(map(lost_document, labels))
    found = {}
    for s, t in combinations(range(len(labels)), 2):
        apart = list(map(Fraction.__sub__, moves[s], moves[t]))
        found[s, t] = math.sqrt(jackknife_variance(apart, max(lost[s], lost[t]), plan.least_documents))
    return found


def critical_distance(
    plan: Plan, ranking: Ranking, sums: dict[tuple[int, ...], list[int]], errors: dict[tuple[int, int], float]
) -> float | None:
    """How many standard errors apart two systems must be, for all pairs at once; None where resamples lack labels."""
    numerators = [sums[tuple(column)] for column in ranking.passes]
    denominators = [sums[tuple(column)] for column in ranking.totals]
    kept = [r for r, all_have in enumerate(zip(*denominators, strict=True)) if all(all_have)]
    place = math.ceil(Fraction(plan.level) * plan.resamples)
    if place > len(kept):  # a resample without labels of some system deviates without limit
        return None
    moves = []
    for p, t, rate in zip(numerators, denominators, ranking.rates(), strict=True):
        observed = float(rate)
        moves.append([p[r] / t[r] - observed for r in kept])
    largest = [0.0] * len(kept)
    for (s, t), error in errors.items():
        largest = [max(most, abs(a - b) / error) for most, a, b in zip(largest, moves[s], moves[t], strict=True)]
    worth = min(equal_documents(column) for column in ranking.totals)
    return max(sorted(largest)[place - 1], student_quantile(max(worth - 1, 1), plan.tail))


def leading_group(rates: Sequence[Fraction], better: Sequence[Sequence[bool]]) -> list[int]:
    """The system of the highest rate (of equals the first by name) and all it is not better than, best first.

    Anchored on that one system: being tied with a member of the group makes nobody a member.
    """
    order = sorted(range(len(rates)), key=lambda s: (-rates[s], s))
    return [s for s in order if not better[order[0]][s]]


# ---------------------------------------------------------------------------------------------------
# 7. Losses: what a condition costs a system, against its own answers on clean pages
# ---------------------------------------------------------------------------------------------------


def make_losses(plan: Plan, counted: Counted, report: Report) -> dict[str, Json]:
    """Every loss that the verdicts give, by id; p values of one tier, split and family are adjusted together."""
    clean = {(block.run.system, block.place[:3]): (block, slices) for block, slices in counted if block.place[3] == CLEAN}
    losses: dict[str, Json] = {}
    tested: dict[tuple[str, ...], list[tuple[str, Fraction]]] = defaultdict(list)
    for block, slices in sorted(counted, key=lambda pair: (pair[0].run.system, pair[0].place)):
        for piece in slices:
            if block.place[3] != CLEAN and (piece.eval_class, piece.name) in HEADLINES:
                record, p = loss(plan, block, piece, clean.get((block.run.system, block.place[:3])), report)
                losses[record["id"]] = record
                if p is not None:
                    tested[block.place[:3]].append((record["id"], p))
    for known in tested.values():
        for (name, _), q in zip(known, benjamini_hochberg([p for _, p in known]), strict=True):
            losses[name]["q"] = published(q)
    return losses


def loss(plan: Plan, block: Block, piece: Slice, clean: tuple[Block, list[Slice]] | None, report: Report) -> tuple[Json, Fraction | None]:
    """One loss, its q left open, and the exact p: the difference is the condition's rate less that on the clean twins."""
    tier, split, family, condition = block.place
    name = f"{block.run.system}/{tier}/{split}/{family}/{piece.eval_class}/{condition}/{piece.name}"
    labels, ahead = ([], []) if clean is None else pair(name, block, piece, *clean, report)
    reason = "the system has no clean pages here" if clean is None else why_not_compared(plan, block, clean, labels)
    record: Json = {
        "id": name,
        "system": block.run.system,
        "run": block.run.id,
        "edition": block.run.edition,
        "tier": tier,
        "split": split,
        "family": family,
        "eval_class": piece.eval_class,
        "condition": condition,
        "slice": piece.name,
        "level": plan.level,
        "margin": plan.margin,
        "reason": reason,
    } | dict.fromkeys(("difference", "low", "high", "method", "p", "q"))
    if reason is not None:
        return record | {"n": 0, "clusters": 0, "word": "No evidence"}, None
    p = sign_flip_p(ahead)
    try:
        figures = difference_figures(plan, labels, ahead, block.run.letters, block.run.letters, mean=False)
    except Doubt as doubt:
        report.wrong(f"loss {name}", str(doubt))
        figures = {}
    shown = {column: figures.get(column) for column in ("difference", "low", "high", "method", "word")}
    return record | shown | {"n": sum(labels), "clusters": len(labels), "p": published(p)}, p


# ---------------------------------------------------------------------------------------------------
# What a system costs to run: measured seconds, from the recorded extractions
# ---------------------------------------------------------------------------------------------------

EXTRACTION = _shape(document=str, condition=str)
_SECONDS = re.compile(r"\d{1,9}(\.\d{1,9})?")


_WRONG_AMOUNTS = re.compile(r"\b((?:un)?detected_error):([A-Z]{3}):([0-9]+(?:\.[0-9]+)?):([0-9]+(?:\.[0-9]+)?)(?=,|$)")


def make_undetected(plan: Plan, counted: Counted) -> dict[str, Json]:
    """The money in wrong amounts of answers that foot, by place and currency, from the reasons of public verdicts."""
    found = {}
    for block, _ in counted:
        wrong: dict[str, list[list[str]]] = defaultdict(list)
        for name in sorted(block.answers) if block.reasons else ():
            for match in _WRONG_AMOUNTS.finditer(block.reasons.get(name, {}).get("REL/UNDETECTED", "")):
                wrong[match[2]].append(list(match.groups()))
        for currency, answers in wrong.items():
            record = undetected_figures(plan, block, currency, answers)
            found[record["id"]] = record
    return found


def undetected_figures(plan: Plan, block: Block, currency: str, answers: Sequence[Sequence[str]]) -> Json:
    """One record: amounts are added up in one currency alone, and the median's interval is read off their order."""
    tier, split, family, condition = block.place
    errors = sorted(Fraction(error) for name, _, error, _ in answers if name == "undetected_error")
    payable = [Fraction(due) for name, _, _, due in answers if name == "undetected_error" and Fraction(due)]
    n, rank, below = len(errors), 0, 0
    while rank < n and Fraction(below + math.comb(n, rank), 2**n) <= plan.tail:  # fewer than `rank` of n lie below the median
        below, rank = below + math.comb(n, rank), rank + 1
    least = next(k for k in range(1, 1000) if Fraction(1, 2**k) <= plan.tail)
    amounts = {"total": sum(errors, Fraction(0)), "least": errors[0], "median": errors[(n - 1) // 2], "most": errors[-1]} if n else {}
    amounts |= {"payable_total": sum(payable, Fraction(0))} if n else {}
    amounts |= {"low": errors[rank - 1], "high": errors[n - rank]} if rank else {}
    return {
        "id": f"{block.run.system}/{tier}/{split}/{family}/{condition}/{currency}",
        "system": block.run.system,
        "run": block.run.id,
        "edition": block.run.edition,
        "tier": tier,
        "split": split,
        "family": family,
        "condition": condition,
        "currency": currency,
        "wrong": len(answers),
        "n": n,
        "payable": len(payable),
        "level": plan.level,
        "method": "order-statistics" if rank else None,
        "reason": None if rank else f"fewer than {least} errors" if n else "no undetected error",
    } | {column: money(amounts[column]) if column in amounts else None for column in MONEY}


MONEY = ("total", "least", "median", "most", "low", "high", "payable_total")


def money(amount: Fraction) -> str:
    """To the cent, or as fine as the amount is.

    >>> money(Fraction(5, 2)), money(Fraction("0.005"))
    ('2.50', '0.005')
    """
    places = 2
    while (amount * 10**places).denominator != 1:
        places += 1
    return published(amount, places)


def make_costs(data: Data, runs: Sequence[Run]) -> dict[str, Json]:
    """Mean seconds a document of each run, family and condition whose extractions are published."""
    families = {record["id"]: record["family"] for record in data.records("data/documents.jsonl", DOCUMENT)}
    paths = data.under("extractions")
    costs: dict[str, Json] = {}
    for run in runs:
        if run.id in paths:
            costs |= _run_costs(data, run, paths[run.id], families)
    return costs


def _run_costs(data: Data, run: Run, path: str, families: dict[str, str]) -> dict[str, Json]:
    times: dict[tuple[str, str], tuple[list[Fraction], list[Fraction]]] = defaultdict(lambda: ([], []))
    for number, record in enumerate(data.records(path, EXTRACTION), 1):
        taken = [record.get(column) or [] for column in ("seconds", "cpu_seconds")]
        if record["document"] not in families or not all(map(_are_seconds, taken)):
            data.report.wrong(f"{path}:{number}", "no known document, or seconds that are not plain decimals")
            continue
        for known, texts in zip(times[families[record["document"]], record["condition"]], taken, strict=True):
            known.extend(map(Fraction, texts))
    return {
        f"{run.system}/{family}/{condition}": {
            "system": run.system,
            "run": run.id,
            "family": family,
            "condition": condition,
            "seconds_per_document": _mean_seconds(wall),
            "cpu_seconds_per_document": _mean_seconds(cpu),
            "n": len(wall),
        }
        for (family, condition), (wall, cpu) in times.items()
    }


def _are_seconds(texts: object) -> bool:
    return isinstance(texts, list) and all(isinstance(text, str) and _SECONDS.fullmatch(text) for text in texts)


def _mean_seconds(times: Sequence[Fraction]) -> str | None:
    return published(sum(times, Fraction(0)) / len(times), 3) if times else None


# ---------------------------------------------------------------------------------------------------
# 8. Published tables against the recomputed ones
# ---------------------------------------------------------------------------------------------------


def check_table(data: Data, kind: str, table: str, recomputed: dict[str, Json], name_by: Sequence[str]) -> None:
    """Compare data/<table>.jsonl with what was recomputed, column by column, and data/<table>.csv with it."""
    listed = data.records(f"data/{table}.jsonl", {})
    check_records(data.report, kind, table, listed, recomputed, name_by)
    check_csv(data, table, listed)


def check_records(
    report: Report, kind: str, table: str, listed: Sequence[Json], recomputed: dict[str, Json], name_by: Sequence[str]
) -> None:
    """Compare the records of one table with what was recomputed, column by column."""
    found: dict[str, Json] = {}
    for number, record in enumerate(listed, 1):
        name = "/".join(str(record.get(column)) for column in name_by)
        if name in found:
            report.wrong(f"data/{table}.jsonl:{number}", f"a second {kind} {name}")
        found[name] = record
    report.checked[table] = len(found)
    for name in sorted(found.keys() | recomputed.keys()):
        if name not in recomputed:
            report.wrong(f"{kind} {name}", "is published, but the verdicts do not give it")
        elif name not in found:
            report.wrong(f"{kind} {name}", "is not published, but the verdicts give it")
        else:
            _check_columns(report, f"{kind} {name}", found[name], recomputed[name])


def _check_columns(report: Report, where: str, found: Json, recomputed: Json) -> None:
    for column in sorted(found.keys() | recomputed.keys()):
        mine, theirs = recomputed.get(column), found.get(column)  # a column left out is one without a value
        if type(mine) is not type(theirs) or mine != theirs:
            report.differs(where, column, theirs, mine)


def check_csv(data: Data, table: str, records: Sequence[Json]) -> None:
    """The CSV beside a .jsonl must hold the same records and no more; an empty cell is a null."""
    path = f"data/{table}.csv"
    if path not in data.contents:
        data.report.wrong(path, "is missing")
        return
    try:
        lines = list(csv.reader(io.StringIO(data.contents[path].decode("utf-8"), newline=""), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        data.report.wrong(path, f"is no CSV: {error}")
        return
    header = lines[0] if lines else []
    if len(set(header)) != len(header) or {column for record in records for column in record} - set(header):
        data.report.wrong(f"{path}:1", "the header names a column twice, or lacks one")
        return
    mine = Counter(tuple(_cell(record.get(column)) for column in header) for record in records)
    theirs = Counter(map(tuple, lines[1:]))
    for cells in (theirs - mine).elements():
        data.report.wrong(path, f"says what data/{table}.jsonl does not: {','.join(cells)[:200]}")
    for cells in (mine - theirs).elements():
        data.report.wrong(path, f"lacks what data/{table}.jsonl says: {','.join(cells)[:200]}")


def _cell(value: object) -> str:
    return "" if value is None else " ".join(map(str, value)) if isinstance(value, list) else str(value)


# ---------------------------------------------------------------------------------------------------
# 9. Coverage: which documents there are
# ---------------------------------------------------------------------------------------------------

COVER = _shape(id=str, n=int, planned=bool)


def make_coverage(data: Data, blocks: Iterable[Block]) -> dict[str, Json]:
    """Every cell that is published or that some document is in, with the number of its documents.

    That a cell is planned follows from the generator's design and is taken as published; a cell that no
    document is in exists only where it is planned.
    """
    labels, crossing = read_labels(data)
    counts: Counter[str] = Counter()
    for name, document in read_documents(data).items():
        if document["tier"] == "synthetic":
            rows = sum(slice_of(key)[1] == "ROW" for key in labels.get(name, ()))
            for kind in kinds_of(document, rows, crossing.get(name)):
                counts.update(f"public/{document['family']}/{kind}/{condition}" for condition in document["files"])
    private: dict[str, set[str]] = defaultdict(set)
    for block in blocks:
        for name, cluster in block.answers.items() if block.place[1] == "private" else ():
            size = band(sum(slice_of(key)[1] == "ROW" and not key.startswith(EXTRA_ROW) for key in cluster))
            if size:
                private[f"private/{block.place[2]}/rows/{size}/{block.place[3]}"].add(name)
    counts.update({name: len(commitments) for name, commitments in private.items()})
    planned = {record["id"]: record["planned"] for record in data.records("data/coverage.jsonl", COVER)}
    return {name: cover(name, counts[name], planned.get(name, False)) for name in counts.keys() | {n for n, due in planned.items() if due}}


def cover(name: str, n: int, planned: bool) -> Json:
    """One cell; its row may hold a slash, its other parts may not."""
    split, family, axis, *row, condition = name.split("/")
    parts = {"split": split, "family": family, "axis": axis, "row": "/".join(row), "condition": condition}
    return {"id": name, **parts, "n": n, "planned": planned}


def kinds_of(document: Json, rows: int, crosses: bool | None) -> Iterator[str]:
    """Every kind that a document is of: `axis/row`."""
    layout, tags = str(document.get("layout", "")), document.get("tags") or ()
    yield f"layout/{layout}"
    for defect in [tag[len("defect:") :] for tag in tags if tag.startswith("defect:")] or ["none"]:
        yield f"defect/{defect}"
        yield f"layout-defect/{layout}/{defect}"
    yield f"language/{str(document.get('locale', '')).split('-')[0]}"
    if rows:
        yield f"rows/{band(rows)}"
    if crosses is not None:
        yield f"page-break/{'page-break' if crosses else 'one-page'}"


# ---------------------------------------------------------------------------------------------------
# 10. Pages
# ---------------------------------------------------------------------------------------------------

VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
PERCENT = frozenset({"point", "low", "high", "disagreement"})
POINTS = frozenset({"difference", "low", "high"})
COEFFICIENTS = frozenset({"tau", "low", "high"})
DIFFERENCES = ("cmp", "loss")  # kinds whose figures are signed points
UNSIGNED_POINTS = frozenset({"smallest_detectable", "margin"})  # a size, not a direction: printed as a percentage is


def percent(text: str) -> str:
    """A fraction in percent with one decimal; what is short of an end never prints as that end.

    >>> percent("0.966000"), percent("0.999900"), percent("0.000100"), percent("1.000000")
    ('96.6', '>99.9', '<0.1', '100.0')
    """
    value = Fraction(text)
    tenths = round(value * 1000)
    if (tenths == 1000 and value < 1) or (tenths == 0 and value > 0):
        return ">99.9" if tenths else "<0.1"
    return f"{tenths // 10}.{tenths % 10}"


def points(text: str) -> str:
    """A difference in signed percentage points with one decimal; the minus is U+2212.

    >>> points("0.012000"), points("-0.000400")
    ('+1.2', '0.0')
    """
    tenths = round(Fraction(text) * 1000)
    sign = "+" if tenths > 0 else "\u2212" if tenths < 0 else ""
    return f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10}"


def probability(text: str) -> str:
    """A p or q value with three decimals."""
    return "<0.001" if Fraction(text) < Fraction(1, 1000) else published(Fraction(text), 3)


def standing(system: str, tied: Sequence[str]) -> str:
    """What a tie group says of one system, in words.

    >>> standing("a", ["a"]), standing("a", ["a", "b"]), standing("b", ["a", "b"]), standing("c", ["a", "b"])
    ('leads', 'leads, tied', 'tied with the leader', 'behind the leader')
    """
    if system == tied[0]:
        return "leads" if len(tied) == 1 else "leads, tied"
    return "tied with the leader" if system in tied else "behind the leader"


def printed_of(kind: str, record: Json, column: str) -> str:
    """What a page prints for one column of a record: who is tied is told of the record's own system."""
    if kind == "rank" and column == "tied" and record["tied"]:
        return standing(record["system"], record["tied"])
    return printed(kind, column, record[column])


def coefficient(text: str) -> str:
    """A coefficient of agreement with two decimals; the minus is U+2212.

    >>> coefficient("0.333333"), coefficient("-1.000000")
    ('0.33', '−1.00')
    """
    value = published(Fraction(text), 2)
    return value.replace("-", "−")


def grouped(text: str) -> str:
    """An amount with a comma after every three digits.

    >>> grouped("1234567.50"), grouped("12.00")
    ('1,234,567.50', '12.00')
    """
    whole, _, part = text.partition(".")
    return f"{int(whole):,}.{part}"


def printed(kind: str, column: str, value: object) -> str:
    """The one form in which a page prints a column's value."""
    if value is None:
        return "\u2013"
    text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    if kind == "agree" and column in COEFFICIENTS:
        return coefficient(text)
    if (kind == "row" and column in PERCENT) or (kind == "cmp" and column in UNSIGNED_POINTS):
        return percent(text)
    if kind in DIFFERENCES and column in POINTS:
        return points(text)
    if kind == "undetected" and column in MONEY:
        return grouped(text)
    return probability(text) if column in ("p", "q") else text


class Figures(HTMLParser):
    """The elements of a page that carry a data-ref: `found` holds (line, reference, text)."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[int, str, str]] = []
        self.open: list[tuple[str, str | None, int, list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember an element; the first data-ref counts, as in a browser."""
        reference = next((value or "" for name, value in attrs if name == "data-ref"), None)
        self.open.append((tag, reference, self.getpos()[0], []))
        if tag in VOID:
            self._close()

    def handle_endtag(self, tag: str) -> None:
        """Close the element and whatever was left open inside it."""
        if any(entry[0] == tag for entry in self.open):
            while self._close() != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Text belongs to every open element."""
        for _, reference, _, texts in self.open:
            if reference is not None:
                texts.append(data)

    def close(self) -> None:
        """The end of the page closes everything."""
        super().close()
        while self.open:
            self._close()

    def _close(self) -> str:
        tag, reference, line, texts = self.open.pop()
        if reference is not None:
            self.found.append((line, reference, " ".join("".join(texts).split())))
        return tag


def read_audit(data: Data) -> dict[str, Json]:
    """The published cells of the audit by id. They are simulations, taken as they stand: `make audit` runs them again."""
    path = "data/audit.jsonl"
    if path not in data.contents:
        return {}
    found: dict[str, Json] = {}
    for record in data.records(path, _shape(id=str, tag=str, simulations=int)):
        if record["id"] in found:
            data.report.wrong(path, f"{record['id']} is there twice")
        found[record["id"]] = record
    data.report.checked["audit cells"] += len(found)
    return found


def read_kills(data: Data) -> dict[str, Json]:
    """The published trials of the kill matrix by id, taken as they stand: `make kill-matrix` makes them again."""
    path = "data/kill-matrix.json"
    matrix = data.record(path, _shape(documents=int, rows=list)) if path in data.contents else None
    if matrix is None:
        return {}
    trials = {f"{row['kind']}/{str(row['name']).replace(' ', '-')}": row for row in matrix["rows"]}
    data.report.checked["trials"] += len(trials)
    return trials


def read_redteam(data: Data) -> dict[str, Json]:
    """Sums of the published attacks by channel and rule, and of all. The counts are taken as they stand: `make redteam` attacks again."""
    path = "data/redteam.json"
    record = data.record(path, _shape(alarms=int, builds=int, mutations=list, worlds=int)) if path in data.contents else None
    if record is None:
        return {}
    whole = {"alarms": record["alarms"], "builds": record["builds"], "worlds": record["worlds"]}
    sums: dict[str, Json] = {"all": whole | {"caught": 0, "total": 0, "mutations": 0}}
    for row in record["mutations"]:
        cell = f"{re.sub('[^A-Za-z0-9.]+', '-', str(row['channel']))}/{row['rule']}"
        for found in (sums["all"], sums.setdefault(cell, {"caught": 0, "total": 0, "mutations": 0})):
            found["caught"] += row["caught"]
            found["total"] += row["total"]
            found["mutations"] += 1
    data.report.checked["attacks"] += len(record["mutations"])
    return sums


def read_run_table(data: Data) -> dict[str, Json]:
    """What pages print of runs, by id: replicates, and the check of determinism as the run recorded it."""
    found: dict[str, Json] = {}
    for record in data.records("data/runs.jsonl", RUN):
        determinism = record.get("determinism")
        known = determinism if isinstance(determinism, dict) else {}
        columns = {f"determinism_{column}": value for column, value in known.items()}
        found[record["id"]] = {"replicates": record["replicates"]} | columns
    return found


def check_pages(data: Data, tables: dict[str, dict[str, Json]]) -> None:
    """Compare every figure on every page; `tables` holds the recomputed records by kind and id."""
    for path in sorted(path for path in data.contents if path.endswith(".html")):
        content = data.contents[path]
        data.report.checked["pages"] += 1
        if b"data-ref" in content.lower():
            _check_page(data.report, path, content, tables)


_PLAIN_FIGURE = re.compile(r'<span data-ref="([^"<>&]*)">([^<>]*)</span>')


def figures_of(page: str) -> list[tuple[int, str, str]]:
    """Line, reference and text of every element with a data-ref.

    The site's own pages print each figure as a plain span. Where every "data-ref" of a page is part of one,
    nothing is left for the parser to find, and it is many times slower. Raises AssertionError.
    """
    plain = list(_PLAIN_FIGURE.finditer(page))
    if len(plain) != page.lower().count("data-ref"):
        figures = Figures()
        figures.feed(page)
        figures.close()
        return figures.found
    found, line, start = [], 1, 0
    for match in plain:
        line += page.count("\n", start, match.start())
        start = match.start()
        found.append((line, match[1], " ".join(html.unescape(match[2]).split())))
    return found


def _check_page(report: Report, path: str, content: bytes, tables: dict[str, dict[str, Json]]) -> None:
    try:
        figures = figures_of(content.decode("utf-8"))
    except (UnicodeDecodeError, AssertionError) as error:
        report.wrong(path, f"cannot be read as HTML in UTF-8: {error}")
        return
    for line, reference, text in figures:
        report.checked["figures"] += 1
        kind, _, rest = reference.partition(":")
        name, _, column = rest.rpartition("#")
        record = tables.get(kind, {}).get(name)
        if record is None or column not in record:
            report.wrong(f"{path}:{line}", f"prints {text!r} from {reference}, which nothing published gives")
        elif text != printed_of(kind, record, column):
            report.differs(f"{path}:{line}", reference, text, printed_of(kind, record, column))


# ---------------------------------------------------------------------------------------------------
# A retired edition: its keys are public, so everything that was private can be checked
# ---------------------------------------------------------------------------------------------------

RETIREMENT = _shape(edition=str, split=str, date=str, revision=str, generator=str, graders=str, files=list)
KEYS = _shape(k_nonce=str, k_seed=str, r32=str)
REVEALED = _shape(n=int, commitment=str, payload=str)
COMMITTED = _shape(commitment=str, condition=str, replicate=int, answer=str)
SAID = _shape(commitment=str, condition=str, replicate=int, said=str)
Place3 = tuple[str, str, int]  # commitment, condition, replicate


@dataclass
class Again:
    """What the generator and graders of a checkout make of a retired edition: payloads by number, letters by run and place."""

    generator: str
    graders: str
    payloads: dict[int, str] = field(default_factory=dict)
    verdicts: dict[tuple[str, str, str], Json] = field(default_factory=dict)


def keyed(key: bytes, tag: bytes, rest: bytes) -> bytes:
    """HMAC-SHA256 under one of an edition's keys."""
    return hmac.new(key, prefixed(tag) + rest, hashlib.sha256).digest()


def check_retired(data: Data, again: Again | None) -> None:
    """All of one retired edition, whose files are those of `data`; with what a checkout makes of it, also the making."""
    report = data.report
    retirement, keys = data.record("data/retirement.json", RETIREMENT), data.record("data/keys.json", KEYS)
    checkpoint, plan = data.record("data/checkpoint.json", CHECKPOINT), read_plan(data)
    commitments = check_commitments(data)
    if retirement is None or keys is None or checkpoint is None or plan is None:
        return
    for path in sorted({f"data/{name}" for name in retirement["files"]} ^ (data.contents.keys() - {"data/retirement.json"})):
        report.wrong(path, "is missing" if path not in data.contents else "does not belong to the retired edition")
    if not all(_HEX64.fullmatch(keys[name]) for name in KEYS):
        report.wrong("data/keys.json", "a key is not 64 hex digits")
        return
    k_nonce = bytes.fromhex(keys["k_nonce"])
    payloads = check_revealed(data, checkpoint, k_nonce, commitments)
    check_seed(data, checkpoint, keys, payloads.values())
    check_order(data, payloads.values())
    if again is not None:
        check_regenerated(data, again, retirement, payloads)
    opened = check_opened(data, commitments)
    blocks: list[Block] = []
    for run in read_runs(data)[0]:
        spoilt = check_answers(data, run, k_nonce, payloads) if payloads else set()
        mine = _private_blocks(data, f"data/private-verdicts/{run.id}.jsonl", run, set(commitments), set())
        _check_revealed_cover(report, run, mine, payloads)
        if again is not None:
            unproven = {(block_name, block.place[3]) for block in mine for block_name in block.answers.keys() - payloads.keys()}
            revision = retirement["revision"] if again.graders != retirement["graders"] else ""
            families = {name: payload["family"] for name, payload in payloads.items()}
            check_regraded(report, run, mine, again, spoilt | unproven, families, revision)
        blocks += mine
    for block in blocks:
        block.answers = {name: letters for name, letters in block.answers.items() if name not in opened}
    counted = count_all(blocks, report)
    rows = make_rows(plan, counted, resample_all(plan, counted, []), report)
    check_records(report, "row", "rows", data.records("data/rows.jsonl", {}), rows, ("id",))


def check_revealed(data: Data, checkpoint: Json, k_nonce: bytes, commitments: Sequence[str]) -> dict[str, Json]:
    """The payloads that are what was committed to, by commitment; each that is not, and each document missing, is reported."""
    path, report, found = "data/documents.jsonl", data.report, {}
    place = prefixed(checkpoint["corpus"].encode(), checkpoint["split"].encode())
    documents = list(enumerate(data.records(path, REVEALED), 1))
    faults = []
    for line, record in documents:
        n = record["n"]
        nonce = keyed(k_nonce, b"ground-truth/item-nonce/v1", place + struct.pack(">Q", n)) if 0 <= n < 1 << 64 else b""
        name = commitment_of(checkpoint["corpus"], checkpoint["split"], max(0, n) % (1 << 64), nonce, record["payload"].encode()).hex()
        payload = data._parse(path, line, record["payload"], PAYLOAD) if name in commitments else None
        if name not in commitments or name != record["commitment"]:
            faults.append((f"{path}:{line}", f"document {n} is not the one committed to: payload, number or commitment was changed"))
        elif name in found:
            faults.append((f"{path}:{line}", f"document {n} is there twice"))
        elif payload is not None:
            found[name] = payload | {"n": n}
    report.checked["documents revealed"] = len(found)
    if documents and not found:
        report.wrong("data/keys.json", "k_nonce is not the key of this edition: under it no document gives its commitment")
        return {}
    for where, reason in faults:
        report.wrong(where, reason)
    lost = len(commitments) - len(found) - len(faults)
    if lost > 0:
        report.wrong(path, f"{lost} documents that were committed to are not revealed")
    return found


PAYLOAD = _shape(canary=str, family=str, files=dict, labels=list)


def check_order(data: Data, payloads: Iterable[Json]) -> None:
    """The plan has as many documents as were committed to, and their numbers follow it: first invoices, then pay applications."""
    corpus = (data.record("data/plan.json", _shape(version=str)) or {}).get("corpus") or {}
    sizes = [corpus.get(family) for family in ("invoice", "pay_application")]
    if not all(type(size) is int for size in sizes) or sum(sizes) != len(data.records("data/commitments.jsonl", {})):
        data.report.wrong("data/plan.json", "has another number of documents than were committed to")
        return
    for payload in payloads:
        if payload["family"] != ("invoice" if payload["n"] < sizes[0] else "pay_application"):
            data.report.wrong("data/documents.jsonl", f"document {payload['n']} is out of order: {payload['family']}")


def check_seed(data: Data, checkpoint: Json, keys: Json, payloads: Iterable[Json]) -> None:
    """That K_seed is the key committed to. The canary in the documents hangs on K_seed alone, so it tells a changed r32 apart."""
    place = prefixed(checkpoint["corpus"].encode(), checkpoint["split"].encode())
    k_seed = bytes.fromhex(keys["k_seed"])
    committed = prefixed(b"ground-truth/split-seed/v1") + place + prefixed(bytes.fromhex(keys["r32"]), k_seed)
    if hashlib.sha256(b"\x00" + committed).hexdigest() != checkpoint.get("seed_commit"):
        word = "gtc" + keyed(k_seed, b"ground-truth/canary/v1", place).hex()[:24]
        known = {payload["canary"] for payload in payloads}
        reason = "k_seed is not the key of this edition: neither the checkpoint's seed_commit nor the documents' canary follows from it"
        if word in known:
            reason = "r32, or the checkpoint's seed_commit, was changed: the documents prove k_seed, but the two do not give the commitment"
        data.report.wrong("data/keys.json", reason)
    data.report.checked["keys"] = 3


def check_answers(data: Data, run: Run, k_nonce: bytes, payloads: Iterable[str]) -> set[tuple[str, str]]:
    """Each raw answer of a run against its commitment; the documents and conditions at which one is not what was committed to."""
    path, report = f"data/answers/{run.id}.jsonl", data.report
    committed = {_place3(record): record["answer"] for record in data.records(f"data/private-answers/{run.id}.jsonl", COMMITTED)}
    spoilt: set[tuple[str, str]] = set()
    for number, record in enumerate(data.records(path, SAID), 1):
        place = _place3(record)
        if _answer_commitment(run, place, record["said"], k_nonce) != committed.pop(place, None):
            report.wrong(f"{path}:{number}", f"the answer on {place[0][:12]} {place[1]} replicate {place[2]} is not the one committed to")
            spoilt.add(place[:2])
        report.checked["answers"] += 1
    for place in sorted(committed):
        report.wrong(path, f"the answer on {place[0][:12]} {place[1]} replicate {place[2]} is missing")
        spoilt.add(place[:2])
    return spoilt


def _place3(record: Json) -> Place3:
    return record["commitment"], record["condition"], record["replicate"]


def _answer_commitment(run: Run, place: Place3, said: str, k_nonce: bytes) -> str | None:
    name, condition, replicate = place
    try:
        status, text = json.loads(said)
        parts = [bytes.fromhex(name), *(part.encode() for part in (run.id, run.system, condition))]
        bound = prefixed(*parts) + struct.pack(">Q", replicate)
        told = b"\x00" if text is None else b"\x01" + prefixed(text.encode("utf-8", "surrogatepass"))
        nonce = keyed(k_nonce, b"ground-truth/answer-nonce/v1", bound)
        whole = prefixed(b"ground-truth/private-answer/v1") + bound + prefixed(nonce, status.encode()) + told
    except (ValueError, TypeError, AttributeError, struct.error):
        return None
    return hashlib.sha256(b"\x00" + whole).hexdigest()


def _check_revealed_cover(report: Report, run: Run, blocks: Sequence[Block], payloads: dict[str, Json]) -> None:
    """A verdict on every document in every condition it was rendered in and the system reads, and on no other."""
    answered, path = _answered(blocks), f"data/private-verdicts/{run.id}.jsonl"
    for name, payload in payloads.items():
        due = set(run.conditions) & payload["files"].keys()
        for condition in sorted(due ^ {condition for condition in answered if name in answered[condition]}):
            report.wrong(path, f"{'no verdict' if condition in due else 'a verdict'} on {name[:12]} {condition}")
        if any(name in block.answers and block.place[2] != payload["family"] for block in blocks):
            report.wrong(path, f"{name[:12]} is of family {payload['family']}")


def check_regenerated(data: Data, again: Again, retirement: Json, payloads: dict[str, Json]) -> None:
    """The generator makes exactly the payloads that were committed to. One that is another than at the retirement decides nothing."""
    listed = {record["n"]: record["payload"] for record in data.records("data/documents.jsonl", REVEALED)}
    proven = {payload["n"] for payload in payloads.values()}
    different = sorted(n for n, payload in again.payloads.items() if n in proven and payload != listed[n])
    if different and again.generator != retirement["generator"]:
        data.report.unchecked(f"the documents: this checkout has another generator; git checkout {retirement['revision']}")
        return
    for n in different:
        data.report.wrong("data/documents.jsonl", f"document {n} is not the one that the generator makes of the keys")
    data.report.checked["documents regenerated"] = len(again.payloads)


def check_regraded(
    report: Report,
    run: Run,
    blocks: Sequence[Block],
    again: Again,
    passed_over: set[tuple[str, str]],
    families: dict[str, str],
    revision: str,
) -> None:
    """Letters that the graders do not give again; rows are made of theirs from here on.

    `passed_over` holds documents and conditions whose payload or answer was changed; `revision` is to be checked
    out where the graders here are others than at the retirement, whose disagreement decides nothing (empty: they are not).
    """
    different = []
    for block in blocks:
        for name in block.answers.keys() - {name for name, condition in passed_over if condition == block.place[3]}:
            letters, fresh = block.answers[name], again.verdicts.get((run.id, name, block.place[3]), {})
            fresh = {label: outcomes[: run.letters] for label, outcomes in fresh.items()}
            for label in letters.keys() | fresh.keys():
                report.checked["verdicts regraded"] += 1
                if letters.get(label) != fresh.get(label):
                    where = f"data/private-verdicts/{run.id}.jsonl {name[:12]} {block.place[3]} {label}"
                    different.append((where, letters.get(label), fresh.get(label)))
            block.answers[name] = letters if revision else fresh
        for (own, name, condition), fresh in again.verdicts.items() if not revision else ():
            # A verdict that was left out is named already; the rows need not miss it too.
            if (own, condition) == (run.id, block.place[3]) and families.get(name) == block.place[2]:
                block.answers.setdefault(name, {label: outcomes[: run.letters] for label, outcomes in fresh.items()})
    if different and revision:
        report.unchecked(f"the verdicts of {run.id}: this checkout has other graders; git checkout {revision}")
    for where, before, after in sorted(different, key=lambda found: found[0]) if not revision else ():
        report.differs(where, "verdict", before, after)


def ask_checkout(contents: dict[str, bytes]) -> Again | str:
    """What the checkout that this file stands in makes of a retired edition, or why it cannot say."""
    home = Path(__file__).resolve().parent
    if not (home / "generator" / "private").is_dir():
        return "no checkout of the project around this file"
    python = home / ".venv" / "bin" / "python"
    command = [str(python) if python.exists() else sys.executable, "-m", "generator.private", "regenerate"]
    told = json.dumps({path.removeprefix("data/"): data.decode("utf-8", "replace") for path, data in contents.items()})
    print(f"asking the generator and graders of {home}: a second a document, or two", file=sys.stderr)
    done = subprocess.run(command, cwd=home, input=told, capture_output=True, text=True, check=False, encoding="utf-8")  # noqa: S603
    if done.returncode:
        return f"the checkout fails: {(done.stderr.strip().splitlines() or ['no message'])[-1][:300]}"
    first, *lines = [strict_json(line) for line in done.stdout.split("\n") if line]
    again = Again(first["generator"], first["graders"])
    for line in lines:
        if "payload" in line:
            again.payloads[line["n"]] = line["payload"]
        else:
            again.verdicts[line["run"], line["commitment"], line["condition"]] = line["outcomes"]
    return again


def reveal(source: Folder | Web, report: Report) -> None:
    """A retired edition in a folder or at an address."""
    contents: dict[str, bytes] = {}
    try:
        contents["data/retirement.json"] = source.read("retirement.json")
        stated = Data(contents, report).record("data/retirement.json", RETIREMENT) or {}
        present = source.names()
        listed = {name for name in stated.get("files", ()) if isinstance(name, str) and safe_path(name)}
        for name in sorted(listed if present is None else present[0] - {"retirement.json"}):
            contents[f"data/{name}"] = source.read(name)
    except OSError as error:
        report.wrong("retirement.json" if not contents else "a file", _reason(error))
        return
    # First without the checkout: where that finds a fault of keys or size, generating would only repeat it at length.
    trial = Report()
    check_retired(Data(contents, trial), None)
    broken = any(line.startswith(("data/keys.json", "data/plan.json", "data/checkpoint.json")) for line in trial.lines)
    again: Again | str = "keys, plan or checkpoint are not those of this edition" if broken else ask_checkout(contents)
    check_retired(Data(contents, report), None if isinstance(again, str) else again)
    if isinstance(again, str):
        what = "that the generator makes these documents of the keys, and that the graders give these verdicts"
        report.unchecked(f"{what}: {again}; git checkout {stated.get('revision')}")


def check_retired_editions(data: Data) -> None:
    """Every retired edition of a site, as far as this file alone can: its lines are named by their folder."""
    for folder in sorted(
        {path[: path.rindex("/") + 1] for path in data.contents if re.fullmatch(r"data/retired/[^/]+/retirement\.json", path)}
    ):
        own = Report()
        check_retired(
            Data({"data/" + path[len(folder) :]: text for path, text in data.contents.items() if path.startswith(folder)}, own), None
        )
        data.report.lines += [folder + line.removeprefix("data/") for line in own.lines]
        data.report.checked["retired editions"] += 1


# ---------------------------------------------------------------------------------------------------
# The door
# ---------------------------------------------------------------------------------------------------


def recompute(data: Data, plan: Plan, counted: Counted) -> dict[str, dict[str, Json]]:
    """Rows, comparisons, ranks and losses, by kind and id."""
    beside = counted + stand_ins(counted)
    rankings = find_rankings(beside)
    pairs = find_pairs(counted)
    resampled = resample_all(plan, counted, rankings + [side for pair in pairs for side in pair])
    return {
        "row": make_rows(plan, counted, resampled, data.report),
        "cmp": make_comparisons(plan, beside, data.report),
        "rank": make_ranks(plan, rankings, resampled, data.report),
        "loss": make_losses(plan, counted, data.report),
        "agree": make_agreements(plan, pairs, resampled),
    }


def check_site(source: Folder | Web, report: Report, noted: tuple[int, str] | None = None) -> None:
    """All ten checks of one site; `noted` is the head of its list of checkpoints at an earlier visit."""
    data = Data(check_files(source, report), report)
    commitments = check_commitments(data)
    check_log(data, noted)
    check_retired_editions(data)
    plan = read_plan(data)
    blocks = read_blocks(data, commitments)
    if plan is None:
        return
    runs = list(dict.fromkeys(block.run for block in blocks))
    for run in runs:
        if run.plan != plan.version:
            report.wrong("data/runs.jsonl", f"run {run.id} was made by {run.plan}, but the figures are published by {plan.version}")
    counted = count_all(blocks, report)
    tables = recompute(data, plan, counted) | {"cost": make_costs(data, runs), "cover": make_coverage(data, blocks)}
    tables |= {"undetected": make_undetected(plan, counted)}
    tables |= {"audit": read_audit(data), "kill": read_kills(data), "red": read_redteam(data), "run": read_run_table(data)}
    check_table(data, "row", "rows", tables["row"], ("id",))
    check_table(data, "comparison", "comparisons", tables["cmp"], ("id",))
    check_table(data, "rank", "ranks", tables["rank"], ("id",))
    check_table(data, "loss", "losses", tables["loss"], ("id",))
    if tables["agree"] or "data/agreements.jsonl" in data.contents:
        check_table(data, "agreement", "agreements", tables["agree"], ("id",))
    check_table(data, "undetected error", "undetected", tables["undetected"], ("id",))
    check_table(data, "cell", "coverage", tables["cover"], ("id",))
    check_table(data, "cost", "costs", tables["cost"], ("system", "family", "condition"))
    check_pages(data, tables)


def check_one_opening(source: Folder | Web, file: str, report: Report) -> None:
    """The opening alone: commitments and checkpoint are all it needs of the site."""
    contents: dict[str, bytes] = {}
    for path in ("data/commitments.jsonl", "data/checkpoint.json"):
        try:
            contents[path] = source.read(path)
        except OSError as error:
            report.wrong(path, _reason(error))
    if len(contents) == 2:
        check_opening(Data(contents, report), file)


def summary(report: Report, seconds: float) -> str:
    """The last line: how many differences, in how much, how long."""
    checked = ", ".join(f"{count} {what}" for what, count in report.checked.items())
    return f"{len(report.lines)} difference{'' if len(report.lines) == 1 else 's'} in {checked or 'nothing'}; {seconds:.1f} s"


def main(arguments: Sequence[str] | None = None) -> int:
    """Check, print each difference and the summary; 0 on none, 1 on any. Wrong usage exits with 2."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal without a minus sign is no reason to stop
    parser = argparse.ArgumentParser(prog="reproduce.py", description="Recompute every published figure; exit 0 if nothing differs.")
    parser.add_argument("--site", metavar="DIR|URL", help="the site: a folder, or its address (http:// or https://)")
    parser.add_argument("--reveal", metavar="DIR|URL", help="check a retired edition instead: its folder, or the address of that")
    parser.add_argument("--opening", metavar="FILE", help="check one opened private document against the published root instead")
    parser.add_argument("--head", metavar="SIZE:ROOT", help="the head of the list of checkpoints that you noted at an earlier visit")
    chosen = parser.parse_args(arguments)
    noted = re.fullmatch(r"([1-9][0-9]{0,8}):([0-9a-f]{64})", chosen.head or "")
    if chosen.head and noted is None:
        parser.error("--head is a number, a colon and 64 hex digits")
    if bool(chosen.site) == bool(chosen.reveal):
        parser.error("name one of --site and --reveal")
    where = chosen.site or chosen.reveal
    source: Folder | Web = Folder(Path(where))
    if re.match(r"https?://", where):
        source = Web(where)
    elif not Path(where).is_dir():
        parser.error(f"{where} is neither a folder nor an http(s) address")
    started, report = time.perf_counter(), Report()
    if chosen.reveal:
        reveal(source, report)
        report.lines = [line.removeprefix("data/") for line in report.lines]
    elif chosen.opening:
        check_one_opening(source, chosen.opening, report)
    else:
        check_site(source, report, (int(noted[1]), noted[2]) if noted else None)
    for line in report.lines:
        print(_plain(line))
    for line in report.not_checked:
        print(_plain(line))
    print(summary(report, time.perf_counter() - started))
    return 1 if report.lines else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("stopped before the end: nothing is proven")
