"""Pages: the same payload gives the same bytes, hostile text stays text, budgets hold."""

import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import brotli
import pytest

from publish.assets import TEMPLATES
from publish.payload import Inputs, Payload, build_payload
from publish.render import outside, render_site
from tests.publish.tiny import measured, tiny

BUILD = """
import hashlib, json, sys
from publish.payload import build_payload
from publish.render import render_site
from tests.publish.tiny import tiny
payload = build_payload(tiny(2, 1, private=21))
files = {**payload.files, **render_site(payload)}
json.dump({path: hashlib.sha256(data).hexdigest() for path, data in files.items()}, sys.stdout)
"""


def _build(root: Path, folder: Path, **environment: str) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", BUILD],
        cwd=folder,
        env={"PATH": os.defpath, "PYTHONPATH": str(root), **environment},
        capture_output=True,
        check=True,
        preexec_fn=lambda: os.umask(0o077) and None,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_two_builds_are_equal_byte_for_byte(root: Path, tmp_path: Path) -> None:
    """Another hash seed, time zone, locale, folder and umask change nothing."""
    one = _build(root, root, PYTHONHASHSEED="1", TZ="Asia/Kathmandu", LC_ALL="C")
    other = _build(root, tmp_path, PYTHONHASHSEED="4242", TZ="America/St_Johns", LC_ALL="C.UTF-8", PYTHONUTF8="1")
    assert one == other
    assert len(one) > 100


def test_every_page_type_is_there(files: dict[str, bytes]) -> None:
    """The pages that the site promises."""
    wanted = {"index.html", "systems/index.html", "systems/alpha/index.html", "fields/index.html", "fields/AMOUNT_DUE/index.html"}
    wanted |= {"fields/VAT_TAX/index.html", "fields/LINE_ITEM_DESCRIPTION/index.html", "items/index.html", "items/inv-0001/index.html"}
    wanted |= {"items/pay-0001/index.html", "methodology/v1/index.html", "corrections/index.html", "verify/index.html", "data/index.html"}
    assert wanted | {"404.html", "sitemap.xml", "robots.txt"} <= files.keys()


def test_the_first_page_stays_within_its_budget() -> None:
    """HTML, style and script of the leaderboard weigh less than 60 kB under brotli, with four systems on both splits."""
    rendered = render_site(build_payload(tiny(4, 4, private=21, files=False)))
    parts = [data for path, data in rendered.items() if path == "index.html" or path.startswith("assets/")]
    assert len(parts) == 3
    assert sum(len(brotli.compress(data)) for data in parts) < 60_000


HOSTILE = '"><script>alert(1)</script>\u202e<!-- {{ site.plan }} {% raw %} ${x} &amp; \u200b'


def test_text_from_outside_stays_text(inputs: Inputs) -> None:
    """Labels and answers full of markup, templates and hidden letters come out as visible text, on every page that shows them."""
    labels = [label.model_copy(update={"expected": HOSTILE}) if label.key == "SELLER_NAME" else label for label in inputs.labels]
    answers = {
        run: [
            found.model_copy(update={"answer": json.dumps({"SELLER_NAME": HOSTILE}), "detail": HOSTILE, "status": "error"})
            for found in extractions
        ]
        for run, extractions in inputs.extractions.items()
    }
    verdicts = {
        run: [
            verdict.model_copy(update={"outcomes": "F" * len(verdict.outcomes)}) if verdict.label == "SELLER_NAME" else verdict
            for verdict in found
        ]
        for run, found in inputs.verdicts.items()
    }
    rendered = render_site(build_payload(replace(inputs, labels=labels, extractions=answers, verdicts=verdicts)))
    shown = [path for path, data in rendered.items() if b"alert(1)" in data]
    assert {"items/inv-0001/index.html", "fields/SELLER_NAME/index.html"} <= set(shown)
    for path in shown:
        text = rendered[path].decode("utf-8")
        assert "<script>alert" not in text
        assert "<!--" not in text
        assert "\u202e" not in text
        assert "\u200b" not in text
        assert "[U+202E]" in text


def test_templates_hold_no_style_script_or_figure(root: Path) -> None:
    """No inline style or script, no event handler, no absolute link, no percentage typed by hand; a report is no page of the site.

    Nor is a local site of own documents: it stands alone, so that its base, and nothing else of it, has a style of its own.
    """
    for path in sorted(path for path in TEMPLATES.rglob("*.j2") if path.parent.name != "reports"):
        text = path.read_text(encoding="utf-8")
        if path == TEMPLATES / "local" / "base.html.j2":
            text = re.sub("<style>.*?</style>", "", text, count=1, flags=re.DOTALL)
        assert not re.search(r"\sstyle=|<style|\son[a-z]+=|href=\"/|src=\"/|\|\s*safe", text), path.name
        assert not re.search(r"\d(\.\d+)? ?%[^}]", text), path.name


def test_links_name_the_file_so_that_a_disk_will_do(files: dict[str, bytes]) -> None:
    """No link ends in a folder: file:// shows a listing there."""
    for path, data in files.items():
        if path.endswith(".html"):
            for link in re.findall(r'href="([^"#]*)', data.decode("utf-8")):
                assert not link.endswith("/") or link.startswith("https://"), f"{path}: {link}"


def test_assets_are_named_by_their_content(files: dict[str, bytes]) -> None:
    """A changed style has another name, so that no reader sees an old one."""
    for path in (path for path in files if path.startswith("assets/")):
        assert path.split(".")[1] == hashlib.sha256(files[path]).hexdigest()[:16]


def test_a_simulated_site_says_so_on_every_page(inputs: Inputs, files: dict[str, bytes]) -> None:
    """The banner and the mark stand on every page, and on none of a measured site."""
    for path, data in render_site(build_payload(inputs)).items():
        if path.endswith(".html"):
            assert b"SIMULATED" in data, path
            assert b'name="provenance" content="simulated"' in data, path
    assert not [path for path, data in files.items() if path.endswith(".html") and b"SIMULATED" in data]


@pytest.mark.parametrize("address", ["http://example.org", "javascript:alert(1)", 'https://example.org/"x', "//example.org", ""])
def test_an_address_outside_must_be_https(address: str) -> None:
    """The URL filter lets nothing else through."""
    with pytest.raises(ValueError, match="not an https address"):
        outside(address)


def test_an_empty_corpus_still_renders(inputs: Inputs) -> None:
    """Before anything was measured the pages say that there is no evidence."""
    empty = replace(
        measured(inputs),
        runs=[],
        rows=[],
        comparisons=[],
        undetected=[],
        costs=[],
        verdicts={},
        private_verdicts={},
        extractions={},
        corrections=[],
        documents=[],
        labels=[],
        files={},
    )
    rendered = render_site(build_payload(empty))
    assert b"No system has a figure yet" in rendered["index.html"]


def test_the_sitemap_uses_the_address_it_is_given(inputs: Inputs) -> None:
    """With a base address every page is listed under it, and robots.txt names the sitemap."""
    rendered = render_site(build_payload(replace(inputs, base_url="https://example.org/gt")))
    assert b"<loc>https://example.org/gt/items/inv-0001/</loc>" in rendered["sitemap.xml"]
    assert b"404" not in rendered["sitemap.xml"]
    assert b"Sitemap: https://example.org/gt/sitemap.xml" in rendered["robots.txt"]


def test_a_payload_that_lacks_a_file_does_not_render(payload: Payload) -> None:
    """Missing data is an error, never an empty page."""
    files = {path: data for path, data in payload.files.items() if path != "data/rows.jsonl"}
    with pytest.raises(KeyError):
        render_site(Payload(files))
