"""A small edition with a stand-in generator: quick, and with content that a search can recognise."""

import hashlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.design import Place
from generator.private import lane, secret, temporary
from generator.private.edition import Edition, make
from records.document import Condition, Conventions, Document, Label, RenderedFile, Split
from records.fields import FIELDS, Family
from records.plan import Plan, parse_plan

PLAN = Path(__file__).resolve().parents[2] / "data" / "plans" / "plan-v1.toml"


def stand_in(
    seed: bytes, document_id: str, family: Family, split: Split, place: Place, *, conditions: Sequence[Condition] | None = None
) -> Any:
    """A document of a seed: every field labelled with text from the seed, files that print all of it."""
    digits = str(int.from_bytes(hashlib.sha256(seed).digest(), "big"))
    words = {
        "name": f"Zanthorpe Quillfeather {chr(65 + seed[0] % 26)}",
        "identifier": f"QX-{digits[:14]}",
        "amount": f"{digits[14:21]}.{digits[21:23]}",
    }
    labels = tuple(Label(document=document_id, key=field.key, kind="field", expected=words.get(field.kind)) for field in FIELDS[family])
    text = "\n".join(f"{label.key} {label.expected}" for label in labels)
    files = {
        condition: f"%PDF-1.4\n{condition}\n{text}\n%%EOF\n".encode()
        for condition in (place.conditions if conditions is None else conditions)
    }
    document = Document(
        id=document_id,
        family=family,
        tier="synthetic",
        split=split,
        layout=place.layout,
        locale="en-US",
        conventions=Conventions(decimal_mark=".", grouping=",", date_order="MDY", currency="USD"),
        files={key: RenderedFile(sha256=hashlib.sha256(data).hexdigest(), bytes=len(data), pages=1) for key, data in files.items()},
    )
    return SimpleNamespace(document=document, labels=labels, files=files, facts_text=text)


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place in the machine's memory for this test's lane folders alone: what stays in it, this test left."""
    with tempfile.TemporaryDirectory(dir=temporary.base()) as folder:
        monkeypatch.setattr(temporary, "_MEMORY", Path(folder))
        yield Path(folder)


@pytest.fixture(scope="session")
def plan() -> Plan:
    """The project's plan with three invoices and two pay applications."""
    plan = parse_plan("plan-v1.toml", PLAN.read_bytes())
    return plan.model_copy(update={"corpus": plan.corpus.model_copy(update={"invoice": 3, "pay_application": 2})})


@pytest.fixture
def edition(plan: Plan) -> Edition:
    """An edition with keys of its own."""
    return Edition(plan, secret.fresh(), stand_in)


@pytest.fixture
def private_document(edition: Edition) -> Any:
    """A private document."""
    return make(edition, 1)


@pytest.fixture
def canary(edition: Edition) -> str:
    """The word that stands in every document of the edition."""
    return edition.secret.canary("ground-truth", edition.split)


@pytest.fixture
def task() -> Callable[..., lane.Task]:
    """Makes a task around an answering function; graders that pass what is equal to the label."""

    def grade(
        family: Family, conventions: Conventions, labels: Sequence[Label], condition: Condition, replies: Sequence[tuple[Any, str | None]]
    ) -> list[Any]:
        return [SimpleNamespace(label=label.key, outcomes="".join("P" if text else "M" for _, text in replies)) for label in labels]

    def build(answer: Callable[[Path, Family], Any], replicates: int = 1) -> lane.Task:
        return lane.Task("2026-12-01-echo", "echo", ("clean",), replicates, lambda pdf, family, _: answer(pdf, family), grade)

    return build
