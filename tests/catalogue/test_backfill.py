"""Backfill indexes all that is on disk or nothing, the same again is nothing, and the views answer with denominators."""

import shutil
from pathlib import Path

import pytest

from catalogue.backfill import backfill
from catalogue.database import answered
from records.errors import GroundTruthError
from tests.catalogue import made
from tests.catalogue.made import document, extraction, labels, run, verdicts, write_corpus, write_run, write_world


def ask(tmp_path: Path, sql: str) -> list[tuple[object, ...]]:
    """The rows of a question to the index of tmp_path/data."""
    backfill(tmp_path / "data", tmp_path / "index")
    return answered(tmp_path / "index", sql)[1]


def test_a_second_backfill_writes_nothing(tmp_path: Path) -> None:
    """The same text is the same index; a changed line is a new one."""
    write_world(tmp_path / "data", {"2026-01-01-a": {"CURRENCY": "P"}})
    assert backfill(tmp_path / "data", tmp_path / "index").written
    before = (tmp_path / "index").stat().st_ino
    again = backfill(tmp_path / "data", tmp_path / "index")
    assert not again.written
    assert again.rows == {"documents": 1, "labels": 4, "runs": 1, "run_documents": 1, "results": 1}
    assert (tmp_path / "index").stat().st_ino == before
    write_run(tmp_path / "data", run("2026-02-01-a"), verdicts({"CURRENCY": "F"}))
    assert backfill(tmp_path / "data", tmp_path / "index").rows["results"] == 2


def test_a_dry_run_counts_and_writes_nothing(tmp_path: Path) -> None:
    """What would be indexed is loaded, checked and thrown away."""
    write_world(tmp_path / "data", {"2026-01-01-a": {"CURRENCY": "P"}})
    done = backfill(tmp_path / "data", tmp_path / "index", dry_run=True)
    assert (done.written, done.rows["labels"]) == (False, 4)
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_every_failure_is_named_and_the_index_stands(tmp_path: Path) -> None:
    """Two malformed lines in two files and a missing run record are three lines, and the old index is there byte for byte."""
    write_world(tmp_path / "data", {"2026-01-01-a": {"CURRENCY": "P"}, "2026-01-02-a": {"CURRENCY": "P"}})
    backfill(tmp_path / "data", tmp_path / "index")
    before = (tmp_path / "index").read_bytes()
    for path in ("corpus/public/labels.jsonl", "runs/2026-01-01-a/verdicts.jsonl"):
        file = tmp_path / "data" / path
        file.write_text(file.read_text() + '{"a":1,"a":2}\n')
    (tmp_path / "data/runs/2026-01-02-a/run.json").unlink()
    with pytest.raises(GroundTruthError) as caught:
        backfill(tmp_path / "data", tmp_path / "index")
    named = sorted((Path(problem.file).name, problem.line) for problem in caught.value.problems)
    assert named == [("labels.jsonl", 5), ("run.json", None), ("verdicts.jsonl", 2)]
    assert (tmp_path / "index").read_bytes() == before


def test_a_key_that_occurs_twice_is_named(tmp_path: Path) -> None:
    """Labels are keyed by document and key, whatever two lines say."""
    write_corpus(tmp_path / "data", [document()], [*labels(), *labels(expected={"CURRENCY": "EUR"})])
    with pytest.raises(GroundTruthError, match="inv-0001/CURRENCY occurs twice"):
        backfill(tmp_path / "data", tmp_path / "index")
    assert not (tmp_path / "index").exists()


def test_many_keys_are_told_apart_and_each_that_occurs_twice_is_named(tmp_path: Path) -> None:
    """Four hundred rows of one document are four hundred keys; two of them given again, far apart, are two lines, and nothing else is."""
    keys = [f"LINE/{number:03d}" for number in range(1, 401)]
    rows = [label.model_copy(update={"kind": "line_item_structure"}) for label in labels(expected=dict.fromkeys(keys, "row"))]
    write_corpus(tmp_path / "data", [document()], rows)
    assert backfill(tmp_path / "data", tmp_path / "index").rows["labels"] == 400
    again = [row.model_copy(update={"axes": ("value", "evidence")}) for row in rows if row.key in {"LINE/001", "LINE/399"}]
    write_corpus(tmp_path / "data", [document()], [*rows, *again])
    with pytest.raises(GroundTruthError) as caught:
        backfill(tmp_path / "data", tmp_path / "index")
    assert [problem.reason for problem in caught.value.problems] == ["inv-0001/LINE/001 occurs twice", "inv-0001/LINE/399 occurs twice"]


def test_a_run_in_two_places_is_named(tmp_path: Path) -> None:
    """The catalogue's own run cannot shadow a recorded one."""
    write_world(tmp_path / "data", {"2026-01-01-a": {"CURRENCY": "P"}})
    write_run(tmp_path / "data", run("2026-01-01-a"), [], own=True)
    with pytest.raises(GroundTruthError, match="is also"):
        backfill(tmp_path / "data", tmp_path / "index")


def test_the_native_record_is_kept_verbatim(tmp_path: Path) -> None:
    """Beside promoted columns stands the line itself."""
    write_world(tmp_path / "data", {})
    lines = (tmp_path / "data/corpus/public/labels.jsonl").read_text().splitlines()
    assert sorted(str(native) for (native,) in ask(tmp_path, "SELECT native FROM labels")) == lines


def test_coverage_ships_with_its_denominator(tmp_path: Path) -> None:
    """A field the document lacks is covered (n) but has no value; a key without a label has no line."""
    write_world(tmp_path / "data", {})
    found = ask(tmp_path, "SELECT tier, key, authority, with_value, n FROM coverage WHERE key IN ('PREPAID', 'CURRENCY', 'DUE_DATE')")
    assert found == [("synthetic", "CURRENCY", "generator", 1, 1), ("synthetic", "PREPAID", "generator", 0, 1)]


def test_scoreboards_count_every_letter_apart(tmp_path: Path) -> None:
    """Unjudged is counted and reported, and is no failure."""
    outcomes = {"INVOICE_NUMBER": "P", "CURRENCY": "U", "AMOUNT_DUE": "F", "PREPAID": "A", "REL/CO-10": "M", "SCHEMA": "P"}
    write_world(tmp_path / "data", {"2026-01-01-a": outcomes})
    found = ask(tmp_path, "SELECT eval_class, passed, n, failed, missing, unjudged, true_absent FROM scoreboards ORDER BY ALL")
    assert found == [("document_extraction", 1, 2, 1, 0, 1, 1), ("document_qa", 1, 1, 0, 0, 0, 0), ("product_logic", 0, 1, 0, 1, 0, 0)]


def test_tiers_stand_apart(tmp_path: Path) -> None:
    """The same verdicts on documents of two tiers are two lines."""
    write_corpus(tmp_path / "data", [document()], labels())
    write_corpus(tmp_path / "data", [document("own-1", tier="real")], labels("own-1"), "own")
    write_run(tmp_path / "data", run("2026-01-01-a"), [*verdicts({"CURRENCY": "P"}), *verdicts({"CURRENCY": "F"}, "own-1")])
    assert ask(tmp_path, "SELECT tier, passed, n FROM scoreboards ORDER BY ALL") == [("real", 0, 1), ("synthetic", 1, 1)]


def test_an_unlabelled_document_is_in_no_denominator(tmp_path: Path) -> None:
    """Without a label that counts, verdicts on it are nobody's business."""
    known = labels(expected={"CURRENCY": "USD"})
    idle = [label.model_copy(update={"scored": False, "exclusion_reason": "smudged", "document": "inv-0002"}) for label in known]
    write_corpus(tmp_path / "data", [document(), document("inv-0002")], [*known, *idle])
    write_run(tmp_path / "data", run("2026-01-01-a"), [*verdicts({"CURRENCY": "P"}), *verdicts({"CURRENCY": "P"}, "inv-0002")])
    assert ask(tmp_path, "SELECT documents, n FROM scoreboards") == [(1, 1)]
    assert ask(tmp_path, "SELECT id, status FROM documents ORDER BY ALL") == [("inv-0001", "golden"), ("inv-0002", "unlabelled")]


def test_a_statement_without_evidence_is_null(tmp_path: Path) -> None:
    """No verdict on relations is a line with null, never zero and never left out."""
    write_world(tmp_path / "data", {"2026-01-01-a": {"CURRENCY": "P", "AMOUNT_DUE": "F"}})
    found = ask(tmp_path, "SELECT statement, passed, n FROM statements ORDER BY ALL")
    assert found == [("header fields", 1, 2), ("line items", None, None), ("relations", None, None)]


REGRESSIONS = "SELECT run, label, was, now_is, expected, actual, attribution FROM regressions WHERE chosen ORDER BY ALL"


def test_a_regression_names_the_assertion_expected_beside_actual(tmp_path: Path) -> None:
    """What passed in the run before and fails now is one line, with what was answered."""
    write_world(tmp_path / "data", {"2026-01-01-a": {"INVOICE_NUMBER": "P", "CURRENCY": "P"}})
    later = run("2026-02-01-a")
    later = later.model_copy(update={"system": later.system.model_copy(update={"fingerprint": "b" * 64})})
    write_run(tmp_path / "data", later, verdicts({"INVOICE_NUMBER": "F", "CURRENCY": "P"}), [extraction()])
    assert ask(tmp_path, REGRESSIONS) == [("2026-02-01-a", "INVOICE_NUMBER", "P", "F", "R-1", "R-2", "system")]


def test_an_invention_where_there_was_rightly_nothing_is_a_regression(tmp_path: Path) -> None:
    """Null for a value the page lacks was right; a value there is wrong, though neither is in n."""
    write_world(tmp_path / "data", {"2026-01-01-a": {"PREPAID": "A", "DUE_DATE": "U"}})
    write_run(tmp_path / "data", run("2026-02-01-a"), verdicts({"PREPAID": "I", "DUE_DATE": "F"}))
    assert [row[1:4] for row in ask(tmp_path, REGRESSIONS)] == [("PREPAID", "A", "I")]


def test_attribution_tells_label_grader_and_flake_apart(tmp_path: Path) -> None:
    """Three flips of one system with one fingerprint, each for another reason."""
    write_corpus(tmp_path / "data", [document()], labels())
    before, after = labels(), labels(expected={**made.EXPECTED, "INVOICE_NUMBER": "R-9"})
    all_right = {"INVOICE_NUMBER": "P", "CURRENCY": "P", "AMOUNT_DUE": "P"}
    write_run(tmp_path / "data", run("2026-01-01-a"), verdicts(all_right), graded_by=before)
    write_run(tmp_path / "data", run("2026-02-01-a"), verdicts({**all_right, "INVOICE_NUMBER": "F"}), graded_by=after)
    write_run(
        tmp_path / "data", run("2026-03-01-a", rubric=3), verdicts({**all_right, "INVOICE_NUMBER": "F", "CURRENCY": "F"}), graded_by=after
    )
    write_run(tmp_path / "data", run("2026-04-01-a", rubric=3), verdicts({"CURRENCY": "F", "AMOUNT_DUE": "PFPPP"}), graded_by=after)
    found = [(str(row[0])[:7], row[1], row[-1]) for row in ask(tmp_path, REGRESSIONS)]
    assert found == [("2026-02", "INVOICE_NUMBER", "label"), ("2026-03", "CURRENCY", "grader"), ("2026-04", "AMOUNT_DUE", "flake")]


def test_a_new_rubric_hides_no_fault_of_a_new_system(tmp_path: Path) -> None:
    """Both moved: where the value answered is the same the grader did it, where it is another the system did, and a build fails by that."""
    write_world(tmp_path / "data", {})
    first, later = run("2026-01-01-a"), run("2026-02-01-a", rubric=3)
    later = later.model_copy(update={"system": later.system.model_copy(update={"fingerprint": "b" * 64})})
    answers = ('{"CURRENCY":"US$","INVOICE_NUMBER":"R-1"}', '{"CURRENCY":"US$","INVOICE_NUMBER":"R-2"}')
    for one, answer, letter in ((first, answers[0], "P"), (later, answers[1], "F")):
        write_run(tmp_path / "data", one, verdicts({"CURRENCY": letter, "INVOICE_NUMBER": letter}), [extraction(answer=answer)])
    assert [(row[1], row[-1]) for row in ask(tmp_path, REGRESSIONS)] == [("CURRENCY", "grader"), ("INVOICE_NUMBER", "system")]


@pytest.mark.parametrize(("edited", "says"), [("LINE/002/LINE_NET", "label"), ("", "grader")])
def test_the_same_answer_is_no_fault_of_the_system(tmp_path: Path, edited: str, says: str) -> None:
    """A row falls while the answer is the same letter for letter: another label of its table was edited, or else the grader was."""
    rows = {"LINE/001/LINE_NET": "1.00", "LINE/002/LINE_NET": "2.00"}
    before = [label.model_copy(update={"kind": "line_item_structure"}) for label in labels(expected=rows)]
    after = [label.model_copy(update={"expected": "9.00"}) if label.key == edited else label for label in before]
    write_corpus(tmp_path / "data", [document()], after)
    later = run("2026-02-01-a")
    later = later.model_copy(update={"system": later.system.model_copy(update={"fingerprint": "b" * 64})})
    for one, letter, by in ((run("2026-01-01-a"), "P", before), (later, "F", after)):
        write_run(tmp_path / "data", one, verdicts({"LINE/001/LINE_NET": letter}), [extraction()], by)
    assert [(row[1], row[-1]) for row in ask(tmp_path, REGRESSIONS)] == [("LINE/001/LINE_NET", says)]


def test_a_stalled_parser_is_no_regression(tmp_path: Path) -> None:
    """It could not complete: said apart, in n, and no failure."""
    write_world(tmp_path / "data", {"2026-01-01-a": {"CURRENCY": "P", "SCHEMA": "P"}})
    stalled = extraction(answer=None, detail="no answer within 180 s")
    write_run(tmp_path / "data", run("2026-02-01-a"), verdicts({"CURRENCY": "M", "SCHEMA": "F"}, reason="timeout"), [stalled])
    assert ask(tmp_path, REGRESSIONS) == []
    assert ask(tmp_path, "SELECT document, detail FROM stalled") == [("inv-0001", "no answer within 180 s")]
    found = ask(tmp_path, "SELECT eval_class, passed, n, failed, missing, could_not_complete FROM scoreboards WHERE run LIKE '2026-02%'")
    assert found == [("document_extraction", 0, 1, 0, 0, 1), ("document_qa", 0, 1, 0, 0, 1)]


def test_a_smoke_run_is_no_baseline_of_a_full_one(tmp_path: Path) -> None:
    """The chosen baseline has the run's own scope, or the full one."""
    write_world(tmp_path / "data", {"2026-01-01-a": {"CURRENCY": "P"}})
    write_run(tmp_path / "data", run("2026-02-01-a", scope="smoke"), verdicts({"AMOUNT_DUE": "P"}))
    write_run(tmp_path / "data", run("2026-03-01-a"), verdicts({"CURRENCY": "F"}))
    found = ask(tmp_path, "SELECT run, baseline FROM pairs WHERE chosen ORDER BY ALL")
    assert found == [("2026-02-01-a", "2026-01-01-a"), ("2026-03-01-a", "2026-01-01-a")]


def test_suspicion_needs_systems_that_share_nothing(tmp_path: Path) -> None:
    """Two systems with one reader speak with one voice; with two, the label is to be read again, the value unsaid."""
    write_corpus(tmp_path / "data", [document()], labels())
    for slug in ("alpha", "beta"):
        write_run(tmp_path / "data", run(f"2026-01-01-{slug}", slug), verdicts({"INVOICE_NUMBER": "F"}), [extraction()])
    assert ask(tmp_path, "SELECT label, one, other FROM label_suspicion") == [("INVOICE_NUMBER", "alpha", "beta")]
    assert not {"value", "actual"} & set(answered(tmp_path / "index", "SELECT * FROM label_suspicion")[0])
    shutil.rmtree(tmp_path / "data/runs/2026-01-01-beta")
    twin = run("2026-01-01-beta", "beta")
    twin = twin.model_copy(update={"system": twin.system.model_copy(update={"reader": "reader of alpha"})})
    write_run(tmp_path / "data", twin, verdicts({"INVOICE_NUMBER": "F"}), [extraction()])
    assert ask(tmp_path, "SELECT label FROM label_suspicion") == []
