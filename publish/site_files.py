"""Which files a site has: the expected paths, the form of a name, the manifest."""

import re
from collections.abc import Mapping
from hashlib import sha256

from publish.history import FILES
from publish.items import TEXT_LAYERS, image_path, pictured
from publish.published import Published
from publish.tables import schema_files

MANIFEST = "MANIFEST.sha256"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*")

ALWAYS = frozenset(
    {
        "reproduce.py",
        "data/audit.jsonl",
        "data/plan.json",
        "data/provenance.json",
        "data/runs.jsonl",
        "data/rows.jsonl",
        "data/rows.csv",
        "data/comparisons.jsonl",
        "data/comparisons.csv",
        "data/ranks.jsonl",
        "data/ranks.csv",
        "data/losses.jsonl",
        "data/losses.csv",
        "data/undetected.jsonl",
        "data/undetected.csv",
        "data/coverage.jsonl",
        "data/coverage.csv",
        "data/costs.jsonl",
        "data/costs.csv",
        "data/documents.jsonl",
        "data/labels.jsonl",
        "data/corrections.jsonl",
        "data/commitments.jsonl",
    }
)


def manifest_text(files: Mapping[str, bytes]) -> bytes:
    """`sha256  path` for every file but the manifest itself, sorted by path."""
    return "".join(f"{sha256(data).hexdigest()}  {path}\n" for path, data in sorted(files.items())).encode("utf-8")


def release_id(manifest: bytes) -> str:
    """The name of a release: the digest of its manifest."""
    return sha256(manifest).hexdigest()


def expected_payload(published: Published, staged: Mapping[str, bytes]) -> set[str]:
    """The payload's paths as its own records demand them.

    A page image may be a PNG or a JPEG; `staged` says which, and where there is neither the PNG
    is demanded. Private verdicts are demanded of every run that has a private row.
    """
    expected = set(ALWAYS) | set(schema_files())
    if "data/checkpoint.json" in staged or any(row.split == "private" for row in published.rows):
        expected |= {"data/checkpoint.json", "data/checkpoints.json"}
    expected |= {"data/contamination.json", "data/redteam.json"} & staged.keys()
    if "data/opened.jsonl" in staged:
        expected.add("data/opened.jsonl")
    for retired in published.retired:
        expected |= {f"data/retired/{retired.edition}/{name}" for name in ("retirement.json", *retired.files)}
    if "data/agreements.jsonl" in staged:
        expected |= {"data/agreements.jsonl", "data/agreements.csv"}
    if "data/kill-matrix.json" in staged:
        expected.add("data/kill-matrix.json")
    expected |= FILES & staged.keys()
    for run in published.runs if published.documents else ():
        expected.add(f"data/verdicts/{run.id}.jsonl")
        if run.tier != "specimen":
            expected.add(f"data/extractions/{run.id}.jsonl")
    expected |= {f"data/private-verdicts/{row.run}.jsonl" for row in published.rows if row.split == "private"}
    for document in published.shown:
        for condition, rendered in pictured(document).items():
            for page in range(1, rendered.pages + 1):
                stem = f"documents/{document.id}.{condition}.{page}"
                expected.add(image_path(published, document.id, condition, page) or f"{stem}.png")
        expected |= {f"documents/{document.id}.{condition}.pdf" for condition in TEXT_LAYERS & document.files.keys()}
    return expected
