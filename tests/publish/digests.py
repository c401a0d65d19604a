"""Prints the digest of every published file, as JSON by path: `python -m tests.publish.digests tiny|FOLDER`.

`tiny` is the made-up corpus of the tests, a folder such as `data` holds the recorded edition, computed from its verdicts (the page images
must have been rendered before). What two interpreters or two numbers of threads print is to be equal.
"""

import json
import sys
from hashlib import sha256
from pathlib import Path

from catalogue.ledger import ROOT
from publish.__main__ import compute
from publish.gather import read_files, read_stored
from publish.payload import Inputs, build_payload
from publish.render import render_site
from tests.publish.tiny import tiny


def digests(inputs: Inputs) -> dict[str, str]:
    """SHA-256 of every file of the site of some inputs, by path."""
    payload = build_payload(inputs)
    return {path: sha256(data).hexdigest() for path, data in {**payload.files, **render_site(payload)}.items()}


def recorded(data: Path) -> Inputs:
    """The inputs of the edition recorded in a folder."""
    stored = read_stored(data, data / "plans" / "plan-v1.toml")
    return compute(stored, read_files(stored.documents, ROOT / "build", ROOT / "reproduce.py"), "")


if __name__ == "__main__":
    json.dump(
        digests(tiny(2, 1, private=21) if sys.argv[1] == "tiny" else recorded(Path(sys.argv[1]))), sys.stdout, indent=0, sort_keys=True
    )
