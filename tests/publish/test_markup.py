"""The allow-list of pages: each thing that does not belong is reported with its line."""

import pytest

from publish.markup import DOCTYPE, Outline, check_links, check_page


def problems(body: str) -> list[tuple[int, str]]:
    """What is reported of a page with this body."""
    found: list[tuple[int, str]] = []
    check_page(DOCTYPE + body, lambda line, reason: found.append((line, reason)))
    return found


GOOD = (
    '<html lang="en">\n<body>\n<p class="lead">Müller &amp; Söhne, &#34;x&#34;</p>\n<table data-figures>\n<tbody>\n'
    '<tr id="a/b"><th scope="row">Row 1</th><td data-sort="0.95"><span data-ref="row:a/b#point">95.0</span>'
    ' <span class="plan">95 %</span></td>'
    '<td><svg width="1" height="1" viewBox="0 0 1 1" aria-hidden="true"><path class="tick" d="M5.0 0V20"/></svg></td></tr>\n'
    "</tbody>\n</table>\n<details open><summary>x</summary></details>\n</body>\n</html>\n"
)


def test_a_page_of_ours_passes() -> None:
    """The forms that templates use are on the list."""
    assert problems(GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("<p ", "<!-- hello --><p ", 4, "strict form"),
        ("<p ", "<![CDATA[x]]><p ", 4, "strict form"),
        ("<p ", "<?php x ?><p ", 4, "strict form"),
        ("<p ", "<!DOCTYPE x><p ", 4, "strict form"),
        ("<p ", "<iframe></iframe><p ", 4, "<iframe> is not on the list"),
        ("<p ", "<script>x</script><p ", 4, "script of its own"),
        ('class="lead"', 'class="lead" style="color:red"', 4, "may not have the attribute style"),
        ('class="lead"', 'class="lead" onclick="x"', 4, "may not have the attribute onclick"),
        ('class="lead"', 'class="lead" data-note="x"', 4, "may not have the attribute data-note"),
        ('class="lead"', "class=lead", 4, "strict form"),
        ('class="lead"', "class='lead'", 4, "strict form"),
        ('class="lead"', 'class="lead" class="b"', 4, "repeats an attribute"),
        ('class="lead"', 'class="lead\u200b"', 4, "U+200B"),
        ('class="lead"', 'class="Lead"', 4, "not of its form"),
        ('class="lead"', "class", 4, "without a value"),
        ("<p ", "<P ", 4, "strict form"),
        ("&amp;", "&nbsp;", 4, "character reference"),
        ("&amp;", "&#8238;", 4, "character reference"),
        ("&amp;", "& ", 4, "character reference"),
        ("Söhne", "So\u0308hne", 1, "not NFC"),
        ("Söhne", "S\u00a0hne", 4, "U+00A0"),
        ("Söhne", "S\u202ehne", 4, "U+202E"),
        ("Söhne", "S\ue000hne", 4, "U+E000"),
        ("Söhne", "S>hne", 4, "bare >"),
        ("</p>", "", 11, "closes nothing"),
        ("</html>\n", "", 12, "ends inside <html>"),
        ("</tbody>", "</div>", 8, "closes nothing"),
        ('<span class="plan">95 %</span>', "95 %", 7, "without data-ref"),
        ('data-ref="row:a/b#point"', 'data-ref="row:a/b"', 7, "not of its form"),
        ('data-ref="row:a/b#point"', 'class="x"', 7, "without data-ref"),
        ('data-sort="0.95"', 'data-sort="1e3"', 7, "not of its form"),
        ('d="M5.0 0V20"', 'd="M5.0 0A20"', 7, "not of its form"),
        ("/></svg>", "></path></svg>", 7, "closed in the wrong form"),
        ("<details open>", '<details open id="a/b">', 10, "repeats the id"),
    ],
)
def test_what_is_not_on_the_list_is_named_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    """One thing wrong, and it is reported where it stands (the doctype is line 1)."""
    assert old in GOOD
    found = problems(GOOD.replace(old, new, 1))
    assert any(at == line and reason in text for at, text in found), found


def test_every_problem_of_a_page_is_reported() -> None:
    """Not only the first."""
    found = problems('<p style="a">1</p>\n<!-- x -->\n<b>2</b>\n')
    assert sorted({line for line, _ in found}) == [2, 3, 4]


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("../other/index.html", None),
        ("#here", None),
        ("../other/index.html#there", None),
        ("https://example.org/", None),
        ("http://example.org/", "neither relative nor https"),
        ("//example.org/x", "neither relative nor https"),
        ("javascript:alert(1)", "neither relative nor https"),
        ("data:text/html,x", "neither relative nor https"),
        ("/other/index.html", "neither relative nor https"),
        ("../other/index.html?x=1", "neither relative nor https"),
        ("../missing/index.html", "not on the site"),
        ("../../../etc/passwd", "not on the site"),
        ("#nowhere", "no such id"),
        ("../other/index.html#nowhere", "no such id"),
        ("../other/", "not on the site"),
    ],
)
def test_links_stay_on_the_site_and_lead_somewhere(link: str, reason: str | None) -> None:
    """A link is https, or a file and an id that are there."""
    pages = {"page/index.html": Outline(ids={"here"}, links=[(7, link)]), "other/index.html": Outline(ids={"there"})}
    found: list[tuple[str, int, str]] = []
    check_links(pages, pages, lambda path, line, text: found.append((path, line, text)))
    assert [(path, line) for path, line, _ in found] == ([] if reason is None else [("page/index.html", 7)])
    assert all(reason in text for _, _, text in found if reason)
