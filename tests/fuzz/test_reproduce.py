"""A sceptic points reproduce.py at anything: a damaged or hostile site, opening or revealed edition ends in lines and a summary."""

import contextlib
import hashlib
import importlib.util
import io
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.damage import BOUNDED, ROOT, child, damaged, dumped, json_values

#: A whole site is checked for each example.
SITES = settings(BOUNDED, max_examples=max(1, BOUNDED.max_examples // 2))


def made_site() -> ModuleType:
    """The maker of small sites of tests/reproduce."""
    if "made_site" not in sys.modules:
        spec = importlib.util.spec_from_file_location("made_site", ROOT / "tests" / "reproduce" / "made_site.py")
        assert spec and spec.loader
        sys.modules["made_site"] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules["made_site"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The smallest site there is in which nothing differs."""
    maker: Any = made_site()
    folder = tmp_path_factory.mktemp("fuzzed") / "site"
    shape = maker.Shape(
        systems=2, documents=4, fields=1, lines=0, replicates=2, resamples=100, conditions=("clean",), families=("invoice",), specimens=0
    )
    maker.make_site(folder, shape)
    return Path(folder)


def listed_again(site: Path) -> None:
    """Write the manifest of what is there, so that damage is met by what reads a file and not only by its digest."""
    files = sorted(path for path in site.rglob("*") if path.is_file() and path.name != "MANIFEST.sha256")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(site).as_posix()}\n" for path in files]
    (site / "MANIFEST.sha256").write_text("".join(lines), encoding="utf-8")


def told(*arguments: str) -> tuple[int, list[str]]:
    """Exit code and lines; anything raised but a wrong usage fails the test."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = made_site().load_reproduce().main(list(arguments))
    lines = out.getvalue().splitlines()
    assert code in (0, 1) and all(line.isprintable() and len(line) < 1200 for line in lines)
    assert (code == 0) == lines[-1].startswith("0 difference")
    return code, lines


def test_a_site_with_one_damaged_file_ends_in_lines(site: Path, tmp_path: Path) -> None:
    """Any file of the site, its manifest told or not: every difference a line, and both ends occur."""
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file() and path.name != "reproduce.py")
    ends: set[int] = set()

    @SITES
    @given(st.data(), st.sampled_from(names), st.booleans())
    def tried(data: st.DataObject, name: str, told_of_it: bool) -> None:
        shutil.rmtree(tmp_path / "site", ignore_errors=True)
        shutil.copytree(site, tmp_path / "site")
        path = tmp_path / "site" / name
        path.write_bytes(data.draw(damaged([path.read_bytes()])))
        if told_of_it and name != "MANIFEST.sha256":
            listed_again(tmp_path / "site")
        ends.add(told("--site", str(tmp_path / "site"))[0])

    tried()
    assert 1 in ends


def test_a_site_of_wrong_shapes_ends_in_lines(site: Path, tmp_path: Path) -> None:
    """A file of records whose lines are JSON of any shape, or known records with a value of another kind."""
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.json*") if path.read_bytes())

    @SITES
    @given(st.sampled_from(names), json_values, st.integers(0, 30))
    def tried(name: str, value: object, place: int) -> None:
        shutil.rmtree(tmp_path / "site", ignore_errors=True)
        shutil.copytree(site, tmp_path / "site")
        path = tmp_path / "site" / name
        lines = path.read_bytes().splitlines()
        found = made_site().load_reproduce().strict_json(lines[place % len(lines)].decode("utf-8"))
        if place % 3 and isinstance(found, dict):
            found[sorted(found)[place % len(found)]] = value
            lines[place % len(lines)] = dumped(found)
        else:
            lines[place % len(lines)] = dumped(value)
        path.write_bytes(b"\n".join(lines) + b"\n")
        listed_again(tmp_path / "site")
        told("--site", str(tmp_path / "site"))

    tried()


HOSTILE: dict[str, Callable[[Path], object]] = {
    "deep records": lambda site: (site / "data" / "rows.jsonl").write_bytes(b"[" * 3_000_000 + b"\n"),
    "a long number": lambda site: (site / "data" / "plan.json").write_bytes(b'{"version":' + b"9" * 1_000_000 + b"}\n"),
    "a deep plan": lambda site: (site / "data" / "plan.json").write_bytes(b'{"a":' * 300_000 + b"\n"),
    "a million rows": lambda site: (site / "data" / "rows.jsonl").write_bytes(b"{}\n" * 300_000),
    "an endless cell": lambda site: (site / "data" / "rows.csv").write_bytes(b'"' + b"x" * 5_000_000),
    "an endless tag": lambda site: (site / "index.html").write_bytes(b"<a " * 500_000),
    "a manifest that climbs": lambda site: (site / "MANIFEST.sha256").write_bytes(b"0" * 64 + b"  ../../../etc/passwd\n"),
    "an absolute manifest": lambda site: (site / "MANIFEST.sha256").write_bytes(b"0" * 64 + b"  /etc/passwd\n"),
    "a manifest of NUL": lambda site: (site / "MANIFEST.sha256").write_bytes(b"\0" * 1000),
    "a link to a device": lambda site: ((site / "index.html").unlink(), (site / "index.html").symlink_to("/dev/zero")),
    "a link that climbs": lambda site: ((site / "index.html").unlink(), (site / "index.html").symlink_to("../../../etc/hostname")),
}


@pytest.mark.parametrize("how", sorted(HOSTILE))
def test_a_hostile_site_ends_in_lines(how: str, site: Path, tmp_path: Path) -> None:
    """In a process with bounded memory: printable lines, a summary, no traceback; a page that shows no figure has none that differs."""
    copy = Path(shutil.copytree(site, tmp_path / "site"))
    HOSTILE[how](copy)
    if "manifest" not in how and "link" not in how:
        listed_again(copy)
    ended = child(ROOT / "reproduce.py", "--site", copy)
    assert ended.code == (0 if how == "an endless tag" else 1) and ended.err == [], (ended.code, ended.err[-3:])
    assert "difference" in ended.out.splitlines()[-1] and "root:x:0" not in ended.out


OPENING = (
    b'{"corpus":"ground-truth","leaf_index":0,"n":1,"nonce":"00","payload":"{}","proof":[],"split":"edition-1/private","tree_size":4}\n'
)


@BOUNDED
@given(damaged([OPENING]) | json_values.map(dumped))
def test_any_opening_is_refused_in_lines(data: bytes) -> None:
    """No opening of a stranger's is accepted, and none ends in anything but a line that names its file."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "data").mkdir()
        (Path(folder) / "opening.json").write_bytes(data)
        code, lines = told("--site", folder, "--opening", str(Path(folder, "opening.json")))
        assert code == 1 and lines


def test_hostile_openings_and_revelations(site: Path, tmp_path: Path) -> None:
    """Depth, digits, a folder, nothing: one line each, also for a retired edition that is none."""
    for name, data in {"deep": b"[" * 2_000_000, "digits": b'{"n":' + b"9" * 500_000 + b"}", "empty": b""}.items():
        (tmp_path / name).write_bytes(data)
        ended = child(ROOT / "reproduce.py", "--site", site, "--opening", tmp_path / name)
        assert ended.code == 1 and ended.err == [] and name in ended.out
    assert child(ROOT / "reproduce.py", "--site", site, "--opening", tmp_path).code == 1
    (tmp_path / "retired").mkdir()
    assert child(ROOT / "reproduce.py", "--reveal", tmp_path / "retired").code == 1
