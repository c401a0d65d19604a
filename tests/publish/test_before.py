"""What stands beside the standing runs: the run before each, exactly the flips between them, labels to read again, the gate in force."""

from pathlib import Path

import pytest

from catalogue.ledger import write_verdicts
from graders.again import Again
from publish.before import read_history
from publish.gather import read_stored
from publish.history import History
from records.errors import GroundTruthError
from records.run import Run
from tests.analysis.recorded import DOCUMENTS, PLAN, Answer, answer, labels, right, run, write_data

BEFORE, AFTER = "2026-01-01-my-rules", "2026-02-01-my-rules"
NEW = "b" * 64
GATE = Path(__file__).resolve().parents[2] / "data" / "gate" / "gate-v1.toml"


def history(data: Path) -> History:
    """The history of a `data` folder."""
    return read_history(data, read_stored(data, PLAN), Again)


def two(folder: Path, changed: Run, **edited: object) -> Path:
    """A `data` folder with a run and one that supersedes it and differs so of the first document."""
    return write_data(folder, [(run(BEFORE), right()), (changed, right(**edited))])


def test_a_planted_change_is_all_that_flips(tmp_path: Path) -> None:
    """The run before is named, and the one field that changed, from what to what, by the fingerprint."""
    found = history(two(tmp_path, run(AFTER, fingerprint=NEW, supersedes=BEFORE), AMOUNT_DUE="12.00"))
    assert [one.id for one in found.earlier] == [BEFORE]
    (flip,) = found.flips
    assert (flip.run, flip.baseline, flip.document, flip.label, flip.turn) == (AFTER, BEFORE, DOCUMENTS[0], "AMOUNT_DUE", "regressed")
    assert (flip.expected, flip.before, flip.after, flip.causes) == ("120.00", "120.00", "12.00", ("fingerprint",))


def test_a_label_edited_since_is_not_the_systems(tmp_path: Path) -> None:
    """The earlier verdicts stand as they were given; its answers, judged again today, tell that the ruler moved."""
    edited = labels(DOCUMENTS[0], DUE_DATE="2026-05-01") + labels(*DOCUMENTS[1:])
    old = write_data(tmp_path / "old", [(run(BEFORE), right())])
    held = (old / "runs" / BEFORE / "verdicts.jsonl").read_bytes()
    data = write_data(
        tmp_path, [(run(BEFORE), right()), (run(AFTER, fingerprint=NEW, supersedes=BEFORE), right(AMOUNT_DUE=None))], own_labels=edited
    )
    (data / "runs" / BEFORE / "verdicts.jsonl").write_bytes(held)
    assert {flip.label: flip.causes for flip in history(data).flips} == {"DUE_DATE": ("label",), "AMOUNT_DUE": ("fingerprint",)}


def test_another_rubric_is_the_graders(tmp_path: Path) -> None:
    """An earlier verdict that today's graders do not give again, under another rubric."""
    data = write_data(tmp_path, [(run(BEFORE, rubric=1), right()), (run(AFTER, supersedes=BEFORE), right())])
    file = data / "runs" / BEFORE / "verdicts.jsonl"
    text = file.read_text(encoding="utf-8")
    line = next(line for line in text.split("\n") if "AMOUNT_DUE" in line and DOCUMENTS[1] in line)
    file.write_text(text.replace(line, line.replace('"outcomes":"P"', '"outcomes":"F"')), encoding="utf-8")
    assert [(flip.turn, flip.causes) for flip in history(data).flips] == [("recovered", ("grader",))]


def test_an_earlier_run_whose_answers_are_not_kept_is_compared_by_what_is_recorded(tmp_path: Path) -> None:
    """Nothing can be judged again; the fingerprint still differs."""
    data = two(tmp_path, run(AFTER, fingerprint=NEW, supersedes=BEFORE), AMOUNT_DUE=None)
    (data / "runs" / BEFORE / "extractions.jsonl").unlink()
    assert [(flip.label, flip.causes, flip.before) for flip in history(data).flips] == [("AMOUNT_DUE", ("fingerprint",), None)]


def test_a_run_of_another_edition_is_listed_and_never_compared(tmp_path: Path) -> None:
    """Its documents are others, whatever they are called."""
    other = run(BEFORE).model_copy(update={"edition": "edition-0"})
    found = history(write_data(tmp_path, [(other, right()), (run(AFTER, fingerprint=NEW), right(AMOUNT_DUE=None))]))
    assert [one.id for one in found.earlier] == [BEFORE]
    assert list(found.flips) == []


def test_without_a_run_before_there_is_no_flip(tmp_path: Path) -> None:
    """Nothing earlier, no suspect, no gate: an empty history."""
    assert history(write_data(tmp_path, [(run(AFTER), right())])) == History(earlier=[], flips=[], suspects=[], gate=None)


def named(slug: str, reader: str, extractor: str) -> Run:
    """A full run of a system of its own."""
    made = run(f"2026-02-01-{slug}")
    card = made.system.model_copy(update={"slug": slug, "title": slug, "reader": reader, "extractor": extractor})
    return made.model_copy(update={"system": card})


def agreeing(folder: Path, *runs: Run) -> Path:
    """A `data` folder in which all these systems read the first document's number as the same other one."""
    wrong: dict[str, list[Answer]] = {**right(), DOCUMENTS[0]: [answer(INVOICE_NUMBER="R-0043")]}
    return write_data(folder, [(made, wrong) for made in runs])


def test_a_label_against_which_independent_systems_agree_is_to_be_read_again(tmp_path: Path) -> None:
    """Document, key and voices are told, and not the value that they agree on."""
    found = history(agreeing(tmp_path, named("one", "r1", "e1"), named("two", "r2", "e2")))
    (suspect,) = found.suspects
    assert (suspect.document, suspect.key, suspect.voices) == (DOCUMENTS[0], "INVOICE_NUMBER", (("one",), ("two",)))
    assert "R-0043" not in suspect.model_dump_json()


def test_systems_that_share_a_part_speak_with_one_voice(tmp_path: Path) -> None:
    """One reader in two systems proves nothing."""
    assert history(agreeing(tmp_path, named("one", "r1", "e1"), named("two", "r1", "e2"))).suspects == []


def test_the_gate_in_force_is_read_and_a_malformed_one_refused(tmp_path: Path) -> None:
    """Its statements are those of the file; what is no gate is named by its file."""
    data = write_data(tmp_path, [(run(AFTER), right())])
    (data / "gate").mkdir()
    (data / "gate" / "gate-v1.toml").write_bytes(GATE.read_bytes())
    gate = history(data).gate
    assert gate is not None and [str(one.least) for one in gate.statements] == ["0.90", "0.85", "0.80"]
    (data / "gate" / "gate-v1.toml").write_text('version = "gate-v1"\n', encoding="utf-8")
    with pytest.raises(GroundTruthError, match="gate-v1.toml"):
        history(data)


def test_malformed_verdicts_of_an_earlier_run_are_named(tmp_path: Path) -> None:
    """File and line, rather than a run that seems to have flipped."""
    data = two(tmp_path, run(AFTER, fingerprint=NEW, supersedes=BEFORE))
    file = data / "runs" / BEFORE / "verdicts.jsonl"
    write_verdicts(file, [])
    file.write_text("{}\n", encoding="utf-8")
    with pytest.raises(GroundTruthError, match=r"verdicts\.jsonl:1"):
        history(data)
