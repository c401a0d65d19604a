"""Which pages the site has: where each stands, what it is called, and what its template is given.

Nothing is computed here: every part comes from the module of its section.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from publish import (
    answer,
    audited,
    boards,
    breaks,
    ceilings,
    covered,
    fields,
    items,
    labelled,
    matrices,
    money,
    pairs,
    prose,
    runs,
    sheets,
    tiers,
    words,
)
from publish.assets import TEMPLATES
from publish.published import FAMILIES, Published
from records.run import SystemCard

METHODOLOGY = "prose/methodology-v1.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page to render: where it stands, from which template, with what."""

    path: str
    template: str
    title: str
    description: str
    context: Mapping[str, Any]


def pages(published: Published) -> Iterator[Page]:
    """Every page of the site, in the order of its sections."""
    yield from _front(published)
    yield from _pairs(published)
    yield from _systems(published)
    yield from _errors(published)
    yield from _corpus(published)
    yield from _fields(published)
    yield from _items(published)
    yield from _runs(published)
    yield from _texts(published)


def _front(published: Published) -> Iterator[Page]:
    found = boards.boards(published, *answer.HEADLINE, FAMILIES)
    yield Page(
        path="index.html",
        template="pages/index.html.j2",
        title="Do you need the expensive one, or will the cheap one do?",
        description="Measured accuracy of document extraction systems on invoices and pay applications, each figure with its interval.",
        context={
            "answers": answer.answers(published),
            "summary": answer.summary(answer.answers(published)),
            "boards": found,
            "undetected": matrices.faces(published, *matrices.UNDETECTED),
            "ceilings": ceilings.ceilings(published),
            "seen": ceilings.seen(published),
            "sides": tiers.sides(published),
        },
    )


def _pairs(published: Published) -> Iterator[Page]:
    yield Page(
        path="compare/index.html",
        template="pages/compare.html.j2",
        title="Every two systems",
        description="Every two systems on the same documents: the difference with its interval, and what these documents could have found.",
        context={"boards": pairs.pair_boards(published)},
    )


def _systems(published: Published) -> Iterator[Page]:
    yield Page(
        path="systems/index.html",
        template="pages/systems.html.j2",
        title="Systems",
        description="Every measured system: how it gets text, how it finds fields, and what pins it.",
        context={},
    )
    for card in published.systems:
        found = sheets.sheets(published, card.slug)
        yield Page(
            path=f"systems/{card.slug}/index.html",
            template="pages/system.html.j2",
            title=card.title,
            description=f"Every published figure of {card.title}, by split, family, condition and field.",
            context=_system(published, card, found),
        )
        yield from _parts(published, card, found)


def _system(published: Published, card: SystemCard, found: Sequence[sheets.Sheet]) -> dict[str, Any]:
    return {
        "card": card,
        "run": published.run_of[card.slug],
        "run_at": lambda part: published.run_by_id[part.sections[0][1][0].row.run],
        "sheets": found,
        "purses": money.purses(published, card.slug),
        "FIELDS": sheets.FIELDS,
        "ITEMS": sheets.ITEMS,
        "ROWS": sheets.ROWS,
        "UNDETECTED": sheets.UNDETECTED,
    }


def _parts(published: Published, card: SystemCard, found: Sequence[sheets.Sheet]) -> Iterator[Page]:
    """A page for each condition of each sheet: every figure, where the system's own page has the headlines."""
    for sheet in found:
        for part in sheet.parts:
            many = words.CONDITIONS_MANY[part.place.condition]
            where = f"{words.FAMILY[sheet.family].lower()}, {words.TIER[sheet.tier].lower()}, {words.SPLIT[sheet.split]}"
            yield Page(
                path=part.path,
                template="pages/system_part.html.j2",
                title=f"{card.title}: {many}, {where}",
                description=f"Every published figure of {card.title} on {many}: {where}.",
                context={"card": card, "run": published.run_by_id[part.sections[0][1][0].row.run], "part": part, "parts": sheet.parts},
            )


def _errors(published: Published) -> Iterator[Page]:
    yield Page(
        path="damage/index.html",
        template="pages/damage.html.j2",
        title="Where each system breaks",
        description="What each kind of damage costs each system against its own clean pages, paired, with intervals.",
        context={
            "breakdowns": breaks.breakdowns(published),
            "glances": breaks.glances(published),
            "roofs": ceilings.roofs(published),
            "easy": ceilings.is_easy(published),
            "seen": ceilings.seen(published),
        },
    )
    yield Page(
        path="errors/index.html",
        template="pages/errors.html.j2",
        title="Omitted, wrong, invented",
        description="How each system errs: values left out, wrong and made up, and wrong amounts that still add up.",
        context={
            "matrices": matrices.matrices(published, matrices.WAYS_TO_ERR),
            "feet": matrices.matrices(published, matrices.THAT_FOOT),
            "purses": money.purses(published),
            "axes": matrices.matrices(published, matrices.WRONG_AXES),
        },
    )
    yield Page(
        path="rows/index.html",
        template="pages/rows.html.j2",
        title="Rows of line items",
        description="Rows found, right and invented, by number of rows and by page break.",
        context={
            "found": matrices.matrices(published, matrices.ROWS_FOUND),
            "by_length": matrices.matrices(published, matrices.ROWS_BY_LENGTH),
        },
    )
    yield Page(
        path="graders/index.html",
        template="pages/graders.html.j2",
        title="Graders and what they kill",
        description="Every mutant of a right answer with the grader that catches it, and every spelling that must pass.",
        context={},
    )


def _corpus(published: Published) -> Iterator[Page]:
    yield Page(
        path="corpus/index.html",
        template="pages/corpus.html.j2",
        title="Coverage of the corpus",
        description="How many documents there are by layout, damage, planted defect, language, length and page break.",
        context={"spreads": covered.spreads(published)},
    )
    yield Page(
        path="corpus/labels/index.html",
        template="pages/labels.html.j2",
        title="Labels by layout and field",
        description="How many labels each layout and field has, on whose word they rest, and which are not scored.",
        context={"sheets": labelled.sheets(published)},
    )
    yield Page(
        path="corpus/gaps/index.html",
        template="pages/gaps.html.j2",
        title="What could be asserted and is not",
        description="Assertions that the labelled pages could bear and do not make, cheapest first, and labels to read again.",
        context={"deeper": labelled.deeper(published)},
    )


def _fields(published: Published) -> Iterator[Page]:
    topics = fields.topics()
    yield Page(
        path="fields/index.html",
        template="pages/fields.html.j2",
        title="Fields",
        description="Every field that is asked of a document, and how it is judged.",
        context={"topics": topics},
    )
    for topic in topics:
        yield Page(
            path=f"fields/{topic.key}/index.html",
            template="pages/field.html.j2",
            title=topic.title,
            description=f"How well each system reads the field {topic.title}, with intervals, and every public answer that was not right.",
            context={"topic": topic, "boards": fields.field_boards(published, topic), "misses": fields.misses(published, topic)},
        )


def _items(published: Published) -> Iterator[Page]:
    documents = sorted(published.shown, key=lambda document: document.id)
    columns = {document.id: items.columns_of(published, document) for document in documents}
    heads = sorted({column for found in columns.values() for column in found}, key=items.column_order)
    marks = {document.id: {column: items.overall(published, document, column) for column in columns[document.id]} for document in documents}
    yield Page(
        path="items/index.html",
        template="pages/items.html.j2",
        title="Documents",
        description="Every public document with its labels, page images, answers and verdicts.",
        context={"documents": documents, "heads": heads, "marks": marks},
    )
    for before, document, after in zip([None, *documents], documents, [*documents[1:], None], strict=False):
        found = items.item(published, document)
        yield Page(
            path=f"items/{document.id}/index.html",
            template="pages/item.html.j2",
            title=document.id,
            description=f"Document {document.id}: pages, labels, answers and verdicts.",
            context={"item": found, "before": before, "after": after},
        )
        if found.differing:
            yield _of_item(found, "rows", "line items", "rows and cells that some system did not get right")
        yield _of_item(found, "answers", "answers", "every answer as recorded")


def _of_item(found: items.Item, name: str, title: str, description: str) -> Page:
    """A page of what is too long for a document's own."""
    document = found.document.id
    return Page(
        path=f"items/{document}/{name}/index.html",
        template=f"pages/item_{name}.html.j2",
        title=f"{document}: {title}",
        description=f"Document {document}: {description}.",
        context={"item": found},
    )


def _runs(published: Published) -> Iterator[Page]:
    found = runs.run_pages(published)
    yield Page(
        path="runs/index.html",
        template="pages/runs.html.j2",
        title="Runs",
        description="Every run of every system: what flipped against the run before, how its answers ended, which statements it meets.",
        context={"tiers": runs.by_tier(found), "earlier": runs.earlier(published), "gate": runs.gate_of(published)},
    )
    for one in found:
        yield Page(
            path=f"runs/{one.run.id}/index.html",
            template="pages/run.html.j2",
            title=f"{one.run.system.title}, {one.run.date}",
            description=f"Run {one.run.id}: regressions first, then each class by itself, and the conditions of the run.",
            context={"found": one, "causes": runs.CAUSE, "standings": runs.STANDING, "statuses": runs.STATUSES},
        )


def _texts(published: Published) -> Iterator[Page]:
    text = (TEMPLATES / METHODOLOGY).read_text(encoding="utf-8")
    yield Page(
        path="methodology/v1/index.html",
        template="pages/methodology.html.j2",
        title="Methodology, version 1",
        description="What is measured, how, and above all what is not known.",
        context={
            "body": prose.to_html(text, prose.plan_numbers(published.plan)),
            "intervals": audited.worst_intervals(published.plan, published.audit),
            "watches": audited.worst_watches(published.plan, published.audit),
            "drops": audited.drops(published.audit),
            "sights": audited.best_sights(published.audit),
            "title_of": audited.title_of,
        },
    )
    for name, title, description in (
        ("corrections", "Corrections", "Every published figure that was changed, the old value struck through, and why."),
        ("verify", "Check it yourself", "How to recompute every figure, and what was committed to before anything ran."),
        ("data", "Data", "Every published file: CSV, JSON, schema."),
    ):
        yield Page(path=f"{name}/index.html", template=f"pages/{name}.html.j2", title=title, description=description, context={})
    yield Page(path="404.html", template="pages/404.html.j2", title="No such page", description="There is no page here.", context={})
