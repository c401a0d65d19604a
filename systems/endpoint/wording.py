"""What is asked of a model: instructions, the schema of the answer, the document, a seed. Pure.

The instructions and the schema come first and are the same for every document of a family, so that an
endpoint that keeps the state of a prefix reads them once. The field names and their meanings come from
`records.fields`, the one table that the graders also judge by.
"""

import base64
import hashlib
from collections.abc import Sequence
from typing import Any

from records.fields import FIELDS, LINE_FIELDS, Family, Field
from systems.endpoint.card import Card

TITLES: dict[Family, str] = {"invoice": "invoice or credit note", "pay_application": "construction pay application"}
VAT_FIELDS = ("RATE", "BASIS", "TAX")
#: More than any provider counts for one page at the resolution we send.
PICTURE_TOKENS = 6000
HOW: dict[str, str] = {
    "amount": 'plain decimal text as printed, such as "1234.50" or "-20.00"; no currency sign, no grouping',
    "quantity": 'plain decimal text, such as "3" or "2.5"',
    "percent": 'plain decimal text without the sign, such as "19"',
    "date": "ISO 8601, such as 2026-01-31",
    "code": "the code, or the text as printed",
    "identifier": "as printed",
    "name": "as printed",
    "description": "as printed",
}


def body(card: Card, model: str, family: Family, pages: Sequence[str] | Sequence[bytes], seed: int) -> dict[str, Any]:
    """The body of one chat completion request: `pages` are texts, or PNG pictures.

    `temperature` is sent only where the card sets one: what is measured otherwise is the provider's default.
    """
    asked: dict[str, Any] = {
        "model": model,
        "messages": [{"role": "system", "content": instructions(family)}, {"role": "user", "content": _content(pages)}],
        "max_tokens": card.max_tokens,
        "seed": seed,
    }
    if card.temperature is not None:
        asked["temperature"] = float(card.temperature)
    if card.schema_answers:
        asked["response_format"] = _response_format(card, family)
    if card.logprobs:
        asked["logprobs"] = True
    return asked


def instructions(family: Family) -> str:
    """What every document of the family is introduced with: what to read, each key, and how its value is written."""
    lines = [
        f"You read one {TITLES[family]} and answer with one JSON object and nothing else.",
        "Give what is printed, even where it does not add up. Use null for what is not printed; never guess or compute a value.",
        "Values, each a string or null:",
        *(_told(field) for field in FIELDS[family]),
        "LINES: a list with one object for each line item in printed order (no headings, subtotals or carried-forward rows):",
        *(_told(field) for field in LINE_FIELDS[family]),
    ]
    if family == "invoice":
        lines.append("VAT_BREAKDOWN: a list with one object for each VAT rate: RATE (percent), BASIS and TAX (amounts).")
    return "\n".join(lines)


def answer_schema(family: Family) -> dict[str, Any]:
    """JSON Schema of an answer object: every key required, every value text or null.

    >>> sorted(answer_schema("invoice")["properties"])[-2:]
    ['TYPE_CODE', 'VAT_BREAKDOWN']
    """
    value = {"type": ["string", "null"]}
    properties: dict[str, Any] = {field.key: value for field in FIELDS[family]}
    properties["LINES"] = {"type": "array", "items": _object({field.key: value for field in LINE_FIELDS[family]})}
    if family == "invoice":
        properties["VAT_BREAKDOWN"] = {"type": "array", "items": _object(dict.fromkeys(VAT_FIELDS, value))}
    return _object(properties)


def most_tokens(asked: dict[str, Any]) -> int:
    """At most so many tokens are in a request: one for each byte of text is never passed, and so many a picture.

    >>> most_tokens({"messages": [{"role": "user", "content": "abc"}]})
    3
    """
    found = [message["content"] for message in asked["messages"]]
    texts = [content for content in found if isinstance(content, str)]
    parts = [part for content in found if isinstance(content, list) for part in content]
    return sum(len(text.encode()) for text in texts) + PICTURE_TOKENS * len(parts)


def seed_of(slug: str, document: str, replicate: int) -> int:
    """The seed of a replicate, in 0..2^31-1: the first 31 bits of SHA-256, so that nobody chooses it.

    `document` is the SHA-256 of the file in hex.
    """
    digest = hashlib.sha256(f"ground-truth/endpoint-seed/v1/{slug}/{document}/{replicate}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def _response_format(card: Card, family: Family) -> dict[str, Any]:
    schema = answer_schema(family)
    if card.schema_form == "json_object":
        return {"type": "json_object", "schema": schema}
    return {"type": "json_schema", "json_schema": {"name": family, "strict": True, "schema": schema}}


def _told(field: Field) -> str:
    return f"- {field.key}: {field.title}; {HOW[field.kind]}"


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _content(pages: Sequence[str] | Sequence[bytes]) -> str | list[dict[str, Any]]:
    texts = [page for page in pages if isinstance(page, str)]
    if len(texts) == len(pages):
        return "\n\n".join(f"[page {number} of {len(pages)}]\n{text}" for number, text in enumerate(texts, start=1))
    pictures = [base64.b64encode(page).decode("ascii") for page in pages if isinstance(page, bytes)]
    return [{"type": "image_url", "image_url": {"url": f"data:image/png;base64,{picture}"}} for picture in pictures]
