"""Whether a label says a value in its one canonical spelling, so that a grader can compare with it."""

import re
import unicodedata
from datetime import date
from decimal import Decimal

from records.fields import FIELDS, LINE_FIELDS, UNDETECTED, Family, LabelKind, ValueKind

_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,6})?")
_RATE = re.compile(r"(?:0|[1-9][0-9]{0,2})(?:\.[0-9]{1,4})?")
_ROW = re.compile(r"[0-9]{3,4}")
_CODES = {"CURRENCY": re.compile(r"[A-Z]{3}"), "TYPE_CODE": re.compile(r"38[01]")}
_FIXED = {"SCHEMA": ("valid",), "ROW": ("row",), "REL": ("holds", "fails", "not_evaluable"), UNDETECTED: ("none",)}


def kind_of_label(key: str) -> LabelKind:
    """The kind of label that a key belongs to.

    >>> kind_of_label("LINE/001/LINE_NET"), kind_of_label("CURRENCY")
    ('line_item_structure', 'field')
    """
    head = key.split("/")[0]
    if key == "SCHEMA":
        return "qa_check"
    return "derived_relation" if head == "REL" else "line_item_structure" if head in {"LINE", "VAT"} else "field"


def fault(family: Family, key: str, expected: str | None) -> str:
    """Why a label cannot stand: a key its family does not have, or a value not in canonical spelling; "" where it can.

    >>> fault("invoice", "AMOUNT_DUE", "1,190.00")
    "'1,190.00' is no plain decimal such as 1190.00"
    """
    parts = key.split("/")
    if key == "SCHEMA":
        return _fixed(key, expected)
    if parts[0] == "REL" and len(parts) == 2:
        return _fixed(UNDETECTED if parts[1] == UNDETECTED else "REL", expected)
    if parts[0] == "LINE" and len(parts) in {2, 3} and _ROW.fullmatch(parts[1]):
        if len(parts) == 2:
            return _fixed("ROW", expected)
        kinds = {field.key: field.kind for field in LINE_FIELDS[family]}
        return _value(parts[2], kinds[parts[2]], expected) if parts[2] in kinds else _unknown(family, key)
    if parts[0] == "VAT" and len(parts) == 3 and family == "invoice" and _RATE.fullmatch(parts[1]) and parts[2] in {"BASIS", "TAX"}:
        return _value(parts[2], "amount", expected)
    kinds = {field.key: field.kind for field in FIELDS[family]}
    return _value(key, kinds[key], expected) if key in kinds else _unknown(family, key)


def _unknown(family: Family, key: str) -> str:
    return f"{key[:60]!r} is no key of a {family.replace('_', ' ')}"


def _fixed(name: str, expected: str | None) -> str:
    return "" if expected in _FIXED[name] else f"{_shown(expected)} is not one of {', '.join(_FIXED[name])}"


def _value(key: str, kind: ValueKind, expected: str | None) -> str:
    if expected is None:
        return ""
    if kind in {"amount", "quantity", "percent"}:
        plain = _DECIMAL.fullmatch(expected) and not (expected.startswith("-") and Decimal(expected) == 0)
        return "" if plain else f"{_shown(expected)} is no plain decimal such as 1190.00"
    if kind == "date":
        return "" if _is_day(expected) else f"{_shown(expected)} is no day such as 2026-03-15"
    if key in _CODES:
        return "" if _CODES[key].fullmatch(expected) else f"{_shown(expected)} is no {key.lower().replace('_', ' ')}"
    return _text(expected)


def _text(expected: str) -> str:
    if not expected or expected != " ".join(expected.split()):
        return "a text that is empty, or has spaces around or twice: write it as printed, on one line"
    if not unicodedata.is_normalized("NFC", expected):
        return "a text whose letters are not composed (NFC)"
    return "" if expected.isprintable() and len(expected) <= 2000 else "a text with unprintable letters, or of more than 2,000"


def _is_day(text: str) -> bool:
    try:
        return len(text) == 10 and date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _shown(expected: str | None) -> str:
    return "null" if expected is None else repr(expected[:40])
