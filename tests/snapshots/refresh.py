"""Writes the golden pages anew: `python -m tests.snapshots.refresh`. Read the difference before committing it."""

import sys
from pathlib import Path

from publish.payload import build_payload
from publish.render import render_site
from tests.publish.tiny import tiny

GOLDEN = Path(__file__).resolve().parent / "golden"
#: Pages of the three-document corpus that show every template's parts; simulated, so that nobody takes them for figures.
PAGES = (
    "index.html",
    "fields/INVOICE_NUMBER/index.html",
    "items/index.html",
    "items/inv-0001/index.html",
    "runs/index.html",
    "runs/2026-01-10-beta/index.html",
    "corpus/gaps/index.html",
    "corrections/index.html",
    "verify/index.html",
    "data/index.html",
    "404.html",
    "sitemap.xml",
)


def snapshots() -> dict[str, str]:
    """The golden pages as they are now, by file name; asset hashes are left out, since they change with every style."""
    rendered = render_site(build_payload(tiny(2, 1)))
    assets = {path: path.split(".")[0] + "." + path.split(".")[2] for path in rendered if path.startswith("assets/")}
    found = {}
    for path in PAGES:
        text = rendered[path].decode("utf-8")
        for hashed, plain in assets.items():
            text = text.replace(hashed, plain)
        found[path.replace("/index.html", ".html").replace("/", "-")] = text
    return found


def main() -> int:
    """Write every golden page."""
    GOLDEN.mkdir(exist_ok=True)
    for path in GOLDEN.iterdir():
        path.unlink()
    for name, text in snapshots().items():
        (GOLDEN / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
