"""The local site's pages: plain HTML that loads nothing, each with the mark by which the gate knows it."""

from collections.abc import Sequence
from typing import NamedTuple

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from publish import words
from publish.answered import visible
from publish.assets import TEMPLATES
from publish.figures import percent
from publish.local.world import OWN_TIERS, Covered, LocalRun, World
from publish.prose import as_percent
from publish.runs import CAUSE, SCOREBOARD, SHOWN, TURN
from records.document import Document, Tier
from records.fields import EvalClass
from records.flip import TURNS
from records.marks import LOCAL_SITE
from records.row import Row

#: Faults shown of one run; how many there are is said beside them.
MOST_FAULTS = 300
INDEX = "index.html"


class Part(NamedTuple):
    """What the first page says of one tier: nothing on it is added to another tier's."""

    tier: Tier
    documents: Sequence[Document]
    golden: int
    runs: Sequence[LocalRun]
    coverage: Sequence[Covered]


def local_site(world: World) -> dict[str, bytes]:
    """Every page by its path: index.html, and runs/<id>.html for each run.

    >>> sorted(local_site(World(documents=[], labels={}, coverage=[], runs=[])))
    ['index.html']
    """
    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["visible"] = visible
    environment.globals.update(mark=LOCAL_SITE, words=words, share=share, headline=headline, classes=list(words.EVAL_CLASS))
    environment.globals.update(turns=TURNS, turn_title=TURN, most=SHOWN, causes=CAUSE, most_faults=MOST_FAULTS)
    parts = [part for tier in OWN_TIERS if (part := _part(world, tier)).documents or part.runs]
    pages = {INDEX: environment.get_template("local/index.html.j2").render(parts=parts, world=world, home=INDEX)}
    for found in world.runs:
        template = environment.get_template("local/run.html.j2")
        pages[f"runs/{found.run.id}.html"] = template.render(found=found, home=f"../{INDEX}")
    return {path: page.encode("utf-8") for path, page in pages.items()}


def _part(world: World, tier: Tier) -> Part:
    documents = [document for document in world.documents if document.tier == tier]
    golden = sum(document.runnable and bool(world.labels.get(document.id)) for document in documents)
    runs = [found for found in world.runs if found.run.tier == tier]
    return Part(tier, documents, golden, runs, [cell for cell in world.coverage if cell.tier == tier])


def headline(found: LocalRun, eval_class: EvalClass) -> Sequence[Row]:
    """The rows that stand for one class of one run: one a family, on clean pages."""
    (slice_,) = (column.slice for column in SCOREBOARD if column.eval_class == eval_class)
    return [row for row in found.rows if (row.eval_class, row.slice, row.condition) == (eval_class, slice_, "clean")]


def share(row: Row) -> str:
    """A row's figure with its interval and what it rests on; without evidence, why there is none.

    A figure never travels alone: point, both ends, n and documents stand in one text.
    """
    if row.point is None or row.low is None or row.high is None:
        return f"no evidence: {row.reason}"
    of = f"n = {row.n} in {row.clusters} document{'' if row.clusters == 1 else 's'}"
    return f"{percent(row.point)} % ({as_percent(row.level)} % interval {percent(row.low)} to {percent(row.high)}), {of}"
