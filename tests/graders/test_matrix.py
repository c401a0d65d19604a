"""The kill matrix: every mutant is caught as named, no right answer is wronged, and a bad grader is seen."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graders.__main__ import as_data, main, shown
from graders.dispatch import grade
from graders.judgement import Judgement
from graders.kill.case import Case
from graders.kill.matrix import kill_matrix
from graders.kill.mutants import MUTANTS
from graders.kill.spellings import SPELLINGS
from records.plan import GradingPlan


def test_there_are_enough_of_both() -> None:
    """At least thirty ways to be wrong and fifteen to be right, each with its own name."""
    assert len(MUTANTS) >= 30
    assert len(SPELLINGS) >= 15
    assert len({way.name for way in (*MUTANTS, *SPELLINGS)}) == len(MUTANTS) + len(SPELLINGS)


def test_a_part_of_the_corpus_is_clean(public_cases: list[Case], grading: GradingPlan) -> None:
    """Every mutant tried is caught by its grader under its name; every spelling passes. (The door runs the whole.)"""
    matrix = kill_matrix(public_cases[::12], grading)
    assert matrix.gold_faults == ()
    assert [fault for row in matrix.rows for fault in row.faults] == []


LENIENT: dict[str, tuple[Callable[[Judgement], bool], str]] = {
    "passes every amount": (lambda one: one.grader == "numeric_tolerance" and one.outcome == "F", "sign flip"),
    "passes every identifier": (lambda one: one.grader == "exact" and one.outcome == "F", "look alike in id"),
    "passes every name and date": (lambda one: one.grader == "normalised" and one.outcome == "F", "day and month"),
    "passes every footing": (lambda one: one.grader == "arithmetic", "repaired footing"),
    "passes every schema": (lambda one: one.grader == "schema", "additional key"),
    "takes a miss for a pass": (lambda one: one.outcome == "M", "null for value"),
    "sees no invention": (lambda one: one.outcome == "I", "invented field"),
}


@pytest.mark.parametrize("what", sorted(LENIENT))
def test_a_lenient_grader_lets_its_mutants_survive(what: str, public_cases: list[Case], grading: GradingPlan) -> None:
    """One grader made lenient, and the mutants named for it survive."""
    lenient, name = LENIENT[what]

    def weakened(*arguments: Any) -> list[Judgement]:
        return [one._replace(outcome="P", reason="") if lenient(one) else one for one in grade(*arguments)]

    few = [case for case in public_cases if any(label.key.startswith("REL/") and label.expected == "fails" for label in case.labels)][:4]
    (row,) = kill_matrix(few, grading, weakened, [way for way in MUTANTS if way.name == name]).rows
    assert row.tried and row.right == 0


def test_a_harsh_grader_kills_spellings(public_cases: list[Case], grading: GradingPlan) -> None:
    """A grader that only accepts the canonical spelling is a false kill."""

    def harsh(family: Any, conventions: Any, labels: Any, status: Any, answer: str, plan: Any) -> list[Judgement]:
        other = conventions.model_copy(update={"decimal_mark": "." if conventions.decimal_mark == "," else ","})
        return grade(family, other, labels, status, answer, plan)

    (row,) = kill_matrix(public_cases[:3], grading, harsh, [way for way in SPELLINGS if way.name == "code after"]).rows
    assert row.tried and row.right < row.tried


def test_a_careless_grader_is_seen_by_what_falls_beside(public_cases: list[Case], grading: GradingPlan) -> None:
    """One wrong value that drags another label down is a fault of the grader."""

    def careless(*arguments: Any) -> list[Judgement]:
        found = grade(*arguments)
        bad = any(one.outcome == "F" and one.grader == "numeric_tolerance" for one in found)
        return [one._replace(outcome="F") if bad and one.grader == "normalised" and one.outcome == "P" else one for one in found]

    (row,) = kill_matrix(public_cases[:2], grading, careless, [way for way in MUTANTS if way.name == "one cent more"]).rows
    assert row.tried and row.right == 0 and "became F" in row.faults[0]


@pytest.fixture(scope="module")
def few(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the first three public documents."""
    folder, public = tmp_path_factory.mktemp("few"), root / "data" / "corpus" / "public"
    documents = (public / "documents.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)[:3]
    ids = {json.loads(line)["id"] for line in documents}
    (folder / "documents.jsonl").write_text("".join(documents), encoding="utf-8")
    kept = [line for line in (public / "labels.jsonl").open(encoding="utf-8") if json.loads(line)["document"] in ids]
    (folder / "labels.jsonl").write_text("".join(kept), encoding="utf-8")
    return folder


def test_the_door_prints_counts_and_refuses_survivors(tmp_path: Path, few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 0 on a clean matrix (here nothing untried is forgiven), 1 on a missing corpus, in one line."""
    code = main(["--data", str(few), "--json", str(tmp_path / "matrix.json")])
    text = capsys.readouterr().out
    written = json.loads((tmp_path / "matrix.json").read_text(encoding="utf-8"))
    untried = [row["name"] for row in written["rows"] if not row["tried"]]
    assert code == (1 if untried else 0)
    assert text.count("NEVER TRIED") == len(untried)
    assert f"{len(MUTANTS)} mutants" in text
    assert main(["--data", str(tmp_path / "nowhere")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_the_door_confirms_a_recorded_matrix(tmp_path: Path, few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same by two processes as by one; another number in the file, and it is not this matrix."""
    recorded = tmp_path / "kill-matrix.json"
    main(["--data", str(few), "--json", str(recorded), "--quiet"])
    before = recorded.read_bytes()
    capsys.readouterr()
    main(["--data", str(few), "--json", str(recorded), "--confirm", str(recorded), "--jobs", "2", "--quiet"])
    assert recorded.read_bytes() == before
    assert capsys.readouterr().err == ""
    found = json.loads(before)
    found["rows"][0]["tried"] += 1
    recorded.write_text(json.dumps(found), encoding="utf-8")
    assert main(["--data", str(few), "--confirm", str(recorded), "--quiet"]) == 1
    assert capsys.readouterr().err == "kill-matrix.json: is not the matrix of these graders and this corpus (run make kill-matrix)\n"
    assert main(["--data", str(few), "--confirm", str(tmp_path / "none.json"), "--quiet"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_counts_add_up(few: Path, tmp_path: Path) -> None:
    """The counts of either kind are the sums of their rows, and the corpus tried is named by its hash."""
    main(["--data", str(few), "--json", str(tmp_path / "matrix.json"), "--quiet"])
    found = json.loads((tmp_path / "matrix.json").read_text(encoding="utf-8"))
    for kind in ("mutant", "spelling"):
        rows = [row for row in found["rows"] if row["kind"] == kind]
        sums = {"count": len(rows), "tried": sum(row["tried"] for row in rows), "right": sum(row["right"] for row in rows)}
        assert found[f"{kind}s"] == sums
    assert len(found["corpus"]) == 64 and found["documents"] == 3


def test_the_matrix_as_data_is_plain(public_cases: list[Case], grading: GradingPlan) -> None:
    """Text, counts and lists, for a page; the same twice."""
    matrix = kill_matrix(public_cases[:1], grading)
    assert json.dumps(as_data(matrix, 1)) == json.dumps(as_data(kill_matrix(public_cases[:1], grading), 1))
    assert len(shown(matrix, 3)) >= len(MUTANTS) + len(SPELLINGS)
