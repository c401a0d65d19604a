"""Canonical lines: one record, one line, one spelling, read strictly."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from records.errors import MalformedRecord
from records.lines import StrictJsonError, canonical, parse_text, strict_json, to_text
from records.verdict import Verdict

GOOD = '{"condition":"clean","document":"inv-0001","grader":"exact","label":"INVOICE_NUMBER","outcomes":"P"}'


def reasons(data: bytes) -> list[str]:
    """What is said of a malformed file."""
    with pytest.raises(MalformedRecord) as raised:
        parse_text("verdicts.jsonl", data, Verdict)
    return [str(problem) for problem in raised.value.problems]


def test_a_record_survives_the_round_trip() -> None:
    """Writing what was read gives the same bytes."""
    text = GOOD + "\n"
    assert to_text(parse_text("v", text.encode(), Verdict)) == text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"a":1,"a":2}', "duplicate key 'a'"),
        ('{"a":NaN}', "NaN is not JSON"),
        ('{"a":-Infinity}', "-Infinity is not JSON"),
        ('{"a":1e400}', "is a float"),
        ('{"a":0.5}', "is a float"),
        ("{", "not JSON"),
        ("", "not JSON"),
        ("[" * 100_000, "nested too deeply"),
        (GOOD.replace("}", ',"note":"x"}'), "note: Extra inputs are not permitted"),
        (GOOD.replace('"P"', '"Q"'), "outcomes:"),
        (GOOD.replace('"exact"', "1"), "grader:"),
    ],
)
def test_a_malformed_line_is_named(line: str, said: str) -> None:
    """Every kind of malformed line is refused with its file, its number and why."""
    found = reasons(f"{GOOD}\n{line}\n{GOOD}\n".encode())
    assert len(found) == 1
    assert found[0].startswith("verdicts.jsonl:2: ")
    assert said in found[0]


def test_every_problem_of_a_file_is_reported_at_once() -> None:
    """Three faults, three lines: nobody mends a file one error at a time."""
    found = reasons(b'{"a":1,"a":2}\n' + GOOD.encode() + b'\n{"x":NaN}\n{"docu')
    assert [item.split(":")[1] for item in found] == ["4", "1", "3", "4"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xef\xbb\xbf" + GOOD.encode() + b"\n", "byte order mark"),
        (GOOD.encode() + b"\r\n", "carriage return"),
        (GOOD.encode() + b"\n\xff\n", "verdicts.jsonl:2: not UTF-8"),
    ],
)
def test_marks_of_another_editor_are_refused(data: bytes, said: str) -> None:
    """A BOM, CRLF or another encoding changes bytes without changing a figure: not here."""
    assert any(said in reason for reason in reasons(data))


def test_an_error_never_quotes_the_content() -> None:
    """A private value must not reach a log by way of an error message."""
    assert "SECRET-VALUE" not in "".join(reasons(GOOD.replace('"P"', '"SECRET-VALUE"').encode() + b"\n"))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(alphabet=st.characters(codec="ascii")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(alphabet=st.characters(codec="ascii")), inner),
    max_leaves=20,
)


# A busy machine is no reason to fail.
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(json_values)
def test_canonical_text_is_a_fixed_point(value: object) -> None:
    """Parsing canonical text and writing it again changes nothing; witness: the json module."""
    text = canonical(value)
    assert json.loads(text) == value
    assert canonical(strict_json(text)) == text


def test_floats_and_denormalised_text_cannot_be_written() -> None:
    """What another language would spell differently has no canonical form."""
    for value in (0.5, {"a": [1.0]}, "u\u0308", {1: "a"}):
        with pytest.raises(StrictJsonError):
            canonical(value)
