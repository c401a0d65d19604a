"""The right answer to a document, made from its labels: fed back, it fails nowhere (GRADING.md §6)."""

import json
from collections.abc import Mapping, Sequence

from graders.deterministic.reading import Json
from graders.deterministic.schema import ROWS, VAT_ROWS
from records.document import Label
from records.fields import FIELDS, LINE_FIELDS, Family


def gold(family: Family, labels: Sequence[Label]) -> str:
    """The text of the right answer: every key there, what the page does not have null."""
    return answer_text(gold_answer(family, labels))


def gold_answer(family: Family, labels: Sequence[Label]) -> dict[str, Json]:
    """The right answer as plain data."""
    expected = {label.key: label.expected for label in labels}
    answer: dict[str, Json] = {field.key: expected.get(field.key) for field in FIELDS[family]}
    answer[ROWS] = [{field.key: expected.get(f"{row}/{field.key}") for field in LINE_FIELDS[family]} for row in row_names(expected)]
    if family == "invoice":
        rates = dict.fromkeys(key.split("/")[1] for key in expected if key.startswith("VAT/"))
        answer[VAT_ROWS] = [{"RATE": rate} | {key: expected.get(f"VAT/{rate}/{key}") for key in ("BASIS", "TAX")} for rate in rates]
    return answer


def row_names(expected: Mapping[str, str | None]) -> list[str]:
    """The row labels of a document (LINE/001, ...), in page order."""
    return sorted(key for key in expected if key.startswith("LINE/") and key.count("/") == 1)


def answer_text(answer: Mapping[str, Json]) -> str:
    """An answer as a program would print it."""
    return json.dumps(answer, ensure_ascii=False)
