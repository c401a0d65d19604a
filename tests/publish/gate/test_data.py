"""Rule L2 on data: records that hold together, canonical bytes, pictures of pixels alone."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin

from publish.gate.data import check_data
from records.errors import Problem


@pytest.fixture
def staged(files: dict[str, bytes]) -> dict[str, bytes]:
    """The tiny site's files, to be altered."""
    return dict(files)


def said(staged: dict[str, bytes], path: str) -> list[Problem]:
    """What is said against one file."""
    return [problem for problem in check_data(staged) if problem.file == path]


def test_nothing_is_said_of_good_data(staged: dict[str, bytes]) -> None:
    """No false alarm."""
    assert check_data(staged) == []


Change = Callable[[bytes], bytes]


@pytest.mark.parametrize(
    ("path", "change", "reason"),
    [
        ("data/rows.jsonl", lambda data: data.replace(b'"k":', b'"k": ', 1), "canonical"),
        ("data/rows.jsonl", lambda data: data.replace(b'"clusters"', b'"clusters":1,"clusters"', 1), "duplicate key"),
        ("data/rows.jsonl", lambda data: data.replace(b'"k":', b'"extra":1,"k":', 1), "extra"),
        ("data/rows.jsonl", lambda data: data.replace(b'"level":"0.95"', b'"level":0.95', 1), "float"),
        ("data/rows.jsonl", lambda data: data[:-1], "newline"),
        ("data/rows.jsonl", lambda data: b"\xef\xbb\xbf" + data, "byte order mark"),
        ("data/rows.jsonl", lambda data: data.replace(b"\n", b"\r\n", 1), "carriage return"),
        ("data/labels.jsonl", lambda data: data + data.split(b"\n")[-2] + b"\n", "twice"),
        ("data/costs.jsonl", lambda data: b"\n".join(reversed(data[:-1].split(b"\n"))) + b"\n", "in order"),
        ("data/plan.json", lambda data: data.replace(b'"rubric":2', b'"rubric":NaN', 1), "NaN"),
        ("data/plan.json", lambda data: data.replace(b'"rubric":2', b'"rubric":"x"', 1), "rubric"),
        ("data/schema/row.json", lambda data: data.replace(b'"type"', b'"kind"', 1), "schema"),
        ("data/provenance.json", lambda data: data.replace(b"measured", b"simulated"), "simulated"),
        ("data/provenance.json", lambda data: data.replace(b'"base_url"', b'"a":1,"base_url"'), "nothing"),
        ("data/runs.jsonl", lambda data: data.replace(b'"rubric":2', b'"rubric":2,"simulated":true', 1), "simulated"),
        ("data/checkpoint.json", lambda data: data.replace(b'"root":"', b'"root":"0', 1).replace(b'","seed', b'x","seed', 1), "root"),
        ("data/costs.csv", lambda data: data.replace(b"5.1", b"0.1", 1), "data/costs.jsonl"),
        ("data/costs.csv", lambda data: data.replace(b"\n", b",x\n", 1), "data/costs.jsonl"),
    ],
)
def test_one_change_is_named(staged: dict[str, bytes], path: str, change: Change, reason: str) -> None:
    """Each is said against the file it stands in."""
    altered = change(staged[path])
    assert altered != staged[path]
    staged[path] = altered
    assert any(reason in problem.reason and problem.reason.startswith("L2 ") for problem in said(staged, path)), said(staged, path)


def test_all_must_be_the_sum_of_its_slices(staged: dict[str, bytes]) -> None:
    """A headline that counts an answer no field counts is named by its row."""
    lines = staged["data/rows.jsonl"].decode("utf-8").split("\n")
    at = next(i for i, line in enumerate(lines) if '"slice":"ALL"' in line and '"split":"public"' in line and "extraction" in line)
    count = lines[at].split('"n":')[1].split(",")[0]
    lines[at] = lines[at].replace(f'"n":{count},', f'"n":{int(count) + 1},')
    staged["data/rows.jsonl"] = "\n".join(lines).encode("utf-8")
    assert any("not the sum of its slices" in problem.reason for problem in said(staged, "data/rows.jsonl"))


def test_a_row_must_speak_of_what_its_id_says(staged: dict[str, bytes]) -> None:
    """Swapping two systems' figures by swapping a name is seen."""
    staged["data/rows.jsonl"] = staged["data/rows.jsonl"].replace(b'"system":"alpha"', b'"system":"beta"', 1)
    reasons = " ".join(problem.reason for problem in said(staged, "data/rows.jsonl"))
    assert "is not beta/" in reasons
    assert "none of its system" in reasons


def test_a_commitment_added_or_dropped_is_seen(staged: dict[str, bytes]) -> None:
    """The tree is computed again, and verdicts must hang on its leaves."""
    lines = staged["data/commitments.jsonl"].split(b"\n")
    staged["data/commitments.jsonl"] = b"\n".join(lines[1:])
    assert said(staged, "data/checkpoint.json")
    assert any("not committed to" in problem.reason for problem in said(staged, "data/private-verdicts/2026-01-10-beta.jsonl"))


def test_a_correction_must_name_a_published_row(staged: dict[str, bytes]) -> None:
    """A correction of nothing is a mistake."""
    staged["data/corrections.jsonl"] = staged["data/corrections.jsonl"].replace(b"beta/", b"zeta/")
    assert said(staged, "data/corrections.jsonl")


def _png(**text: str) -> bytes:
    stream = io.BytesIO()
    info = PngImagePlugin.PngInfo()
    for key, value in text.items():
        info.add_text(key, value)
    Image.new("L", (8, 8)).save(stream, "PNG", pnginfo=info)
    return stream.getvalue()


def _jpeg(**options: bytes) -> bytes:
    stream = io.BytesIO()
    Image.new("L", (8, 8)).save(stream, "JPEG", **options)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("path", "data", "good"),
    [
        ("documents/a.png", _png(), True),
        ("documents/a.png", _png(Comment="hello"), False),
        ("documents/a.png", _png() + b"trailing", False),
        ("documents/a.png", b"\x89PNG\r\n\x1a\n", False),
        ("documents/a.jpg", _jpeg(), True),
        ("documents/a.jpg", _jpeg(comment=b"hello"), False),
        ("documents/a.jpg", _jpeg(exif=b"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x00"), False),
        ("documents/a.jpg", _jpeg() + b"trailing", False),
        ("documents/a.jpg", b"\xff\xd8\xff\xd9", False),
    ],
)
def test_pictures_hold_pixels_alone(staged: dict[str, bytes], path: str, data: bytes, *, good: bool) -> None:
    """No text, comment, EXIF or bytes after the end. Witness: Pillow writes each."""
    staged[path] = data
    assert bool(said(staged, path)) is not good


def test_the_gate_reads_what_the_generator_makes(root: Path) -> None:
    """Sixteen-grey PNG and quality-50 JPEG, as page images are written, pass."""
    grey = Image.new("P", (16, 16))
    grey.putpalette([level * 17 for level in range(16) for _ in range(3)])
    stream = io.BytesIO()
    grey.save(stream, "PNG", bits=4)
    assert check_picture("a.png", stream.getvalue()) == []
    assert root.is_dir()


def check_picture(path: str, data: bytes) -> list[Problem]:
    """What is said of one picture alone."""
    return [problem for problem in check_data({path: data}) if problem.file == path]
