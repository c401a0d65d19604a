"""Rule L2 on what belongs to what, on letters that hide, and on private documents and labels that are left out."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from publish.gate.belonging import check_corrections
from publish.gate.data import check_data
from publish.gate.letters import check_data_letters
from publish.payload import Inputs, Payload, build_payload
from records.correction import Correction
from records.row import Row
from records.verdict import PrivateVerdict
from tests.publish.tiny import measured


@pytest.fixture
def staged(payload: Payload) -> dict[str, bytes]:
    """The tiny payload's files, to be altered."""
    return dict(payload.files)


def reasons(staged: dict[str, bytes], path: str) -> list[str]:
    """What is said of one file."""
    return [problem.reason for problem in check_data(staged) if problem.file == path]


@pytest.mark.parametrize("path", ["data/labels.jsonl", "data/verdicts/2026-01-10-beta.jsonl", "data/extractions/2026-01-10-beta.jsonl"])
def test_what_is_of_no_published_document_is_refused(staged: dict[str, bytes], path: str) -> None:
    """A label, a verdict, an answer under the name of a document that nobody lists."""
    lines = staged[path].decode("utf-8").splitlines()
    lines.append(json.dumps({**json.loads(lines[0]), "document": "inv-9001"}, sort_keys=True, separators=(",", ":"), ensure_ascii=False))
    staged[path] = "".join(f"{line}\n" for line in sorted(lines)).encode("utf-8")
    assert "L2 is of document inv-9001, which is not published" in reasons(staged, path)


def test_a_second_run_of_a_system_is_refused(staged: dict[str, bytes]) -> None:
    """One run a system and tier stands on the board."""
    lines = staged["data/runs.jsonl"].decode("utf-8").splitlines()
    beta = next(line for line in lines if '"id":"2026-01-10-beta"' in line)
    again = beta.replace('"id":"2026-01-10-beta"', '"id":"2026-01-10-beta-2"')
    staged["data/runs.jsonl"] = "".join(f"{line}\n" for line in sorted([*lines, again])).encode("utf-8")
    assert any("is a second run of beta" in reason for reason in reasons(staged, "data/runs.jsonl"))


def test_the_last_correction_says_what_stands(inputs: Inputs) -> None:
    """The last of a figure's corrections must end at the published value; earlier ones may end elsewhere."""
    row = next(row for row in inputs.rows if row.point is not None)
    standing: dict[str, Row] = {row.id: row}

    def made(date: str, new: str | None) -> Correction:
        return Correction(date=date, row=row.id, column="point", old="0.100000", new=new, reason="x")

    assert check_corrections([made("2026-01-01", "0.200000"), made("2026-01-02", row.point)], standing) == []
    for last in ("0.200000", None):
        found = check_corrections([made("2026-01-01", row.point), made("2026-01-02", last)], standing)
        assert [(problem.file, problem.line) for problem in found] == [("data/corrections.jsonl", 2)]


@pytest.mark.parametrize(
    ("letter", "refused"),
    [("\u200b", True), ("\u0430", True), ("\uff21", True), ("\u00ad", True), ("\U000e0041", True), ("\u0661", True), ("\u0301", True)]
    + [("\u00fc", False), ("\u2013", False), ("\u00d7", False), ("\u20ac", False)],
)
def test_letters_that_hide_are_refused_in_data(letter: str, *, refused: bool) -> None:
    """Unseen ones, those of other scripts and forms, a combining accent; not an umlaut, a dash or a sign."""
    data = json.dumps({"note": f"x{letter}"}, ensure_ascii=False).encode("utf-8")
    assert bool(check_data_letters({"data/runs.jsonl": data})) is refused
    assert check_data_letters({"data/extractions/a.jsonl": data, "index.html": data}) == []


def test_text_that_is_not_nfc_is_a_reason_and_no_crash(staged: dict[str, bytes]) -> None:
    """A letter and its accent apart."""
    staged["data/runs.jsonl"] = staged["data/runs.jsonl"].replace(b"2 cores", "2 co\u0301res".encode(), 1)
    assert "L2 is not the canonical form of its record" in reasons(staged, "data/runs.jsonl")


Left = Callable[[list[PrivateVerdict]], Iterable[PrivateVerdict]]


def one_label_less(found: list[PrivateVerdict]) -> list[PrivateVerdict]:
    """The first verdict without one of its labels."""
    outcomes = dict(found[0].outcomes)
    del outcomes["SCHEMA"]
    return [found[0].model_copy(update={"outcomes": outcomes}), *found[1:]]


def one_field_less(found: list[PrivateVerdict]) -> list[PrivateVerdict]:
    """One document without one of its fields, in every condition."""
    name = found[0].commitment
    return [
        one.model_copy(update={"outcomes": {key: letters for key, letters in one.outcomes.items() if key != "ISSUE_DATE"}})
        if one.commitment == name
        else one
        for one in found
    ]


def quoting(found: list[PrivateVerdict]) -> list[PrivateVerdict]:
    """The first verdict with a key that says something."""
    return [found[0].model_copy(update={"outcomes": {**found[0].outcomes, "SELLER_TULSE": "P" * 5}}), *found[1:]]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda found: [one for one in found if one.commitment != found[0].commitment], "leaves out 1 private documents in clean"),
        (one_label_less, "is of other labels than the same document's elsewhere"),
        (one_field_less, "lacks 1 labels that others of its family have"),
        (quoting, "has 1 label keys of no known form"),
    ],
)
def test_what_is_left_out_of_the_private_split_is_refused(inputs: Inputs, change: Left, says: str) -> None:
    """One document or label less for one system, or a key that says something: differences of two rows would tell of it."""
    first = "2026-01-10-alpha"
    private = {**inputs.private_verdicts, first: list(change(list(inputs.private_verdicts[first])))}
    changed = build_payload(replace(measured(inputs), private_verdicts=private))
    found = [problem for problem in check_data(changed.files) if problem.file.startswith("data/private-verdicts/")]
    assert any(says in problem.reason for problem in found)
