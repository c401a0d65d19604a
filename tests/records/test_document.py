"""Documents: what they are the unit of."""

from records.document import Conventions, Document
from records.lines import to_line
from records.run import Run
from tests.records.test_run import CARD


def document(**more: object) -> Document:
    """A document of the public split."""
    common = {
        "id": "spec-0001",
        "family": "invoice",
        "tier": "specimen",
        "split": "public",
        "layout": "third-party",
        "locale": "de-DE",
        "files": {},
    }
    conventions = Conventions(decimal_mark=",", grouping=".", date_order="DMY", currency="EUR")
    return Document.model_validate({**common, "conventions": conventions, **more})


def test_a_document_is_its_own_cluster_unless_it_shows_a_shared_scenario() -> None:
    """The unit of an interval is the scenario where there is one."""
    assert document().cluster_id == "spec-0001"
    assert document(cluster="471102-18310.63").cluster_id == "471102-18310.63"


def test_what_is_at_its_default_is_not_written() -> None:
    """Documents and runs without cluster, licence and tier keep the lines they had."""
    assert "cluster" not in to_line(document()) and "licence" not in to_line(document())
    run = Run(
        id="r", date="2026-11-30", system=CARD, plan="plan-v1", corpus="0" * 64, edition="e", rubric=1, replicates=5, determinism=None
    )
    assert "tier" not in to_line(run) and '"tier":"specimen"' in to_line(run.model_copy(update={"tier": "specimen"}))
