"""A tiny site on disk and over http, and one real browser for the tests that look at it."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from publish.payload import build_payload
from publish.render import render_site
from tests.publish.tiny import measured, tiny

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
FLAGS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]

#: One of every page type.
PAGES = (
    "index.html",
    "systems/index.html",
    "systems/eps/index.html",
    "systems/delta/index.html",
    "systems/delta/synthetic-public-invoice-clean/index.html",
    "compare/index.html",
    "damage/index.html",
    "errors/index.html",
    "rows/index.html",
    "corpus/index.html",
    "corpus/labels/index.html",
    "corpus/gaps/index.html",
    "runs/index.html",
    "runs/2026-01-10-beta/index.html",
    "graders/index.html",
    "fields/index.html",
    "fields/AMOUNT_DUE/index.html",
    "items/index.html",
    "items/inv-0001/index.html",
    "items/inv-0001/rows/index.html",
    "items/inv-0001/answers/index.html",
    "items/pay-0001/index.html",
    "methodology/v1/index.html",
    "corrections/index.html",
    "verify/index.html",
    "data/index.html",
    "404.html",
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny site with both splits, as a measured edition would look."""
    return _write(tmp_path_factory.mktemp("measured"), simulated=False)


@pytest.fixture(scope="session")
def public_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with the public split alone: half the cells, for checks that look at every one of them."""
    return _write(tmp_path_factory.mktemp("public"), simulated=False, private=0)


@pytest.fixture(scope="session")
def simulated_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with its banner."""
    return _write(tmp_path_factory.mktemp("simulated"), simulated=True)


def _write(folder: Path, *, simulated: bool, private: int = 49) -> Path:
    inputs = tiny(2, 1, private=private)
    payload = build_payload(inputs if simulated else measured(inputs))
    for path, data in {**payload.files, **render_site(payload)}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The site over http on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium that Debian ships."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        yield browser
        browser.close()
