"""Rules L4, L5 and L8 as the gate asks for them: the sealed lane as a program of its own, with and without keys."""

import json
import os
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest

from catalogue.ledger import ROOT
from publish import __main__ as door
from publish.gate import private
from publish.gate.check import check
from publish.gate.pairs import check_pairs
from records.errors import GroundTruthError, Problem

PLAN = ROOT / "data" / "plans" / "plan-v1.toml"
ENVIRONMENT = {"PATH": os.defpath, "HOME": "/nonexistent"}


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two pairs of worlds, as the lane writes them."""
    folder = tmp_path_factory.mktemp("worlds")
    private.ask("worlds", str(folder), "--pairs", "2", environment=ENVIRONMENT)
    return folder


TOLD = {"pairs": 2, "least": 21, "differing": 42}


def test_worlds_differ_in_all_but_their_verdicts(pair: Path) -> None:
    """The two of a pair have the same letters under the same names, and their sealed answers differ in every line."""
    for number in ("00", "01"):
        left, right = pair / number / "left", pair / number / "right"
        for run in ("2026-01-01-one", "2026-01-01-two"):
            name = f"runs/{run}/private-verdicts.jsonl"
            assert (left / name).read_bytes() == (right / name).read_bytes() != b""
            name = f"runs/{run}/private-answers.jsonl"
            assert not set((left / name).read_text(encoding="utf-8").split("\n")[:-1]) & set(
                (right / name).read_text(encoding="utf-8").split("\n")
            )


def test_the_same_verdicts_give_the_same_bytes(pair: Path) -> None:
    """No difference, and figures of the private split are among what is compared."""
    assert check_pairs(pair, TOLD, partial(door.world, PLAN), 2) == []
    rows = [json.loads(line) for line in door.world(PLAN, pair / "00" / "left")["data/rows.jsonl"].splitlines()]
    assert len([row for row in rows if row["split"] == "private" and row["point"]]) > 50


def test_what_hangs_on_content_is_named(pair: Path) -> None:
    """A payload that lets one byte of a sealed answer through is refused by L5, with its file and line."""

    def leaking(data: Path) -> Mapping[str, bytes]:
        kept = (data / "sealed" / "2026-01-01-one.jsonl").read_bytes()
        return {"data/same.json": b"{}\n", "data/extra.json": b"{\n" + kept[:400]}

    found = check_pairs(pair, TOLD, leaking, 2)
    assert [(problem.file, problem.line, problem.reason[:3]) for problem in found] == [("data/extra.json", 2, "L5 ")]


@pytest.mark.parametrize("told", [{**TOLD, "pairs": 1}, {**TOLD, "least": 0}, {}])
def test_fewer_worlds_or_equal_ones_prove_nothing(pair: Path, told: Mapping[str, object]) -> None:
    """Fail closed where the worlds are not what they should be."""
    assert check_pairs(pair, told, lambda data: {}, 2)


def test_a_world_that_cannot_be_published_closes_the_gate(pair: Path) -> None:
    """An error while building is a reason of L5, never a pass."""

    def broken(data: Path) -> Mapping[str, bytes]:
        raise GroundTruthError([Problem(file="data/x", line=3, reason="is broken")])

    assert {problem.reason for problem in check_pairs(pair, TOLD, broken, 2)} == {"L5 a world cannot be published: is broken"}


def test_a_lane_that_cannot_be_asked_closes_the_gate(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever ends badly, the reason bears the rule's name."""
    monkeypatch.setattr(private, "PROGRAM", ("/bin/sh", "-c", "echo 'a line: why not' >&2; exit 1", "sh"))
    assert [problem.reason for problem in private.search(tmp_path, ROOT / "data", PLAN)] == ["L4 could not be asked: a line: why not"]
    found = private.noninterference(PLAN, lambda data: {}, 1)
    assert [problem.reason for problem in found] == ["L5 could not be asked: a line: why not"]


def test_without_keys_nothing_is_searched_and_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A local publish does not fail for want of the secret; it says that it did not search."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("GT_KEYS_FILE", "GT_K_NONCE", "GT_K_SEED", "GT_R32"):
        monkeypatch.delenv(name, raising=False)
    said: list[str] = []
    assert private.search(tmp_path, ROOT / "data", PLAN, said.append) == []
    assert said == ["L4 not searched: no secret here"]


@pytest.fixture
def edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project folder with a private split of three documents under keys of its own; data below, keys beside."""
    monkeypatch.setenv("HOME", str(tmp_path))
    data = tmp_path / "data"
    (data / "plans").mkdir(parents=True)
    plan = PLAN.read_text(encoding="utf-8").replace("invoice = 60", "invoice = 2").replace("pay_application = 60", "pay_application = 1")
    (data / "plans" / "plan-v1.toml").write_text(plan.replace('edition = "edition-2"', 'edition = "edition-9"'), encoding="utf-8")
    public = data / "corpus" / "public"
    public.mkdir(parents=True)
    for name in ("labels.jsonl", "documents.jsonl", "manifest.json"):
        (public / name).write_bytes((ROOT / "data" / "corpus" / "public" / name).read_bytes())
    from generator.private.__main__ import main as lane

    assert lane(["new-edition", "--data", str(data), "--keys", str(tmp_path / "keys"), "--date", "2026-12-01"]) == 0
    monkeypatch.setenv("GT_KEYS_FILE", str(tmp_path / "keys"))
    yield data


def windows(text: str) -> list[str]:
    """Every ten characters that stand together in a text without digits."""
    return [text.lower()[i : i + 10] for i in range(len(text) - 9)] if not any(one.isdigit() for one in text) else []


def test_with_keys_private_content_is_found_wherever_it_hides(edition: Path) -> None:
    """A name of a private document on a page, and in base64 in a style: L4 names file and line, and never quotes it."""
    import base64

    from catalogue import ledger
    from generator.document import make_document
    from generator.private import secret
    from generator.private.edition import Edition, labels
    from generator.private.files import Store
    from generator.private.needles import KINDS
    from generator.private.public_content import public_content
    from records.plan import parse_plan

    plan = edition / "plans" / "plan-v1.toml"
    read = parse_plan("plan", plan.read_bytes())
    keys = secret.read(edition.parent / "keys")
    # The keys are fresh, so a name may be put together from what public documents print too: that would be no secret.
    public = b"\n".join(public_content(Store(edition, ledger), read)).decode("utf-8").lower()
    every = [label for n in range(3) for label in labels(Edition(read, keys, make_document), n) if KINDS.get(label.key) == "name"]
    name = next(text for text in (label.expected or "" for label in every) if sum(part not in public for part in windows(text)) >= 3)
    stage = edition.parent / "stage"
    stage.mkdir()
    (stage / "index.html").write_text("<p>nothing</p>\n", encoding="utf-8")
    said: list[str] = []
    assert private.search(stage, edition, plan, said.append) == []
    assert any(text.startswith("L4 searched 1 files for") for text in said)
    assert any(text.startswith("L8 compared 3 private with ") for text in said)
    (stage / "index.html").write_text(f"<p>nothing</p>\n<p>{name}</p>\n", encoding="utf-8")
    (stage / "site.css").write_text(f".a {{ content: '{base64.b64encode(name.encode()).decode()}' }}\n", encoding="utf-8")
    found = private.search(stage, edition, plan)
    assert {(problem.file, problem.line, problem.reason[:3]) for problem in found} == {("index.html", 2, "L4 "), ("site.css", 1, "L4 ")}
    assert all(name not in str(problem) for problem in found)
    assert private.ask("contamination", "--data", str(edition), "--plan", str(plan))["problems"] == []
    record = json.loads((edition / "corpus" / "private" / "contamination.json").read_text(encoding="utf-8"))
    assert (record["private"], record["equal"], record["near"]) == (3, 0, 0)


def test_other_rules_are_part_of_one_report(pristine: Path, root: Path, tmp_path: Path) -> None:
    """What a further rule says stands in order among the rest."""
    reproduce = tmp_path / "reproduce.py"
    reproduce.write_bytes((pristine / "reproduce.py").read_bytes().replace(b"\n", b"\n\n", 1))
    other = Problem(file="a.html", line=1, reason="L4 holds something")
    assert [problem.reason[:2] for problem in check(pristine, reproduce=reproduce, others=[lambda stage: [other]])] == ["L1", "L4"]
