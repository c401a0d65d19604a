"""Whole answers written otherwise: rows, descriptions, wrapping, JSON."""

import json

from graders.deterministic.schema import ROWS, VAT_ROWS
from graders.gold import answer_text
from graders.kill.case import Case, Changed
from graders.kill.spellings import spelling
from graders.rows import DESCRIPTION


@spelling("rows in another order")
def reversed_rows(case: Case) -> Changed | None:
    """Order is reported apart and costs nothing."""
    answer = case.answer()
    answer[ROWS].reverse()
    answer.get(VAT_ROWS, []).reverse()
    return Changed(answer_text(answer)) if len(answer[ROWS]) > 1 else None


@spelling("no descriptions")
def no_descriptions(case: Case) -> Changed | None:
    """The description is unjudged: rows are still found by their other cells."""
    answer = case.answer()
    for row in answer[ROWS]:
        row[DESCRIPTION] = None
    return Changed(answer_text(answer))


@spelling("one fence around the whole")
def fenced(case: Case) -> Changed | None:
    """```json ... ```."""
    return Changed(f"```json\n{answer_text(case.answer())}\n```\n")


@spelling("reasoning before the answer")
def reasoned(case: Case) -> Changed | None:
    """A draft object inside the reasoning is not the answer."""
    return Changed(f'<think>A draft: {{"TOTAL": "1"}}</think>\n{answer_text(case.answer())}')


@spelling("escaped, compact, sorted JSON")
def compact(case: Case) -> Changed | None:
    """The same object in other JSON text."""
    return Changed(json.dumps(case.answer(), ensure_ascii=True, sort_keys=True, separators=(",", ":")))
