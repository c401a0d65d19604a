"""L2 of the gate on everything that is text and not data: form, letters, links, and the marks that each page must carry."""

from collections.abc import Mapping
from functools import lru_cache

from publish.markup import Outline, check_letters, check_links, check_page
from publish.payload import MEASURED
from publish.render import CSP
from records.errors import Problem

TEXTS = (".html", ".css", ".js", ".xml", ".txt", ".py")


def check_pages(staged: Mapping[str, bytes]) -> list[Problem]:
    """Every reason against a staged page, style, script or text."""
    problems: list[Problem] = []
    outlines: dict[str, Outline] = {}
    for path, data in sorted(staged.items()):
        if path.endswith(TEXTS):
            outline, found = _text(path, data)
            problems += found
            if outline is not None:
                outlines[path] = outline
    check_links(outlines, staged, lambda path, line, reason: problems.append(_problem(path, line, reason)))
    return problems


# One page with the same bytes has the same faults: a second check in one process reads changed pages alone.
@lru_cache(maxsize=2048)
def _text(path: str, data: bytes) -> tuple[Outline | None, tuple[Problem, ...]]:
    problems: list[Problem] = []

    def report(line: int, reason: str) -> None:
        problems.append(_problem(path, line, reason))

    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        report(1, "is not UTF-8")
        return None, tuple(problems)
    if not path.endswith(".html"):
        check_letters(text, report)
        return None, tuple(problems)
    outline = check_page(text, report)
    for reason in _missing_marks(outline):
        report(1, reason)
    return outline, tuple(problems)


def _missing_marks(outline: Outline) -> list[str]:
    faults = []
    metas = [dict(attributes) for _, attributes in outline.metas]
    if not metas or metas[0] != {"http-equiv": "Content-Security-Policy", "content": CSP.replace("'", "&#39;")}:
        faults.append("does not begin its head with the content security policy")
    found = [meta.get("content") for meta in metas if meta.get("name") == "provenance"]
    if found != [MEASURED]:
        faults.append(f"has provenance {', '.join(map(str, found)) or 'unstated'} where {MEASURED} is due")
    return faults


def _problem(path: str, line: int, reason: str) -> Problem:
    return Problem(file=path, line=line, reason=f"L2 {reason}")
