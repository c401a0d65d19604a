"""Reading data/ for a publish: which runs stand, and every missing file named."""

from pathlib import Path

import pytest

from publish.gather import current_runs, read_files
from publish.payload import Inputs
from records.errors import GroundTruthError


def test_superseded_custom_and_foreign_runs_do_not_stand(inputs: Inputs) -> None:
    """The board holds full runs of this edition that nothing supersedes."""
    run = inputs.runs[0]
    later = run.model_copy(update={"id": "2026-02-01-alpha", "supersedes": run.id})
    custom = run.model_copy(update={"id": "2026-02-02-alpha", "scope": "custom"})
    foreign = run.model_copy(update={"id": "2026-02-03-alpha", "edition": "edition-0"})
    pairs = [(Path(found.id), found) for found in (run, later, custom, foreign)]
    assert [found.id for _, found in current_runs(inputs.plan, pairs)] == ["2026-02-01-alpha"]


def test_two_full_runs_of_a_system_and_a_wrong_folder_are_both_named(inputs: Inputs) -> None:
    """Every reason at once."""
    run = inputs.runs[0]
    twice = run.model_copy(update={"id": "2026-02-01-alpha"})
    with pytest.raises(GroundTruthError) as refused:
        current_runs(inputs.plan, [(Path("other"), run), (Path(twice.id), twice)])
    text = str(refused.value)
    assert "lies in folder other" in text
    assert f"alpha has two full synthetic runs in {inputs.plan.edition}" in text


def test_every_missing_page_image_is_named(inputs: Inputs, tmp_path: Path) -> None:
    """Nothing rendered yet: one line for each page of each condition."""
    with pytest.raises(GroundTruthError) as refused:
        read_files(inputs.documents, tmp_path, tmp_path / "reproduce.py")
    # A garbled page looks like the clean one, so it has no picture of its own.
    pages = sum(r.pages for document in inputs.documents for condition, r in document.files.items() if condition != "garbled")
    assert len(refused.value.problems) == pages


def test_pictures_and_pdfs_go_where_the_site_has_them(inputs: Inputs, tmp_path: Path) -> None:
    """Either kind of picture is taken, under its own name."""
    for document in inputs.documents:
        for condition in ("clean", "garbled"):
            place(tmp_path / "corpus/public" / f"{document.id}.{condition}.pdf")
        for condition, rendered in document.files.items():
            for page in range(1, rendered.pages + 1):
                place(tmp_path / "pages/public" / f"{document.id}.{condition}.{page}.{'png' if condition == 'clean' else 'jpg'}")
    place(tmp_path / "reproduce.py")
    found = read_files(inputs.documents, tmp_path, tmp_path / "reproduce.py")
    assert {
        "documents/inv-0001.clean.1.png",
        "documents/pay-0001.heavy.2.jpg",
        "documents/inv-0002.clean.pdf",
        "documents/inv-0002.garbled.pdf",
        "reproduce.py",
    } <= found.keys()
    assert "documents/inv-0001.garbled.1.png" not in found


def test_a_system_may_have_a_run_of_each_tier(inputs: Inputs) -> None:
    """Specimens are run apart from our own documents, and neither run stands for the other."""
    run = inputs.runs[0]
    specimen = run.model_copy(update={"id": f"{run.id}-specimen", "tier": "specimen"})
    assert len(current_runs(inputs.plan, [(Path(run.id), run), (Path(specimen.id), specimen)])) == 2


def test_specimens_have_no_files(inputs: Inputs, tmp_path: Path) -> None:
    """A third party's document is known by its hash alone: no picture of it is asked for."""
    specimens = [document.model_copy(update={"tier": "specimen"}) for document in inputs.documents]
    place(tmp_path / "reproduce.py")
    assert read_files(specimens, tmp_path, tmp_path / "reproduce.py").keys() == {"reproduce.py"}


def place(path: Path) -> None:
    """Write a file that holds its own name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(path.name, encoding="utf-8")
