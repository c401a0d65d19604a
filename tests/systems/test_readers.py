"""The text layer of a real file, and how recognised lines become words."""

from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from systems.readers import TextLayer, split_line, tightened, words_of


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    """Two pages: words on one line, a far word on the same line, a second line, a second page."""
    path = tmp_path / "page.pdf"
    canvas = Canvas(str(path), pagesize=A4)
    canvas.setFont("Helvetica", 10)
    canvas.drawString(72, A4[1] - 100, "Invoice number: 4711")
    canvas.drawRightString(500, A4[1] - 100, "1,234.50")
    canvas.drawString(72, A4[1] - 120, "Total")
    canvas.showPage()
    canvas.drawString(72, A4[1] - 72, "Second")
    canvas.save()
    return path


def test_words_have_the_places_they_were_drawn_at(pdf: Path) -> None:
    """Boxes are points from the top left; a jump on the line parts words as a space does."""
    pages = TextLayer().read(pdf)
    assert [word.text for word in pages[0].words] == ["Invoice", "number:", "4711", "1,234.50", "Total"]
    by_text = {word.text: word for word in words_of(pages)}
    assert by_text["Invoice"].x0 == pytest.approx(72, abs=1.5)
    assert by_text["1,234.50"].x1 == pytest.approx(500, abs=1.5)
    assert by_text["Invoice"].y0 < 100 < by_text["Invoice"].y1
    assert by_text["Total"].y0 < 120 < by_text["Total"].y1
    assert by_text["Second"].page == 2
    assert (pages[0].width, pages[0].height) == pytest.approx(A4, abs=0.01)


def test_a_file_that_is_no_pdf_is_an_error_answer(tmp_path: Path) -> None:
    """The system answers with a reason; it does not raise."""
    from systems.roster import roster

    path = tmp_path / "broken.pdf"
    path.write_bytes(b"this is no PDF")
    found = roster()["text-rules"]().answer(path, "invoice")
    assert (found.status, found.text) == ("error", None)
    assert found.detail
    assert "\n" not in found.detail


def test_a_file_without_text_is_an_answer_with_nothing_found(tmp_path: Path) -> None:
    """A scan has no text layer: every key is there and null."""
    from systems.roster import roster

    path = tmp_path / "scan.pdf"
    canvas = Canvas(str(path), pagesize=A4)
    canvas.rect(72, 72, 100, 100)
    canvas.save()
    found = roster()["text-rules"]().answer(path, "pay_application")
    assert found.status == "ok"
    assert '"OWNER":null' in (found.text or "")


def test_a_line_is_shared_out_by_characters() -> None:
    """Words of a recognised line keep their order and stay inside its box."""
    words = list(split_line("Amount due  12.50", (100.0, 10.0, 270.0, 20.0), 3, 0.8))
    assert [word.text for word in words] == ["Amount", "due", "12.50"]
    assert words[0].x0 == 100.0
    assert words[-1].x1 == 270.0
    assert all(before.x1 < after.x0 for before, after in zip(words, words[1:], strict=False))
    assert {(word.page, word.reported) for word in words} == {(3, 0.8)}


def test_a_narrow_box_is_not_tightened_away() -> None:
    """A single figure one is taller than it is wide, and keeps half its width."""
    x0, y0, x1, y1 = tightened(10.0, 0.0, 14.0, 20.0)
    assert (x1 - x0, y1 - y0) == (2.0, 12.0)
