"""Answers beside those of public bug reports: one strict object, or no answer, in bounded time and memory."""

import json
import resource
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.answer import DEEPEST, LONGEST, MOST_ROWS, Unparseable, parse_answer, unwrapped
from graders.deterministic.reading import Number

ONE = '{"a": "1"}'

READ: dict[str, tuple[str, dict[str, Any]]] = {
    "plain": (ONE, {"a": "1"}),
    "white space around": (f" \n\t{ONE}\r\n", {"a": "1"}),
    "json fence": (f"```json\n{ONE}\n```", {"a": "1"}),
    "JSON fence": (f"```JSON\n{ONE}\n```", {"a": "1"}),
    "Json fence": (f"```Json\n{ONE}\n```", {"a": "1"}),
    "bare fence": (f"```\n{ONE}\n```", {"a": "1"}),
    "fence with CR LF": (f"```json\r\n{ONE}\r\n```", {"a": "1"}),
    "fence and white space": (f"\n\n```json  \n\n{ONE}\n\n  ```\n", {"a": "1"}),
    "backticks inside a text": ('```json\n{"a": "```x```"}\n```', {"a": "```x```"}),
    "a fence inside a text": ('{"a": "```json\\n{}\\n```"}', {"a": "```json\n{}\n```"}),
    "reasoning": (f'<think>{{"a": "2"}}</think>{ONE}', {"a": "1"}),
    "reasoning that was not opened": (f'so {{"a": "2"}}</think>{ONE}', {"a": "1"}),
    "reasoning twice": (f"<think>a</think>b</think>{ONE}", {"a": "1"}),
    "reasoning inside reasoning": (f"<think>a<think>b</think>c</think>{ONE}", {"a": "1"}),
    "reasoning with odd quotes": (f'<think>a 5" pipe</think>{ONE}', {"a": "1"}),
    "reasoning and fence": (f"<think>x</think>\n```json\n{ONE}\n```", {"a": "1"}),
    "the end of reasoning in a text": ('{"a": "x</think>y"}', {"a": "x</think>y"}),
    "it in a text after reasoning": ('<think>x</think>{"a": "</think>"}', {"a": "</think>"}),
    "it in a key": ('{"</think>": "1"}', {"</think>": "1"}),
    "it beside an escaped quote": ('{"a": "\\"</think>"}', {"a": '"</think>'}),
    "it beside escaped backslashes": ('{"a": "\\\\\\\\", "b": "</think>"}', {"a": "\\\\", "b": "</think>"}),
    "escapes": ('{"a": "\\u00fc\\n\\t\\"\\\\"}', {"a": 'ü\n\t"\\'}),
    "astral escapes": ('{"a": "\\ud83d\\ude00"}', {"a": "\U0001f600"}),
    "a lone surrogate": ('{"a": "\\ud800"}', {"a": "\ud800"}),
    "an empty object": ("{}", {}),
    "the same key at two depths": ('{"a": {"a": {"a": "1"}}}', {"a": {"a": {"a": "1"}}}),
    "keys that differ in case": ('{"a": "1", "A": "2"}', {"a": "1", "A": "2"}),
    "a long whole number": ('{"a": ' + "9" * 300 + "}", {"a": Number("9" * 300)}),
    "minus zero": ('{"a": -0}', {"a": Number("-0")}),
    "the largest double": ('{"a": 1.7976931348623157e308}', {"a": Number("1.7976931348623157e308")}),
    "a very small number": ('{"a": 1e-400}', {"a": Number("1e-400")}),
    "literals": ('{"a": [true, false, null]}', {"a": [True, False, None]}),
}


@pytest.mark.parametrize("name", READ)
def test_one_object_is_read_as_it_is(name: str) -> None:
    """Reasoning dropped, one fence unwrapped, numbers kept by their literal."""
    text, due = READ[name]
    assert parse_answer(text) == due


REFUSED: dict[str, str] = {
    "nothing": "", "white space": " \n", "a word": "none", "null": "null", "a text": '"a"', "a number": "1", "a list": "[]",
    "a list of one": f"[{ONE}]",
    "two objects": f"{ONE}\n{ONE}", "two objects, one line": f"{ONE}{ONE}", "an object and a list": f"{ONE}[]",
    "two fences": f"```json\n{ONE}\n```\n```json\n{ONE}\n```",
    "words before": f"Here is the answer: {ONE}", "words after": f"{ONE} Hope this helps!",
    "words before a fence": f"Sure:\n```json\n{ONE}\n```",
    "words after a fence": f"```json\n{ONE}\n```\nDone.", "another language": f"```python\n{ONE}\n```",
    "a bash fence": f"```bash\nls\n```\n{ONE}",
    "an open fence": f"```json\n{ONE}", "a closed fence": f"{ONE}\n```", "four backticks": f"````json\n{ONE}\n````",
    "tildes": f"~~~json\n{ONE}\n~~~", "one line fence": f"```json{ONE}```",
    "open reasoning": f"<think>{ONE}", "only reasoning": f"<think>{ONE}</think>", "reasoning after": f"{ONE}<think>x</think>",
    "reasoning inside a fence": f"```json\n<think>x</think>{ONE}\n```",
    "a key twice": '{"a": "1", "a": "1"}', "a key twice below": '{"a": [{"b": "1", "b": "2"}]}',
    "a key twice, once escaped": '{"a": "1", "\\u0061": "2"}',
    "NaN": '{"a": NaN}', "Infinity": '{"a": Infinity}', "-Infinity": '{"a": -Infinity}', "NaN below": '{"a": [[NaN]]}',
    "1e400": '{"a": 1e400}', "-1e400": '{"a": -1e400}', "1E+309": '{"a": 1E+309}',
    "309 digits beyond": '{"a": ' + "9" * 310 + "}", "a huge exponent": '{"a": 1e999999999999999999999}',
    "a trailing comma": '{"a": "1",}', "a trailing comma in a list": '{"a": ["1",]}',
    "single quotes": "{'a': '1'}", "no quotes": "{a: 1}", "a comment": '{"a": "1" /* x */}', "a line comment": '{"a": "1"} // x',
    "Python": "{'a': None}", "True": '{"a": True}',
    "a plus": '{"a": +1}', "a leading zero": '{"a": 01}', "a bare mark": '{"a": .5}', "a trailing mark": '{"a": 5.}',
    "hexadecimal": '{"a": 0x10}', "an underscore": '{"a": 1_000}',
    "a comma for a mark": '{"a": 1,5}', "cut": '{"a": "1"', "cut in a text": '{"a": "1', "cut in an escape": '{"a": "\\u00',
    "a bad escape": '{"a": "\\x41"}', "a raw newline": '{"a": "1\n"}',
    "a raw tab": '{"a": "1\t"}', "a raw zero": '{"a": "\x00"}', "a byte-order mark": f"\ufeff{ONE}",
    "a zero-width space": f"\u200b{ONE}", "a no-break space": f"\u00a0{ONE}", "a form feed": f"\f{ONE}",
    "typographic quotes": "{“a”: “1”}", "full-width braces": '｛"a": "1"｝', "XML": "<a>1</a>", "YAML": "a: 1", "CSV": "a\n1",
    "a key that is a number": '{1: "a"}', "JSON in a text": json.dumps(ONE),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_one_strict_object_is_refused(name: str) -> None:
    """With a reason of one line that quotes nothing of the answer."""
    with pytest.raises(Unparseable) as refused:
        parse_answer(REFUSED[name])
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 100


@pytest.mark.parametrize("depth", [DEEPEST - 1, DEEPEST])
def test_depth_is_bounded(depth: int) -> None:
    """The object is the first level."""
    text = '{"a": ' + "[" * depth + "]" * depth + "}"
    if depth < DEEPEST:
        parse_answer(text)
    else:
        with pytest.raises(Unparseable, match="deep"):
            parse_answer(text)


HUGE: dict[str, Any] = {
    "nested ten thousand deep": lambda: '{"a": ' + "[" * 10_000 + "]" * 10_000 + "}",
    "objects ten thousand deep": lambda: '{"a":' * 10_000 + "1" + "}" * 10_000,
    "open brackets": lambda: "[" * 1_000_000,
    "a million rows": lambda: '{"LINES": [' + ",".join(["{}"] * 1_000_000) + "]}",
    "a million rates": lambda: '{"VAT_BREAKDOWN": [' + ",".join(["{}"] * 1_000_000) + "]}",
    "a million quotes": lambda: '"' * 1_000_000 + "</think>" * 1000,
    "backslashes": lambda: '{"a": "' + "\\" * 1_000_001 + '"}</think>',
    "a million ends of reasoning": lambda: "</think>" * 900_000,
    "ends of reasoning in a text": lambda: '{"a": "' + "</think>" * 500_000 + '"',
    "fences": lambda: "```json\n" * 500_000,
    "spaces in a fence": lambda: "```" + " " * 2_000_000 + "\n",
    "a number of millions of digits": lambda: '{"a": ' + "9" * 5_000_000 + "}",
    "too long": lambda: '{"a": "' + "x" * LONGEST + '"}',
}


@pytest.mark.parametrize("name", HUGE)
def test_hostile_sizes_cost_little(name: str) -> None:
    """Refused within seconds of one core and half a gigabyte above what stood before."""
    text = HUGE[name]()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.process_time()
    with pytest.raises(Unparseable):
        parse_answer(text)
    assert time.process_time() - started < 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500_000


def test_as_many_rows_as_any_page_may_have_are_read() -> None:
    """The bound is far above the longest schedule."""
    assert len(parse_answer(json.dumps({"LINES": [{}] * MOST_ROWS}))["LINES"]) == MOST_ROWS
    with pytest.raises(Unparseable, match="rows"):
        parse_answer(json.dumps({"LINES": [{}] * (MOST_ROWS + 1)}))


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(st.text(max_size=10), JSON_VALUES, max_size=4),
    st.sampled_from(["", "json", "JSON"]),
    st.booleans(),
    st.text(max_size=30),
)
def test_any_object_survives_its_wrapping(answer: dict[str, Any], language: str, fenced: bool, draft: str) -> None:
    """Whatever its texts hold, fences, braces and tags included."""
    text = json.dumps(answer, ensure_ascii=False)
    wrapped = f"```{language}\n{text}\n```" if fenced else text
    assert parse_answer(wrapped) == answer
    assert parse_answer(f"<think>{draft}</think>\n{wrapped}") == answer


@given(st.dictionaries(st.text(max_size=10), st.text(max_size=10), min_size=1, max_size=4), st.data())
def test_a_key_said_twice_anywhere_is_refused(answer: dict[str, Any], data: st.DataObject) -> None:
    """In first or last place, with the same value or another."""
    key = data.draw(st.sampled_from(sorted(answer)))
    again = f"{json.dumps(key)}: {json.dumps(data.draw(st.sampled_from([answer[key], None, 'x'])))}"
    body = json.dumps(answer)[1:-1]
    for text in (f"{{{again}, {body}}}", f"{{{body}, {again}}}", f'{{"outer": [{{{again}, {body}}}]}}'):
        with pytest.raises(Unparseable, match="duplicate"):
            parse_answer(text)


def test_unwrapping_is_no_search_for_braces() -> None:
    """What is not wrapped stays as it is."""
    for text in ("Here is `x`: {}", "a ```json\n{}\n``` b", "{} ```"):
        assert unwrapped(text) == text
