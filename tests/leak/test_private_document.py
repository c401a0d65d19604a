"""A private document resists every general way of getting content out of an object (SECURITY.md §1)."""

import ast
import copy
import dataclasses
import inspect
import io
import json
import logging
import marshal
import operator
import os
import pickle
import pprint
import reprlib
import string
import subprocess
import sys
import traceback
import unittest
from collections.abc import Callable
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment
from jinja2.sandbox import ImmutableSandboxedEnvironment
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError, create_model

from generator.private.document import contents
from generator.private.edition import Edition
from records.document import Record


@dataclasses.dataclass
class Holder:
    """A careless container."""

    held: Any


class Careless(BaseModel):
    """A model that lets anything in."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    held: Any


PRINTED: dict[str, Callable[[Any], str]] = {
    "repr": repr,
    "str": str,
    "f-string": lambda d: f"{d} {d!r} {d!s} {d:>40}",
    "percent": lambda d: operator.mod("%s %r", (d, d)),
    "format": lambda d: format(d, ">40"),
    "pprint": pprint.pformat,
    "in a list": lambda d: repr([d, {"key": d}]),
    "in a dataclass": lambda d: repr(Holder(d)),
    "in a careless model": lambda d: repr(Careless(held=d)),
    "as a model's data": lambda d: str(Careless(held=d).model_dump()),
    "JSON with a fallback": lambda d: json.dumps({"held": d}, default=str),
    "a template": lambda d: Environment(autoescape=True).from_string("{{ d }} {{ [d] }}").render(d=d),
    "a sandboxed template": lambda d: ImmutableSandboxedEnvironment(autoescape=True).from_string("{{ d }}").render(d=d),
    "a walk over slots": lambda d: repr([getattr(d, name, None) for kind in type(d).__mro__ for name in getattr(kind, "__slots__", ())]),
    "members": lambda d: repr(inspect.getmembers(d)),
    "an error": lambda d: repr(ValueError("cannot use", d)),
    "a traceback with locals": lambda d: with_locals(d),
    "a walk as a debugger's": lambda d: walked(d),
    "a log line": lambda d: logged(d),
    "a warning": lambda d: str(UserWarning(d)),
    "a careless model's error": lambda d: careless_error(d),
    "a serialised careless model": lambda d: repr(Careless(held=d).model_dump(mode="python")),
    "string.Template": lambda d: string.Template("$held").substitute(held=d),
    "a dictionary's format": lambda d: "{held!a} {held.__class__.__name__}".format_map({"held": d}),
    "textwrap of an assertion": lambda d: asserted(d),
    "reprlib": reprlib.repr,
}

REFUSED: dict[str, Callable[[Any], Any]] = {
    **{f"pickle protocol {n}": (lambda d, n=n: pickle.dumps(d, n)) for n in range(pickle.HIGHEST_PROTOCOL + 1)},
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "deepcopy inside a list": lambda d: copy.deepcopy([d]),
    "asdict": dataclasses.asdict,
    "asdict of a holder": lambda d: dataclasses.asdict(Holder(d)),
    "vars": vars,
    "iteration": list,
    "unpacking": lambda d: dict(**d),
    "len": len,
    "indexing": lambda d: d[0],
    "JSON": json.dumps,
    "getstate": lambda d: d.__getstate__(),
    "a schema": TypeAdapter,
    "a model's field": lambda d: create_model("Model", held=(type(d), ...)),
    "a model's JSON": lambda d: Careless(held=d).model_dump_json(),
    "bytes": bytes,
    "replace": lambda d: dataclasses.replace(d),
    "pickle inside a list": lambda d: pickle.dumps([d]),
    "marshal": marshal.dumps,
    "shelving": lambda d: pickle.Pickler(io.BytesIO()).dump({"held": d}),
    "across a process": ForkingPickler.dumps,
    "reduce": lambda d: d.__reduce__(),
    "membership": lambda d: "x" in d,
    "a JSON schema": lambda d: TypeAdapter(type(d)).json_schema(),
    "sorting": lambda d: sorted([d, d]),
    "a number": int,
    "a path": os.fspath,
    "**": lambda d: {**d},
}


def with_locals(held: Any) -> str:
    """A traceback whose every frame shows its locals."""
    try:
        inside = [held]
        raise RuntimeError(f"cannot use {inside}")
    except RuntimeError as error:
        return "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())


def walked(held: Any) -> str:
    """What a page about an error shows of a local: its text, its attributes by `dir` and by slots, and theirs."""
    seen = [repr(held), str(getattr(held, "__dict__", "")), str(held.__class__.__dict__)]
    for name in dir(held):
        seen.append(repr(getattr(held, name)))
    return "\n".join(seen)


def logged(held: Any) -> str:
    """Every way of giving an object to a logger."""
    stream = io.StringIO()
    logger = logging.Logger("careless", logging.DEBUG)
    logger.addHandler(logging.StreamHandler(stream))
    logger.debug(held)
    logger.error("cannot use %s %r", held, held, stack_info=True)
    try:
        raise ValueError(held)
    except ValueError:
        logger.exception("failed")
    return stream.getvalue()


class Picky(BaseModel):
    """A model that takes a number and shows its input in errors, as Pydantic does by default."""

    held: int


def careless_error(held: Any) -> str:
    """A validation error that shows its input."""
    try:
        Picky(held=held)
    except ValidationError as error:
        return f"{error} {error.errors()}"
    raise AssertionError("accepted")


def asserted(held: Any) -> str:
    """What a failed comparison says."""
    try:
        unittest.TestCase().assertEqual([held], ["another"])
    except AssertionError as error:
        return str(error)
    raise AssertionError("equal")


@pytest.fixture(params=["document", "secret"])
def private(request: pytest.FixtureRequest, private_document: Any, edition: Edition) -> tuple[Any, list[str]]:
    """A private object and what must never be seen of it."""
    if request.param == "secret":
        return edition.secret, [key.hex() for key in edition.secret._open()]
    inside = contents(private_document)
    return private_document, ["QX-", "Zanthorpe", "gtc", inside.nonce.hex(), "%PDF", "facts"]


@pytest.mark.parametrize("way", sorted(PRINTED))
def test_printed_it_shows_its_type_alone(private: tuple[Any, list[str]], way: str) -> None:
    """However it is turned to text, nothing of the content stands in it."""
    thing, forbidden = private
    text = PRINTED[way](thing)
    assert not [word for word in forbidden if word in text]


@pytest.mark.parametrize("way", sorted(REFUSED))
def test_it_refuses_to_be_taken_apart(private: tuple[Any, list[str]], way: str) -> None:
    """Each of these raises, and the error holds nothing of the content."""
    thing, forbidden = private
    with pytest.raises((TypeError, AttributeError, ValueError)) as caught:
        REFUSED[way](thing)
    assert not [word for word in forbidden if word in f"{caught.value!r} {caught.value}"]


#: Contents are read inside the lane by attribute, so a walk over their slots finds them; every other way is closed to them too.
BY_ATTRIBUTE = {"a walk over slots"}


@pytest.mark.parametrize("way", sorted(set(PRINTED) - BY_ATTRIBUTE) + sorted(REFUSED))
def test_contents_are_closed_as_well(private_document: Any, canary: str, way: str) -> None:
    """What the lane holds open while it works resists the same tools: a traceback may carry it as a local."""
    inside = contents(private_document)
    words = ("QX-", "Zanthorpe", canary, inside.nonce.hex(), "%PDF")
    if way in PRINTED:
        shown = PRINTED[way](inside)
    else:
        with pytest.raises((TypeError, AttributeError, ValueError)) as caught:
            REFUSED[way](inside)
        shown = f"{caught.value!r} {caught.value}"
    assert not [word for word in words if word in shown]


def every_model() -> list[type[BaseModel]]:
    """Each Pydantic model of the project's rooms that is loaded with the ledger."""
    found, waiting = [], [BaseModel]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            if kind.__module__.partition(".")[0] in {"records", "catalogue", "systems", "graders", "analysis", "publish", "generator"}:
                found.append(kind)
    return found


def test_pydantic_errors_hide_their_input() -> None:
    """No record's error quotes what it was given; the setting holds for every model of ours."""
    import catalogue.ledger  # noqa: F401 - loads every record

    models = every_model()
    assert len(models) > 20
    for kind in models:
        assert kind.model_config.get("hide_input_in_errors") is True, kind
        with pytest.raises(ValidationError) as caught:
            kind.model_validate({"id": {"Zanthorpe": "QX-1"}, "document": ["Zanthorpe"]})
        assert "Zanthorpe" not in str(caught.value) and "QX-" not in str(caught.value), kind


def test_repr_is_exact(private_document: Any, edition: Edition) -> None:
    """`<PrivateDocument>`, `<Secret>`, and nothing else."""
    assert f"{private_document} {edition.secret!r}" == "<PrivateDocument> <Secret>"


def test_it_is_no_record(private_document: Any) -> None:
    """The ledger writes records; a private document is not one, nor any Pydantic model."""
    assert not isinstance(private_document, Record | BaseModel)
    assert not hasattr(private_document, "__dict__")


def test_the_ledger_refuses_it_at_run_time(private_document: Any, tmp_path: Path) -> None:
    """Writing one raises and leaves no file."""
    from catalogue import ledger

    for write in (ledger.write_records, ledger.append_record):
        with pytest.raises(Exception, match="PrivateDocument"):
            write(tmp_path / "out.jsonl", [private_document] if write is ledger.write_records else private_document)
    with pytest.raises(TypeError):
        ledger.write_json(tmp_path / "out.json", {"held": private_document})
    assert [path for path in tmp_path.iterdir() if path.read_bytes()] == []


def test_the_ledger_refuses_it_at_type_check(root: Path, tmp_path: Path) -> None:
    """mypy rejects the forbidden line, and accepts the same line with a commitment."""
    snippet = """
from pathlib import Path
from catalogue import ledger
from generator.private.document import PrivateDocument
from records.commitment import Commitment

def leak(path: Path, private_document: PrivateDocument, commitment: Commitment) -> None:
    ledger.write_records(path, [commitment])
    ledger.write_records(path, [private_document])
    ledger.append_record(path, private_document)
"""
    file = tmp_path / "snippet.py"
    file.write_text(snippet, encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", f"--cache-dir={tmp_path / 'cache'}", str(file)],
        cwd=root,
        capture_output=True,
        text=True,
        env={"MYPYPATH": str(root), "PATH": "/usr/bin:/bin"},
    )
    lines = [line for line in told.stdout.splitlines() if "snippet.py" in line and "error" in line]
    assert told.returncode == 1, told.stdout + told.stderr
    assert [line.split(":")[1] for line in lines] == ["9", "10"], told.stdout
    assert all("PrivateDocument" in line for line in lines)


def test_nothing_outside_the_lane_imports_it(root: Path) -> None:
    """No file but the lane's own, and tests, imports generator.private; dynamic imports by name included."""
    for path in sorted(root.glob("*/**/*.py")) + sorted(root.glob("*.py")):
        place = path.relative_to(root)
        if place.parts[0] in {".venv", "build", "tests", "site", "releases"} or place.parts[:2] == ("generator", "private"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            full = [f"{module}.{name}".lstrip(".") for name in names]
            called = [a.value for a in node.args if isinstance(a, ast.Constant)] if isinstance(node, ast.Call) else []
            for name in [*full, *called]:
                assert not str(name).startswith("generator.private"), f"{place}:{node.lineno}"
