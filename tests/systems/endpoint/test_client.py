"""The client against a real socket: every way an endpoint fails is an answer, a retry or a stop, and each call is on record."""

import itertools
from collections.abc import Callable
from decimal import Decimal
from types import ModuleType
from typing import Any

import pytest

from records.attempt import Attempt, Begun
from records.errors import GroundTruthError
from systems.endpoint.client import Client, retry_after
from systems.endpoint.journal import BudgetReached
from systems.endpoint.wording import body, most_tokens


def name(number: int = 1, document: str = "inv-0001.clean") -> Begun:
    """The name of a call."""
    return Begun(call=f"{number:032x}", attempt=0, document=document, replicate=1, reserved=None, prompt_sha256="")


def ask(client: Client, number: int = 1) -> Attempt:
    """One question."""
    asked = body(client.card, "m", "invoice", ["INVOICE 1"], seed=number)
    return client.ask(asked, name(number), most_tokens(asked))


@pytest.mark.parametrize(
    ("way", "status", "text"),
    [
        ("ok", "ok", '{"INVOICE_NUMBER": "1", "LINES": []}'),
        ("truncated", "truncated", None),
        ("filtered", "refused", None),
        ("refused", "refused", None),
        ("prose", "unparseable", None),
        ("null", "unparseable", None),
        ("thinking", "ok", '<think>{"a": 1} perhaps</think>{"INVOICE_NUMBER": "7", "LINES": []}'),
    ],
)
def test_what_the_model_says_is_the_answer_at_once(
    fake: ModuleType, client: Callable[..., Client], way: str, status: str, text: str | None
) -> None:
    """One call, its status and its text as it was written."""
    with fake.serving(lambda question, number: way) as server:
        ended = ask(client(server.url))
    assert (ended.status, ended.text, len(server.asked), ended.final) == (status, text, 1, True)
    assert ended.tokens_in is not None and ended.usd is not None


@pytest.mark.parametrize("way", ["429", "500", "503", "drop", "bad json", "html", "no choices"])
def test_what_the_endpoint_does_is_asked_again(fake: ModuleType, client: Callable[..., Client], way: str) -> None:
    """Two failures, then an answer: three requests under one name, paid for once, each with a record."""
    with fake.serving(
        lambda question, number: way if number < 3 and way.isdigit() | (way == "drop") else "ok" if number > 2 else "500"
    ) as server:
        made = client(server.url)
        ended = ask(made)
    assert (ended.status, ended.attempt, len(server.asked), len(set(server.keys))) == ("ok", 3, 3, 1)
    assert [attempt.final for attempt in made.journal.attempts()] == [False, False, True]
    assert list(server.paid.values()) == [1]


@pytest.mark.parametrize("way", ["bad json", "html", "no choices"])
def test_a_body_that_stays_wrong_is_unparseable(fake: ModuleType, client: Callable[..., Client], way: str) -> None:
    """Asked as often as the card allows; then that is the answer."""
    with fake.serving(lambda question, number: way) as server:
        ended = ask(client(server.url))
    assert (ended.status, len(server.asked), ended.final) == ("unparseable", 4, True)


def test_a_flood_is_not_read_to_its_end(fake: ModuleType, client: Callable[..., Client]) -> None:
    """Of 33 MB no more than 32 are taken in, and that is no answer."""
    with fake.serving(lambda question, number: "flood") as server:
        ended = ask(client(server.url, attempts=1))
    assert (ended.status, ended.detail) == ("unparseable", "the response has more than 32 MB")


def test_a_pause_that_was_asked_for_is_kept_by_all(fake: ModuleType, client: Callable[..., Client], slept: list[float]) -> None:
    """Retry-After of 7 seconds: the next call of any process waits that long."""
    with fake.serving(lambda question, number: "429:7" if number == 1 else "ok") as server:
        ask(client(server.url))
    assert 7.0 <= max(slept) <= 7.6
    assert max(slept[1:]) >= 6.5, "the pace file holds the pause too"


@pytest.mark.parametrize("way", ["hang", "drip"])
def test_an_endpoint_that_hangs_or_drips_is_a_timeout(fake: ModuleType, client: Callable[..., Client], way: str) -> None:
    """No whole response in time, however often asked, is an answer: it stays in the denominator."""
    with fake.serving(lambda question, number: way) as server:
        ended = ask(client(server.url, timeout_seconds=1, attempts=2))
    assert (ended.status, ended.text, ended.final) == ("timeout", None, True)


@pytest.mark.parametrize(
    ("way", "said"), [("429", "HTTP 429, 4 times"), ("500", "HTTP 500, 4 times"), ("drop", "no response: "), ("401", "refuses: HTTP 401")]
)
def test_an_endpoint_that_is_not_there_stops_the_sweep(fake: ModuleType, client: Callable[..., Client], way: str, said: str) -> None:
    """No answer is invented for it: one line, and nothing final on record."""
    with fake.serving(lambda question, number: way) as server:
        made = client(server.url)
        with pytest.raises(GroundTruthError, match=said):
            ask(made)
    assert not any(attempt.final for attempt in made.journal.attempts())


def test_a_request_the_endpoint_will_never_take_is_an_error(fake: ModuleType, client: Callable[..., Client]) -> None:
    """400 (too long, say) is this document's answer, and is asked once."""
    with fake.serving(lambda question, number: "400") as server:
        ended = ask(client(server.url))
    assert (ended.status, ended.detail, len(server.asked)) == ("error", "HTTP 400", 1)


def test_what_was_answered_is_not_asked_again(fake: ModuleType, client: Callable[..., Client]) -> None:
    """A second client on the same journal, as after a kill, answers from it."""
    with fake.serving(lambda question, number: "ok") as server:
        first, second = ask(client(server.url)), ask(client(server.url))
    assert first == second and len(server.asked) == 1


def test_the_budget_stops_before_the_call_that_could_pass_it(fake: ModuleType, client: Callable[..., Client]) -> None:
    """Calls go on while the next at its dearest fits; what was paid is within one call of the budget, never above."""
    with fake.serving(lambda question, number: "ok") as server:
        made = client(server.url, budget=Decimal("0.02"))
        with pytest.raises(BudgetReached, match=r"could pass the budget of 0\.02 USD"):
            for number in itertools.count(1):
                ask(made, number)
        asked = body(made.card, "m", "invoice", ["INVOICE 1"], seed=1)
        assert made.price is not None
        dearest = made.price.of(tokens_in=most_tokens(asked), tokens_out=made.card.max_tokens, pages=0)
        assert Decimal("0.02") - dearest < made.journal.owed() <= Decimal("0.02")
        assert len(server.asked) == sum(1 for _ in made.journal.attempts()) >= 2


def test_a_call_in_doubt_counts_as_paid(fake: ModuleType, client: Callable[..., Client]) -> None:
    """Begun and never ended, as after a kill: its reserve stays owed, even when it is asked again."""
    with fake.serving(lambda question, number: "ok") as server:
        made = client(server.url)
        made.journal.begin(name().model_copy(update={"attempt": 1, "reserved": "0.5"}))
        ended = ask(made)
    assert made.journal.owed() == Decimal("0.5") + Decimal(str(ended.usd))


def test_the_key_is_sent_and_kept_nowhere(fake: ModuleType, client: Callable[..., Client]) -> None:
    """It is in the request's header and in no record or repr."""
    with fake.serving(lambda question, number: "ok") as server:
        made = client(server.url)
        ask(made)
    assert server.authorised == ["Bearer a-key"]
    assert "a-key" not in made.journal.path.read_text(encoding="utf-8") + repr(made) + repr(made.address)


def test_usage_fingerprint_and_logprobs_are_recorded(fake: ModuleType, client: Callable[..., Client]) -> None:
    """As stated; nonsense is null, no fingerprint is "unpinned"."""
    ways: Any = iter(["fingerprint", "logprobs", "huge usage"])
    with fake.serving(lambda question, number: next(ways)) as server:
        made = client(server.url)
        first, second, third = (ask(made, number) for number in (1, 2, 3))
    assert (first.fingerprint, second.fingerprint) == ("fp_123", "unpinned")
    assert second.logprob == "-1.000000"
    assert (third.tokens_in, third.tokens_out, third.usd) == (None, None, None)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("3", 3.0),
        ("1.5", 1.5),
        ("Thu, 01 Jan 1970 00:01:40 GMT", 50.0),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0),
        ("99999999", 3600.0),
        ("soon", None),
        ("", None),
    ],
)
def test_retry_after_in_seconds_or_as_a_date(text: str, seconds: float | None) -> None:
    """RFC 9110 §10.2.3: both forms; at most an hour; what is neither says nothing."""
    assert retry_after({"retry-after": text}, 50.0) == seconds
