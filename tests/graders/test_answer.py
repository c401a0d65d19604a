"""Reading an answer: one strict JSON object, in bounded time, or no answer."""

import contextlib
import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.answer import LONGEST, MOST_ROWS, Unparseable, parse_answer, unwrapped
from graders.deterministic.reading import Number

HOSTILE = {
    "nothing": "",
    "white space": " \n ",
    "words": "I cannot read this document.",
    "a list": "[]",
    "a text": '"{}"',
    "a number": "1",
    "null": "null",
    "two objects": "{}\n{}",
    "words before": 'Here it is: {"a": "1"}',
    "words after": '{"a": "1"} done',
    "a duplicate key": '{"a": "1", "a": "1"}',
    "a duplicate key inside": '{"a": {"b": 1, "b": 2}}',
    "NaN": '{"a": NaN}',
    "infinity": '{"a": -Infinity}',
    "beyond a double": '{"a": 1e400}',
    "an exponent without end": '{"a": 1e99999999999999999999}',
    "an integer beyond a double": '{"a": ' + "9" * 400 + "}",
    "single quotes": "{'a': 1}",
    "a trailing comma": '{"a": 1,}',
    "a comment": '{"a": 1} // all',
    "a byte order mark": "\ufeff{}",
    "a raw newline in a text": '{"a": "one\ntwo"}',
    "another fence": '```python\n{"a": 1}\n```',
    "a fence and words": 'Sure:\n```json\n{"a": 1}\n```',
    "two fences": '```json\n```json\n{"a": 1}\n```\n```',
    "an open fence": '```json\n{"a": 1}',
    "reasoning and nothing": '<think>{"a": 1}</think>',
    "cut short": '{"a": "1',
    "nested lists": '{"a": ' + "[" * 10_000 + "]" * 10_000 + "}",
    "nested objects": '{"a":' * 10_000 + "1" + "}" * 10_000,
    "nested a little": '{"a": ' + "[" * 20 + "]" * 20 + "}",
    "open brackets": "[" * 1_000_000,
    "a long text": "x" * 1_000_000,
    "many ends of reasoning": '"</think>' * 100_000,
    "many backslashes": '{"a": "' + "\\" * 1_000_001 + '"}',
    "too long": '{"a": "' + "x" * LONGEST + '"}',
    "too many rows": json.dumps({"LINES": [{}] * (MOST_ROWS + 1)}),
    "too many rates": json.dumps({"VAT_BREAKDOWN": [{}] * (MOST_ROWS + 1)}),
}


@pytest.mark.parametrize("what", sorted(HOSTILE))
def test_what_is_not_one_strict_object_is_no_answer(what: str) -> None:
    """Refused with a reason that does not quote the answer, within two seconds."""
    started = time.process_time()
    with pytest.raises(Unparseable) as caught:
        parse_answer(HOSTILE[what])
    assert time.process_time() - started < 2
    assert len(str(caught.value)) < 100


ACCEPTED = {
    "plain": '{"a": "1"}',
    "white space around": ' \r\n\t{"a": "1"}\n',
    "a json fence": '```json\n{"a": "1"}\n```',
    "a bare fence": '```\n{"a": "1"}\n```\n',
    "reasoning": '<think>hm {"a": 2}</think>{"a": "1"}',
    "reasoning without a start": 'hm "quoted"</think>\n{"a": "1"}',
    "reasoning twice": '<think>x</think><think>{"a": 2}</think>{"a": "1"}',
    "reasoning, then a fence": '<think>x</think>\n```json\n{"a": "1"}\n```',
    "escapes": '{"\\u0061": "\\u0031"}',
}


@pytest.mark.parametrize("what", sorted(ACCEPTED))
def test_one_object_is_read(what: str) -> None:
    """Only reasoning and a fence around the whole are taken off."""
    assert parse_answer(ACCEPTED[what]) == {"a": "1"}


@pytest.mark.parametrize("text", ['{"a": "<think>x</think>"}', '{"a": "\\"</think>"}', '{"a": "</think>{\\"b\\": 1}"}'])
def test_the_end_of_reasoning_inside_a_text_is_text(text: str) -> None:
    """Nothing inside strings is dropped."""
    assert unwrapped(text) == text
    assert parse_answer(text) == json.loads(text)


@given(st.dictionaries(st.text(max_size=8), st.text(max_size=20), max_size=4), st.text(max_size=40), st.booleans())
def test_any_object_survives_any_reasoning_before_it(answer: dict[str, str], draft: str, escaped: bool) -> None:
    """Whatever a draft holds, what follows the last end of reasoning is the answer."""
    text = json.dumps(answer, ensure_ascii=escaped)
    assert parse_answer(f"{draft}</think>{text}") == answer
    assert parse_answer(text) == answer


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No other exception, whatever the text."""
    with contextlib.suppress(Unparseable):
        assert isinstance(parse_answer(text), dict)


@pytest.mark.parametrize("literal", ["1", "-0", "0.10", "1234567890123456789012345678901234567890", "1e5", "0." + "0" * 500 + "1"])
def test_numbers_are_kept_by_their_literal(literal: str) -> None:
    """No binary fraction ever stands for an amount."""
    assert parse_answer(f'{{"a": {literal}}}') == {"a": Number(literal)}


def test_depth_is_refused_alike_from_any_stack() -> None:
    """The limit is ours, not the interpreter's recursion limit, so a re-grade agrees."""

    def deep(levels: int) -> str:
        if levels:
            return deep(levels - 1)
        with pytest.raises(Unparseable) as caught:
            parse_answer('{"a": ' + "[" * 600 + "]" * 600 + "}")
        return str(caught.value)

    assert deep(0) == deep(300) == "nested too deeply"
