"""Pairs of worlds for the rule of noninterference (L5): the same verdicts over different private documents.

Each world goes through the real lane: documents of the generator are sealed and committed to, "read" by a stand-in
system whose answer quotes the file it was given, judged by a stand-in grader whose letters hang on the number of the
document alone, and kept by the real journal. So two worlds of a pair agree in every letter and in nothing else.

Commitments hide content and yet differ with it. They stand for random numbers here: in both worlds of a pair the
document of one number is given one name, drawn for that number. What is compared is everything else.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from generator.defects import defects_of
from generator.design import Place
from generator.layouts import layouts_of
from generator.private import CORPUS, lane
from generator.private.document import contents
from generator.private.edition import Edition, Generated, checkpoint, families, make
from generator.private.files import Journal, Ledger, Store
from generator.private.secret import Secret
from generator.private.work import Finished
from records.commitment import Checkpoint
from records.document import Condition, Conventions, Document, Label, Split
from records.fields import FIELDS, LINE_FIELDS, Family
from records.lines import to_text
from records.plan import Plan
from records.run import Determinism, Run, SystemCard
from records.verdict import Status

SIDES = ("left", "right")
#: One more than the fewest documents of which a private figure is published, so that every figure is.
DOCUMENTS = 21
DATE = "2026-01-01"
#: The stand-in systems: name, what they read, replicates.
SYSTEMS: tuple[tuple[str, tuple[Condition, ...], int], ...] = (("one", ("clean", "garbled"), 1), ("two", ("clean",), 5))

#: The generator's make_document: seed, name, family, split and place in; with no conditions nothing is rendered.
Generator = Callable[..., Generated]


class Writer(Ledger, Protocol):
    """What is needed of catalogue/ledger.py beside what the lane needs."""

    def write_text(self, path: Path, text: str) -> None: ...


class _Made(NamedTuple):
    """A generated document with files that print all of it, since nothing here is about pictures."""

    document: Document
    labels: Sequence[Label]
    files: Mapping[Condition, bytes]
    facts_text: str


class _Reply(NamedTuple):
    status: Status
    text: str | None


class _Judged(NamedTuple):
    label: str
    outcomes: str


class Pool:
    """Documents to fill worlds with: twice as many of a family as a world has, so that no two sides share one."""

    def __init__(self, generator: Generator, seed: str) -> None:
        self._generator = generator
        self._seed = seed
        self._made: dict[tuple[Family, int], _Made] = {}

    def document(self, family: Family, index: int) -> _Made:
        """Document `index` of the pool; its layout and defect differ from its neighbours'."""
        if (family, index) not in self._made:
            layouts = [layout.name for layout in layouts_of(family, "private")]
            defects = defects_of(family)
            place = Place(layouts[index % len(layouts)], (), defects[index % len(defects)] if index % 3 == 0 else None)
            made = self._generator(_digest(self._seed, family, index), "private", family, "private", place, conditions=())
            text = "\n".join(f"{label.key} {label.expected}" for label in made.labels)
            files: dict[Condition, bytes] = {name: f"%PDF-1.4\n{name}\n{text}\n%%EOF\n".encode() for name in SYSTEMS[0][1]}
            self._made[family, index] = _Made(made.document, made.labels, files, made.facts_text)
        return self._made[family, index]


def write_pair(folder: Path, number: int, plan: Plan, pool: Pool, ledger: Writer) -> int:
    """Both worlds of one pair as data folders `left` and `right`; how many documents differ between them, all or it is no pair.

    Pairs take turns between the families. Raises GroundTruthError, as the lane does.
    """
    family: Family = "invoice" if number % 2 else "pay_application"
    payloads = [_write(folder / side, number, side, _plan(plan, family), family, pool, ledger) for side in SIDES]
    return sum(left != right for left, right in zip(*payloads, strict=True))


def _plan(plan: Plan, family: Family) -> Plan:
    sizes = {"invoice": 0, "pay_application": 0, family: DOCUMENTS}
    return plan.model_copy(update={"corpus": plan.corpus.model_copy(update=sizes)})


def _write(folder: Path, number: int, side: str, plan: Plan, family: Family, pool: Pool, ledger: Writer) -> list[bytes]:
    """One world; the payload digests of its documents in order of number."""
    keys = Secret(*(_digest("key", number, side, which) for which in range(3)))
    turn = _digest("turn", number, side)[0]

    def maker(
        seed: bytes, document_id: str, family: Family, split: Split, place: Place, *, conditions: Sequence[Condition] | None = None
    ) -> Generated:
        # Every side takes its own half of the pool, beginning at a place of its own.
        index = (seeds.index(seed) + turn) % DOCUMENTS + DOCUMENTS * SIDES.index(side)
        return pool.document(family, index)

    edition = Edition(plan, keys, maker)
    seeds = [keys.seed(CORPUS, edition.split, n) for n in range(DOCUMENTS)]
    names = [_digest("commitment", number, n).hex() for n in range(DOCUMENTS)]
    assert len(families(plan)) == DOCUMENTS
    _write_public(folder, ledger)
    _store(folder, edition, names, ledger)
    told = []
    journals = {slug: _journal(folder, _run(slug, conditions, replicates, plan), ledger) for slug, conditions, replicates in SYSTEMS}
    for n in range(DOCUMENTS):
        document = make(edition, n)
        told.append(hashlib.sha256(contents(document).payload).digest())
        for slug, conditions, replicates in SYSTEMS:
            task = lane.Task(f"{DATE}-{slug}", slug, conditions, replicates, _answer, _grader(number, n, slug))
            for condition in conditions:
                journals[slug].append(_renamed(lane.through(task, keys, document, condition), names[n]))
    for journal in journals.values():
        journal.close()
    return told


def _write_public(folder: Path, ledger: Writer) -> None:
    """The public half, which is empty: nothing of it may make up for a difference."""
    for path in ("corpus/public/documents.jsonl", "corpus/public/labels.jsonl"):
        ledger.write_text(folder / path, "")


def _store(folder: Path, edition: Edition, names: Sequence[str], ledger: Writer) -> None:
    head: Checkpoint = checkpoint(edition, names, DATE)
    named = head.model_copy(update={"seed_commit": hashlib.sha256(b"seed").hexdigest()})
    Store(folder, ledger).add(named, list(names))


def _journal(folder: Path, run: Run, ledger: Writer) -> Journal:
    home = folder / "runs" / run.id
    ledger.write_text(home / "run.json", to_text([run]))
    for name in ("extractions.jsonl", "verdicts.jsonl"):
        ledger.write_text(home / name, "")
    return Journal(home, folder / "sealed" / f"{run.id}.jsonl", ledger)


def _run(slug: str, conditions: tuple[Condition, ...], replicates: int, plan: Plan) -> Run:
    verified = Determinism(verified=True, documents=30, replicates=5, differing=0) if replicates == 1 else None
    card = SystemCard(
        slug=slug,
        title=slug,
        reader="made up",
        extractor="made up",
        in_house=True,
        conditions=conditions,
        claims_determinism=replicates == 1,
        versions={},
        fingerprint=hashlib.sha256(slug.encode()).hexdigest(),
    )
    return Run(
        id=f"{DATE}-{slug}",
        date=DATE,
        system=card,
        plan=plan.version,
        corpus=hashlib.sha256(b"no public documents").hexdigest(),
        edition=plan.edition,
        rubric=plan.rubric,
        replicates=5,
        determinism=verified,
    )


def _answer(path: Path, family: Family, replicate: int) -> _Reply:
    """A system that answers with what it read: private content goes all the way that an answer goes."""
    return _Reply("ok", path.read_text(encoding="utf-8"))


def _grader(number: int, n: int, slug: str) -> lane.Grader:
    def grade(
        family: Family,
        conventions: Conventions,
        labels: Sequence[Label],
        condition: Condition,
        replies: Sequence[tuple[Status, str | None]],
    ) -> list[_Judged]:
        drawn = [(key, _digest(number, n, slug, condition, key)) for key in _keys(family)]
        return [_Judged(key, "".join("PPPPFM"[byte % 6] for byte in found[: len(replies)])) for key, found in drawn]

    return grade


def _keys(family: Family) -> Iterator[str]:
    """The keys that are judged in every world: all fields, three rows, one relation, the schema."""
    yield from (field.key for field in FIELDS[family])
    for row in ("LINE/001", "LINE/002", "LINE/003"):
        yield row
        yield from (f"{row}/{field.key}" for field in LINE_FIELDS[family])
    yield from ("REL/CO-10" if family == "invoice" else "REL/L4", "SCHEMA")


def _renamed(graded: lane.Graded, name: str) -> Finished:
    verdict = graded.verdict.model_copy(update={"commitment": name})
    answers = tuple(answer.model_copy(update={"commitment": name}) for answer in graded.answers)
    return Finished(verdict, answers, tuple(said.hex() for said in graded.sealed))


def _digest(*parts: object) -> bytes:
    return hashlib.sha256("/".join(map(str, parts)).encode()).digest()
