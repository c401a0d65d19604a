"""What a server on this machine computed for a call, and what is said where nobody can see it."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from types import ModuleType

import pytest

from records.attempt import Attempt, Begun
from records.errors import GroundTruthError
from systems.endpoint.client import Client
from systems.endpoint.processor import PROCESS, between, cpu_seconds, process_of
from systems.endpoint.system import answered

NAME = Begun(call="0" * 32, attempt=0, document="inv-0001", replicate=1, reserved=None, prompt_sha256="ab")


def test_a_process_that_computes_is_seen_to() -> None:
    """A busy child uses CPU seconds of its own, whatever stands in its name; one that waits uses none."""
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        before, end = cpu_seconds(busy.pid), time.monotonic() + 60
        while (cpu_seconds(busy.pid) or 0) - (before or 0) < 0.2 and time.monotonic() < end:
            time.sleep(0.05)
        assert float(between(before, cpu_seconds(busy.pid)) or 0) >= 0.2
    finally:
        busy.kill()
        busy.wait()
    assert cpu_seconds(busy.pid) is None and between(1.0, None) is None


def test_a_process_is_one_of_this_machine() -> None:
    """Told none, there is none; told nonsense or a number that nobody has, one clear line."""
    assert process_of({}) is None
    assert process_of({PROCESS: str(os.getpid())}) == os.getpid()
    for text in ("llama", "-1", "999999999", "²"):
        with pytest.raises(GroundTruthError, match="is no process of this machine"):
            process_of({PROCESS: text})


def test_a_call_records_what_the_server_computed(fake: ModuleType, client: Callable[..., Client]) -> None:
    """The fake runs in this very process, so its CPU seconds are seen; without its number they are unknown, not 0."""
    asked = {"messages": [{"role": "system", "content": "s"}, {"role": "user", "content": "x"}], "seed": 1}
    with fake.serving(lambda question, number: "ok") as server:
        unseen = client(server.url).ask(asked, NAME, 10)
        seen = client(server.url, process=os.getpid()).ask(asked, NAME.model_copy(update={"call": "1" * 32}), 10)
    assert unseen.cpu_seconds is None and seen.cpu_seconds is not None
    assert 0 <= float(seen.cpu_seconds) < 60


def test_our_own_waiting_is_never_the_models_work() -> None:
    """CPU seconds of an answer are the server's and our own together, or unknown."""
    ended = Attempt(
        call="0" * 32,
        attempt=1,
        document="inv-0001",
        replicate=1,
        http=200,
        status="ok",
        final=True,
        seconds="30.000",
        cpu_seconds="25.000",
        tokens_in=1,
        tokens_out=1,
        usd=None,
        fingerprint="unpinned",
        text="{}",
    )
    assert answered(ended, 0.25).cpu_seconds == "25.250"
    assert answered(ended.model_copy(update={"cpu_seconds": None}), 0.25).cpu_seconds == ""
