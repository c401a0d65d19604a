"""What a measured program prints: any bytes make an answer with an end, and the graders judge any text, in letters and never in errors."""

import io
import sys
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from graders.answer import Unparseable, parse_answer
from graders.dispatch import grade
from graders.gold import gold
from records.document import Document, Label
from records.fields import Family
from records.lines import parse_line
from records.plan import parse_plan
from systems.command import _judge, command_system
from tests.fuzz.damage import BOUNDED, ROOT, damaged, dumped, json_values

PUBLIC = ROOT / "data" / "corpus" / "public"
PLAN = parse_plan("plan", (ROOT / "data" / "plans" / "plan-v1.toml").read_bytes()).grading


def of(family: Family) -> tuple[Document, list[Label]]:
    """A document of a family with its labels, the first that is stored."""
    with (PUBLIC / "documents.jsonl").open(encoding="utf-8") as stream:
        document = next(found for line in stream if (found := parse_line("d", 1, line, Document)).family == family)
    with (PUBLIC / "labels.jsonl").open(encoding="utf-8") as stream:
        labels = [parse_line("l", 1, line, Label) for line in stream if f'"document":"{document.id}"' in line]
    return document, labels


DOCUMENTS = [of("invoice"), of("pay_application")]
RIGHT = {document.family: gold(document.family, labels).encode("utf-8") for document, labels in DOCUMENTS}


def judged(text: str, number: int) -> None:
    """Grade one text as the answer to one document: a letter for every label, and one of the known ones."""
    document, labels = DOCUMENTS[number]
    found = grade(document.family, document.conventions, labels, "ok", text, PLAN)
    assert {judgement.label for judgement in found} >= {label.key for label in labels}
    assert all(len(judgement.outcome) == 1 for judgement in found)


@BOUNDED
@given(damaged(list(RIGHT.values())), st.integers(0, 1))
def test_a_damaged_answer_is_judged(data: bytes, number: int) -> None:
    """The right answer with faults, to its own document or the other."""
    judged(data.decode("utf-8", "replace"), number)


@BOUNDED
@given(
    st.dictionaries(st.sampled_from(["INVOICE_NUMBER", "AMOUNT_DUE", "LINES", "VAT_BREAKDOWN", "ISSUE_DATE"]), json_values),
    st.integers(0, 1),
)
def test_an_answer_of_wrong_shapes_is_judged(value: dict[str, object], number: int) -> None:
    """Known keys with values of any kind, halves of surrogate pairs among them."""
    judged(dumped(value).decode("ascii"), number)


@BOUNDED
@given(st.text(max_size=400) | json_values.map(lambda value: dumped(value).decode("ascii")))
def test_any_text_is_an_answer_or_none(text: str) -> None:
    """The door itself: one object, or one reason that quotes nothing."""
    try:
        assert isinstance(parse_answer(text), dict)
    except Unparseable as error:
        assert str(error).isprintable() and len(str(error)) < 120


def test_hostile_answers_are_judged() -> None:
    """Depth, digits and rows without end, a million reasoning marks, and a number that takes minutes to expand."""
    for text in (
        '{"LINES":' + "[" * 100_000,
        '{"LINES":' + '{"a":' * 100_000,
        '{"AMOUNT_DUE":' + "9" * 1_000_000 + "}",
        '{"AMOUNT_DUE":"' + "9" * 1_000_000 + '"}',
        '{"AMOUNT_DUE":"1e999999999"}',
        '{"AMOUNT_DUE":1e-999999999}',
        '{"LINES":[' + "{}," * 1_000_000 + "{}]}",
        "</think>" * 200_000 + '{"a":"b"}',
        '{"ISSUE_DATE":"' + "1" * 100_000 + '"}',
        '{"SELLER_NAME":"' + "\\u0301" * 50_000 + '"}',
        '{"SELLER_NAME":"\\ud800"}',
        '{"VAT_BREAKDOWN":[{"RATE":"\\ud800","BASIS":{},"TAX":[]}]}',
        "\0" * 1_000,
    ):
        judged(text, 0)


PROGRAM = "import sys; sys.stdout.buffer.write(bytes.fromhex(sys.argv[1]))"


@BOUNDED
@given(st.binary(max_size=60) | st.sampled_from([b'{"a":"b"}', b'\xff{"a":1}', b"\xef\xbb\xbf{}", b"{\x00}"]))
def test_any_bytes_on_stdout_are_an_end(data: bytes) -> None:
    """UTF-8 with a brace is a text to judge; anything else is unparseable, in one line."""

    status, text, detail = _judge(data, "closed", 0, io.BytesIO(), 60)
    assert status in ("ok", "unparseable") and "\n" not in detail
    assert (text is not None) == (status == "ok")


def test_a_real_program_of_bad_bytes(tmp_path: Path) -> None:
    """Once through a real process: half a character, then the end."""
    found = command_system([sys.executable, "-c", PROGRAM, b'{"a":"\xc3'.hex()], "half", 120).answer(tmp_path, "invoice")
    assert (found.status, found.text, found.detail) == ("unparseable", None, "stdout is not UTF-8")
