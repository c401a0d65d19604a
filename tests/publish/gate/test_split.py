"""Rule L2 on the private split: whole or by field, of twenty documents or more, and no key that says what a page says."""

import json
from collections.abc import Callable

import pytest

from publish.gate.data import check_data
from publish.payload import Payload

Change = Callable[[dict[str, object]], None]


@pytest.fixture
def staged(payload: Payload) -> dict[str, bytes]:
    """The tiny payload's files, to be altered."""
    return dict(payload.files)


def alter(staged: dict[str, bytes], path: str, which: Callable[[dict[str, object]], bool], change: Change) -> int:
    """Change the first record that fits, in canonical form and order; its line."""
    records = [json.loads(line) for line in staged[path].decode("utf-8").splitlines()]
    found = next(record for record in records if which(record))
    change(found)
    lines = sorted(json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False) for record in records)
    staged[path] = "".join(f"{line}\n" for line in lines).encode("utf-8")
    return lines.index(json.dumps(found, sort_keys=True, separators=(",", ":"), ensure_ascii=False)) + 1


def headline(record: dict[str, object]) -> bool:
    """A private headline with a figure."""
    return (
        record["split"] == "private"
        and record["slice"] == "ALL"
        and record["eval_class"] == "document_extraction"
        and bool(record["point"])
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"clusters": 1, "k": 1, "n": 1}, "is of 1 private documents, and 20 are the fewest"),
        ({"clusters": 19}, "is of 19 private documents"),
        ({"clusters": 20}, "where the split has"),
        ({"slice": "layout-inv-grid"}, "is a slice that the published letters do not give"),
        ({"slice": "ROW.page-break"}, "is a slice that the published letters do not give"),
        ({"slice": "ALL-but-one"}, "is a slice that the published letters do not give"),
    ],
)
def test_a_figure_of_too_little_is_refused(staged: dict[str, bytes], change: dict[str, object], says: str) -> None:
    """One document, nineteen, all but some, a layout, a page break: each is named by file and line."""
    line = alter(staged, "data/rows.jsonl", headline, lambda record: record.update(change))
    assert any((found.line, says in found.reason) == (line, True) for found in check_data(staged)), says


def test_a_comparison_of_few_is_refused(staged: dict[str, bytes]) -> None:
    """Differences follow the same rule."""
    line = alter(
        staged,
        "data/comparisons.jsonl",
        lambda record: record["split"] == "private" and bool(record["method"]),
        lambda record: record.update({"clusters": 7}),
    )
    found = [problem for problem in check_data(staged) if problem.file == "data/comparisons.jsonl" and problem.line == line]
    assert any("is of 7 private documents" in problem.reason for problem in found)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda outcomes: outcomes.update({"VAT/5.5/TAX": "P"}), "names a rate where its number is due"),
        (lambda outcomes: outcomes.update({"VAT/03/TAX": "P"}), "names a rate where its number is due"),
        (lambda outcomes: outcomes.update({"SCHEMA": "PPPPPPP"}), "different numbers of replicates"),
    ],
)
def test_a_key_that_tells_is_refused(staged: dict[str, bytes], change: Callable[[dict[str, str]], None], says: str) -> None:
    """A rate in a label key is content; letters of odd length could carry anything."""
    path = "data/private-verdicts/2026-01-10-beta.jsonl"

    def apply(record: dict[str, object]) -> None:
        outcomes = record["outcomes"]
        assert isinstance(outcomes, dict)
        change(outcomes)

    line = alter(staged, path, lambda record: record["family"] == "invoice", apply)
    assert any((found.file, found.line) == (path, line) and says in found.reason for found in check_data(staged))


def test_the_tiny_split_passes(staged: dict[str, bytes]) -> None:
    """No false alarm."""
    assert check_data(staged) == []
