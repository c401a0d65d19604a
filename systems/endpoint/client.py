"""One answer from an endpoint: calls, retries with the pause that was asked for, and when to give up.

What is the model's doing is an answer: a refusal, a text cut off, a body that is none, no response in
time. What is the endpoint's doing is not: it stops the sweep with one line, and the same command goes on.
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple

import httpx
import tenacity

from records.attempt import Attempt, Begun
from records.errors import GroundTruthError, one
from records.money import decimal_text
from records.price import Price
from systems.endpoint.card import Address, Card
from systems.endpoint.journal import LONGEST_PAUSE, Journal
from systems.endpoint.processor import between, cpu_seconds
from systems.endpoint.replies import Reply, reply
from systems.endpoint.wire import Response, post

#: Statuses that say: the same request may do later.
LATER = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
#: Statuses that say: this request never will. Every other one says that no request will.
THIS_REQUEST = frozenset({400, 413, 422})


class Later(Exception):
    """A call that may do later: what it came to, and how long the endpoint asked to wait, in seconds."""

    def __init__(self, ended: Reply, http: int, wait: float | None = None) -> None:
        super().__init__(ended.detail)
        self.ended, self.http, self.wait = ended, http, wait


class Took(NamedTuple):
    """What a call took: wall seconds, and the server's CPU seconds where they can be seen; decimal text."""

    seconds: str
    cpu_seconds: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """Asks one endpoint. `interval` is the least time between two calls of all processes, in seconds; `process` the server's, if known."""

    card: Card
    address: Address
    journal: Journal
    http: httpx.Client
    price: Price | None = None
    interval: float = 0.0
    process: int | None = None
    sleep: Callable[[float], None] = time.sleep

    def ask(self, asked: Mapping[str, Any], name: Begun, most_tokens: int) -> Attempt:
        """The answer to a request body of at most so many tokens; `name` says which call it is, attempt and reserve are filled in.

        Raises GroundTruthError where the endpoint gives none, BudgetReached where the budget would be passed.
        """
        data = body_bytes(asked)
        known = self.journal.final(name.call)
        if known is not None:
            return known
        retrying = tenacity.Retrying(
            stop=tenacity.stop_after_attempt(self.card.attempts),
            wait=_pause,
            retry=tenacity.retry_if_exception_type(Later),
            sleep=self.sleep,
            reraise=True,
        )
        number = 0
        try:
            for attempt in retrying:
                with attempt:
                    number = attempt.retry_state.attempt_number
                    return self._call(data, name, number, most_tokens)
        except Later as late:
            return self._give_up(late, name, number)
        raise AssertionError("unreachable")

    def _call(self, data: bytes, name: Begun, number: int, most_tokens: int) -> Attempt:
        self.sleep(self.journal.turn(self.interval))
        self.journal.begin(name.model_copy(update={"attempt": number, "reserved": self._reserve(most_tokens)}))
        took = self._clock()
        try:
            response = post(self.http, self.address, data, self.card.timeout_seconds, {"Idempotency-Key": name.call})
        except httpx.TimeoutException:
            late = Later(Reply("timeout", None, f"no answer within {self.card.timeout_seconds} s"), 0)
        except httpx.HTTPError as error:
            late = Later(Reply("error", None, f"no response: {type(error).__name__}"), 0)
        else:
            return self._judge(response, name, number, took())
        self._end(late.ended, name, number, 0, took(), final=False)
        raise late

    def _clock(self) -> Callable[[], Took]:
        started, used = time.monotonic(), cpu_seconds(self.process)
        return lambda: Took(f"{time.monotonic() - started:.3f}", between(used, cpu_seconds(self.process)))

    def _judge(self, response: Response, name: Begun, number: int, took: Took) -> Attempt:
        code = response.status
        if code == 200:
            said = reply(response.content)
            # A body that is no chat completion is the endpoint's fault once, and the answer when it stays so.
            final = said.status != "unparseable" or said.finish != "" or number >= self.card.attempts
            ended = self._end(said, name, number, code, took, final=final)
            if final:
                return ended
            raise Later(said, code)
        said = Reply("error", None, f"HTTP {code}")
        if code in LATER:
            self._end(said, name, number, code, took, final=False)
            wait = retry_after(response.headers, time.time())
            if wait is not None:
                self.journal.pause(wait)
            raise Later(said, code, wait)
        ended = self._end(said, name, number, code, took, final=code in THIS_REQUEST)
        if code in THIS_REQUEST:
            return ended
        raise GroundTruthError(one(self.card.slug, f"the endpoint refuses: HTTP {code}", remedy="check address, model and key"))

    def _give_up(self, late: Later, name: Begun, number: int) -> Attempt:
        """No response in time, however often asked, is the model's answer; an endpoint that is not there is none."""
        if late.ended.status == "timeout":
            return self._end(late.ended, name, number, late.http, Took("0.000", None), final=True)
        reason = f"{late.ended.detail}, {number} times"
        raise GroundTruthError(one(self.card.slug, reason, remedy="every finished answer is kept: run the same command later"))

    def _end(self, said: Reply, name: Begun, number: int, http: int, took: Took, *, final: bool) -> Attempt:
        ended = Attempt(
            call=name.call,
            attempt=number,
            document=name.document,
            replicate=name.replicate,
            http=http,
            status=said.status,
            final=final,
            detail=said.detail,
            finish=said.finish,
            seconds=took.seconds,
            cpu_seconds=took.cpu_seconds,
            tokens_in=said.tokens_in,
            tokens_out=said.tokens_out,
            usd=self._usd(said),
            fingerprint=said.fingerprint,
            logprob=said.logprob,
            prompt_sha256=name.prompt_sha256,
            text=said.text,
        )
        self.journal.end(ended)
        return ended

    def _usd(self, said: Reply) -> str | None:
        if self.price is None or said.tokens_in is None or said.tokens_out is None:
            return None
        return decimal_text(self.price.of(tokens_in=said.tokens_in, tokens_out=said.tokens_out, pages=0))

    def _reserve(self, most_tokens: int) -> str | None:
        """The most a call can cost: the question at its longest, and the answer as long as it may be."""
        if self.price is None:
            return None
        return decimal_text(self.price.of(tokens_in=most_tokens, tokens_out=self.card.max_tokens, pages=0))


def body_bytes(asked: Mapping[str, Any]) -> bytes:
    """The bytes of a request body: keys in the order given, so that the unchanging part comes first for every document."""
    return json.dumps(asked, ensure_ascii=False, separators=(",", ":")).encode()


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """The seconds a response asks to wait: Retry-After in seconds or as a date (RFC 9110 §10.2.3), at most an hour.

    >>> retry_after({"retry-after": "2"}, 0.0)
    2.0
    """
    text = headers.get("retry-after", "").strip()
    if not text:
        return None
    try:
        seconds = float(text) if text.replace(".", "", 1).isdigit() else parsedate_to_datetime(text).timestamp() - now
    except ValueError:
        return None
    return min(max(0.0, seconds), LONGEST_PAUSE)


def _pause(state: tenacity.RetryCallState) -> float:
    """As long as the endpoint asked, else longer each time, never two processes alike."""
    error = state.outcome.exception() if state.outcome else None
    asked = error.wait if isinstance(error, Later) else None
    jitter = tenacity.wait_exponential_jitter(multiplier=0.5, max=30, jitter=0.5)(state)
    return jitter if asked is None else asked + min(jitter, 0.5)
