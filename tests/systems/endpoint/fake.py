"""A chat completions endpoint on a real socket that misbehaves as told, and counts what it was paid for."""

import json
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

#: What the fake does with the call of this number to one question (from 1): a name of `Handler`'s ways.
Plan = Callable[[str, int], str]


@dataclass
class Fake:
    """What the server is told and what it saw. `paid` counts answered calls by idempotency key, `asked` every request."""

    plan: Plan
    delay: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)
    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    authorised: list[str] = field(default_factory=list)
    paid: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    times: list[float] = field(default_factory=list)
    _answers: dict[str, bytes] = field(default_factory=dict)
    _tries: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def way(self, body: dict[str, Any], key: str, authorisation: str) -> str:
        """Which way this call goes; the request is noted."""
        with self._lock:
            self.times.append(time.monotonic())
            self.asked.append(body)
            self.keys.append(key)
            self.authorised.append(authorisation)
            self._tries[key] += 1
            return self.plan(body["messages"][1]["content"], self._tries[key])

    def pay(self, key: str, make: Callable[[], bytes]) -> bytes:
        """The response to a key: paid for once, given again for nothing, as an endpoint with idempotent requests does."""
        with self._lock:
            if not key or key not in self._answers:
                self._answers[key] = make()
                self.paid[key] += 1
            return self._answers[key]


def completion(body: dict[str, Any], text: str, **changed: Any) -> bytes:
    """The body of a chat completion."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text} | changed.pop("message", {}), "finish_reason": "stop"}
    usage = {"prompt_tokens": len(json.dumps(body["messages"])) // 4, "completion_tokens": len(text) // 4 + 1}
    said = {"object": "chat.completion", "choices": [choice | changed.pop("choice", {})], "usage": usage, "system_fingerprint": None}
    return json.dumps(said | changed).encode()


class Handler(BaseHTTPRequestHandler):
    """One call, gone the way the plan says."""

    protocol_version = "HTTP/1.1"
    fake: Fake

    def do_POST(self) -> None:
        """Read the question, go the way."""
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        key = self.headers.get("idempotency-key", "")
        way = self.fake.way(body, key, self.headers.get("authorization", ""))
        if self.fake.delay:
            time.sleep(self.fake.delay)
        if way.isdigit():
            return self._send(int(way), b'{"error": {"message": "no"}}', {"Retry-After": "0"} if way == "429" else {})
        if way.startswith("429:"):
            return self._send(429, b"{}", {"Retry-After": way.split(":", 1)[1]})
        if way == "hang":
            time.sleep(30)
            return None
        if way == "drip":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            for _ in range(100):
                self.wfile.write(b" ")
                time.sleep(0.1)
            return None
        if way == "drop":
            self.connection.shutdown(socket.SHUT_RDWR)
            return None
        data = self.fake.pay(key, lambda: RESPONSES[way](body))
        return self._send(200, data)

    def _send(self, code: int, data: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(code)
        for name, value in (self.fake.headers | (headers or {})).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the base class's
        """Say nothing."""


def seeded(body: dict[str, Any]) -> bytes:
    """An answer that depends on the seed, as a model's does."""
    return completion(body, json.dumps({"INVOICE_NUMBER": str(body["seed"]), "LINES": []}))


RESPONSES: dict[str, Callable[[dict[str, Any]], bytes]] = {
    "ok": seeded,
    "bad json": lambda body: b'{"choices": [',
    "html": lambda body: b"<html>busy</html>",
    "no choices": lambda body: b'{"choices": []}',
    "truncated": lambda body: completion(body, '{"INVOICE_NUMBER": "1', choice={"finish_reason": "length"}),
    "filtered": lambda body: completion(body, "", choice={"finish_reason": "content_filter"}),
    "refused": lambda body: completion(body, "", message={"content": None, "refusal": "I cannot."}),
    "prose": lambda body: completion(body, "I am sorry, there is no invoice here."),
    "thinking": lambda body: completion(body, '<think>{"a": 1} perhaps</think>{"INVOICE_NUMBER": "7", "LINES": []}'),
    "null": lambda body: completion(body, "", message={"content": None}),
    "fingerprint": lambda body: completion(body, "{}", system_fingerprint="fp_123"),
    "logprobs": lambda body: completion(
        body, "{}", choice={"logprobs": {"content": [{"logprob": -0.5}, {"logprob": -1.5}, {"logprob": None}]}}
    ),
    "flood": lambda body: completion(body, "{" + " " * 33_000_000 + "}"),
    "huge usage": lambda body: completion(body, "{}", usage={"prompt_tokens": "many", "completion_tokens": -1}),
}


@contextmanager
def serving(plan: Plan, **told: Any) -> Iterator[Fake]:
    """The fake on a port of its own; its address is `url`."""
    fake = Fake(plan, **told)
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Told", (Handler,), {"fake": fake}))
    server.daemon_threads = True
    fake.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
