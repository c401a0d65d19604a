"""Phase 0: what an endpoint bears, measured with a made-up page, never a document of the corpus.

One call for each slot, all at once: how many are answered, how fast, and the limits the response
headers state. A sweep then keeps to what was measured.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

import httpx

from records.errors import GroundTruthError, one
from records.probe import Probe
from systems.endpoint.card import Address, Card
from systems.endpoint.client import body_bytes
from systems.endpoint.replies import reply
from systems.endpoint.wire import Response, post
from systems.endpoint.wording import body

PAGE = "INVOICE\nInvoice number | PROBE-1\nInvoice date | 2026-01-31\nTotal | EUR 1.00"
REQUESTS = ("x-ratelimit-limit-requests", "ratelimit-limit")
TOKENS = ("x-ratelimit-limit-tokens",)


def probe(card: Card, address: Address, http: httpx.Client, slots: int, tick: Callable[[], object] = lambda: None) -> Probe:
    """Ask the made-up page once for each slot, all at once; `tick` after each. Raises GroundTruthError where none is answered."""
    data = body_bytes(body(card, address.model, "invoice", [PAGE], seed=1) | {"max_tokens": min(card.max_tokens, 512)})
    with ThreadPoolExecutor(slots) as pool:
        asked = [pool.submit(_call, card, address, http, data) for _ in range(slots)]
        for _ in as_completed(asked):
            tick()
    ended = [future.result() for future in asked]
    answered = [(response, seconds) for response, seconds in ended if response is not None and response.status == 200]
    if not answered:
        said = sorted({str(response.status) if response is not None else "no response" for response, _ in ended})
        raise GroundTruthError(one(card.slug, f"the probe got no answer: {', '.join(said)}", remedy="check address, model and key"))
    return _measured(ended, answered)


def _measured(ended: Sequence[tuple[Response | None, float]], answered: Sequence[tuple[Response, float]]) -> Probe:
    first = reply(answered[0][0].content)
    return Probe(
        slots=len(ended),
        answered=len(answered),
        statuses=tuple(0 if response is None else response.status for response, _ in ended),
        seconds=tuple(f"{seconds:.3f}" for _, seconds in answered),
        requests_a_minute=_stated(answered[0][0].headers, REQUESTS),
        tokens_a_minute=_stated(answered[0][0].headers, TOKENS),
        tokens_in=first.tokens_in,
        tokens_out=first.tokens_out,
        schema_kept=first.status in ("ok", "truncated"),
        fingerprint=first.fingerprint,
    )


def _call(card: Card, address: Address, http: httpx.Client, data: bytes) -> tuple[Response | None, float]:
    started = time.monotonic()
    try:
        response = post(http, address, data, card.timeout_seconds)
    except httpx.HTTPError:
        return None, 0.0
    return response, time.monotonic() - started


def _stated(headers: Mapping[str, str], names: Sequence[str]) -> int | None:
    for name in names:
        text = headers.get(name, "").split(",")[0].strip()
        if text.isascii() and text.isdigit() and 0 < int(text) < math.inf:
            return int(text)
    return None
