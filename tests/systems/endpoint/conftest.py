"""An endpoint client on the socket fake, with a journal of its own."""

import importlib.util
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from records.price import Price
from systems.endpoint.card import Address, Card
from systems.endpoint.client import Client
from systems.endpoint.journal import Journal

PRICE = Price(
    system="fake", unit="million_tokens", usd_in="2", usd_out="10", source_url="https://example.com/pricing", retrieved="2026-11-30"
)


def _load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"endpoint_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def fake() -> ModuleType:
    """The socket fake."""
    return _load("fake")


@pytest.fixture
def card() -> Card:
    """A card that gives up soon."""
    return Card(
        slug="fake", title="Fake", model="m", input="text_layer", conditions=("clean",), max_tokens=100, timeout_seconds=5, attempts=4
    )


@pytest.fixture
def slept() -> list[float]:
    """Every pause a client made."""
    return []


@pytest.fixture
def client(card: Card, tmp_path: Path, slept: list[float]) -> Callable[..., Client]:
    """Makes a client of an address; pauses are noted, not slept."""

    def make(url: str, *, budget: Decimal | None = None, price: Price | None = PRICE, process: int | None = None, **changed: Any) -> Client:
        return Client(
            card=card.model_copy(update=changed),
            address=Address(url, "m", "a-key"),
            journal=Journal(tmp_path / "calls.jsonl", budget),
            http=httpx.Client(),
            price=price,
            process=process,
            sleep=slept.append,
        )

    return make
