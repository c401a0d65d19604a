"""Publishes a made-up site from the sources it lies among: `python -m tests.publish.careless.attempt FOLDER PAIRS`.

Prints one JSON list: rule, file, line and reason of everything that kept the gate shut; empty where the site stands.
"""

import json
import sys
from functools import partial
from pathlib import Path

from catalogue.ledger import ROOT
from publish.__main__ import rules
from publish.gate.check import gate
from publish.payload import build_payload
from publish.render import render_site
from publish.site import swap_in
from records.errors import GateClosed
from tests.publish.tiny import measured, tiny


def attempt(folder: Path, pairs: int) -> list[list[object]]:
    """Payload, pages, staging, gate and swap as a publish does them; the reasons against it."""
    payload = build_payload(measured(tiny(1, 0, private=21)))
    files = {**payload.files, **render_site(payload)}
    others = rules(ROOT / "data", ROOT / "data" / "plans" / "plan-v1.toml", pairs, lambda text: None) if pairs else []
    try:
        swap_in(files, folder / "site", partial(gate, others=others))
    except GateClosed as closed:
        assert not (folder / "site").exists()
        return [[problem.reason[:2], problem.file, problem.line, problem.reason] for problem in closed.problems]
    assert (folder / "site" / "index.html").is_file()
    return []


if __name__ == "__main__":
    json.dump(attempt(Path(sys.argv[1]), int(sys.argv[2])), sys.stdout)
