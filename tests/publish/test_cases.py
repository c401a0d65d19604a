"""The cases of ../shared/cases/grading.json on publishing that no other test of the room names."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from records.document import Slug


@pytest.fixture(scope="module")
def cases(shared: Path) -> dict[str, Any]:
    """The reference's cases by id."""
    found = json.loads((shared / "cases" / "grading.json").read_text(encoding="utf-8"))["cases"]
    return {case["id"]: case for case in found}


def test_a_day_is_the_same_day_everywhere(cases: dict[str, Any], root: Path) -> None:
    """DAT-09: days are published as the text they are recorded in; no script of the site makes an instant of one."""
    assert set(cases["DAT-09"]["expected"]["shown"]) == {cases["DAT-09"]["input"]["run_date"]}
    scripts = [path for path in (root / "site_templates").rglob("*") if path.suffix in {".js", ".html", ".xml", ".txt"}]
    assert scripts
    for path in scripts:
        text = path.read_text(encoding="utf-8")
        assert re.search(r"\bnew Date\b|\bDate\.parse\b|toLocale(Date|Time)String|\bIntl\.DateTimeFormat\b", text) is None, path
        assert re.search(r"\|\s*(strftime|datetime|localtime)", text) is None, path


def test_a_name_in_an_address_is_a_slug(cases: dict[str, Any]) -> None:
    """PUB-06: what stands in an address needs no encoding, so a slash, a plus, a space or an umlaut is refused as a slug."""
    slug = TypeAdapter(Slug)
    for name in (cases["PUB-06"]["input"]["model"], "a/b", "a b", "ü", "A", "", ".", "..", "-a", "a" * 81, "a\n", "a?b", "a#b", "a%2Fb"):
        with pytest.raises(ValidationError):
            slug.validate_python(name)
    assert slug.validate_python("org-model-1-u") == "org-model-1-u"
