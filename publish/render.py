"""The payload to pages: the same payload gives the same bytes, and pages see nothing else.

Templates run in an immutable sandbox with autoescape on and undefined names refused. They hold no
numbers: a figure is printed by `publish.figures`, with its source in `data-ref`.
"""

import posixpath
from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from publish import items, prose, words
from publish.answered import visible
from publish.assets import TEMPLATES, Asset, assets
from publish.figures import figure, interval, place_among
from publish.pages import Page, pages
from publish.payload import MEASURED, Payload
from publish.published import Published, read_payload

CSP = (
    "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; font-src 'none'; "
    "connect-src 'none'; base-uri 'none'; form-action 'none'"
)


def render_site(payload: Payload) -> dict[str, bytes]:
    """Every page and asset of the site, by path; the payload's own files are not among them."""
    published = read_payload(payload)
    own = assets()
    environment = _environment(published)
    listed = list(pages(published))
    rendered = {page.path: _render(environment, published, own, page) for page in listed}
    rendered.update({asset.path: asset.data for asset in own.values()})
    paths = [_address(path) for path in sorted(page.path for page in listed if page.path != "404.html")]
    rendered["sitemap.xml"] = _text(environment, "sitemap.xml.j2", base_url=published.base_url, paths=paths)
    rendered["robots.txt"] = _text(environment, "robots.txt.j2", base_url=published.base_url)
    return rendered


def _environment(published: Published) -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["visible"] = visible
    environment.filters["outside"] = outside
    environment.globals.update(
        figure=figure, interval=interval, place_among=place_among, words=words, csp=CSP, measured=MEASURED, spans=items.spans
    )
    environment.globals.update(numbers=prose.plan_numbers(published.plan))
    return environment


def outside(address: str) -> str:
    """An address outside the site, if it may be linked to. Raises ValueError unless it is https."""
    if not address.startswith("https://") or any(letter in address for letter in " \"'<>\\"):
        raise ValueError(f"{address[:60]!r} is not an https address")
    return address


def _render(environment: ImmutableSandboxedEnvironment, published: Published, own: Mapping[str, Asset], page: Page) -> bytes:
    text = environment.get_template(page.template).render(
        site=published,
        page=page,
        to=_relative(page.path),
        css=own["site.css"].path,
        js=own["site.js"].path,
        **page.context,
    )
    return text.encode("utf-8")


def _text(environment: ImmutableSandboxedEnvironment, template: str, **context: Any) -> bytes:
    return environment.get_template(template).render(**context).encode("utf-8")


def _relative(path: str) -> Callable[[str], str]:
    """From a path on the site to the relative link to it; written out to the file, so that file:// works."""
    folder = posixpath.dirname(path)
    return lambda target: posixpath.relpath(target, folder or ".")


def _address(path: str) -> str:
    return path.removesuffix("index.html")
