"""Two implementations, one answer: reproduce.py and the project's own rooms, to the last printed digit."""

import json
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.axes import pinned_axes
from analysis.blocks import Block, private_blocks, public_blocks
from analysis.comparisons import comparisons
from analysis.leaderboard import rows
from analysis.losses import losses
from analysis.ranks import ranks
from analysis.slices import crossing
from analysis.undetected import undetected
from records.document import Document, Label
from records.plan import Plan, PublishPlan, StatisticsPlan
from records.run import Determinism, Run, SystemCard
from records.undetected import UndetectedError
from records.verdict import PrivateVerdict, Verdict
from stats.bootstrap import mean_interval, ratio_intervals
from stats.interval import Interval, NoEvidence, published
from stats.multiple import benjamini_hochberg
from stats.paired import paired_difference, ratio_difference, sign_flip_p
from stats.power import documents_to_separate, smallest_detectable
from stats.proportion import clopper_pearson
from stats.ranks import rank_intervals, tie_groups

LEAST = {"least_imperfect": 10, "least_nonzero": 10}
DOCUMENTS = {"least_documents": 6}


def _ends(interval: Interval | NoEvidence) -> str:
    if isinstance(interval, NoEvidence):
        return interval.reason
    return f"{published(interval.low)} {published(interval.high)} {interval.method}"


def _lines(cases: Any) -> Iterator[str]:
    """What stats/ publishes of the cases that tests/reproduce/cases.py puts to reproduce.py."""
    for passes, m in cases.mean_cases():
        yield "mean " + _ends(mean_interval(passes, m, level="0.95", **LEAST))
    for tag, shown in cases.ratio_cases():
        passes, totals = (np.array([row[side] for row in shown], dtype=np.int64).T for side in (0, 1))
        for interval in ratio_intervals(passes, totals, tag=tag, resamples=cases.RESAMPLES, level="0.95", **LEAST, **DOCUMENTS):
            yield "ratio " + _ends(interval)
    for ahead, labels, m, other, level, mean in cases.paired_cases():
        excess = [Fraction(e, lcm(m, other)) for e in ahead]
        if mean:
            found = paired_difference(excess, unit=Fraction(1, max(m, other)), level=level)
        else:
            found = ratio_difference(excess, labels, level=level, **DOCUMENTS)
        assert not isinstance(found, NoEvidence)
        yield f"paired {published(found.point)} {published(found.low)} {published(found.high)} {sign_flip_p(ahead)}"
        needed = documents_to_separate(found, power="0.80")
        detectable = published(smallest_detectable(found, power="0.80").difference)
        yield f"power {detectable} {None if isinstance(needed, NoEvidence) else needed.documents}"
    for tag, systems in cases.rank_cases():
        passes, totals = (np.array([system[side] for system in systems], dtype=np.int64).T for side in (0, 1))
        ranking = rank_intervals(passes, totals, tag=tag, resamples=cases.RESAMPLES, level="0.95", **DOCUMENTS)
        if isinstance(ranking, NoEvidence):
            yield "rank none"
            continue
        ends = " ".join(f"{best}-{worst}" for best, worst in zip(ranking.best, ranking.worst, strict=True))
        yield f"rank {ends} tied {' '.join(map(str, tie_groups(ranking)[0].members))}"
    for p in cases.many_p_cases():
        yield "adjusted " + " ".join(map(str, benjamini_hochberg(p)))
    for passed, n in cases.binomial_cases():
        low, high = clopper_pearson(passed, n, level="0.95")
        yield f"binomial {published(low)} {published(high)} cp-clusters"


@pytest.fixture(scope="module")
def ours(cases: Any) -> list[str]:
    """The project's own answers, once."""
    return list(_lines(cases))


def test_every_figure_is_the_same_under_every_python_here(ours: list[str], python: str, root: Path) -> None:
    """1,580 seeded intervals, differences, ranks, p and q values: stats/ here, reproduce.py under each Python, equal as text."""
    done = subprocess.run([python, str(root / "tests/reproduce/cases.py")], capture_output=True, text=True, check=True)
    theirs = done.stdout.splitlines()
    assert len(theirs) == len(ours) == 1580
    assert [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]] == []


def test_the_cases_reach_every_method(ours: list[str]) -> None:
    """The comparison would be idle if the cases fell into one branch only."""
    for method in ("bca-ideal", "bca-resampled", "cp-clusters"):
        assert sum(line.endswith(method) for line in ours) >= 50


def _plan() -> Plan:
    limits = {"bca_least_imperfect": 10, "bca_least_nonzero": 10, "private_least_n": 20, **DOCUMENTS}
    statistics = StatisticsPlan(level="0.95", margin="0.015", power="0.80", resamples=1000, **limits)
    return Plan.model_construct(version="plan-v1", edition="e1", statistics=statistics, publish=PublishPlan(reference="s0"))


def _records(site: Path, path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (site / "data" / path).read_text(encoding="utf-8").splitlines()]


def _run(record: dict[str, Any]) -> Run:
    card = SystemCard.model_construct(**record["system"])
    known = {key: record[key] for key in ("id", "edition", "plan", "replicates")}
    return Run.model_construct(**known, system=card, determinism=Determinism(**record["determinism"]))


def _blocks(site: Path) -> list[Block]:
    documents = {record["id"]: Document.model_construct(**record) for record in _records(site, "documents.jsonl")}
    labels = [Label.model_construct(**record) for record in _records(site, "labels.jsonl")]
    crosses, pinned = crossing(labels), pinned_axes(labels)
    blocks = []
    for run in map(_run, _records(site, "runs.jsonl")):
        verdicts = [Verdict(**record) for record in _records(site, f"verdicts/{run.id}.jsonl")]
        blocks += public_blocks(run, documents, verdicts, crosses, pinned)
        private = f"private-verdicts/{run.id}.jsonl"
        if (site / "data" / private).exists():
            blocks += private_blocks(run, [PrivateVerdict(**record) for record in _records(site, private)])
    return blocks


def _undetected(site: Path, plan: Plan) -> list[UndetectedError]:
    documents = {record["id"]: Document.model_construct(**record) for record in _records(site, "documents.jsonl")}
    found = []
    for run in map(_run, _records(site, "runs.jsonl")):
        found += undetected(plan, run, documents, [Verdict(**record) for record in _records(site, f"verdicts/{run.id}.jsonl")])
    return found


@pytest.fixture(scope="module")
def tables(pristine: Path) -> dict[str, dict[str, dict[str, Any]]]:
    """What analysis/ makes of the verdicts of the made site, by table and id."""
    plan, blocks = _plan(), _blocks(pristine)
    made = {
        "rows": rows(plan, blocks),
        "comparisons": comparisons(plan, blocks),
        "ranks": ranks(plan, blocks),
        "losses": losses(plan, blocks),
        "undetected": _undetected(pristine, plan),
    }
    return {table: {record.id: record.model_dump(mode="json") for record in records} for table, records in made.items()}


@pytest.mark.parametrize("table", ["rows", "comparisons", "ranks", "losses", "undetected"])
def test_every_record_of_a_site_is_the_one_analysis_makes(pristine: Path, tables: dict[str, dict[str, dict[str, Any]]], table: str) -> None:
    """The made site's tables, which reproduce.py computed, against analysis/ on the same verdicts: every column of every record."""
    mine, theirs = {record["id"]: record for record in _records(pristine, f"{table}.jsonl")}, tables[table]
    assert mine.keys() == theirs.keys() and len(mine) >= 20
    assert [(mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]] == []


def test_the_made_site_reaches_every_kind_of_record(tables: dict[str, dict[str, dict[str, Any]]]) -> None:
    """The comparison above would be idle without specimens in scenarios, bands, page breaks, stand-ins and losses."""
    ids = {record for records in tables.values() for record in records}
    endings = ("OMITTED", "WRONG", "ROW_EXACT", "CELLS_MATCHED", "ROW.6-25", "ROWS_INVENTED.1-5", "ROW.page-break", "UNDETECTED")
    endings += ("UNDETECTED_IF_WRONG", "document_extraction/clean/AXIS.sign", "line_item_structure/clean/AXIS.value", "AXIS.period")
    assert [ending for ending in endings if not any(record.endswith(ending) for record in ids)] == []
    specimen = tables["rows"]["s0/specimen/public/invoice/document_extraction/clean/FIELD_0"]
    assert (specimen["clusters"], specimen["n"], specimen["method"]) == (16, 150, "bca-resampled")
    assert any(record["from_clean"] == ["s0"] for record in tables["comparisons"].values())
    assert any(record["p"] for record in tables["losses"].values())
