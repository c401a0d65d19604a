"""Another harness's log as a run: the ids of an Inspect evaluation's items, and how each came out.

An `.eval` file is a ZIP archive, so names, counts, sizes and ratios are bounded while it unpacks, and no header
is believed. Its assertions are not ours: they are indexed apart (view `imported`) and enter no denominator.
Format: https://inspect.aisi.org.uk/eval-logs.html
"""

import hashlib
import io
import json
import re
import struct
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from catalogue.imports.limits import read_file, refuse
from records.run import Run, SystemCard
from records.verdict import Verdict

#: Files of an archive, bytes of one and of all unpacked, and how many times larger than packed one may be.
MOST_NAMES = 65_535
MOST_DIRECTORY = 16_000_000
MOST_ENTRY = 64_000_000
MOST_UNPACKED = 1_000_000_000
MOST_RATIO = 400
MOST_NAME = 300
MOST_SCORERS = 50
CHUNK = 1 << 16
_END = b"PK\x05\x06"
_PACKINGS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
#: What a scorer may say, in lower case: correct, incorrect, no answer. All else (partial, 0.7, a table) is unjudged.
_LETTERS = {"c": "P", "i": "F", "n": "M", "true": "P", "false": "F", "1": "P", "0": "F", "1.0": "P", "0.0": "F"}
_SLUG = re.compile(r"[a-z0-9][a-z0-9.-]{0,79}")
_CONVERT = "export it again with `inspect log convert --to json`"

Json = Any


class Log(NamedTuple):
    """An imported log: its run, and one verdict for each item and scorer, a letter an epoch."""

    run: Run
    verdicts: tuple[Verdict, ...]


def read_log(path: Path, shown: str) -> Log:
    """The run in an Inspect log, `.eval` or `.json`. Raises GroundTruthError with one line where it is none, or too big."""
    data = read_file(path, shown)
    header, items = _unzipped(shown, data) if data.startswith(b"PK") else _parsed(shown, data)
    evaluation = header.get("eval")
    if not isinstance(evaluation, dict):
        refuse(shown, "is no Inspect log: it has no eval", "give the .eval or .json file that Inspect wrote")
    digest = hashlib.sha256(data).hexdigest()
    run = _run(shown, evaluation, digest, max((_epoch(shown, item) for item in items), default=1))
    verdicts = tuple(_verdicts(shown, items))
    if not verdicts:
        refuse(shown, "holds no item with a status", "give a log of an evaluation that ended")
    return Log(run, verdicts)


def _parsed(shown: str, data: bytes) -> tuple[dict[str, Json], list[dict[str, Json]]]:
    """A JSON log: one object with all items in it."""
    found = _json(shown, data)
    items = found.get("samples") if isinstance(found, dict) else None
    if not isinstance(found, dict) or not isinstance(items, list):
        refuse(shown, "is no Inspect log: it has no list of items", "give the .eval or .json file that Inspect wrote")
    return found, [item for item in items if isinstance(item, dict)]


def _unzipped(shown: str, data: bytes) -> tuple[dict[str, Json], list[dict[str, Json]]]:
    """An archive: a header, and a file for each item and epoch."""
    _check_directory(shown, data)
    left = MOST_UNPACKED
    header: dict[str, Json] = {}
    items = []
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for entry in _entries(shown, archive):
                content = _unpacked(shown, archive, entry, left)
                left -= len(content)
                found = _json(shown, content)
                if entry.filename.startswith("samples/"):
                    items.append(found if isinstance(found, dict) else _no_item(shown, entry.filename))
                elif isinstance(found, dict):
                    header |= found
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, struct.error, OSError) as error:
        refuse(shown, f"an archive that cannot be read: {type(error).__name__}", _CONVERT)
    return header, items


def _check_directory(shown: str, data: bytes) -> None:
    """Refuse an archive whose directory is large before anything of it is read."""
    place = data.rfind(_END, max(0, len(data) - 66_000))
    if place < 0 or len(data) - place < 22:
        refuse(shown, "an archive without an end", "copy the file again")
    names, size = struct.unpack_from("<HI", data, place + 10)
    if names == MOST_NAMES or size > MOST_DIRECTORY:
        refuse(shown, f"an archive of {MOST_NAMES:,} files or more", "split the log")


def _entries(shown: str, archive: zipfile.ZipFile) -> Iterator[zipfile.ZipInfo]:
    """The files that are read: the header and the items. Raises GroundTruthError on names that are twice, too long or point elsewhere."""
    seen = set()
    for entry in archive.infolist():
        name = entry.filename
        if len(name) > MOST_NAME or name.startswith(("/", "\\")) or ".." in re.split(r"[/\\]", name) or not name.isprintable():
            refuse(shown, "a file name in it is too long, or points out of it", "leave the file out")
        if name in seen:
            refuse(shown, "two files in it have one name", "leave the file out")
        seen.add(name)
        if len(seen) > MOST_NAMES:
            refuse(shown, f"an archive of more than {MOST_NAMES:,} files", "split the log")
        if name in {"header.json", "start.json", "results.json"} or re.fullmatch(r"samples/[^/]+\.json", name):
            if entry.compress_type not in _PACKINGS:
                refuse(shown, "is packed in a way that is not read here", _CONVERT)
            yield entry


def _unpacked(shown: str, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, left: int) -> bytes:
    """The bytes of one file, counted as they come: what its header says of its size is not believed."""
    most = min(MOST_ENTRY, left, max(CHUNK, entry.compress_size * MOST_RATIO))
    parts, size = [], 0
    with archive.open(entry) as stream:
        while chunk := stream.read(CHUNK):
            size += len(chunk)
            if size > most:
                refuse(shown, "a file in it unpacks without end", "leave the file out")
            parts.append(chunk)
    return b"".join(parts)


def _json(shown: str, data: bytes) -> Json:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        refuse(shown, "holds what is not JSON, or is nested too deeply", "copy the file again")


def _no_item(shown: str, name: str) -> NoReturn:
    refuse(shown, f"{name[:60]} is no item", "copy the file again")


def _run(shown: str, evaluation: dict[str, Json], digest: str, epochs: int) -> Run:
    """The run's record: of the system no more is known than what the log calls it."""
    model, task = _text(evaluation.get("model")), _text(evaluation.get("task"))
    date = re.match(r"\d{4}-\d\d-\d\d", _text(evaluation.get("created")))
    if not model or not task or date is None:
        refuse(shown, "is no Inspect log: its eval names no task, model and date", "give the .eval or .json file that Inspect wrote")
    card = SystemCard(
        slug=_named("system", model),
        title=model[:120],
        reader="not known",
        extractor="not known",
        in_house=False,
        conditions=("clean",),
        claims_determinism=False,
        versions={},
        fingerprint="unpinned",
        note="Another harness measured it; its assertions are its own.",
    )
    return Run(
        id=f"{date.group(0)}-inspect-{digest[:8]}",
        date=date.group(0),
        system=card,
        plan="imported",
        corpus=digest,
        edition="imported",
        rubric=0,
        replicates=epochs,
        determinism=None,
        scope="custom",
        tier="real",
        label=task[:120],
        origin="inspect",
    )


def _verdicts(shown: str, items: Iterable[dict[str, Json]]) -> Iterator[Verdict]:
    """One verdict for each item and scorer, letters in the order of epochs."""
    letters: dict[tuple[str, str], dict[int, tuple[str, str]]] = defaultdict(dict)
    for item in items:
        name = _named("item", _text(item.get("id")))
        for scorer, letter, reason in _outcomes(shown, item):
            place = letters[name, scorer]
            epoch = _epoch(shown, item)
            if epoch in place:
                refuse(shown, "two items have one id, epoch and scorer", "leave the file out")
            place[epoch] = (letter, reason)
    for (name, scorer), by_epoch in sorted(letters.items()):
        found = [by_epoch[epoch] for epoch in sorted(by_epoch)]
        yield Verdict(
            document=name,
            condition="clean",
            label=f"SCORER/{scorer}",
            outcomes="".join(letter for letter, _ in found),
            grader="inspect",
            reason=",".join(dict.fromkeys(reason for _, reason in found if reason)),
        )


def _outcomes(shown: str, item: dict[str, Json]) -> Iterator[tuple[str, str, str]]:
    """Scorer, letter and reason of one item. What is neither right nor wrong is unjudged: no partial credit is made of it."""
    scores = item.get("scores") or {}
    if not isinstance(scores, dict) or len(scores) > MOST_SCORERS:
        refuse(shown, f"an item without a table of at most {MOST_SCORERS} scorers", "leave the file out")
    if item.get("error"):
        yield from ((_named("scorer", _text(name)), "M", "error") for name in scores or {"none": None})
        return
    for name, score in sorted(scores.items()):
        value = score.get("value") if isinstance(score, dict) else None
        letter = _LETTERS.get(str(value).lower(), "U")
        yield _named("scorer", _text(name)), letter, "" if letter != "U" else "not a right or wrong"


def _epoch(shown: str, item: dict[str, Json]) -> int:
    epoch = item.get("epoch", 1)
    if not isinstance(epoch, int) or isinstance(epoch, bool) or not 1 <= epoch <= 1000:
        refuse(shown, "an item without an epoch from 1 to 1000", "leave the file out")
    return epoch


def _text(value: Json) -> str:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _named(what: str, text: str) -> str:
    """A name as an id: itself where it is one, else in plain letters with a digest of the whole.

    >>> _named("system", "openai/gpt-4o")
    'openai-gpt-4o-d6dc0ab5'
    """
    if _SLUG.fullmatch(text):
        return text
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60].strip("-") or what
    return f"{plain}-{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:8]}"
