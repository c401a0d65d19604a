"""`analysis compare`: planted changes come out as exactly those flips, each put down to what was planted."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from analysis.compare.__main__ import against, main
from analysis.report import Change
from catalogue.ledger import read_verdicts
from records.errors import GroundTruthError
from records.flip import Flip
from records.lines import to_text
from tests.analysis.recorded import DOCUMENTS, answer, commit, documents, labels, right, run, write_data

BEFORE, AFTER = "2026-01-01-my-rules", "2026-02-01-my-rules"
NEW = "b" * 64


def _change(tmp_path: Path, before: Callable[[Path], Path], after: Callable[[Path], Path]) -> Change:
    change, whole = against("base", before(tmp_path / "before"), after(tmp_path / "after"))
    assert whole
    return change


def _flips(change: Change) -> dict[tuple[str, str], Flip]:
    found = [flip for flipped in change.flipped for flip in flipped.flips]
    by_place = {(flip.document, flip.label): flip for flip in found}
    assert len(by_place) == len(found)
    return by_place


def test_two_equal_folders_differ_in_nothing(tmp_path: Path) -> None:
    """The same files make an empty change."""
    change = _change(tmp_path, lambda f: write_data(f, [(run(BEFORE), right())]), lambda f: write_data(f, [(run(BEFORE), right())]))
    assert (change.flipped, change.rows, change.notes) == ([], [], [])


def test_a_planted_change_of_rules_gives_exactly_the_planted_flips(tmp_path: Path) -> None:
    """One field falls, one is mended, one row is lost: these and no others, with values, put down to the fingerprint."""
    rows = answer()["LINES"]
    assert isinstance(rows, list)
    change = _change(
        tmp_path,
        lambda f: write_data(f, [(run(BEFORE), right(DUE_DATE="2026-04-16"))]),
        lambda f: write_data(f, [(run(AFTER, fingerprint=NEW), right(AMOUNT_DUE="12.00", LINES=rows[:1]))]),
    )
    found = _flips(change)
    lost = {"LINE/002", "LINE/002/QUANTITY", "LINE/002/UNIT_PRICE", "LINE/002/LINE_NET"}
    assert {label for (document, label), flip in found.items() if flip.turn == "regressed"} == {"AMOUNT_DUE", *lost}
    assert {label for (_, label), flip in found.items() if flip.turn == "recovered"} == {"DUE_DATE"}
    assert {document for document, _ in found} == {DOCUMENTS[0]}
    assert {flip.causes for flip in found.values()} == {("fingerprint",)}
    fell = found[DOCUMENTS[0], "AMOUNT_DUE"]
    assert (fell.expected, fell.before, fell.after, fell.was, fell.now) == ("120.00", "120.00", "12.00", "P", "F")
    assert found[DOCUMENTS[0], "LINE/002/LINE_NET"].before == "20.00"
    assert found[DOCUMENTS[0], "LINE/002/LINE_NET"].after is None
    assert len(change.binding) == 5


def test_a_new_version_of_a_part_is_named(tmp_path: Path) -> None:
    """Where a version differs it is the cause, from which to which."""
    change = _change(
        tmp_path,
        lambda f: write_data(f, [(run(BEFORE), right())]),
        lambda f: write_data(f, [(run(AFTER, versions={"reader": "2.0"}, fingerprint=NEW), right(AMOUNT_DUE=None))]),
    )
    (fell,) = _flips(change).values()
    assert (fell.causes, fell.detail) == (("version",), "reader 1.0 \u2192 2.0")


def test_a_relabel_is_put_down_to_the_label_and_fails_no_build(tmp_path: Path) -> None:
    """The same answers under an edited label: the flip is the label's, not the system's."""
    edited = labels(DOCUMENTS[0], DUE_DATE="2026-05-01") + labels(*DOCUMENTS[1:])
    change = _change(
        tmp_path,
        lambda f: write_data(f, [(run(BEFORE), right())]),
        lambda f: write_data(f, [(run(BEFORE), right())], own_labels=edited),
    )
    (fell,) = _flips(change).values()
    assert (fell.label, fell.turn, fell.causes, fell.detail) == ("DUE_DATE", "regressed", ("label",), "2026-04-15 \u2192 2026-05-01")
    assert change.binding == []
    assert change.corpus is not None
    assert [(edit.document, edit.key) for edit in change.corpus.relabelled] == [(DOCUMENTS[0], "DUE_DATE")]


def test_a_relabel_beside_a_changed_system_is_still_told_from_it(tmp_path: Path) -> None:
    """What the earlier answer comes out as today says which of the two moved: one flip each."""
    edited = labels(DOCUMENTS[0], DUE_DATE="2026-05-01") + labels(*DOCUMENTS[1:])
    change = _change(
        tmp_path,
        lambda f: write_data(f, [(run(BEFORE), right())]),
        lambda f: write_data(f, [(run(AFTER, fingerprint=NEW), right(AMOUNT_DUE=None))], own_labels=edited),
    )
    assert {label: flip.causes for (_, label), flip in _flips(change).items()} == {"DUE_DATE": ("label",), "AMOUNT_DUE": ("fingerprint",)}


def test_an_edited_row_bears_on_the_rows_beside_it(tmp_path: Path) -> None:
    """A label that makes another row unmatched is named as the cause of that row's flip."""
    edited = [
        label.model_copy(update={"expected": f"9{label.expected}"}) if label.key.startswith("LINE/002/") and label.expected else label
        for label in labels()
    ]
    change = _change(
        tmp_path,
        lambda f: write_data(f, [(run(BEFORE), right())]),
        lambda f: write_data(f, [(run(BEFORE), right())], own_labels=edited),
    )
    found = _flips(change)
    assert found[DOCUMENTS[0], "LINE/002"].turn == "regressed"
    assert {flip.causes for flip in found.values()} == {("label",)}
    assert found[DOCUMENTS[0], "LINE/002"].detail.startswith("another label of the document: LINE/002/")


def test_a_nondeterministic_systems_flips_are_flakes(tmp_path: Path) -> None:
    """Replicates that disagree, and another answer of the same fingerprint, are chance; neither fails a build."""
    steady = [answer()] * 5
    wavering = [answer()] * 3 + [answer(AMOUNT_DUE="1.00")] * 2
    turned = [answer(DUE_DATE=None)] * 5
    change = _change(
        tmp_path,
        lambda f: write_data(f, [(run(BEFORE, verified=False), dict.fromkeys(DOCUMENTS, steady))]),
        lambda f: write_data(f, [(run(AFTER, verified=False), {DOCUMENTS[0]: wavering, DOCUMENTS[1]: turned, DOCUMENTS[2]: steady})]),
    )
    found = _flips(change)
    assert {(document, label): (flip.causes, flip.detail) for (document, label), flip in found.items()} == {
        (DOCUMENTS[0], "AMOUNT_DUE"): (("flake",), "replicates disagree"),
        (DOCUMENTS[1], "DUE_DATE"): (("flake",), "the same fingerprint gave another answer"),
    }
    assert found[DOCUMENTS[0], "AMOUNT_DUE"].after == "120.00 | 1.00"
    assert change.binding == []


def test_a_rubric_is_named_where_the_answers_are_the_same(tmp_path: Path) -> None:
    """Verdicts that today's graders do not give again, under another rubric, are the grader's."""

    def earlier(folder: Path) -> Path:
        data = write_data(folder, [(run(BEFORE, rubric=1), right())])
        file = data / "runs" / BEFORE / "verdicts.jsonl"
        text = file.read_text(encoding="utf-8")
        line = next(line for line in text.split("\n") if "AMOUNT_DUE" in line and DOCUMENTS[1] in line)
        file.write_text(text.replace(line, line.replace('"outcomes":"P"', '"outcomes":"F"')), encoding="utf-8")
        return data

    change = _change(tmp_path, earlier, lambda f: write_data(f, [(run(AFTER), right())]))
    (mended,) = _flips(change).values()
    assert (mended.turn, mended.causes, mended.detail) == ("recovered", ("grader",), "rubric 1 \u2192 2")


def test_a_page_rendered_anew_is_named(tmp_path: Path) -> None:
    """Another page is another question: no regression of the system."""
    change = _change(
        tmp_path,
        lambda f: write_data(f, [(run(BEFORE), right())]),
        lambda f: write_data(f, [(run(BEFORE), right(AMOUNT_DUE=None))], own_documents=documents(rendered="again")),
    )
    assert [flip.causes for flip in _flips(change).values()] == [("document",)]
    assert change.binding == []
    assert change.corpus is not None
    assert change.corpus.rendered_anew == DOCUMENTS


def test_an_invented_row_is_a_regression(tmp_path: Path) -> None:
    """A row that nobody invented before has no verdict then, and still flips."""
    rows = answer()["LINES"]
    assert isinstance(rows, list)
    more = [*rows, {"LINE_ITEM_DESCRIPTION": "Subtotal", "QUANTITY": None, "UNIT": None, "UNIT_PRICE": None, "LINE_NET": "777.00"}]
    change = _change(
        tmp_path,
        lambda f: write_data(f, [(run(BEFORE), right())]),
        lambda f: write_data(f, [(run(AFTER, fingerprint=NEW), right(LINES=more))]),
    )
    (made,) = _flips(change).values()
    assert (made.label, made.turn, made.was, made.now) == ("LINE/+001", "regressed", "", "I")


def test_rows_that_move_have_their_intervals(tmp_path: Path) -> None:
    """The headline of fields falls with the field, by exactly what fell."""
    change = _change(
        tmp_path,
        lambda f: write_data(f, [(run(BEFORE), right())]),
        lambda f: write_data(f, [(run(AFTER, fingerprint=NEW), right(AMOUNT_DUE=None))]),
    )
    moved = {move.id.rpartition("/")[2]: move for move in change.rows}
    assert {"ALL", "AMOUNT_DUE", "OMITTED"} <= moved.keys()
    assert "DUE_DATE" not in moved
    before, after = moved["AMOUNT_DUE"].before, moved["AMOUNT_DUE"].after
    assert before is not None
    assert after is not None
    assert (before.k, after.k, before.n, after.n) == (3, 2, 3, 3)
    assert after.low is not None


def test_the_door_reads_a_revision_and_prints_what_moved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """From git to Markdown: regressions before rows, and exit 1 only where asked for and the system regressed."""
    write_data(tmp_path, [(run(BEFORE), right())])
    commit(tmp_path)
    data = write_data(tmp_path, [(run(AFTER, fingerprint=NEW), right(AMOUNT_DUE="1`2|<b>@all"))])
    assert main(["HEAD", "--data", str(data)]) == 0
    said = capsys.readouterr().out
    assert said.index("### Passed and now fail: 1") < said.index("### Rows that move")
    assert (
        "| my-rules | inv-0001 | clean | `AMOUNT_DUE` | `120.00` | `120.00` | `1'2\u00a6<b>@all` | P to F | fingerprint: `aaaaaaaa" in said
    )
    assert main(["HEAD", "--data", str(data), "--fail-on-regression"]) == 1
    assert "1 regressions" in capsys.readouterr().err


def test_a_base_without_data_makes_everything_new(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """That is no regression: the summary says what there is."""
    (tmp_path / "README").write_text("no data yet\n", encoding="utf-8")
    commit(tmp_path)
    data = write_data(tmp_path, [(run(AFTER), right())])
    assert main(["HEAD", "--data", str(data), "--fail-on-regression"]) == 0
    assert "The base has no data, so all of it is new: 3 documents, 93 labels, runs of my-rules (synthetic)." in capsys.readouterr().out


def test_a_base_of_another_form_is_not_compared_and_vouches_for_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its first problem is named; a build that must not regress cannot pass by it."""
    data = write_data(tmp_path, [(run(BEFORE), right())])
    (data / "runs" / BEFORE / "run.json").write_text('{"id":"old-form"}\n', encoding="utf-8")
    commit(tmp_path)
    write_data(tmp_path, [(run(AFTER), right())])
    assert main(["HEAD", "--data", str(data)]) == 0
    assert "are not of today's form" in capsys.readouterr().out
    assert main(["HEAD", "--data", str(data), "--fail-on-regression"]) == 1


def test_a_base_with_a_line_for_each_condition_is_read(tmp_path: Path) -> None:
    """Verdicts were once stored so: a change of form alone moves nothing, and a fall is still seen."""
    before = write_data(tmp_path / "before", [(run(BEFORE), right())])
    file = before / "runs" / BEFORE / "verdicts.jsonl"
    file.write_text(to_text(read_verdicts(file)), encoding="utf-8")
    assert file.read_text(encoding="utf-8").startswith('{"condition":"clean"')
    same, _ = against("base", before, write_data(tmp_path / "same", [(run(BEFORE), right())]))
    assert (same.flipped, same.rows, same.notes) == ([], [], [])
    fell, _ = against("base", before, write_data(tmp_path / "after", [(run(AFTER, fingerprint=NEW), right(AMOUNT_DUE=None))]))
    assert [label for _, label in _flips(fell)] == ["AMOUNT_DUE"]


@pytest.mark.parametrize("revision", ["no-such-branch", "--output=x", "HEAD:data"])
def test_a_revision_that_is_none_is_one_clear_line(tmp_path: Path, revision: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped name, an option, a path: none reaches git as anything but a name."""
    data = write_data(tmp_path, [(run(BEFORE), right())])
    commit(tmp_path)
    assert main(["--data", str(data), "--", revision]) == 1
    said = capsys.readouterr().err.strip()
    assert "is no revision of this repository" in said
    assert "\n" not in said


def test_the_working_tree_is_left_alone(tmp_path: Path) -> None:
    """Reading the base changes no file and no state of the repository."""
    write_data(tmp_path, [(run(BEFORE), right())])
    commit(tmp_path)
    data = write_data(tmp_path, [(run(AFTER), right())])
    status = ["git", "-C", str(tmp_path), "status", "--porcelain"]
    before = subprocess.run(status, check=True, capture_output=True).stdout
    assert main(["HEAD", "--data", str(data)]) == 0
    assert subprocess.run(status, check=True, capture_output=True).stdout == before


def test_a_missing_git_folder_is_said(tmp_path: Path) -> None:
    """Outside a repository there is no base."""
    from catalogue.revision import data_at

    with pytest.raises(GroundTruthError, match="is no revision"), data_at("HEAD", tmp_path):
        pass
