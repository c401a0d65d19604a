"""What a sweep would take: by calls that ended, else the most it can be, else not known."""

import pytest

from records.attempt import Attempt
from records.probe import Probe
from systems.endpoint.estimate import estimate


@pytest.fixture
def probed() -> Probe:
    """A short page: 100 tokens in 10 s, on two slots of which one took twice as long as the other."""
    return Probe(
        slots=2,
        answered=2,
        statuses=(200, 200),
        seconds=("6.000", "14.000"),
        requests_a_minute=None,
        tokens_a_minute=None,
        tokens_in=80,
        tokens_out=20,
        schema_kept=True,
        fingerprint="unpinned",
    )


def ended(seconds: str, tokens_in: int, tokens_out: int) -> Attempt:
    """A call that gave an answer."""
    return Attempt(
        call="0" * 32,
        attempt=1,
        document="inv-0001",
        replicate=1,
        http=200,
        status="ok",
        final=True,
        seconds=seconds,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        usd=None,
        fingerprint="unpinned",
    )


def test_a_long_answer_takes_longer_than_the_probes(probed: Probe) -> None:
    """By hand: 3,000 letters are 1,000 tokens, two answers of 500 another 1,000; at 0.1 s a token 200 s, on two at a time 100."""
    found = estimate(1, 2, 3000, 500, [], probed, None, jobs=2)
    assert (found.tokens_in, found.tokens_out, found.seconds) == (1000, 1000, 100.0)
    assert "the probe's seconds a token" in found.witness


def test_time_is_not_known_without_a_witness(probed: Probe) -> None:
    """No probe, or one that says nothing of tokens: said so, never 0."""
    silent = probed.model_copy(update={"tokens_in": None, "tokens_out": None})
    assert estimate(1, 2, 3000, 500, [], None, None, 1).seconds is None
    assert "time          not known before a probe" in estimate(1, 2, 3000, 500, [], silent, None, 1).lines()


def test_calls_that_ended_are_the_better_witness(probed: Probe) -> None:
    """Their means, times the calls that are due."""
    found = estimate(3, 10, 3000, 500, [ended("20.000", 100, 10), ended("40.000", 300, 30)], probed, None, jobs=1)
    assert (found.tokens_in, found.tokens_out, found.seconds) == (2000, 200, 300.0)
    assert found.witness == "2 calls that ended before"
