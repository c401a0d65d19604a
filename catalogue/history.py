"""The catalogue's own runs: which documents a scope takes, one run at a time, resumable, append-only folders.

A run under way lies in `data/catalogue/runs/.open/<id>/` with a journal of finished answers; finished, its
folder is renamed into `data/catalogue/runs/` and never touched again. None of them stands on the site.
"""

import contextlib
import fcntl
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from catalogue import ledger
from catalogue.labelling import own_labels
from catalogue.own import own_documents
from catalogue.sources import own_runs
from records.document import Document, Label, Tier
from records.errors import GroundTruthError, Problem, one
from records.fields import Family
from records.lines import canonical
from records.run import Run
from records.verdict import Extraction, Verdict

Scope = Literal["smoke", "regression", "full", "custom"]
SCOPES: tuple[Scope, ...] = ("smoke", "regression", "full", "custom")
#: How many documents a scope takes at most, smallest first.
TAKES: dict[Scope, int | None] = {"smoke": 1, "regression": 2, "full": None, "custom": None}


class Open(NamedTuple):
    """A run under way: its record, the documents it takes in order, its folder."""

    run: Run
    documents: tuple[str, ...]
    folder: Path

    @property
    def journal(self) -> Path:
        """One line for each finished answer."""
        return self.folder / "journal.jsonl"


def scoped(
    documents: Sequence[Document], labels: Sequence[Label], scope: Scope, family: Family | None = None, slugs: Sequence[str] = ()
) -> list[Document]:
    """The runnable golden documents a scope takes, smallest clean file first.

    Raises GroundTruthError where a named document is unlabelled, not runnable or not there, and where nothing is left.
    """
    if (scope == "custom") != bool(slugs):
        raise GroundTruthError(one("--slugs", "names the documents of a custom run", remedy="give --scope custom and --slugs together"))
    counted = {label.document for label in labels if label.scored}
    refused = [(name, reason) for name in slugs if (reason := _unfit(documents, counted, name))]
    if refused:
        raise GroundTruthError(
            [Problem(file=name, line=None, reason=reason, remedy="see ground-truth catalogue documents") for name, reason in refused]
        )
    fit = [
        d for d in documents if d.runnable and d.id in counted and (family is None or d.family == family) and (not slugs or d.id in slugs)
    ]
    if not fit:
        raise GroundTruthError(
            one("catalogue", "no runnable golden document is in scope", remedy="label one, or choose another family or tier")
        )
    return sorted(fit, key=lambda document: (document.files["clean"].bytes, document.id))[: TAKES[scope]]


def _unfit(documents: Sequence[Document], counted: set[str], name: str) -> str:
    known = {document.id: document for document in documents}
    if name not in known:
        return "no such document in this tier"
    if not known[name].runnable:
        return f"is not runnable: {known[name].reason}"
    return "" if name in counted else "is unlabelled, and an unlabelled document is not run"


@contextlib.contextmanager
def lock(data: Path) -> Iterator[None]:
    """Hold the one lock of catalogue runs. Raises GroundTruthError where another run holds it."""
    path = data / "catalogue" / "lock"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", encoding="utf-8") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            stream.seek(0)
            holder = stream.read().strip() or "unknown"
            raise GroundTruthError(one("catalogue", f"another run is under way (process {holder})", remedy="wait until it ends")) from None
        stream.truncate(0)
        stream.write(f"{os.getpid()}\n")
        stream.flush()
        yield


def begun(data: Path, wanted: Run, documents: Sequence[str]) -> Open:
    """The run under way that is the one wanted but for its id and date, else a new one. `wanted.id` is the stem of its id."""
    runs = own_runs(data)
    for left in runs.glob("[!.]*/asked.json"):
        _tidy(left.parent)
    for folder in sorted((runs / ".open").glob("*")):
        found = _under_way(folder)
        if found and found.documents == tuple(documents) and found.run.model_copy(update={"id": wanted.id, "date": wanted.date}) == wanted:
            ledger.mend_journal(found.journal)
            return found
    taken = {path.name for folder in (runs, runs / ".open", data / "runs") if folder.is_dir() for path in folder.iterdir()}
    name = next(name for number in range(1, 10_000) if (name := f"{wanted.id}-{number:03d}") not in taken)
    folder = runs / ".open" / name
    run = wanted.model_copy(update={"id": name})
    ledger.write_json(folder / "asked.json", {"documents": list(documents), "run": run.model_dump(mode="json")})
    return Open(run, tuple(documents), folder)


def _under_way(folder: Path) -> Open | None:
    """The run of an open folder; None where a kill left it before it was anything."""
    try:
        found = ledger.read_json(folder / "asked.json")
        run = Run.model_validate_json(canonical(found["run"]))
    except (GroundTruthError, ValueError, KeyError, TypeError):
        return None
    return Open(run, tuple(found["documents"]), folder)


def under_way(data: Path) -> list[Open]:
    """Every run that was begun and has not ended."""
    found = (_under_way(folder) for folder in sorted((own_runs(data) / ".open").glob("*")))
    return [item for item in found if item]


def ended(data: Path, item: Open, extractions: Sequence[Extraction], labels: Sequence[Label], verdicts: Sequence[Verdict]) -> Path:
    """Write a finished run and rename its folder to where it stands for good; that folder.

    A run keeps the labels it was graded by, so that a later relabelling can be told from a change of the system.
    """
    ledger.write_records(item.folder / "extractions.jsonl", extractions)
    ledger.write_records(item.folder / "labels.jsonl", labels)
    ledger.write_verdicts(item.folder / "verdicts.jsonl", verdicts)
    ledger.write_records(item.folder / "run.json", [item.run])
    folder = _stands(data, item.folder)
    _tidy(folder)
    return folder


def _tidy(folder: Path) -> None:
    """Remove what a run needed while it was under way, and what kills left half-written. Before it stands that would be lost by another."""
    for path in (folder / "journal.jsonl", *folder.glob(".*.part"), folder / "asked.json"):
        path.unlink(missing_ok=True)


def kept(data: Path, run: Run, verdicts: Sequence[Verdict]) -> Path:
    """Keep an imported run, which is there whole or not at all. Raises GroundTruthError where one of its id is there."""
    if (own_runs(data) / run.id).exists():
        raise GroundTruthError(one(run.id, "is imported already, and a run is never edited", remedy="nothing is left to do"))
    folder = own_runs(data) / ".open" / run.id
    shutil.rmtree(folder, ignore_errors=True)
    ledger.write_verdicts(folder / "verdicts.jsonl", verdicts)
    ledger.write_records(folder / "run.json", [run])
    return _stands(data, folder)


def _stands(data: Path, folder: Path) -> Path:
    target = own_runs(data) / folder.name
    folder.rename(target)
    return target


def in_tier(data: Path, tier: Tier) -> tuple[list[Document], list[Label]]:
    """The documents of a tier that can be run here, and their labels. Specimens are those whose files were added."""
    if tier == "synthetic":
        public = data / "corpus" / "public"
        return ledger.read_records(public / "documents.jsonl", Document), ledger.read_records(public / "labels.jsonl", Label)
    documents = [document for document in own_documents(data) if document.tier == tier]
    names = {document.id for document in documents}
    return documents, [label for label in own_labels(data) if label.document in names]


def latest_answers(data: Path, system: str, tier: Tier, name: str | None) -> tuple[Run, list[Extraction]]:
    """The run named, else the latest of a system and tier, whose answers are kept. Raises GroundTruthError where there is none."""
    own = [path for path in own_runs(data).glob("[!.]*") if path.is_dir()]
    found = []
    for folder in [*ledger.run_folders(data), *own]:
        if (folder / "extractions.jsonl").exists():
            run = ledger.read_record(folder / "run.json", Run)
            if (run.system.slug, run.tier) == (system, tier) and name in {None, run.id}:
                found.append((run.date, run.id, run, folder))
    if not found:
        reason = f"no run {name or 'of ' + system} in tier {tier} keeps its answers"
        raise GroundTruthError(one("catalogue", reason, remedy="run it with --mode reingest first"))
    *_, run, folder = max(found, key=lambda item: item[:2])
    return run, ledger.read_records(folder / "extractions.jsonl", Extraction)
