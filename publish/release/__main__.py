"""The door of releasing.

python -m publish.release candidate [--builder NAME]     what is served stands for review
python -m publish.release release                        release it, or list everything that is missing
python -m publish.release takedown RELEASE --reason TEXT [--private]    serve it no more, and never again
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from pydantic import ValidationError

from catalogue.ledger import ROOT, read_plan, read_record, shown, write_text
from publish.__main__ import rules
from publish.gate.check import gate
from publish.gate.pairs import PAIRS
from publish.lock import publishing
from publish.release import git
from publish.release.conditions import Case, for_candidate, for_release, manifest_of
from publish.release.freeze import frozen, lines
from publish.release.kept import CANDIDATE, read_candidate, read_releases, release_file, review_file
from publish.release.withdraw import take_down
from records.errors import GateClosed, GroundTruthError, Problem, one
from records.lines import to_line
from records.release import Candidate, Release
from records.review import CHECKLIST, Review


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; 0, or 1 with every reason on a line of its own."""
    options = _options(arguments)
    try:
        with publishing(options.site):
            print(options.verb(options))
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    except ValidationError as error:  # an option that cannot stand in a record
        for item in error.errors(include_input=False, include_url=False, include_context=False):
            print(f"{'.'.join(map(str, item['loc']))}: {item['msg'].lower()}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; nothing was released", file=sys.stderr)
        return 130
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m publish.release", description="Stand for review, release, take down.")
    parser.add_argument("--site", type=Path, default=ROOT / "site", help="the link that is served (default: site)")
    parser.add_argument("--data", type=Path, default=ROOT / "data", help="the committed records (default: data)")
    parser.add_argument("--plan", type=Path, help="the plan (default: plans/plan-v1.toml below --data)")
    verbs = parser.add_subparsers(required=True, metavar="candidate|release|takedown")
    first = verbs.add_parser("candidate", help="record what is served as what stands for review")
    first.add_argument("--builder", default="", help="who built it, as 'Name <address>' (default: what git says)")
    first.set_defaults(verb=candidate)
    verbs.add_parser("release", help="release the reviewed candidate and tag it").set_defaults(verb=release)
    down = verbs.add_parser("takedown", help="serve a release no more, and never again")
    down.add_argument("release", help="the release id, 64 hex digits")
    down.add_argument("--reason", required=True, help="why, in words that may be published")
    down.add_argument("--private", action="store_true", help="it gave away something private: its private split is burnt")
    down.set_defaults(verb=takedown)
    return parser.parse_args(arguments)


def candidate(options: argparse.Namespace) -> str:
    """Record the served release as what stands for review; what to do next. Raises GateClosed with every reason against it."""
    case = _case(options)
    _refuse(for_candidate(case))
    manifest = manifest_of(case.site)
    assert manifest is not None  # for_candidate refuses a site that is not there
    builder = options.builder or git.builder(case.root)
    built = Candidate(
        edition=case.plan.edition, manifest=manifest, builder=builder, built=_today(), commit=git.git(case.root, "rev-parse", "HEAD")
    )
    write_text(case.data / CANDIDATE, to_line(built) + "\n")
    git.commit(case.root, case.data / CANDIDATE, f"Put {case.plan.edition} up for review as {manifest[:12]}")
    return (
        f"{manifest} of {case.plan.edition}, built by {builder}, stands for review\n"
        f"somebody else answers {', '.join(CHECKLIST)} in {shown(review_file(case.data, manifest))}; then: make release"
    )


def release(options: argparse.Namespace) -> str:
    """Release the reviewed candidate: record, commit, tag. Raises GateClosed with everything that is missing."""
    case = _case(options)
    _refuse(for_release(case))
    stood = read_candidate(case.data)
    assert stood is not None  # for_release refuses where there is no candidate
    file = release_file(case.data, stood.manifest)
    if not file.exists():  # or a release that could not be tagged goes on
        write_text(file, to_line(_release(case, stood)) + "\n")
        git.commit(case.root, file, f"Release {stood.edition} as {stood.manifest[:12]}")
    done = read_record(file, Release)
    if done.tag in git.tags(case.root):
        raise GroundTruthError(one(shown(file), f"{done.edition} was released on {done.released} as {done.tag}"))
    message = f"{done.edition} released\n\nmanifest {done.manifest}\nbuilt by {done.builder}\nreviewed by {done.reviewer}"
    signed = git.tag(case.root, done.tag, message)
    return f"{done.tag} is released as {done.manifest}, tag {'signed' if signed else 'not signed: git has no user.signingkey'}"


def _release(case: Case, stood: Candidate) -> Release:
    reviewed = read_record(review_file(case.data, stood.manifest), Review)
    earlier = sum(known.edition == stood.edition for known in read_releases(case.data))
    return Release(
        edition=stood.edition,
        manifest=stood.manifest,
        builder=stood.builder,
        reviewer=reviewed.reviewer,
        built=stood.built,
        released=_today(),
        tag=f"{stood.edition}.{earlier}" if earlier else stood.edition,
        frozen=frozen(case.data, case.plan_file, case.plan),
        lines=lines(case.data),
    )


def takedown(options: argparse.Namespace) -> str:
    """Withdraw a release and say what is left to do; see docs/takedown.md."""
    line = take_down(options.site, options.data, manifest=options.release, date=_today(), reason=options.reason, private=options.private)
    rotate = ["rotate the edition: python -m generator.private new-edition, then measure again"] if line.burnt else []
    left = [*rotate, "say so in data/corrections.jsonl", "publish what is mended", "see docs/takedown.md for the copies of others"]
    return "\n".join([f"{line.manifest} is withdrawn and not served; left to do:", *(f"  - {what}" for what in left)])


def _case(options: argparse.Namespace) -> Case:
    plan_file = options.plan or options.data / "plans" / "plan-v1.toml"
    root = options.data.resolve().parent
    return Case(root, options.site, options.data, plan_file, read_plan(plan_file), _gate(options.data, plan_file))


def _gate(data: Path, plan: Path) -> Callable[[Path], None]:
    """The gate with every rule that a release needs."""
    return partial(gate, others=rules(data, plan, PAIRS, lambda text: print(text, file=sys.stderr)))


def _refuse(problems: list[Problem]) -> None:
    if problems:
        raise GateClosed(problems)


def _today() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d}"


if __name__ == "__main__":
    sys.exit(main())
