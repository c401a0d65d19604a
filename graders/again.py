"""Recorded answers looked at again: judged under other labels, or laid beside the labels they were meant for."""

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from graders.align import checked_threshold
from graders.answer import Unparseable, parse_answer
from graders.deterministic.reading import Json, Number, Setting
from graders.regrade import graded
from graders.rows import Lines, VatBreakdown
from graders.truth import true_rates, true_rows
from records.document import Condition, Document, Label
from records.fields import FIELDS
from records.plan import GradingPlan
from records.verdict import Extraction, Verdict

Place = tuple[str, Condition]
#: Between the distinct answers of replicates.
OR = " | "
#: Letters of a value that is quoted; the whole answer is recorded beside it.
LONGEST = 120


class Again:
    """The recorded answers of one run, by document and condition, under the labels given.

    Nothing is judged before it is asked for, so that a run of thousands of answers costs nothing where few are looked at.
    """

    def __init__(
        self, documents: Mapping[str, Document], labels: Mapping[str, Sequence[Label]], extractions: Iterable[Extraction], plan: GradingPlan
    ) -> None:
        self._documents = documents
        self._labels = labels
        self._plan = plan
        self._answers: dict[Place, list[Extraction]] = {}
        for found in sorted(extractions, key=lambda answer: answer.replicates):
            self._answers.setdefault((found.document, found.condition), []).append(found)

    def verdicts(self, document: str, condition: Condition) -> dict[str, Verdict]:
        """The verdicts of these answers by label key; empty where none is recorded."""
        answers = self._answers.get((document, condition), [])
        known = self._documents.get(document)
        if known is None or not answers:
            return {}
        return {verdict.label: verdict for verdict in graded([known], self._labels.get(document, ()), answers, self._plan)}

    def values(self, document: str, condition: Condition) -> dict[str, str]:
        """What was answered by label key, as it stands in the answer; cells of line items by the row they were aligned with.

        Replicates that differ are joined by " | ". A key that nothing was answered for is absent.
        """
        found: dict[str, dict[str, None]] = {}
        known = self._documents.get(document)
        for answer in self._answers.get((document, condition), []):
            for key, text in (values(known, self._labels.get(document, ()), answer, self._plan) if known else {}).items():
                found.setdefault(key, {})[text] = None
        return {key: OR.join(texts) for key, texts in found.items()}


def values(document: Document, labels: Sequence[Label], extraction: Extraction, plan: GradingPlan) -> dict[str, str]:
    """What one answer says for each label key, as short text; nothing where it failed or cannot be read."""
    if extraction.status != "ok":
        return {}
    try:
        answer = parse_answer(extraction.answer or "")
    except Unparseable:
        return {}
    return {key: text for key, value in _values(document, labels, answer, plan) if (text := _text(value)) is not None}


def _values(document: Document, labels: Sequence[Label], answer: Mapping[str, Json], plan: GradingPlan) -> Iterable[tuple[str, Json]]:
    setting = Setting(document.conventions, plan.two_digit_year_pivot, Decimal(plan.amount_tolerance))
    yield from ((field.key, answer.get(field.key)) for field in FIELDS[document.family])
    rows = true_rows(labels)
    lines = Lines(document.family, rows, answer, setting, checked_threshold(plan.alignment_threshold))
    names = sorted(rows)
    named = [(names[one], other) for one, other in lines.alignment.pairs]
    named += [(f"LINE/+{number:03d}", other) for number, other in enumerate(lines.alignment.extra, start=1)]
    for name, at in named:
        cells = lines.rows[at].cells
        yield name, json.dumps({key: _text(value) for key, value in cells.items()}, ensure_ascii=False, sort_keys=True)
        yield from ((f"{name}/{key}", value) for key, value in cells.items())
    vat = VatBreakdown(true_rates(labels), answer, setting)
    for row in vat.rows:
        rate = row.read["RATE"].value if "RATE" in row.read else None
        known = next((text for text in true_rates(labels) if isinstance(rate, Decimal) and Decimal(text) == rate), None)
        yield from ((f"VAT/{known}/{key}", row.cells.get(key)) for key in ("BASIS", "TAX") if known is not None)


def _text(value: Json) -> str | None:
    """A value as short text that a record may hold: normal letters, no half of a pair, cut where it is long."""
    if value is None:
        return None
    text = value.text if isinstance(value, Number) else value if isinstance(value, str) else json.dumps(value, default=repr)
    text = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "\u2026"
