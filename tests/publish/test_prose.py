"""Markdown text: numbers from the plan, nothing else that is not on the list."""

import pytest
from jinja2 import UndefinedError
from jinja2.exceptions import SecurityError

from publish.prose import as_percent, plan_numbers, to_html
from publish.published import Published


def test_the_plans_numbers_are_put_in(published: Published) -> None:
    """A text names a number; the plan gives it."""
    html = to_html(
        "At {{ level_percent }} % and ±{{ margin_points }}, {{ statistics_private_least_n }} or more.", plan_numbers(published.plan)
    )
    assert html == "<p>At 95 % and ±1.5, 20 or more.</p>"


def test_an_unknown_number_stops_the_publish(published: Published) -> None:
    """A misspelt name is never an empty place on the page."""
    with pytest.raises(UndefinedError):
        to_html("{{ levle_percent }}", plan_numbers(published.plan))


def test_the_text_cannot_reach_into_the_program(published: Published) -> None:
    """Templates of texts run in the sandbox."""
    with pytest.raises(SecurityError):
        to_html("{{ level_percent.__class__.__mro__ }}", plan_numbers(published.plan))


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("<script>alert(1)</script>x", "script"),
        ('<p style="color:red">x</p>', "style"),
        ("[x](javascript:alert)", "javascript"),
        ("<!-- note -->x", "note"),
        ("![x](https://example.org/a.png)", "img"),
        ('<a href="https://example.org" onclick="x()">x</a>', "onclick"),
        ("<iframe src=x></iframe>x", "iframe"),
    ],
)
def test_what_is_not_on_the_list_does_not_come_through(text: str, gone: str) -> None:
    """Tags, attributes and schemes are allowed by name; all else is dropped."""
    assert gone not in to_html(text, {})


def test_headings_keep_their_ids_and_tables_stand() -> None:
    """Other pages link to headings by id."""
    html = to_html("## Limits {#limits}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", {})
    assert '<h2 id="limits">Limits</h2>' in html
    assert "<td>2</td>" in html


def test_a_value_is_text_even_where_it_looks_like_markup() -> None:
    """A number's text is escaped like any other."""
    assert "<b>" not in to_html("{{ x }}", {"x": "<b>1</b>"})


def test_as_percent() -> None:
    """No needless zeros, no exponent."""
    assert [as_percent(text) for text in ("0.95", "1", "0.10", "0.005")] == ["95", "100", "10", "0.5"]
