"""Recorded answers as a page shows them: nothing mended, nothing hidden."""

import pytest

from publish.answered import laid_out, shorten, value_of, visible
from publish.published import Answered


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ('{"A":"x"}', "x"),
        ('{"A":null}', "null"),
        ('{"A":1.50}', "1.50"),
        ('{"A":["x"]}', '["x"]'),
        ('{"B":"x"}', "key absent"),
        ("[1]", "answer is not one JSON object"),
        ("sorry", "answer is not one JSON object"),
        ("[" * 200000, "answer is not one JSON object"),
        (None, "timeout"),
    ],
)
def test_the_text_of_one_value(answer: str | None, shown: str) -> None:
    """What was answered for a key, or why there is no such value."""
    assert value_of(Answered("timeout", answer, (1,), ""), "A") == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ASCII 12.50", "plain ASCII 12.50"),
        ("Müller & Söhne £", "Müller & Söhne £"),
        ("a\u202eb", "a[U+202E]b"),  # right-to-left override
        ("a\u200bb", "a[U+200B]b"),  # zero width space
        ("a\u00a0b", "a[U+00A0]b"),
        ("a\x00\tb", "a[U+0000][U+0009]b"),
        ("a\U000e0041b", "a[U+E0041]b"),  # tag letter
        ("line\nline", "line\nline"),
        ("e\u0301", "é"),
    ],
)
def test_letters_that_could_hide_something_are_spelled_out(text: str, shown: str) -> None:
    """A page holds only letters that a reader sees."""
    assert visible(text) == shown


def test_an_answer_is_laid_out_a_key_and_a_row_to_a_line() -> None:
    """Values are as given; only line breaks are added."""
    assert laid_out('{"A":"1.0","LINES":[{"Q":"1"},{"Q":"2"}],"E":[]}').splitlines() == [
        "{",
        '  "A": "1.0",',
        '  "LINES": [',
        '    {"Q": "1"},',
        '    {"Q": "2"}',
        "  ],",
        '  "E": []',
        "}",
    ]
    assert laid_out("not json") == "not json"


def test_long_text_is_marked_where_it_was_cut() -> None:
    """A cut is visible."""
    assert shorten("x" * 500).endswith("\u2026")
    assert shorten("x" * 120) == "x" * 120
