"""The sweep's own arithmetic: what is drawn, what is due, what is merged, what an interrupt keeps."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.document import Condition, Conventions, Document, RenderedFile
from records.errors import GroundTruthError, one
from records.fields import Family
from records.verdict import Extraction
from systems.sweep import Task, by_document, determinism, draw_order, drawn, extraction, merged, sweep, tasks, undone
from systems.system import Answer

FOLDER = Path("build/corpus/public")
CONVENTIONS = Conventions(decimal_mark=".", grouping=",", date_order="MDY", currency="USD")


def document(name: str, family: Family, conditions: tuple[Condition, ...] = ("clean", "light", "heavy")) -> Document:
    """A document with a file for each condition."""
    file = RenderedFile(sha256="0" * 64, bytes=1, pages=1)
    return Document(
        id=name,
        family=family,
        tier="synthetic",
        split="public",
        layout="any",
        locale="en-US",
        conventions=CONVENTIONS,
        files=dict.fromkeys(conditions, file),
    )


DOCUMENTS = [document(f"inv-{n:04d}", "invoice") for n in range(60)] + [document(f"pay-{n:04d}", "pay_application") for n in range(60)]


def item(name: str, replicate: int, answer: str | None = "{}", status: Any = "ok", condition: Condition = "clean") -> Extraction:
    """One answer as the journal holds it."""
    seconds = (f"0.00{replicate}",)
    return Extraction(
        document=name, condition=condition, replicates=(replicate,), status=status, answer=answer, seconds=seconds, cpu_seconds=seconds
    )


def test_the_drawn_documents_are_balanced_and_fixed() -> None:
    """Thirty documents, half of each family, conditions in turn, the same whatever the order of the corpus."""
    lots = drawn("plan-v1", DOCUMENTS, 30, ("clean", "light", "heavy"))
    assert sum(name.startswith("inv") for name in lots) == sum(name.startswith("pay") for name in lots) == 15
    assert {condition: list(lots.values()).count(condition) for condition in ("clean", "light", "heavy")} == {
        "clean": 10,
        "light": 10,
        "heavy": 10,
    }
    assert drawn("plan-v1", DOCUMENTS[::-1], 30, ("clean", "light", "heavy")) == lots
    assert drawn("plan-v2", DOCUMENTS, 30, ("clean", "light", "heavy")) != lots


def test_a_document_is_drawn_in_a_condition_it_has() -> None:
    """Documents with some of the pictures each: every lot is one of the document's own files, and all conditions have lots."""
    sets: tuple[tuple[Condition, ...], ...] = (("clean", "light"), ("clean", "heavy"), ("clean", "fax"))
    some = [document(f"inv-{n:04d}", "invoice", sets[n % 3]) for n in range(60)]
    lots = drawn("plan-v1", some, 30, ("clean", "light", "heavy", "fax"))
    files = {one.id: one.files for one in some}
    assert len(lots) == 30
    assert all(condition in files[name] for name, condition in lots.items())
    assert set(lots.values()) == {"clean", "light", "heavy", "fax"}
    assert drawn("plan-v1", some, 60, ("stamp", "fax")).keys() == {one.id for one in some if "fax" in one.files}


def test_a_small_family_leaves_its_places_to_the_other() -> None:
    """Thirty are drawn as long as there are thirty documents."""
    assert len(drawn("plan-v1", DOCUMENTS[:62], 30, ("clean",))) == 30
    assert len(drawn("plan-v1", DOCUMENTS[:7], 30, ("clean",))) == 7


def test_a_larger_part_goes_on_from_a_smaller_one() -> None:
    """Families take turns, each in the order in which determinism is drawn; a family that runs out leaves the rest to the other."""
    ten, twenty = draw_order("plan-v1", DOCUMENTS, 10), draw_order("plan-v1", DOCUMENTS[::-1], 20)
    assert twenty[:20] == ten and len(twenty) == 40
    assert [name[:3] for name in ten] == ["inv", "pay"] * 10
    assert ten == list(drawn("plan-v1", DOCUMENTS, 20, ("clean",)))
    assert [name[:3] for name in draw_order("plan-v1", DOCUMENTS[57:], 60)][:8] == ["inv", "pay"] * 3 + ["pay"] * 2


def test_whole_documents_come_first_where_a_sweep_may_be_cut_short() -> None:
    """All replicates of the first document of the order, then all of the second."""
    found = by_document(tasks(DOCUMENTS[:2], ("clean",), FOLDER, lambda *_: 2), ["inv-0001", "inv-0000"])
    assert [(task.document, task.replicate) for task in found] == [("inv-0001", 1), ("inv-0001", 2), ("inv-0000", 1), ("inv-0000", 2)]


def test_cpu_seconds_that_nobody_saw_are_left_out() -> None:
    """None is not nothing: a mean over them would be a price of zero."""
    task = tasks(DOCUMENTS[:1], ("clean",), FOLDER, lambda *_: 1)[0]
    assert extraction(task, Answer(status="ok", text="{}", seconds="9.000", cpu_seconds="")).cpu_seconds == ()
    assert extraction(task, Answer(status="ok", text="{}", seconds="9.000", cpu_seconds="1.000")).cpu_seconds == ("1.000",)


def test_tasks_follow_the_conditions_a_document_and_a_system_share() -> None:
    """A twin that was not rendered is not due."""
    found = tasks([document("a", "invoice", ("clean",))], ("clean", "heavy"), FOLDER, lambda *_: 2)
    assert [task.key for task in found] == [("a", "clean", 1), ("a", "clean", 2)]
    assert found[0].pdf == FOLDER / "a.clean.pdf"


def test_replicates_of_a_document_are_apart() -> None:
    """First replicates run before any second one, so that equal answers come from different moments."""
    found = tasks(DOCUMENTS[:3], ("clean",), FOLDER, lambda *_: 2)
    assert [task.replicate for task in found] == [1, 1, 1, 2, 2, 2]


def test_equal_replicates_are_stored_once_with_all_their_seconds() -> None:
    """Seconds stand in the order of the replicates, whatever the order they finished in."""
    found = merged([item("a", 2), item("b", 1), item("a", 1), item("a", 3, answer='{"x":1}')])
    assert [(one.document, one.replicates, one.seconds) for one in found] == [
        ("a", (1, 2), ("0.001", "0.002")),
        ("a", (3,), ("0.003",)),
        ("b", (1,), ("0.001",)),
    ]


def test_a_repeat_in_the_journal_counts_once() -> None:
    """The first of two answers to one task stands."""
    assert [one.answer for one in merged([item("a", 1, "{}"), item("a", 1, '{"x":1}')])] == ["{}"]


@settings(deadline=None)
@given(st.permutations([item("a", n, answer=str({"x": n % 2})) for n in range(1, 6)] + [item("b", n) for n in range(1, 6)]))
def test_merging_does_not_depend_on_the_order_of_the_journal(journal: list[Extraction]) -> None:
    """Two workers finish in any order; the recorded run is the same text."""
    assert merged(journal) == merged(sorted(journal, key=lambda one: (one.document, one.replicates)))


def test_determinism_is_verified_on_equal_bytes_only() -> None:
    """One differing byte, or one failure among answers, and the claim is not verified."""
    lots: dict[str, Condition] = {"a": "clean", "b": "clean"}
    same = [item(name, n) for name in lots for n in range(1, 6)]
    assert determinism(same, lots, 5).verified
    changed = determinism([*same[:-1], item("b", 5, answer="{ }")], lots, 5)
    assert (changed.verified, changed.differing, changed.documents) == (False, 1, 2)
    assert not determinism([*same[:-1], item("b", 5, answer=None, status="timeout")], lots, 5).verified


def test_determinism_looks_at_drawn_documents_only() -> None:
    """A difference elsewhere is not seen by the verification; nothing at all verifies nothing."""
    assert determinism([item("a", 1), item("z", 1), item("z", 2, "{ }")], {"a": "clean"}, 5).verified
    assert not determinism([], {"a": "clean"}, 5).verified


def test_what_is_recorded_is_not_due_again() -> None:
    """A resumed sweep runs the rest."""
    due = tasks(DOCUMENTS[:2], ("clean",), FOLDER, lambda *_: 2)
    left = undone(due, merged([item("inv-0000", 1), item("inv-0000", 2)]))
    assert [task.document for task in left] == ["inv-0001", "inv-0001"]


def test_a_detail_names_no_path_of_this_machine() -> None:
    """A program that quotes the file it was given is recorded with the file's name alone."""
    task = Task(document="a", family="invoice", condition="clean", replicate=1, pdf=Path("some/where/a.clean.pdf"))
    said = f"cannot read {task.pdf.resolve()}"
    assert extraction(task, Answer(status="error", text=None, detail=said)).detail == "cannot read a.clean.pdf"


def test_text_is_stored_composed() -> None:
    """A record holds NFC only; a decomposed answer is composed rather than lost."""
    task = Task(document="a", family="invoice", condition="clean", replicate=1, pdf=Path("a.pdf"))
    assert extraction(task, Answer(status="ok", text="u\u0308")).answer == "\u00fc"


class Later(Executor):
    """An executor of another kind: it runs each task when it is submitted, as a remote engine might."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The finished future of the task."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001 - an executor hands over whatever was raised
            future.set_exception(error)
        return future


@pytest.mark.parametrize("make", [lambda: ThreadPoolExecutor(3), Later])
def test_any_executor_carries_the_sweep(make: Callable[[], Executor]) -> None:
    """Every task is answered once and recorded once, on threads or on something else."""
    due = tasks(DOCUMENTS, ("clean",), FOLDER, lambda *_: 1)
    journal: list[Extraction] = []
    ticks: list[int] = []
    with make() as executor:
        sweep(due, lambda pdf, *_: Answer(status="ok", text=pdf.name), journal.append, executor, tick=lambda: ticks.append(1))
    assert sorted(one.answer or "" for one in journal) == sorted(f"{doc.id}.clean.pdf" for doc in DOCUMENTS)
    assert len(ticks) == len(due)


def test_an_interrupt_keeps_what_has_finished() -> None:
    """Ctrl-C while recording: what is done is kept, what runs is abandoned, and the interrupt goes on up."""
    due = tasks(DOCUMENTS[:8], ("clean",), FOLDER, lambda *_: 1)
    journal: list[Extraction] = []
    abandoned: list[bool] = []

    def record(one: Extraction) -> None:
        if len(journal) == 2 and not abandoned:
            abandoned.append(False)
            raise KeyboardInterrupt
        journal.append(one)

    with Later() as executor, pytest.raises(KeyboardInterrupt):
        sweep(due, lambda *_: Answer(status="ok", text="{}"), record, executor, abandon=lambda: abandoned.append(True))
    assert sorted(one.document for one in journal) == [task.document for task in due]
    assert abandoned == [False, True]


def test_a_stop_waits_for_what_is_running() -> None:
    """One answer says stop while another runs: that one may have been paid for, so it ends, is recorded, and nothing is killed."""
    due = tasks(DOCUMENTS[:8], ("clean",), FOLDER, lambda *_: 1)
    journal: list[Extraction] = []
    stopped = threading.Event()

    def answer(pdf: Path, *_: object) -> Answer:
        if pdf.name.startswith(due[0].document):
            stopped.set()
            raise GroundTruthError(one("endpoint", "refuses"))
        stopped.wait(60)
        time.sleep(1)
        return Answer(status="ok", text="{}")

    def kill() -> None:
        raise AssertionError("killed what was running")

    with ThreadPoolExecutor(2) as executor, pytest.raises(GroundTruthError, match="endpoint: refuses"):
        sweep(due, answer, journal.append, executor, abandon=kill)
    assert 1 <= len(journal) < len(due) - 1
