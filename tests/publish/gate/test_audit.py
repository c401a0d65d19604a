"""A release stands only on methods that were seen to keep their promises; a draft says where they do not."""

from dataclasses import replace

import pytest

from publish.audited import best_sights, drops, worst_intervals, worst_watches
from publish.gate.audit import check_audit, out_of_limits
from publish.payload import Inputs, build_payload
from publish.render import render_site
from records.audit import AuditCell
from records.plan import Plan
from tests.publish.tiny import tiny

ROWS = "synthetic/public/invoice"


def interval(coverage: str, rows: str = f"{ROWS}/document_extraction", rate: str = "0.9", simulations: int = 2000) -> AuditCell:
    """A cell of an interval."""
    return AuditCell(
        id=f"ratio/{rows}/ALL/60x889x1/{rate}/low", kind="ratio", rows=rows, slices=("ALL",), design="60 documents, 10 to 18 labels each",
        clusters=60, labels=889, replicates=1, layout="0" * 64, rate=rate, correlation="low", methods={"bca-resampled": "1.000000"},
        simulations=simulations, coverage=coverage, tag="t", code="0" * 64,
    )  # fmt: skip


def watch(alarmed: str, kind: str = "watch-null", rows: str = ROWS) -> AuditCell:
    """A cell of a watch."""
    drop = kind == "watch-drop"
    return AuditCell.model_validate(
        {
            "id": f"{kind}/{rows}/0.95/low/all-fields/uniform", "kind": kind, "rows": rows, "slices": ("A",), "design": "4 systems",
            "clusters": 60, "labels": 60, "replicates": 1, "layout": "0" * 64, "rate": "0.95", "difference": "0.05" if drop else None,
            "methods": {"uniform": "1.000000"}, "simulations": 2000, "alarmed": alarmed, "at_once": alarmed if drop else None, "tag": "t",
            "code": "0" * 64,
        }
    )  # fmt: skip


def staged(inputs: Inputs, status: str, *cells: AuditCell) -> dict[str, bytes]:
    """The payload of a made-up edition with so many cells."""
    plan = inputs.plan.model_copy(update={"status": status})
    return dict(build_payload(replace(inputs, plan=plan, audit=cells)).files)


@pytest.fixture(scope="module")
def inputs() -> Inputs:
    """A made-up edition of three public invoices, smaller than the one of this folder."""
    return tiny(3, 0, files=False)


def complete(inputs: Inputs, coverage: str = "0.950000", alarmed: str = "0.010000") -> list[AuditCell]:
    """A cell for every row family of the edition."""
    names = sorted({f"{row.tier}/{row.split}/{row.family}/{row.eval_class}" for row in inputs.rows if row.point is not None})
    return [interval(coverage, name) for name in names] + [watch(alarmed)]


def test_a_release_with_everything_in_limits_passes(inputs: Inputs) -> None:
    """No reason where every row family is audited and in limits; the limits themselves are still in."""
    assert check_audit(staged(inputs, "released", *complete(inputs))) == []
    assert check_audit(staged(inputs, "released", *complete(inputs, "0.940000", "0.050000"))) == []


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ([interval("0.939999", rate="0.5")], "below the floor"),
        ([watch("0.050001")], "above the ceiling"),
        ([interval("0.950000", rate="0.5", simulations=1999)], "simulated 1999 times where 2000 are due"),
    ],
)
def test_a_release_out_of_limits_is_refused(inputs: Inputs, cells: list[AuditCell], reason: str) -> None:
    """One cell out of limits is a reason of its own with its line; the draft of the same is not refused."""
    good = [cell for cell in complete(inputs) if cell.id not in {one.id for one in cells}]
    found = check_audit(staged(inputs, "released", *good, *cells))
    assert [problem.file for problem in found] == ["data/audit.jsonl"] and reason in found[0].reason and found[0].line
    assert check_audit(staged(inputs, "draft", *good, *cells)) == []


def test_a_release_without_an_audit_is_refused(inputs: Inputs) -> None:
    """Every published row family and the watch of its documents must be spoken of."""
    found = [problem.reason for problem in check_audit(staged(inputs, "released"))]
    assert f"L2 no cell of the audit speaks of {ROWS}/document_extraction" in found
    assert f"L2 no cell of the audit speaks of {ROWS}" in found


def test_a_drop_has_no_limit(inputs: Inputs) -> None:
    """That a watch sees real drops is no false alarm."""
    assert out_of_limits(inputs.plan, watch("0.900000", "watch-drop")) == ""


def test_the_page_says_how_little_a_watch_sees(inputs: Inputs) -> None:
    """Of the watches of a drop in one field the best stands in words, with its source, smallest drop first."""
    lots = [
        watch(share, "watch-drop").model_copy(update={"id": f"watch-drop/{ROWS}/{size}/one-field/{name}", "difference": size})
        for size, name, share in (("0.1", "uniform", "0.400000"), ("0.02", "uniform", "0.012000"), ("0.02", "obrien-fleming", "0.013000"))
    ]
    assert [(cell.difference, cell.alarmed) for cell in best_sights([*lots, watch("0.9", "watch-drop")])] == [
        ("0.02", "0.013000"),
        ("0.1", "0.400000"),
    ]
    page = render_site(build_payload(replace(inputs, audit=[interval("0.96"), watch("0.01"), *lots])))["methodology/v1/index.html"].decode()
    assert (
        f'#alarmed">0.013000</span> for a drop of 0.02, <span data-ref="audit:{lots[0].id}#alarmed">0.400000</span> for a drop of 0.1.'
        in page
    )
    assert "hardly sees a small drop" in page and "nearly blind in the first looks" in page and "in looks 1 to 3" in page


def test_the_page_shows_the_worst_and_says_so(inputs: Inputs) -> None:
    """The worst cell of each kind stands on the page with its source, and the words where it is below the floor."""
    cells = [interval("0.960000"), interval("0.939800", rate="0.98"), watch("0.010000"), watch("0.300000", "watch-drop")]
    plan: Plan = inputs.plan
    (line,) = worst_intervals(plan, cells)
    assert (line.cell.coverage, line.cells, line.out, line.word) == ("0.939800", 2, 1, "below the floor")
    assert [one.word for one in worst_watches(plan, cells)] == [""] and len(drops(cells)) == 1
    page = render_site(build_payload(replace(inputs, audit=cells)))["methodology/v1/index.html"].decode()
    assert f'<span data-ref="audit:{cells[1].id}#coverage">0.939800</span> <strong>below the floor</strong>' in page
    assert f'<span data-ref="audit:{cells[3].id}#at_once">0.300000</span>' in page
    empty = render_site(build_payload(inputs))["methodology/v1/index.html"].decode()
    assert "No audit has been recorded" in empty
