"""Whatever an endpoint sends back is a reply: no body raises."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from systems.endpoint.replies import reply

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3), max_leaves=8
)
KEYS = ("choices", "message", "content", "finish_reason", "usage", "prompt_tokens", "logprobs", "refusal", "system_fingerprint", "logprob")


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    """Bytes that are no completion are "unparseable", in one short line."""
    said = reply(data)
    assert said.status == "unparseable" and "\n" not in said.detail and len(said.detail) < 200


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.dictionaries(st.sampled_from(KEYS), VALUES), st.dictionaries(st.sampled_from(KEYS), VALUES))
def test_any_values_where_a_completion_has_its_own(choice: dict[str, Any], said: dict[str, Any]) -> None:
    """Keys of the right names with values of the wrong kinds: a status of the list, a text only with "ok"."""
    found = reply(json.dumps({"choices": [{"message": choice} | choice]} | said).encode())
    assert found.status in ("ok", "truncated", "refused", "unparseable")
    assert (found.text is not None) == (found.status == "ok")
    assert found.tokens_in is None or found.tokens_in >= 0


def test_nested_ten_thousand_deep() -> None:
    """The parser's own limit is an answer too."""
    assert reply(b"[" * 10_000 + b"]" * 10_000).status == "unparseable"
