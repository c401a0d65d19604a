"""The site by keyboard, its sorting, and its filters."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A wide page."""
    context = browser.new_context(viewport={"width": 1200, "height": 900}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def test_the_first_tab_skips_to_the_content(page: Page, address: str) -> None:
    """The skip link is the first stop, is seen when it has focus, and moves focus into main."""
    page.goto(address + "index.html")
    page.keyboard.press("Tab")
    link = page.locator(":focus")
    assert link.inner_text() == "Skip to the content"
    box = link.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.url.endswith("#main")


def test_every_stop_shows_its_focus(page: Page, address: str) -> None:
    """Forty tabs: each stop is on the screen and has an outline."""
    page.goto(address + "index.html")
    for _ in range(40):
        page.keyboard.press("Tab")
        found = page.evaluate(
            """() => { const e = document.activeElement, r = e.getBoundingClientRect(), s = getComputedStyle(e);
                return {tag: e.tagName, width: parseFloat(s.outlineWidth), style: s.outlineStyle,
                        seen: r.bottom > 0 && r.top < innerHeight} }"""
        )
        assert found["tag"] != "BODY"
        assert found["style"] != "none"
        assert found["width"] >= 2
        assert found["seen"]


def test_wide_tables_scroll_by_keyboard(browser: Browser, address: str) -> None:
    """The region around a table has a name, takes focus, and moves with the arrow keys."""
    context = browser.new_context(viewport={"width": 320, "height": 700})
    page = context.new_page()
    page.goto(address + "index.html")
    region = page.locator(".scroll").first
    assert region.get_attribute("role") == "region"
    assert region.get_attribute("aria-label")
    region.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('.scroll').scrollLeft > 0")
    context.close()


def control(page: Page, label: str) -> Locator:
    """The filter with that label."""
    return page.locator(".filters label", has_text=label).locator("select, input")


def sort_keys(page: Page, column: int) -> list[list[float | None]]:
    """The sort keys of one column of the first table, by body, as they stand."""
    found: list[list[float | None]] = page.evaluate(
        """column => [...document.querySelector('table[data-sortable]').tBodies].map(body =>
            [...body.rows].filter(r => !r.classList.contains('group'))
                .map(r => r.cells[column].hasAttribute('data-sort') ? Number(r.cells[column].getAttribute('data-sort')) : null))""",
        column,
    )
    return found


#: The place of "Against the reference" among the heads of a leaderboard.
AGAINST = 4


def test_sorting_keeps_no_evidence_last_both_ways(page: Page, address: str) -> None:
    """By keyboard: descending, ascending, as published. The reference has no difference and stays last."""
    page.goto(address + "index.html")
    before = sort_keys(page, AGAINST)
    header = page.locator("table[data-sortable]").first.locator("thead th").nth(AGAINST)
    button = header.locator("button")
    button.focus()
    page.keyboard.press("Enter")
    assert header.get_attribute("aria-sort") == "descending"
    for keys in sort_keys(page, AGAINST):
        values = [key for key in keys if key is not None]
        assert keys == sorted(values, reverse=True) + [None] * (len(keys) - len(values))
    page.keyboard.press("Enter")
    assert header.get_attribute("aria-sort") == "ascending"
    for keys in sort_keys(page, AGAINST):
        values = [key for key in keys if key is not None]
        assert keys == sorted(values) + [None] * (len(keys) - len(values))
    page.keyboard.press("Enter")
    assert header.get_attribute("aria-sort") is None
    assert sort_keys(page, AGAINST) == before


@pytest.mark.parametrize("path", ["index.html", "fields/AMOUNT_DUE/index.html", "systems/delta/index.html"])
def test_every_table_sorts_by_its_n(page: Page, address: str, path: str) -> None:
    """The last head of each table of figures is n; sorting by it puts the most answers first, hidden counts last."""
    page.goto(address + path)
    header = page.locator("table[data-sortable]").first.locator("thead th").last
    assert header.inner_text().strip().startswith("n")
    header.locator("button").click()
    column = int(header.evaluate("e => e.cellIndex"))
    found = sort_keys(page, column)
    assert any(keys != [] and keys[0] is not None for keys in found)
    for keys in found:
        values = [key for key in keys if key is not None]
        assert keys == sorted(values, reverse=True) + [None] * (len(keys) - len(values))


def test_the_conditions_of_a_system_page_can_be_filtered(page: Page, address: str) -> None:
    """A system's page has a line for each condition: choosing one hides the lines of the others."""
    page.goto(address + "systems/delta/index.html")
    control(page, "Condition").select_option("light")
    assert page.locator("tr[data-condition=clean]:visible, tr[data-condition=heavy]:visible").count() == 0
    assert page.locator("tr[data-condition=light]:visible").count() == 2
    control(page, "Split").select_option("private")
    assert page.locator("figure[data-split=public]").first.is_hidden()


def test_an_address_of_a_line_that_moved_is_followed(page: Page, address: str) -> None:
    """The lines of a condition stand on a page of their own, under the id they had on the system's page."""
    line = "synthetic-public-invoice-document_extraction-AMOUNT_DUE-clean"
    page.goto(f"{address}systems/delta/index.html#{line}")
    page.wait_for_url(f"**/systems/delta/synthetic-public-invoice-clean/index.html#{line}")
    assert page.locator(f"[id='{line}']").count() == 1


def test_only_the_sorted_head_says_so(page: Page, address: str) -> None:
    """Sorting another column takes the mark from the first."""
    page.goto(address + "index.html")
    heads = page.locator("table[data-sortable]").first.locator("th button")
    heads.nth(0).click()
    heads.nth(1).click()
    assert page.locator("table[data-sortable]").first.locator("[aria-sort]").count() == 1


def test_zero_is_a_value_and_ties_keep_their_order(page: Page, site: Path) -> None:
    """The sort itself, on a table made for it: 0 stands above no evidence, equals stay as published."""
    page.goto(f"file://{site}/index.html")
    order = page.evaluate(
        """() => {
            const table = document.createElement('table');
            table.innerHTML = '<thead><tr><th>n</th><th data-key="number">v</th></tr></thead><tbody>' +
                [['a', ''], ['b', '0'], ['c', '-1'], ['d', '0'], ['e', ''], ['f', '2']]
                    .map(([n, v]) => `<tr><th>${n}</th><td${v === '' ? '' : ` data-sort="${v}"`}></td></tr>`).join('') + '</tbody>';
            document.body.append(table);
            makeSortable(table);
            const read = () => [...table.tBodies[0].rows].map(r => r.cells[0].textContent).join('');
            const button = table.querySelector('button');
            button.click(); const down = read();
            button.click(); const up = read();
            button.click(); return [down, up, read()];
        }"""
    )
    assert order == ["fbdcae", "cbdfae", "abcdef"]


@pytest.mark.parametrize("start", ["http", "file"])
def test_filters_live_in_the_address(page: Page, address: str, site: Path, start: str) -> None:
    """Choosing a condition hides the others and stays in the address; opening that address filters again."""
    base = address if start == "http" else f"file://{site}/"
    page.goto(base + "index.html")
    control(page, "Condition").select_option("heavy")
    control(page, "Split").select_option("public")
    assert page.locator("tbody[data-condition=clean]").first.is_hidden()
    assert page.locator("tbody[data-condition=heavy]:visible").count() == 2
    assert "condition=heavy" in page.url
    assert "split=public" in page.url
    page.reload()
    assert page.locator("figure[data-split=private]").first.is_hidden()
    assert control(page, "Condition").input_value() == "heavy"
    control(page, "Condition").select_option("")
    control(page, "Split").select_option("")
    assert "?" not in page.url


def test_a_document_is_found_by_typing(page: Page, address: str) -> None:
    """The list of documents narrows as one types and says how many are left."""
    page.goto(address + "items/index.html?q=pay")
    assert page.locator("table.items tbody tr:visible").count() == 1
    assert page.locator("output").inner_text() == "1 of 3"
    control(page, "Find").fill("")
    assert page.locator("table.items tbody tr:visible").count() == 3


def test_unknown_filters_in_an_address_do_no_harm(page: Page, address: str) -> None:
    """A value nobody offers is as good as none."""
    page.goto(address + "index.html?condition=%3Cscript%3E&split=x")
    assert page.locator("table.stats:visible").count() == 4


def test_from_a_figure_to_its_verdicts_in_one_click(page: Page, address: str) -> None:
    """The count beside a figure links to the file of verdicts it was counted from."""
    page.goto(address + "index.html")
    link = page.locator("td.n a[title='The verdicts behind this figure']").first.get_attribute("href")
    assert link is not None
    response = page.request.get(address + link)
    assert response.ok
    assert '"outcomes"' in response.text()
    page.goto(address + "fields/AMOUNT_DUE/index.html")
    page.locator(".misses th a").first.click()
    assert page.locator("#AMOUNT_DUE").is_visible()
