"""The door of the local site: `python -m publish.local` writes what is known of your own documents as pages for yourself."""

import argparse
import sys
from pathlib import Path

from catalogue.ledger import ROOT, must_stand, read_plan, shown
from graders.again import Again
from publish.local.folder import replaced
from publish.local.pages import INDEX, local_site
from publish.local.world import read_world
from records.errors import GroundTruthError
from records.plan import Plan

PLAN = ROOT / "data" / "plans" / "plan-v1.toml"
FOLDER = ROOT / "build" / "local-site"


def main(arguments: list[str] | None = None) -> int:
    """Write the local site; 0, or 1 with a line for each problem, and then the one that was there stands."""
    options = _parser().parse_args(arguments)
    try:
        print(written(options.data, read_plan(options.plan), options.out))
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; run it again", file=sys.stderr)
        return 130
    return 0


def written(data: Path, plan: Plan, folder: Path) -> str:
    """Write the local site about the own documents below `data`, and say in one line where it lies. Raises GroundTruthError."""
    must_stand(data)
    replaced(folder, local_site(read_world(data, plan, Again)))
    return f"local site, never published: {shown(folder / INDEX)}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ground-truth local", description="Write what is known of your own documents as a local site; the public gate refuses it."
    )
    parser.add_argument("--data", type=Path, default=ROOT / "data", help="the records (default: data)")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder it goes to (default: build/local-site)")
    parser.add_argument("--plan", type=Path, default=PLAN, help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
