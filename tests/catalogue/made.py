"""A made-up `data/` of a few documents and runs, for tests of the catalogue: nothing in it was measured."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from catalogue.ledger import write_records, write_verdicts
from records.document import Conventions, Document, Label, RenderedFile
from records.run import Run, SystemCard
from records.verdict import Extraction, Verdict

CONVENTIONS = Conventions(decimal_mark=".", grouping=",", date_order="MDY", currency="USD")
EXPECTED = {"INVOICE_NUMBER": "R-1", "CURRENCY": "USD", "AMOUNT_DUE": "119.00", "PREPAID": None}


def document(name: str = "inv-0001", size: int = 1000, **changes: object) -> Document:
    """A public invoice with a clean twin of `size` bytes."""
    made = Document(
        id=name,
        family="invoice",
        tier="synthetic",
        split="public",
        layout="ledger",
        locale="en-US",
        conventions=CONVENTIONS,
        files={"clean": RenderedFile(sha256="0" * 64, bytes=size, pages=1)},
    )
    return made.model_copy(update=changes)


def labels(name: str = "inv-0001", expected: Mapping[str, str | None] = EXPECTED) -> list[Label]:
    """A label for each key."""
    return [Label(document=name, key=key, kind="field", expected=value) for key, value in expected.items()]


def run(name: str, system: str = "alpha", **changes: object) -> Run:
    """A run whose id begins with its date."""
    card = SystemCard(
        slug=system,
        title=system,
        reader=f"reader of {system}",
        extractor=f"extractor of {system}",
        in_house=False,
        conditions=("clean",),
        claims_determinism=True,
        versions={},
        fingerprint="a" * 64,
    )
    made = Run(id=name, date=name[:10], system=card, plan="plan-v1", corpus="0" * 64, edition="e", rubric=2, replicates=1, determinism=None)
    return made.model_copy(update=changes)


def verdicts(outcomes: Mapping[str, str], name: str = "inv-0001", **changes: str) -> list[Verdict]:
    """A verdict on each label of one clean document."""
    return [
        Verdict(document=name, condition="clean", label=label, outcomes=letters, grader="exact", **changes)
        for label, letters in outcomes.items()
    ]


def extraction(name: str = "inv-0001", answer: str | None = '{"INVOICE_NUMBER":"R-2"}', **changes: object) -> Extraction:
    """One answer to a clean document."""
    made = Extraction(
        document=name,
        condition="clean",
        replicates=(1,),
        status="ok" if answer else "timeout",
        answer=answer,
        seconds=("1.250",),
        cpu_seconds=("1.000",),
    )
    return made.model_copy(update=changes)


def write_corpus(data: Path, documents: Iterable[Document], known: Iterable[Label], corpus: str = "public") -> None:
    """Write a corpus."""
    write_records(data / "corpus" / corpus / "documents.jsonl", documents)
    write_records(data / "corpus" / corpus / "labels.jsonl", known)


def write_run(
    data: Path,
    made: Run,
    judged: Iterable[Verdict],
    answers: Iterable[Extraction] = (),
    graded_by: Iterable[Label] = (),
    *,
    own: bool = False,
) -> Path:
    """Write a run's folder, among the recorded ones or the catalogue's own."""
    folder = data / ("catalogue/runs" if own else "runs") / made.id
    write_records(folder / "run.json", [made])
    write_verdicts(folder / "verdicts.jsonl", judged)
    for file, records in (("extractions.jsonl", list(answers)), ("labels.jsonl", list(graded_by))):
        if records:
            write_records(folder / file, records)
    return folder


def write_world(data: Path, runs: Mapping[str, Mapping[str, str]]) -> None:
    """One document with four labels, and a run for each id with the outcomes given."""
    write_corpus(data, [document()], labels())
    for name, outcomes in runs.items():
        write_run(data, run(name), verdicts(outcomes))
