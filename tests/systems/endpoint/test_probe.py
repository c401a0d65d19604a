"""The probe on the socket fake: what is stated is kept to, and no corpus document is shown."""

from types import ModuleType

import httpx
import pytest

from records.errors import GroundTruthError
from systems.endpoint.card import Address, Card
from systems.endpoint.probe import PAGE, probe


def test_limits_stated_in_headers_set_the_pace(fake: ModuleType, card: Card) -> None:
    """60 requests a minute are one a second; the made-up page is all that is sent, once for each slot."""
    with fake.serving(lambda question, number: "ok", headers={"x-ratelimit-limit-requests": "60"}) as server, httpx.Client() as http:
        found = probe(card, Address(server.url, "m", ""), http, 3)
    assert (found.slots, found.answered, found.requests_a_minute, found.interval()) == (3, 3, 60, 1.0)
    assert len(server.asked) == 3 and all(PAGE in one["messages"][1]["content"] for one in server.asked)


def test_tokens_a_minute_count_what_a_call_uses(fake: ModuleType, card: Card) -> None:
    """A call of n tokens under a limit of n a minute is one a minute."""
    with fake.serving(lambda question, number: "ok", headers={"x-ratelimit-limit-tokens": "1000"}) as server, httpx.Client() as http:
        found = probe(card, Address(server.url, "m", ""), http, 1)
    assert found.tokens_in is not None and found.tokens_out is not None
    assert found.interval() == pytest.approx(60 * (found.tokens_in + found.tokens_out) / 1000)


def test_slots_that_are_refused_are_counted(fake: ModuleType, card: Card) -> None:
    """Of three calls at once two are told to come later: one is what the endpoint bears."""
    ways = iter(["ok", "429", "429"])
    with fake.serving(lambda question, number: next(ways)) as server, httpx.Client() as http:
        found = probe(card, Address(server.url, "m", ""), http, 3)
    assert (found.answered, sorted(found.statuses)) == (1, [200, 429, 429])


def test_an_endpoint_that_answers_nothing_is_said(card: Card) -> None:
    """One line; nobody listens there."""
    with httpx.Client() as http, pytest.raises(GroundTruthError, match="the probe got no answer: no response"):
        probe(card, Address("http://127.0.0.1:9/v1", "m", ""), http, 2)
