"""Records, journals, plans and plain JSON that a pull request could bring: read strictly or refused in lines, never anything else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue import ledger
from records.commitment import Checkpoint, Commitment, PrivateAnswer
from records.document import Document, Label, Record
from records.errors import MalformedRecord
from records.lines import MOST_PROBLEMS, StrictJsonError, canonical, parse_text, strict_json, to_text
from records.plan import Plan, parse_plan
from records.row import Row
from records.run import Run
from records.verdict import Extraction, PrivateVerdict, VerdictLine
from systems.endpoint.card import read_cards
from tests.fuzz.damage import BOUNDED, ROOT, child, damaged, dumped, json_values, refused

DATA = ROOT / "data"


def first_lines(pattern: str, count: int = 3) -> bytes:
    """The head of the first stored file of a kind."""
    path = next(iter(sorted(DATA.glob(pattern))))
    with path.open("rb") as stream:
        return b"".join(line for _, line in zip(range(count), stream, strict=False))


STORED: dict[type[Record], str] = {
    Document: "corpus/public/documents.jsonl",
    Label: "corpus/public/labels.jsonl",
    Run: "runs/*/run.json",
    Extraction: "runs/*/extractions.jsonl",
    VerdictLine: "runs/*/verdicts.jsonl",
    PrivateVerdict: "runs/*/private-verdicts.jsonl",
    PrivateAnswer: "runs/*/private-answers.jsonl",
    Commitment: "corpus/private/commitments.jsonl",
    Checkpoint: "corpus/private/checkpoint.json",
    Row: "published/rows.jsonl",
}
PLAN = (DATA / "plans" / "plan-v1.toml").read_bytes()


@pytest.mark.parametrize("kind", sorted(STORED, key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__)
def test_a_damaged_record_is_read_or_refused(kind: type[Record]) -> None:
    """What is accepted is written again without loss; what is not is one line a problem, with the file's name and a line number."""
    valid = [first_lines(STORED[kind], 1), first_lines(STORED[kind])]
    ends: set[bool] = set()

    @BOUNDED
    @given(damaged(valid))
    def tried(data: bytes) -> None:
        lines = refused(lambda: parse_text("data/x.jsonl", data, kind))
        assert all(line.startswith("data/x.jsonl:") for line in lines) and len(lines) <= MOST_PROBLEMS + 1
        if not lines:
            found = parse_text("data/x.jsonl", data, kind)
            assert parse_text("again", to_text(found).encode("utf-8"), kind) == sorted(found, key=lambda record: to_text([record]))
        ends.add(bool(lines))

    tried()
    assert True in ends


@BOUNDED
@given(json_values)
def test_plain_json_is_canonical_or_refused(value: object) -> None:
    """Whatever a text of JSON holds: it is refused in words, or what was read can be written in canonical form as UTF-8."""
    try:
        found = strict_json(dumped(value).decode("ascii"))
    except StrictJsonError as error:
        assert str(error).isprintable() and len(str(error)) < 200
        return
    try:
        canonical(found).encode("utf-8")
    except StrictJsonError as error:
        assert "NFC" in str(error)


@BOUNDED
@given(damaged([PLAN]))
def test_a_damaged_plan_is_read_or_refused(data: bytes) -> None:
    """TOML is read by a library, which must not be able to end the door in anything but lines."""
    lines = refused(lambda: parse_plan("data/plans/x.toml", data))
    assert lines or isinstance(parse_plan("x", data), Plan)


@pytest.mark.parametrize(
    "data",
    [
        b"a = " + b"[" * 100_000,
        b"a = " + b"{b = " * 10_000,
        b"a" + b".a" * 10_000 + b" = 1",
        b"a = " + b"1" * 5_000,
        b"\xff\xfe",
        b'version = "' + b"x" * 100_000 + b'"',
        b"".join(b"k%d = 1\n" % n for n in range(5_000)),
    ],
    ids=["deep arrays", "deep tables", "deep keys", "a long number", "UTF-16", "a long text", "many keys"],
)
def test_a_hostile_plan_is_refused(data: bytes) -> None:
    """Nesting and numbers without end."""
    assert 0 < len(refused(lambda: parse_plan("data/plans/x.toml", data))) <= MOST_PROBLEMS


@pytest.mark.parametrize("data", [b"a = " + b"[" * 100_000, b"a = " + b"1" * 5_000, b"\xff", b"a = 1\n" * 2, b""])
def test_a_hostile_card_is_refused(data: bytes, tmp_path: Path) -> None:
    """The card of an endpoint is TOML of a contributor's, with the same traps."""
    (tmp_path / "x.toml").write_bytes(data)
    assert refused(lambda: read_cards(tmp_path))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"commitment":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
        (b'{"commitment":' + b"1" * 5_000 + b"}", "too many digits"),
        (b'{"commitment":9007199254740993}', "too many digits"),
        (b'{"commitment":"\\ud800"}', "half of a surrogate pair"),
        (b'{"commitment":NaN}', "NaN is not JSON"),
        (b'{"commitment":1e400}', "is a float"),
        (b'{"commitment":"a","commitment":"b"}', "duplicate key"),
        (b'{"' + b"k" * 100_000 + b'":1,"' + b"k" * 100_000 + b'":2}', "duplicate key"),
        (b'{"commitment":"a","new\\nline \\u202e":1}', "new\\nline \\u202e"),
    ],
)
def test_each_trap_has_its_words(line: bytes, reason: str) -> None:
    """One line for each, which says what is wrong, on the line where it is; a key of a stranger's cannot break the line."""
    lines = refused(lambda: parse_text("data/x.jsonl", b'{"commitment":"' + b"00" * 32 + b'"}\n' + line + b"\n", Commitment))
    assert any(reason in said for said in lines) and all(said.startswith("data/x.jsonl:2: ") for said in lines)


def test_a_million_wrong_lines_are_a_thousand_problems(tmp_path: Path) -> None:
    """The table of a stranger is not read on for ever, and the door says that it was not."""
    path = tmp_path / "commitments.jsonl"
    path.write_bytes(b"{}\n" * 1_000_000)
    with pytest.raises(MalformedRecord) as caught:
        ledger.read_records(path, Commitment)
    assert len(caught.value.problems) == MOST_PROBLEMS + 1 and "was not read" in str(caught.value.problems[-1])


@BOUNDED
@given(st.binary(max_size=300), st.integers(0, 3))
def test_a_journal_of_any_bytes_is_mended_or_refused(tail: bytes, whole: int) -> None:
    """A resumed sweep meets whatever a kill or a full disk left: whole lines stay, a cut one goes, and nothing else is lost."""
    import tempfile

    line = first_lines(STORED[Extraction], 1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "sweep.jsonl")
        path.write_bytes(line * whole + tail)
        refused(lambda: ledger.mend_journal(path))
        kept = path.read_bytes()
        assert kept.startswith(line * whole) and (line * whole + tail).startswith(kept)
        assert [item.name for item in Path(folder).iterdir()] == ["sweep.jsonl"]


def test_a_link_in_the_data_is_not_followed(tmp_path: Path) -> None:
    """A pull request can bring a link to any file of whoever builds: it is named, and what it leads to is not read."""
    (tmp_path / "outside").write_text("secret\n", encoding="utf-8")
    (tmp_path / "run.json").symlink_to(tmp_path / "outside")
    (line,) = refused(lambda: ledger.read_record(tmp_path / "run.json", Run))
    assert "a link" in line and "secret" not in line


@pytest.mark.parametrize("deep", [b"[" * 1_000_000, b'{"a":' * 200_000])
def test_a_door_over_hostile_records_ends_in_lines(deep: bytes, tmp_path: Path) -> None:
    """A door over a data folder in which one file is hostile: exit 1, the file named, in bounded memory."""
    (tmp_path / "corpus" / "private").mkdir(parents=True)
    (tmp_path / "corpus" / "private" / "checkpoint.json").write_bytes(deep + b"\n")
    ended = child("-m", "generator.private", "check", "--data", tmp_path)
    assert ended.code == 1 and "checkpoint.json:1: nested too deeply" in "\n".join(ended.err)
