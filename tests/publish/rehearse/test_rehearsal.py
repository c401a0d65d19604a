"""A rehearsal goes the whole way, shows a contest, and passes no gate: as a whole, and not a page of it by itself."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from catalogue.ledger import read_plan
from publish.gate.check import check
from publish.local.folder import replaced
from publish.rehearse.__main__ import INDEX, PLAN, refusals, rehearsed
from records.errors import GroundTruthError
from records.lines import parse_text
from records.marks import SIMULATED
from records.row import Comparison, Cost, Row
from records.run import Run
from records.verdict import Extraction

DOCUMENTS = 7


@pytest.fixture(scope="module")
def files() -> Mapping[str, bytes]:
    """A small rehearsal without pictures."""
    return rehearsed(read_plan(PLAN), DOCUMENTS, pictures=False)[0]


def site(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The site of a rehearsal by its own paths."""
    return {path.removeprefix("site/"): data for path, data in files.items() if path.startswith("site/")}


class _Told(NamedTuple):
    run: str
    differs: bool


def _answers(files: Mapping[str, bytes]) -> list[_Told]:
    """Of each kept answer its run, and whether it is that of some replicates alone."""
    return [
        _Told(path.split("/")[2], 0 < len(one.replicates) < 5 and one.replicates != (1,))
        for path, data in files.items()
        if path.startswith("data/runs/") and path.endswith("extractions.jsonl")
        for one in parse_text(path, data, Extraction)
    ]


def test_every_page_has_the_banner_and_every_run_the_flag(files: Mapping[str, bytes]) -> None:
    """On pages for people, in the record for programs, and in the runs beside the site."""
    pages = {path: data for path, data in files.items() if path.endswith(".html")}
    assert len(pages) > 20 and all(b"SIMULATED. No figure on this page was measured." in page for page in pages.values())
    runs = parse_text("runs", files["site/data/runs.jsonl"], Run)
    assert len(runs) == 3 and all(run.simulated for run in runs)
    assert sum(path.endswith("run.json") and b'"simulated":true' in data for path, data in files.items()) == 3


def test_the_scenario_is_contested(files: Mapping[str, bytes]) -> None:
    """The two close ones overlap on clean pages and are not told apart; only the one that wavers has replicates that differ."""
    rows = {row.id: row for row in parse_text("rows", files["site/data/rows.jsonl"], Row)}
    a, b = (rows[f"simulated-close-{x}/synthetic/public/invoice/document_extraction/clean/ALL"] for x in "ab")
    assert a.low and a.high and b.low and b.high and a.low < b.high and b.low < a.high
    found = {one.id: one for one in parse_text("comparisons", files["site/data/comparisons.jsonl"], Comparison)}
    close = found["simulated-close-b~simulated-close-a/synthetic/public/invoice/document_extraction/clean/ALL"]
    assert close.low and close.high and close.low.startswith("-") and not close.high.startswith("-")
    wavering = {line.run for line in _answers(files) if line.differs}
    assert wavering == {"2000-01-01-simulated-close-a"}
    costs = parse_text("costs", files["site/data/costs.jsonl"], Cost)
    assert {cost.system for cost in costs} == {"simulated-close-a", "simulated-close-b", "simulated-cheap"}


def test_the_gate_refuses_it_by_name(files: Mapping[str, bytes], tmp_path: Path) -> None:
    """The whole gate, as a publish asks it."""
    for path, data in site(files).items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    said = {(problem.file, problem.reason) for problem in check(tmp_path, reproduce=Path("reproduce.py").resolve(), others=())}
    assert ("data/runs.jsonl", "L2 run 2000-01-01-simulated-cheap is simulated") in said
    assert ("data/provenance.json", "L2 states provenance simulated where measured is due") in said
    assert ("index.html", "L2 says SIMULATED") in said
    pages = {path for path in site(files) if path.endswith(".html")}
    assert pages <= {file for file, reason in said if reason == "L2 says SIMULATED"}


def test_a_rehearsal_that_would_pass_is_a_failure(files: Mapping[str, bytes]) -> None:
    """One page without its banner, and the record with the flag taken out: each is named."""
    whole = site(files)
    bare = whole | {"index.html": b"<p>97 %</p>", "data/provenance.json": b'{"base_url":"","provenance":"measured"}\n'}
    with pytest.raises(GroundTruthError) as told:
        refusals(bare)
    assert [problem.file for problem in told.value.problems] == ["data/provenance.json", "index.html"]


def test_its_folder_is_its_own(root: Path, tmp_path: Path) -> None:
    """It replaces a rehearsal and nothing else, and is never put where it could be served."""
    page = {INDEX: SIMULATED.encode()}
    target = tmp_path / "rehearsal"
    for _ in range(2):
        replaced(target, page, mark=SIMULATED, index=INDEX, what="a rehearsal")
    (target / INDEX).write_bytes(b"something else")
    with pytest.raises(GroundTruthError, match="holds something that is no rehearsal"):
        replaced(target, page, mark=SIMULATED, index=INDEX, what="a rehearsal")
    with pytest.raises(GroundTruthError, match="a rehearsal is never part of what is served"):
        replaced(root / "site" / "rehearsal", page, mark=SIMULATED, index=INDEX, what="a rehearsal")
