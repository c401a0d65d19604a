"""One request over the wire, bounded in time and in bytes."""

import time
from collections.abc import Mapping
from typing import NamedTuple

import httpx

from systems.endpoint.card import Address
from systems.endpoint.replies import MOST_BYTES


class Response(NamedTuple):
    """What came back: status, headers, and the body, of which at most one byte more than `MOST_BYTES` is read."""

    status: int
    headers: Mapping[str, str]
    content: bytes


def post(http: httpx.Client, address: Address, data: bytes, seconds: float, headers: Mapping[str, str] | None = None) -> Response:
    """Ask for one chat completion. Raises httpx.HTTPError, TimeoutException where the whole takes longer than `seconds`."""
    sent = {"Content-Type": "application/json"} | dict(headers or {}) | address.headers()
    deadline = time.monotonic() + seconds
    with http.stream("POST", f"{address.url}/chat/completions", content=data, headers=sent, timeout=seconds) as response:
        content = bytearray()
        for part in response.iter_bytes():
            content += part
            if len(content) > MOST_BYTES:
                del content[MOST_BYTES + 1 :]
                break
            if time.monotonic() > deadline:
                raise httpx.ReadTimeout("the response drips", request=response.request)
        return Response(response.status_code, response.headers, bytes(content))
