"""invoice2data 1.0.1 with a template for each family, its text put into our answer's spelling."""

import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from records.fields import FIELDS, LINE_FIELDS, Family, ValueKind
from records.run import SystemCard
from systems.rules.numbers import SYMBOLS, Conventions, amount, conventions, iso_date, percent
from systems.system import Answer, answer_text, empty_answer, timed

TEMPLATES = Path(__file__).resolve().parent / "invoice2data_templates"
VAT_KINDS: dict[str, ValueKind] = {"RATE": "percent", "BASIS": "amount", "TAX": "amount"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Invoice2Data:
    """The program and our templates; the templates name their fields as our answers do."""

    card: SystemCard
    _templates: dict[str, Any] = field(default_factory=dict, repr=False)

    def prepare(self) -> None:
        """Load the templates once."""
        from invoice2data.extract.loader import read_templates

        if not self._templates:
            logging.disable(logging.CRITICAL)
            self._templates.update({template["issuer"]: template for template in read_templates(str(TEMPLATES))})

    def answer(self, pdf: Path, family: Family) -> Answer:
        """What the family's template finds; a document it does not match is an answer with nothing found."""
        return timed(lambda: answer_text(self._read(pdf, family)))

    def _read(self, pdf: Path, family: Family) -> dict[str, Any]:
        from invoice2data import extract_data
        from invoice2data.input import pdftotext

        self.prepare()
        found = extract_data(str(pdf), templates=[self._templates[family]], input_module=pdftotext)
        return mapped(found, family, conventions(pdftotext.to_text(str(pdf)).split()))


def mapped(found: dict[str, Any], family: Family, shown: Conventions) -> dict[str, Any]:
    """What the program found as an answer object: amounts as decimal text, dates ISO, the rest as printed."""
    answer = empty_answer(family)
    for item in FIELDS[family]:
        answer[item.key] = _value(found.get(item.key), item.kind, shown)
    kinds = {item.key: item.kind for item in LINE_FIELDS[family]}
    answer["LINES"] = [{key: _value(row.get(key), kind, shown) for key, kind in kinds.items()} for row in found.get("LINES") or []]
    if family == "invoice":
        answer["TYPE_CODE"] = "381" if found.get("TYPE_CODE") else "380"
        answer["CURRENCY"] = SYMBOLS.get(answer["CURRENCY"] or "", answer["CURRENCY"])
        rows = [{key: _value(row.get(key), kind, shown) for key, kind in VAT_KINDS.items()} for row in found.get("VAT_BREAKDOWN") or []]
        answer["VAT_BREAKDOWN"] = rows
    return answer


def _value(text: Any, kind: ValueKind, shown: Conventions) -> str | None:
    if not isinstance(text, str) or not text.strip():
        return None
    if kind in {"amount", "quantity"}:
        return amount(text, shown)
    if kind == "percent":
        return percent(text, shown)
    return iso_date(text, shown) if kind == "date" else text.strip()
