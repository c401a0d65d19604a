"""What a release freezes: a changed or missing file and a lost line close the publish; new records do not."""

from collections.abc import Callable

import pytest

from catalogue.ledger import read_plan
from publish.release.freeze import frozen_problems
from records.lines import to_line
from records.run import Run
from tests.publish.release.conftest import Project, write

PLAN = "plans/plan-v1.toml"


@pytest.fixture
def released(project: Project) -> Project:
    """The same after its first release."""
    assert project.run("candidate") == 0
    project.review(project.manifest)
    assert project.run("release") == 0
    return project


def problems(project: Project) -> list[str]:
    """Every reason against publishing."""
    return [str(problem) for problem in frozen_problems(project.data, project.data / PLAN, read_plan(project.data / PLAN))]


@pytest.mark.parametrize(
    "name",
    [PLAN, "corpus/public/documents.jsonl", "runs/2026-01-10-a/verdicts.jsonl", "runs/2026-01-10-a/run.json"],
)
def test_a_changed_or_missing_file_is_named_with_its_release(released: Project, name: str) -> None:
    """One byte more, then no file: one line each, with the release that froze it."""
    path = released.data / name
    with path.open("ab") as stream:
        stream.write(b"\n" if name != "runs/2026-01-10-a/run.json" else b"")
    if name.endswith("run.json"):
        path.write_text(path.read_text("utf-8").replace("2026-01-10-a", "2026-01-10-b"), encoding="utf-8")
    assert len(problems(released)) == 1
    assert f"{name}: has changed since edition-2 was released as {released.manifest[:12]} on 20" in problems(released)[0]
    if name != PLAN:
        path.unlink()
        assert f"{name}: is gone since edition-2 was released" in problems(released)[0]


def test_reviews_and_releases_are_frozen_too(released: Project) -> None:
    """An edited review closes the publish."""
    review = next((released.data / "reviews").iterdir())
    review.write_text(review.read_text("utf-8").replace("Rex", "Rix"), encoding="utf-8")
    assert [line for line in problems(released) if "reviews/" in line and "has changed" in line]


def test_what_is_added_is_free(released: Project, a_run: Callable[[str], Run]) -> None:
    """A price more, a correction, a new run and a new plan beside the old: nothing against them; a price less is named."""
    assert problems(released) == []
    prices = released.data / "prices" / "prices.jsonl"
    prices.write_text('{"system":"0"}\n{"system":"a"}\n{"system":"b"}\n', encoding="utf-8")
    write(released.data / "corrections.jsonl", "{}\n")
    write(released.data / "runs" / "2026-02-10-a" / "run.json", to_line(a_run("edition-2")) + "\n")
    write(released.data / "plans" / "plan-v2.toml", "x")
    assert problems(released) == []
    prices.write_text('{"system":"a"}\n{"system":"b","usd_in":"1"}\n', encoding="utf-8")
    assert "prices/prices.jsonl: has lost 1 of its lines" in problems(released)[0]


def test_the_corpus_is_free_for_the_next_edition_but_runs_and_plan_are_not(released: Project) -> None:
    """Under a plan of edition 3 the corpus may be another; the plan and the runs of edition 2 stay."""
    plan = (released.data / PLAN).read_text("utf-8").replace("edition-2", "edition-3").replace('"released"', '"draft"')
    write(released.data / "plans" / "plan-v2.toml", plan.replace("plan-v1", "plan-v2"))
    (released.data / "corpus" / "public" / "documents.jsonl").write_text("{}\n", encoding="utf-8")
    (released.data / "runs" / "2026-01-10-a" / "verdicts.jsonl").unlink()
    following = released.data / "plans" / "plan-v2.toml"
    found = frozen_problems(released.data, following, read_plan(following))
    assert [problem.reason.split(" since")[0] for problem in found] == ["is gone"]


def test_a_released_edition_is_no_draft_again(released: Project) -> None:
    """Setting the status back would let figures move: it is refused, beside the change of the file."""
    path = released.data / PLAN
    path.write_text(path.read_text("utf-8").replace('status = "released"', 'status = "draft"'), encoding="utf-8")
    assert any("calls edition-2 a draft, which was released" in line for line in problems(released))
