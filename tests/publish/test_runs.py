"""Pages of runs: regressions first, classes apart, counts that are those of the published files."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from publish.history import EARLIER, FILES, FLIPS, IN_FORCE, History, history_files
from publish.payload import Inputs, Payload, build_payload
from publish.published import Published, read_payload
from publish.render import render_site
from publish.runs import SCOREBOARD, RunPage, by_tier, run_pages
from records.fields import EVAL_CLASS
from tests.publish.tiny import measured


@pytest.fixture(scope="module")
def pages(published: Published) -> dict[str, RunPage]:
    """The made-up runs by system."""
    return {page.run.system.slug: page for page in run_pages(published)}


@pytest.fixture(scope="module")
def bare(inputs: Inputs) -> dict[str, bytes]:
    """The site of the same corpus with nothing before and no gate."""
    return render_site(build_payload(replace(measured(inputs), history={})))


def _lines(published: Published, path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in published.files[path].decode("utf-8").split("\n") if line]


def test_flips_are_counted_as_they_are_published(published: Published, pages: dict[str, RunPage]) -> None:
    """What the list says of a run is the number of its lines in flips.jsonl, turn by turn."""
    flips = _lines(published, FLIPS)
    assert flips
    for page in pages.values():
        for turn in ("regressed", "recovered", "shifted"):
            assert page.number(turn) == sum((flip["run"], flip["turn"]) == (page.run.id, turn) for flip in flips)
    assert pages["beta"].number("regressed") > 0


def test_causes_are_told_apart(published: Published, pages: dict[str, RunPage]) -> None:
    """A version, edited labels, and replicates that disagree, as the made-up corpus has them; by cause they add up to all flips."""
    causes: dict[str, set[str]] = {}
    for flip in _lines(published, FLIPS):
        causes.setdefault(flip["run"][11:], set()).update(flip["causes"])
    assert causes == {"beta": {"version", "label"}, "alpha": {"flake", "label"}}
    for page in pages.values():
        for turned in page.turned:
            assert sum(number for _, number in turned.by) == turned.number


def test_regressions_stand_before_every_scoreboard(files: dict[str, bytes]) -> None:
    """First what got worse, then what was right."""
    text = files["runs/2026-01-10-beta/index.html"].decode("utf-8")
    order = [text.index(f'id="{name}"') for name in ("regressions", "regressed", "scoreboards", "gate", "conditions", "states")]
    assert order == sorted(order)


def test_a_run_without_one_before_says_so(files: dict[str, bytes], pages: dict[str, RunPage]) -> None:
    """No run before is no evidence of no regression."""
    assert pages["delta"].before is None
    assert b"there is nothing that could have flipped" in files["runs/2026-01-10-delta/index.html"]
    assert b"no run before" in files["runs/index.html"]


def test_each_class_has_its_own_column_and_none_is_taken_over_several() -> None:
    """Four denominators, four columns."""
    assert [column.eval_class for column in SCOREBOARD] == list(dict.fromkeys(column.eval_class for column in SCOREBOARD))
    assert {column.eval_class for column in SCOREBOARD} == set(EVAL_CLASS.values())


def test_scoreboards_hold_one_system_one_tier_and_its_own_run(pages: dict[str, RunPage]) -> None:
    """Every figure of a run's page is of that run, and every figure has counts behind it."""
    for page in pages.values():
        rows = [row for board in page.boards for group in board.groups for line in group.lines for row in line.cells if row]
        assert rows
        assert {(row.run, row.tier) for row in rows} == {(page.run.id, page.run.tier)}
        assert all(row.n > 0 for row in rows if row.point is not None)


def test_states_add_up_to_the_recorded_answers(published: Published, pages: dict[str, RunPage]) -> None:
    """Replicates counted, as the extractions have them."""
    for page in pages.values():
        answers = _lines(published, f"data/extractions/{page.run.id}.jsonl")
        assert page.answers == sum(len(answer["replicates"]) for answer in answers)
        assert page.answers == sum(sum(state.counts.values()) for state in page.states)
        assert page.documents == len({answer["document"] for answer in answers})


def test_a_failed_answer_is_counted_by_its_state(inputs: Inputs) -> None:
    """A timeout is named as one and counts as not ok."""
    run = inputs.runs[0].id
    answers = [found.model_copy(update={"status": "timeout", "answer": None}) for found in inputs.extractions[run][:1]]
    changed = replace(measured(inputs), extractions={**inputs.extractions, run: [*answers, *inputs.extractions[run][1:]]})
    page = next(page for page in run_pages(read_payload(build_payload(changed))) if page.run.id == run)
    assert page.not_ok == len(answers[0].replicates)
    assert sum(state.counts["timeout"] for state in page.states) == page.not_ok


def test_tiers_stand_apart(published: Published) -> None:
    """A specimen run is in a table of its own."""
    runs = [*published.runs[:-1], published.runs[-1].model_copy(update={"tier": "specimen"})]
    tiers = by_tier(run_pages(replace(published, runs=tuple(runs))))
    assert [(tier, len(own)) for tier, own in tiers] == [("synthetic", 3), ("specimen", 1)]


def test_the_gate_has_a_word_for_no_coverage(published: Published) -> None:
    """Without rows no statement is met."""
    page = run_pages(replace(published, rows=()))[0]
    assert (page.met, {finding.standing for finding in page.findings}) == (0, {"uncovered"})


def test_pages_without_history_still_say_what_there_is(bare: dict[str, bytes]) -> None:
    """No earlier run, no gate, no suspect: said in words, and nothing links to files that are not there."""
    assert b"None: every run that is recorded stands." in bare["runs/index.html"]
    assert b"None: nowhere do two independent systems agree" in bare["corpus/gaps/index.html"]
    for path in ("runs/index.html", "runs/2026-01-10-beta/index.html", "corpus/gaps/index.html"):
        assert not [name for name in FILES if f"../{name}".encode() in bare[path]], path


def test_pages_are_light(files: dict[str, bytes]) -> None:
    """Every page of runs, labels and gaps weighs less than 200 kB."""
    weights = {path: len(data) for path, data in files.items() if re.match(r"(runs|corpus/(labels|gaps))/", path)}
    assert len(weights) == 7
    assert max(weights.values()) < 200_000


def test_an_empty_history_publishes_nothing() -> None:
    """No file stands for nothing; but where there is a run before, an empty list of flips says that nothing flipped."""
    assert history_files(History()) == {}


def test_earlier_runs_bring_their_flips(published: Published) -> None:
    """Both files or neither."""
    assert {EARLIER, FLIPS, IN_FORCE} <= published.files.keys()
    earlier = {run["id"] for run in _lines(published, EARLIER)}
    assert {flip["baseline"] for flip in _lines(published, FLIPS)} <= earlier


def test_a_flip_that_is_no_record_does_not_render(payload: Payload) -> None:
    """A malformed line is an error with its file and line, never a blank."""
    broken = Payload({**payload.files, FLIPS: b'{"run":"x"}\n'})
    with pytest.raises(Exception, match=r"data/flips\.jsonl:1"):
        render_site(broken)
