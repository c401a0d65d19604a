"""What stood before in the made-up corpus: earlier runs that answered a little otherwise, so that every kind of flip is there."""

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from analysis.flips import Side, compare
from publish.history import History, history_files
from records.document import Condition, Document, Label
from records.flip import Flip
from records.gate import parse_gate
from records.run import Run
from records.suspect import Suspect
from records.verdict import Extraction, Verdict

GATE = Path(__file__).resolve().parents[2] / "data" / "gate" / "gate-v1.toml"
#: Of so many verdicts one was another letter in the earlier run.
ONE_IN = 9


def files(
    runs: Sequence[Run],
    documents: Sequence[Document],
    labels: Sequence[Label],
    verdicts: Mapping[str, Sequence[Verdict]],
    answers: Mapping[str, Sequence[Extraction]],
) -> dict[str, bytes]:
    """The published files of a history: beta had another version, alpha the same fingerprint, the others no run before."""
    before = {"beta": {"version": "1.1.0"}, "alpha": {}}
    earlier, flips = [], list[Flip]()
    for run in (run for run in runs if run.system.slug in before):
        old = _earlier(run, before[run.system.slug])
        earlier.append(old)
        flips += compare(*_sides(old, run, documents, labels, verdicts[run.id], answers[run.id])).flips
    named = [label for label in labels if label.kind == "field" and label.expected is not None][:2]
    suspects = [
        Suspect(document=label.document, key=label.key, page=1, conditions=("clean", "light"), voices=(("alpha", "delta"), ("eps",)))
        for label in named
    ]
    gate = parse_gate("gate", GATE.read_bytes())
    return history_files(History(earlier=earlier, flips=flips, suspects=suspects, gate=gate))


def _earlier(run: Run, versions: Mapping[str, str]) -> Run:
    fingerprint = sha256(f"{run.system.slug} before".encode()).hexdigest() if versions else run.system.fingerprint
    card = run.system.model_copy(
        update={"fingerprint": fingerprint, "versions": {name: versions.get("version", old) for name, old in run.system.versions.items()}}
    )
    return run.model_copy(update={"id": f"2025-12-01-{card.slug}", "date": "2025-12-01", "system": card})


def _sides(
    old: Run, new: Run, documents: Sequence[Document], labels: Sequence[Label], verdicts: Sequence[Verdict], answers: Sequence[Extraction]
) -> tuple[Side, Side]:
    known = {document.id: document for document in documents}
    by_key: dict[str, dict[str, Label]] = {}
    for label in labels:
        by_key.setdefault(label.document, {})[label.key] = label
    values = _values(answers)
    was = [_otherwise(verdict) for verdict in verdicts]
    again: dict[tuple[str, Condition], dict[str, Verdict]] = {}
    # One document's labels were edited since, so that its earlier answers come out as they do today.
    for verdict in (*was, *(verdict for verdict in verdicts if verdict.document == documents[0].id)):
        again.setdefault((verdict.document, verdict.condition), {})[verdict.label] = verdict
    return (
        Side(run=old, verdicts=was, documents=known, labels=None, values=values, again=lambda name, condition: again[name, condition]),
        Side(run=new, verdicts=verdicts, documents=known, labels=by_key, values=values),
    )


def _otherwise(verdict: Verdict) -> Verdict:
    draw = sha256("/".join((verdict.document, verdict.condition, verdict.label)).encode()).digest()[0]
    if draw % ONE_IN or verdict.outcomes[0] not in "PF":
        return verdict
    letter = "F" if verdict.outcomes[0] == "P" else "P"
    return verdict.model_copy(update={"outcomes": letter * len(verdict.outcomes)})


def _values(answers: Sequence[Extraction]) -> Callable[[str, Condition], Mapping[str, str]]:
    found = {(answer.document, answer.condition): answer.answer or "{}" for answer in answers}

    def of(document: str, condition: Condition) -> Mapping[str, str]:
        told = json.loads(found.get((document, condition), "{}"))
        return {key: value for key, value in told.items() if isinstance(value, str)}

    return of
