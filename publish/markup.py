"""What an HTML page of the site may hold: an allow-list of form, tags, attributes and letters.

The form is stricter than HTML: lower-case tags, double-quoted values, five character references,
no comments, no declarations but the first line. Whatever does not fit it is a problem, so nothing
can hide where a lenient reader would skip it.
"""

import posixpath
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

GLOBAL = frozenset({"class", "id", "title", "role", "aria-label", "aria-hidden", "tabindex"})
TAGS: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        ("body", "head", "title", "header", "footer", "main", "nav", "section", "article", "div", "p", "h1", "h2", "h3", "h4", "ul", "ol")
        + ("li", "dl", "dt", "dd", "strong", "em", "code", "pre", "blockquote", "br", "hr", "thead", "figcaption", "summary", "time")
        + ("del", "ins", "abbr", "caption"),
        frozenset[str](),
    ),
    "html": frozenset({"lang"}),
    "meta": frozenset({"http-equiv", "content", "charset", "name"}),
    "link": frozenset({"rel", "href"}),
    "script": frozenset({"src", "defer"}),
    "a": frozenset({"href", "rel", "aria-current"}),
    "section": frozenset({"data-figures"}),
    "div": frozenset({"data-filters", "hidden"}),
    "span": frozenset({"data-ref", "popover"}),
    "button": frozenset({"type", "popovertarget"}),
    "figure": frozenset({"data-split", "data-family"}),
    "table": frozenset({"data-figures", "data-sortable", "data-filterable"}),
    "tbody": frozenset({"data-condition"}),
    "tr": frozenset({"data-family", "data-condition"}),
    "th": frozenset({"scope", "colspan", "rowspan", "data-key"}),
    "td": frozenset({"data-sort", "colspan"}),
    "details": frozenset({"open"}),
    "img": frozenset({"src", "width", "height", "loading", "decoding", "alt"}),
    "svg": frozenset({"width", "height", "viewBox", "focusable"}),
    "path": frozenset({"d", "stroke-dasharray"}),
    "circle": frozenset({"cx", "cy", "r"}),
}
VOID = frozenset({"meta", "link", "br", "hr", "img"})
EMPTY_SVG = frozenset({"path", "circle"})
#: Attributes that may stand without a value.
BARE = frozenset({"defer", "hidden", "open", "popover", "data-figures", "data-filters", "data-sortable", "data-filterable"})
VALUES: dict[str, re.Pattern[str]] = {
    "class": re.compile(r"[a-z][a-z0-9-]*( [a-z][a-z0-9-]*)*"),
    "id": re.compile(r"[A-Za-z0-9][A-Za-z0-9._/+=~-]*"),
    "data-ref": re.compile(r"(row|cmp|rank|loss|undetected|cost|audit|kill|red|cover|agree|run):[A-Za-z0-9._/+~-]+#[a-z_]+"),
    "data-sort": re.compile(r"-?[0-9]+(\.[0-9]+)?"),
    "d": re.compile(r"[MHVhv0-9. -]+"),
    "tabindex": re.compile(r"0|-1"),
    "rel": re.compile(r"stylesheet|noopener|prev|next"),
}
TOKEN = re.compile(r'<(/?)([a-z][a-z0-9]*)((?: [A-Za-z][A-Za-z-]*(?:="[^"<>]*")?)*)(/?)>|[^<]+|<')
ATTRIBUTE = re.compile(r' ([A-Za-z-]+)(?:="([^"]*)")?')
REFERENCE = re.compile(r"&(?!(?:amp|lt|gt|quot|#34|#39);)")
FIGURE_EXEMPT = frozenset({"th", "a", "code"})
EXEMPT_CLASSES = frozenset({"plan", "tag", "vh"})
DOCTYPE = "<!doctype html>\n"

Report = Callable[[int, str], None]


@dataclass(slots=True)
class Outline:
    """What one page holds that other rules need: its ids, its links with their lines, its meta tags."""

    ids: set[str] = field(default_factory=set)
    links: list[tuple[int, str]] = field(default_factory=list)
    metas: list[tuple[int, Mapping[str, str | None]]] = field(default_factory=list)


def check_page(text: str, report: Report) -> Outline:
    """Report everything on one page that is not on the allow-list; return its outline."""
    check_letters(text, report)
    if not text.startswith(DOCTYPE):
        report(1, "does not begin with <!doctype html>")
    reader = _Reader(report)
    reader.read(text, len(DOCTYPE) if text.startswith(DOCTYPE) else 0)
    return reader.outline


def check_letters(text: str, report: Report) -> None:
    """Report letters that could hide or reorder something: controls, formats, private use, odd spaces."""
    for letter in sorted(set(text)):
        if not (letter == "\n" or 32 <= ord(letter) < 127 or unicodedata.category(letter)[0] in "LMNPS"):
            report(text[: text.index(letter)].count("\n") + 1, f"holds the letter U+{ord(letter):04X}, which is not on the list")
    if not unicodedata.is_normalized("NFC", text):
        report(1, "holds text that is not NFC")


@lru_cache(maxsize=65536)
def _attributes(tag: str, text: str) -> tuple[tuple[tuple[str, str | None], ...], tuple[str, ...]]:
    """The attributes of a start tag, and why they may not stand there; pages repeat the same few tags."""
    found = tuple((match[1], match[2]) for match in ATTRIBUTE.finditer(text))
    wrong = []
    names = [name for name, _ in found]
    if len(set(names)) != len(names):
        wrong.append(f"<{tag}> repeats an attribute")
    for name, value in found:
        if name not in GLOBAL and name not in TAGS[tag]:
            wrong.append(f"<{tag}> may not have the attribute {name}")
        elif value is None and name not in BARE:
            wrong.append(f"<{tag}> has {name} without a value")
        elif value is not None and name in VALUES and not VALUES[name].fullmatch(value):
            wrong.append(f'<{tag}> has {name}="{value[:60]}", which is not of its form')
    return found, tuple(wrong)


class _Reader:
    """Reads one page token by token, keeping the stack of open tags."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.outline = Outline()
        self.stack: list[str] = []
        self.figures: list[int] = []  # depths at which every numeral must be accountable
        self.exempt: list[int] = []  # depths at which it need not be, or is

    def read(self, text: str, start: int) -> None:
        line = text[:start].count("\n") + 1
        for match in TOKEN.finditer(text, start):
            token = match[0]
            if token[0] != "<":
                self.text(line, token)
            elif match[2] is None:
                self.report(line, f"holds markup that is not of the strict form: {text[match.start() : match.start() + 40]!r}")
            elif match[1]:
                self.end(line, match[2])
            else:
                self.start(line, match[2], match[3], closed=bool(match[4]))
            line += token.count("\n")
        if self.stack:
            self.report(line, f"ends inside <{self.stack[-1]}>")

    def start(self, line: int, tag: str, text: str, *, closed: bool) -> None:
        if tag not in TAGS:
            self.report(line, f"<{tag}> is not on the list of tags")
            return
        if closed != (tag in EMPTY_SVG):
            self.report(line, f"<{tag}> is closed in the wrong form")
        found, wrong = _attributes(tag, text)
        for reason in wrong:
            self.report(line, reason)
        attributes = dict(found)
        self.note(line, tag, attributes)
        if tag not in VOID and not closed:
            self.stack.append(tag)
            depth = len(self.stack)
            if "data-figures" in attributes:
                self.figures.append(depth)
            elif tag in FIGURE_EXEMPT or "data-ref" in attributes or EXEMPT_CLASSES.intersection((attributes.get("class") or "").split()):
                self.exempt.append(depth)

    def note(self, line: int, tag: str, attributes: Mapping[str, str | None]) -> None:
        identity = attributes.get("id")
        if identity is not None:
            if identity in self.outline.ids:
                self.report(line, f"repeats the id {identity[:60]}")
            self.outline.ids.add(identity)
        for name in ("href", "src"):
            if attributes.get(name) is not None:
                self.outline.links.append((line, attributes[name] or ""))
        if tag == "meta":
            self.outline.metas.append((line, attributes))

    def end(self, line: int, tag: str) -> None:
        if not self.stack or self.stack[-1] != tag:
            self.report(line, f"</{tag}> closes nothing that is open there")
            return
        depth = len(self.stack)
        for depths in (self.figures, self.exempt):
            if depths and depths[-1] == depth:
                depths.pop()
        self.stack.pop()

    def text(self, line: int, token: str) -> None:
        if "&" in token and REFERENCE.search(token):
            self.report(line, "holds a character reference that is not on the list")
        if ">" in token:
            self.report(line, "holds a bare >")
        if self.stack and self.stack[-1] == "script" and token:
            self.report(line, "holds a script of its own")
        if self.figures and not (self.exempt and self.exempt[-1] > self.figures[-1]) and any(letter.isdigit() for letter in token):
            self.report(line, f"prints a figure without data-ref: {token.strip()[:40]!r}")


def check_links(pages: Mapping[str, Outline], files: Iterable[str], report: Callable[[str, int, str], None]) -> None:
    """Report links that leave the site other than by https, and links to files or ids that are not there."""
    present = frozenset(files)
    for path, outline in pages.items():
        for line, link in outline.links:
            reason = _link_problem(path, link, pages, present)
            if reason:
                report(path, line, reason)


def _link_problem(path: str, link: str, pages: Mapping[str, Outline], present: frozenset[str]) -> str | None:
    if link.startswith("https://"):
        return None
    target, _, fragment = link.partition("#")
    if ":" in target or target.startswith(("/", "\\")) or "?" in target:
        return f"links to {link[:60]!r}, which is neither relative nor https"
    found = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
    if found not in present:
        return f"links to {link[:60]!r}, which is not on the site"
    if fragment and (found not in pages or fragment not in pages[found].ids):
        return f"links to {link[:60]!r}, where there is no such id"
    return None
