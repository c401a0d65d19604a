"""A `data` folder of three invoices, with runs whose answers a test writes itself; verdicts come from the graders."""

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from catalogue.ledger import read_plan, write_records, write_verdicts
from graders.regrade import graded
from records.document import Conventions, Document, Label, RenderedFile
from records.fields import FIELDS
from records.run import Determinism, Run, SystemCard
from records.verdict import Extraction

ROOT = Path(__file__).resolve().parents[2]
PLAN = ROOT / "data" / "plans" / "plan-v1.toml"
DOCUMENTS = ("inv-0001", "inv-0002", "inv-0003")
ROWS = (("Filter, 20 in", "2", "50.00", "100.00"), ("Valve, brass", "1", "20.00", "20.00"))
TRUE: dict[str, str | None] = {
    "INVOICE_NUMBER": "R-0042", "ISSUE_DATE": "2026-03-15", "DUE_DATE": "2026-04-15", "AMOUNT_DUE": "120.00",
}  # fmt: skip
Answer = dict[str, object]


def documents(*names: str, rendered: str = "first") -> list[Document]:
    """Invoices with one clean page each; `rendered` is what its bytes are the hash of."""
    conventions = Conventions(decimal_mark=".", grouping=",", date_order="YMD", currency="EUR")
    page = RenderedFile(sha256=sha256(rendered.encode()).hexdigest(), bytes=1, pages=1)
    return [
        Document(
            id=name, family="invoice", tier="synthetic", split="public", layout="ledger", locale="en-GB", conventions=conventions,
            files={"clean": page},
        )
        for name in names or DOCUMENTS
    ]  # fmt: skip


def labels(*names: str, **edited: str | None) -> list[Label]:
    """The labels of documents, all alike: every field, two rows, and whether the answer follows the schema."""
    found: list[Label] = []
    for name in names or DOCUMENTS:
        fields = {field.key: TRUE.get(field.key) for field in FIELDS["invoice"]} | edited
        found += [Label(document=name, key=key, kind="field", expected=value) for key, value in fields.items()]
        for number, (what, quantity, price, net) in enumerate(ROWS, start=1):
            row = f"LINE/{number:03d}"
            cells = {"LINE_ITEM_DESCRIPTION": what, "QUANTITY": quantity, "UNIT": None, "UNIT_PRICE": price, "LINE_NET": net}
            found.append(Label(document=name, key=row, kind="line_item_structure", expected="row"))
            found += [Label(document=name, key=f"{row}/{key}", kind="line_item_structure", expected=value) for key, value in cells.items()]
    return found


def answer(**edited: object) -> Answer:
    """A right answer, but for what is edited."""
    rows = [
        {"LINE_ITEM_DESCRIPTION": what, "QUANTITY": quantity, "UNIT": None, "UNIT_PRICE": price, "LINE_NET": net}
        for what, quantity, price, net in ROWS
    ]
    return {field.key: TRUE.get(field.key) for field in FIELDS["invoice"]} | {"LINES": rows, "VAT_BREAKDOWN": []} | edited


def run(
    run_id: str,
    *,
    fingerprint: str = "a" * 64,
    versions: Mapping[str, str] | None = None,
    verified: bool = True,
    rubric: int = 2,
    supersedes: str | None = None,
) -> Run:
    """A full run of one system, `my-rules`."""
    plan = read_plan(PLAN)
    card = SystemCard(
        slug="my-rules", title="My rules", reader="a reader", extractor="rules", in_house=True, conditions=("clean",),
        claims_determinism=verified, versions=dict(versions or {"reader": "1.0"}), fingerprint=fingerprint,
    )  # fmt: skip
    return Run(
        id=run_id, date=run_id[:10], system=card, plan=plan.version, corpus="0" * 64, edition=plan.edition, rubric=rubric, replicates=5,
        determinism=Determinism(verified=True, documents=3, replicates=5, differing=0) if verified else None, supersedes=supersedes,
    )  # fmt: skip


def extractions(answers: Mapping[str, Sequence[Answer]]) -> list[Extraction]:
    """Recorded answers: by document, one or five replicates, equal ones stored once."""
    found = []
    for name, given in answers.items():
        by_text: dict[str, list[int]] = {}
        for replicate, one in enumerate(given, start=1):
            by_text.setdefault(json.dumps(one), []).append(replicate)
        found += [
            Extraction(document=name, condition="clean", replicates=tuple(numbers), status="ok", answer=text)
            for text, numbers in by_text.items()
        ]
    return found


def write_data(
    folder: Path,
    runs: Sequence[tuple[Run, Mapping[str, Sequence[Answer]]]],
    *,
    own_documents: Sequence[Document] = (),
    own_labels: Sequence[Label] = (),
) -> Path:
    """A `data` folder with these runs, graded by today's graders and the labels given; returns it."""
    data = folder / "data"
    shutil.rmtree(data, ignore_errors=True)
    (data / "plans").mkdir(parents=True)
    shutil.copy(PLAN, data / "plans" / PLAN.name)
    known, asked = list(own_documents) or documents(), list(own_labels) or labels()
    write_records(data / "corpus" / "public" / "documents.jsonl", known)
    write_records(data / "corpus" / "public" / "labels.jsonl", asked)
    for one, answers in runs:
        found = extractions(answers)
        write_records(data / "runs" / one.id / "run.json", [one])
        write_records(data / "runs" / one.id / "extractions.jsonl", found)
        write_verdicts(data / "runs" / one.id / "verdicts.jsonl", graded(known, asked, found, read_plan(PLAN).grading))
    return data


def right(**of_first: object) -> dict[str, list[Answer]]:
    """One right answer to each document, but for what is edited of the first one's."""
    return {name: [answer(**(of_first if name == DOCUMENTS[0] else {}))] for name in DOCUMENTS}


def commit(folder: Path) -> None:
    """Everything in a folder as a commit of a repository of its own."""
    git = ["git", "-C", str(folder), "-c", "user.name=a test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "--allow-empty", "-m", "base"]):
        subprocess.run([*git, *arguments], check=True, capture_output=True)
