"""Every page type in a real browser: no violation of WCAG 2.2 AA in any mode, nothing fetched from elsewhere."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route

from tests.site.conftest import PAGES

AXE = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}
#: What shows the private split too.
BOTH_SPLITS = ("index.html", "verify/index.html")
WIDE = {"width": 1200, "height": 900}
NARROW = {"width": 320, "height": 700}
MODES: dict[str, dict[str, Any]] = {
    "light": {"viewport": WIDE},
    "dark": {"viewport": WIDE, "color_scheme": "dark"},
    "narrow": {"viewport": NARROW},
    "forced colours": {"viewport": WIDE, "forced_colors": "active"},
    "without script": {"viewport": WIDE},
    "print": {"viewport": WIDE},
}


@pytest.fixture(params=sorted(MODES))
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page in one mode; scripts of the site are held back where the mode says so."""
    context = browser.new_context(**MODES[request.param], reduced_motion="reduce")
    page = context.new_page()
    if request.param == "without script":
        page.route("**/*.js", lambda route: route.abort())
    if request.param == "print":
        page.emulate_media(media="print")
    yield page
    context.close()


def test_no_page_breaks_an_accessibility_rule(page: Page, site: Path, public_site: Path) -> None:
    """axe-core finds nothing on any page type: WCAG 2.2 AA and its best practices."""
    faults = []
    for path in PAGES:
        page.goto(f"file://{site if path in BOTH_SPLITS else public_site}/{path}")
        for violation in Axe().run(page, options=AXE).response["violations"]:
            faults.append((path, violation["id"], [node["target"] for node in violation["nodes"]][:3]))
    assert faults == []


def test_pages_do_not_scroll_sideways(page: Page, address: str) -> None:
    """Wide tables scroll in their own region; the page never does."""
    for path in PAGES:
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), path


def test_tables_of_figures_fit_a_wide_screen(browser: Browser, address: str) -> None:
    """At 1200 pixels no table of figures scrolls in its region, whatever its words and its replicates."""
    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    for path in (path for path in PAGES if path.split("/")[0] in ("index.html", "systems", "compare", "fields")):
        page.goto(address + path)
        found = page.evaluate("[...document.querySelectorAll('.scroll')].map(e => e.scrollWidth - e.clientWidth)")
        assert [wide for wide in found if wide > 0] == [], path
    context.close()


@pytest.mark.parametrize("start", ["http", "file"])
def test_nothing_is_asked_of_anyone_else_and_nothing_complains(browser: Browser, site: Path, address: str, start: str) -> None:
    """Over http and from a disk alike: style and script load, no other origin is asked, the console stays empty."""
    base = address if start == "http" else f"file://{site}/"
    context = browser.new_context(viewport=WIDE)
    asked: list[str] = []
    said: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    for path in PAGES:
        page.goto(base + path)
        assert page.evaluate("getComputedStyle(document.body).marginTop") == "0px", f"{path}: the style did not load"
    assert {url for url in asked if not url.startswith(base)} - {f"{address}favicon.ico"} == set()
    assert said == []
    page.goto(base + "index.html")
    assert page.locator("th button.sort").count() > 0
    context.close()


def test_the_policy_blocks_what_is_put_in(browser: Browser, address: str) -> None:
    """An inline script and an inline style added to a page do nothing."""
    context = browser.new_context()
    page = context.new_page()

    def injected(route: Route) -> None:
        body = (
            route.fetch()
            .text()
            .replace("</main>", '<p id="x" style="color:rgb(1,2,3)">x</p><script>document.title = "taken"</script></main>')
        )
        route.fulfill(body=body, content_type="text/html")

    page.route("**/index.html", injected)
    page.goto(address + "index.html")
    assert page.title() == "Ground Truth"
    assert page.evaluate("getComputedStyle(document.querySelector('#x')).color") != "rgb(1, 2, 3)"
    context.close()


def test_everything_is_there_without_script(browser: Browser, address: str) -> None:
    """With JavaScript off the answer, every table and every label are on the page, and no dead control is."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + "index.html")
    assert page.locator("h1").inner_text() == "Do you need the expensive one, or will the cheap one do?"
    assert page.locator("table.stats").count() == 4
    assert page.locator("[data-filters]").first.is_hidden()
    page.goto(address + "items/inv-0001/index.html")
    assert page.locator("#INVOICE_NUMBER").is_visible()
    context.close()


def test_targets_are_large_enough(browser: Browser, address: str) -> None:
    """Every link, button and control that is not inside a sentence is at least 24 pixels high and wide."""
    context = browser.new_context(viewport=NARROW)
    page = context.new_page()
    for path in PAGES:
        page.goto(address + path)
        small = page.evaluate(
            """() => [...document.querySelectorAll('nav a, td a, th a, .permalink, button, select, input, summary')]
                .filter(e => e.checkVisibility() && e.getClientRects().length)
                .map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
                .filter(([_, r]) => r.height < 24 || r.width < 23.5)
                .map(([html, r]) => html + ' ' + r.width.toFixed(1) + 'x' + r.height.toFixed(1))"""
        )
        assert small == [], path
    context.close()


def test_print_repeats_heads_opens_details_and_names_outside_links(browser: Browser, address: str, tmp_path: Path) -> None:
    """On paper nothing is folded away, controls are gone, and outside links say where they lead."""
    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    page.goto(address + "items/inv-0001/index.html")
    page.emulate_media(media="print")
    assert page.locator(".pages details:not([open]) img").first.is_visible()
    assert page.locator("thead").first.evaluate("e => getComputedStyle(e).display") == "table-header-group"
    assert page.locator("nav").first.is_hidden()
    page.goto(address + "systems/eps/index.html")
    after = page.locator('a[href^="https:"]').first.evaluate("e => getComputedStyle(e, '::after').content")
    assert "https://example.org/epsilon" in after or "attr(href)" in after
    data = page.pdf(path=tmp_path / "page.pdf", prefer_css_page_size=True, format="A4")
    assert data.startswith(b"%PDF-")
    context.close()


def test_the_banner_stands_on_every_printed_sheet(browser: Browser, simulated_site: Path) -> None:
    """A simulated page says so at the top of each sheet of paper."""
    import pypdfium2

    context = browser.new_context(viewport=WIDE)
    page = context.new_page()
    page.goto(f"file://{simulated_site}/systems/alpha/index.html")
    document = pypdfium2.PdfDocument(page.pdf(format="A4"))
    texts = [sheet.get_textpage().get_text_range() for sheet in document]
    assert len(texts) > 1
    assert all("SIMULATED" in text for text in texts)
    context.close()
