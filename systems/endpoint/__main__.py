"""The endpoints' door: `python -m systems.endpoint list | probe SLUG`. They are swept as every system is."""

import argparse
import os
import sys

import httpx
from tqdm import tqdm

from catalogue import ledger
from catalogue.ledger import ROOT, shown
from records.errors import GroundTruthError, one
from systems.endpoint.card import Card, address, read_cards
from systems.endpoint.probe import probe
from systems.endpoint.system import endpoint


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 where all is well, 1 with one line for each problem."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run_command(options))
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1


def list_endpoints(_: argparse.Namespace) -> int:
    """Print every committed card."""
    for card in read_cards():
        print(f"{card.slug:24} {card.input:11} {','.join(card.conditions):20} {card.title}")
    return 0


def run_probe(options: argparse.Namespace) -> int:
    """Measure what the endpoint bears with a made-up page, never a document of the corpus; a sweep keeps to it."""
    card = _card(options.slug)
    system = endpoint(card, ROOT)
    with httpx.Client() as http, tqdm(total=options.slots, unit="call", disable=not sys.stderr.isatty()) as bar:
        found = probe(card, address(card, os.environ), http, options.slots, bar.update)
    ledger.write_records(system.folder / "probe.json", [found])
    limits = f"{found.requests_a_minute or 'no stated'} requests and {found.tokens_a_minute or 'no stated'} tokens a minute"
    print(f"{found.answered} of {found.slots} calls at once answered, {', '.join(found.seconds)} s; {limits}: {shown(system.folder)}")
    return 0


def _card(slug: str) -> Card:
    known = {card.slug: card for card in read_cards()}
    if slug not in known:
        raise GroundTruthError(one("systems.endpoint", f"no endpoint called {slug}", remedy=f"one of {', '.join(known)}, or add a card"))
    return known[slug]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m systems.endpoint", description="Endpoints that speak the chat completions protocol.")
    commands = parser.add_subparsers(required=True)
    commands.add_parser("list", help="every committed endpoint").set_defaults(run_command=list_endpoints)
    run = commands.add_parser("probe", help="measure what an endpoint bears, with a made-up page")
    run.add_argument("slug", help="an endpoint")
    run.add_argument("--slots", type=int, choices=range(1, 65), metavar="N", default=1, help="calls at once")
    run.set_defaults(run_command=run_probe)
    return parser


if __name__ == "__main__":
    sys.exit(main())
