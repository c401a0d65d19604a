"""Markdown text to safe HTML, with the plan's numbers put in by name.

A text never repeats a number that the plan holds: it says `{{ level_percent }}` and the like, and
an unknown name stops the publish. After rendering, an allow-list of tags, attributes and schemes
is enforced, so that a text can hold no script, style, comment or outside image.
"""

from collections.abc import Mapping
from decimal import Decimal

import nh3
from jinja2 import StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markdown import Markdown
from markupsafe import Markup

from records.money import decimal_text
from records.plan import Plan

TAGS = {"a", "blockquote", "br", "code", "em", "h2", "h3", "h4", "hr", "li", "ol", "p", "pre", "strong"}
TAGS |= {"table", "tbody", "td", "th", "thead", "tr", "ul"}
ATTRIBUTES = {"a": {"href"}, "h2": {"id"}, "h3": {"id"}, "h4": {"id"}}
SCHEMES = {"https", "mailto"}


def plan_numbers(plan: Plan) -> dict[str, str]:
    """The plan's numbers as a text may name them, each as text.

    Nested names are joined by a dot's underscore: `statistics_level`, `replicates_count`.
    """
    numbers: dict[str, str] = {}
    for name, value in plan.model_dump(mode="json").items():
        entries = value.items() if isinstance(value, dict) else [("", value)]
        numbers.update({f"{name}_{key}".rstrip("_"): str(entry) for key, entry in entries})
    numbers["level_percent"] = as_percent(plan.statistics.level)
    numbers["power_percent"] = as_percent(plan.statistics.power)
    numbers["margin_points"] = as_percent(plan.statistics.margin)
    return numbers


def as_percent(fraction: str) -> str:
    """A plan's fraction as a percentage without needless zeros.

    >>> as_percent("0.95"), as_percent("0.015")
    ('95', '1.5')
    """
    return decimal_text((Decimal(fraction) * 100).normalize())


def to_html(text: str, numbers: Mapping[str, str]) -> Markup:
    """Markdown as HTML of the allowed tags only. Raises jinja2.UndefinedError on an unknown number."""
    # Jinja's own comment mark {# would swallow the {#id} of a heading.
    environment = ImmutableSandboxedEnvironment(
        autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True, comment_start_string="<##", comment_end_string="##>"
    )
    filled = environment.from_string(text).render(numbers)
    html = Markdown(extensions=["tables", "attr_list"], output_format="html").convert(filled)
    clean = nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel=None, strip_comments=True)
    return Markup(clean)  # noqa: S704 - the line above is the allow-list
