"""Each of the seven rules is tried through the command and in SQL, as somebody would who wants to get past it."""

import hashlib
import json
from pathlib import Path

import pytest

from catalogue import __main__ as door
from catalogue.ask.__main__ import QUESTIONS
from catalogue.backfill import backfill
from catalogue.database import answered
from catalogue.ledger import read_records
from catalogue.own import corpus
from records.document import Label
from tests.catalogue.made import document, labels, run, verdicts, write_corpus, write_run, write_world
from tests.catalogue.paper import INVOICE, pdf

OUTCOMES = {"INVOICE_NUMBER": "P", "CURRENCY": "U", "AMOUNT_DUE": "F", "PREPAID": "X"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A ledger with one run, and an own document that nobody has labelled."""
    write_world(tmp_path / "data", {"2026-01-01-a": OUTCOMES})
    pdf(tmp_path / "a.pdf", *INVOICE)
    assert command(tmp_path / "data", "add", str(tmp_path / "a.pdf")) == 0
    return tmp_path / "data"


def command(data: Path, *arguments: str) -> int:
    """Run a verb of the catalogue on a ledger."""
    return door.main([*arguments, "--data", str(data), "--index", str(data.parent / "build" / "index")])


def table(data: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, str]]:
    """The lines of an answer by column."""
    capsys.readouterr()
    assert command(data, *arguments) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    return [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]


def digests(folder: Path) -> dict[str, str]:
    """Every file below a folder by its hash."""
    return {path.as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


VERBS = (
    *(["backfill"], ["regressions"], ["gaps"], ["suspects"], ["query", "SELECT 1"], ["query", "DROP TABLE labels"]),
    *([question] for question in QUESTIONS),
)


def test_rule_1_no_verb_that_asks_writes_anything_but_the_index(data: Path) -> None:
    """What is observed is the same byte for byte after every question, and beside the index there is nothing new."""
    before = digests(data.parent)
    for arguments in VERBS:
        command(data, *arguments)
    after = digests(data.parent)
    index = (data.parent / "build" / "index").as_posix()
    assert set(after) - set(before) == {index} and {name: after[name] for name in before} == before


def test_rule_1_own_files_are_all_that_is_written(data: Path) -> None:
    """Adding and labelling touch the catalogue's own folder, and no corpus or run that is observed."""
    before = digests(data)
    (data.parent / "l.csv").write_text("key,expected,not_consulted\nCURRENCY,USD,system_output\n")
    pdf(data.parent / "b.pdf", *INVOICE, "b")
    assert command(data, "add", str(data.parent / "b.pdf")) == 0
    assert command(data, "label", "b.pdf", str(data.parent / "l.csv")) == 0
    own = corpus(data).as_posix()
    assert {name for name, digest in digests(data).items() if before.get(name) != digest and not name.startswith(own)} == set()


def test_rule_2_every_count_of_passes_has_its_denominator(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In every standing answer a column of passes stands beside n, and no column is a rate."""
    for question in QUESTIONS:
        capsys.readouterr()
        assert command(data, question) == 0
        columns = set(capsys.readouterr().out.splitlines()[0].split("\t"))
        assert "passed" not in columns or columns & {"n", "asked"}, question
        assert not columns & {"rate", "accuracy", "percent", "score"}, question


def test_rule_3_null_is_no_zero(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A statement without evidence has empty cells, not zeros, and its line is there."""
    found = {line["statement"]: (line["passed"], line["n"]) for line in table(data, capsys, "statements")}
    assert found == {"header fields": ("1", "2"), "line items": ("", ""), "relations": ("", "")}


def test_rule_4_unjudged_is_counted_and_no_failure(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The unjudged and the excluded letter are beside n, not in it."""
    (line,) = table(data, capsys, "scoreboards")
    assert [line[name] for name in ("passed", "n", "failed", "unjudged", "excluded")] == ["1", "2", "1", "1", "1"]


@pytest.mark.parametrize("reason", ["", "   "])
def test_rule_5_no_exclusion_without_a_reason(data: Path, capsys: pytest.CaptureFixture[str], reason: str) -> None:
    """Neither a label file nor a line written by hand gets one in: the whole backfill is refused, the old index stands."""
    row = {"key": "CURRENCY", "expected": "USD", "scored": False, "exclusion_reason": reason, "not_consulted": ["system_output"]}
    (data.parent / "l.json").write_text(json.dumps([row]))
    if not reason:
        assert command(data, "label", "a.pdf", str(data.parent / "l.json")) == 1
        assert "reason" in capsys.readouterr().err
    assert command(data, "backfill") == 0
    before = (data.parent / "build" / "index").read_bytes()
    by_hand = {"document": "inv-0001", "key": "DUE_DATE", "kind": "field", "expected": None, "scored": False, "exclusion_reason": reason}
    with (data / "corpus/public/labels.jsonl").open("a") as stream:
        stream.write(json.dumps(by_hand, sort_keys=True) + "\n")
    assert command(data, "backfill") == 1
    assert (data.parent / "build" / "index").read_bytes() == before


def test_rule_6_no_answer_of_a_system_becomes_a_label(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Running a system makes no label; one written by hand as confirmed by nobody is refused; none is in a denominator."""
    by_hand = {
        "authority": "primary_document",
        "document": "inv-0001",
        "expected": "2026-01-01",
        "key": "DUE_DATE",
        "kind": "field",
        "prefilled_by": "text-rules",
    }
    path = data / "corpus/public/labels.jsonl"
    before = path.read_text()
    path.write_text(before + json.dumps(by_hand, sort_keys=True, separators=(",", ":")) + "\n")
    assert command(data, "backfill") == 1
    assert "until a person confirms it" in capsys.readouterr().err
    path.write_text(before)
    row = {"key": "CURRENCY", "expected": "USD", "authority": "unpopulated", "prefilled_by": "text-rules"}
    (data.parent / "l.json").write_text(json.dumps([row]))
    assert command(data, "label", "a.pdf", str(data.parent / "l.json")) == 0
    assert [label.scored for label in read_records(corpus(data) / "labels.jsonl", Label)] == [False]
    assert {line["tier"] for line in table(data, capsys, "coverage")} == {"synthetic"}


def test_rule_7_nothing_is_averaged(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Documents of two tiers, families and classes are as many lines, and the command has no option that would join them."""
    write_corpus(data, [document(), document("pay-0001", family="pay_application")], [*labels(), *labels("pay-0001")])
    judged = [*verdicts({"CURRENCY": "P", "SCHEMA": "P", "LINE/001": "F"}), *verdicts({"OWNER": "P"}, "pay-0001")]
    write_run(data, run("2026-02-01-a"), judged)
    found = [line for line in table(data, capsys, "scoreboards") if line["run"] == "2026-02-01-a"]
    assert sorted((line["family"], line["eval_class"], line["n"]) for line in found) == [
        ("invoice", "document_extraction", "1"),
        ("invoice", "document_qa", "1"),
        ("invoice", "line_item_structure", "1"),
        ("pay_application", "document_extraction", "1"),
    ]
    with pytest.raises(SystemExit):
        command(data, "scoreboards", "--overall")


def test_rule_7_no_view_holds_a_figure_that_is_no_count(data: Path) -> None:
    """Whatever the views give is text, a truth value or a whole number."""
    backfill(data, data.parent / "index")
    asked = "SELECT DISTINCT data_type FROM duckdb_columns() WHERE NOT internal AND schema_name = 'main'"
    kinds = answered(data.parent / "index", asked)[1]
    assert {kind for (kind,) in kinds} <= {
        *("VARCHAR", "VARCHAR[]", "BOOLEAN", "BIGINT", "INTEGER", "JSON", "DECIMAL(12,3)", "DECIMAL(18,6)", "DECIMAL(24,12)"),
    }
