"""What an endpoint is: a committed card, and from the environment its address, model and key.

GROUND_TRUTH_ENDPOINT_URL      such as http://127.0.0.1:8091/v1
GROUND_TRUTH_ENDPOINT_MODEL    the name the endpoint knows its model by; a card may give it
GROUND_TRUTH_ENDPOINT_KEY      sent as a bearer token; never printed, recorded or hashed
GROUND_TRUTH_ENDPOINT_CARDS    another folder of cards, for an endpoint of one's own
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import pydantic
from pydantic import Field

from records.document import Condition, Record, Slug
from records.errors import GroundTruthError, Problem, one

CARDS = Path(__file__).resolve().parent / "cards"
URL, MODEL, KEY, OWN_CARDS, ROOT = (f"GROUND_TRUTH_ENDPOINT_{name}" for name in ("URL", "MODEL", "KEY", "CARDS", "ROOT"))

#: What the model is given of a document: its text layer, what RapidOCR reads of it, or pictures of its pages.
Input = Literal["text_layer", "ocr", "pictures"]


class Card(Record):
    """One endpoint as it is committed.

    `temperature` None is the provider's default: none is sent. `attempts` counts calls for one answer,
    the first included. `schema_form` is how the schema is sent: as OpenAI's "json_schema", or beside
    "json_object", as llama.cpp's Python server takes it. `weights_sha256` pins what runs; without it the system is "unpinned".
    """

    model_config = pydantic.ConfigDict(strict=False)

    slug: Slug
    title: str
    model: str = ""
    input: Input
    conditions: tuple[Condition, ...]
    temperature: Annotated[str, Field(pattern=r"^[0-2](\.[0-9]+)?$")] | None = None
    max_tokens: Annotated[int, Field(ge=16, le=131072)] = 4096
    timeout_seconds: Annotated[int, Field(ge=1, le=3600)] = 120
    attempts: Annotated[int, Field(ge=1, le=20)] = 6
    schema_answers: bool = True
    schema_form: Literal["json_schema", "json_object"] = "json_schema"
    logprobs: bool = False
    weights_sha256: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")] = ""
    runtime: str = ""
    note: str = ""
    homepage: str = ""


class Address:
    """Where an endpoint is and the key to it. The key is in no repr, and nothing of this is recorded."""

    __slots__ = ("_key", "model", "url")

    def __init__(self, url: str, model: str, key: str) -> None:
        self.url, self.model, self._key = url.rstrip("/"), model, key

    def headers(self) -> dict[str, str]:
        """What a request carries to be let in."""
        return {"Authorization": f"Bearer {self._key}"} if self._key else {}

    def __repr__(self) -> str:
        return f"<Address of {self.model}>"

    def __reduce__(self) -> str:
        raise TypeError("an address holds a key and is not pickled")


def read_cards(folder: Path | None = None) -> list[Card]:
    """Every card, by slug: the committed ones, or those of one's own. Raises GroundTruthError with a line for each fault of any."""
    folder = folder or Path(os.environ.get(OWN_CARDS) or CARDS)
    cards: list[Card] = []
    problems: list[Problem] = []
    for path in sorted(folder.glob("*.toml")):
        try:
            cards.append(_parse(path))
        except GroundTruthError as error:
            problems += error.problems
    if problems:
        raise GroundTruthError(problems)
    return sorted(cards, key=lambda card: card.slug)


def address(card: Card, environment: Mapping[str, str] = os.environ) -> Address:
    """The address of an endpoint. Raises GroundTruthError naming each variable that is missing or wrong.

    >>> address(Card(slug="a", title="A", input="ocr", conditions=("light",)), {URL: "http://127.0.0.1/v1", MODEL: "m"})
    <Address of m>
    """
    url, model = environment.get(URL, ""), card.model or environment.get(MODEL, "")
    faults = []
    if not url.startswith(("http://", "https://")):
        faults.append(f"{URL} is {'no http(s) address' if url else 'not set'}")
    if not model:
        faults.append(f"{MODEL} is not set and the card names no model")
    if faults:
        raise GroundTruthError([Problem(file=card.slug, line=None, reason=fault, remedy="export it") for fault in faults])
    return Address(url, model, environment.get(KEY, ""))


def _parse(path: Path) -> Card:
    name = f"systems/endpoint/cards/{path.name}"
    try:
        return Card.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except pydantic.ValidationError as error:
        raise GroundTruthError(
            [Problem(file=name, line=None, reason=f"{'.'.join(map(str, e['loc']))}: {e['msg']}") for e in error.errors(include_input=False)]
        ) from None
    except (ValueError, RecursionError) as error:  # TOML that is none, a wrong encoding, digits or nesting without end
        reason = "nested too deeply" if isinstance(error, RecursionError) else " ".join(str(error).split())[:200]
        raise GroundTruthError(one(name, reason)) from None
