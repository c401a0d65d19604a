"""Item pages: the document's pages, labels, marks, and every answer that was not right."""

import io

import pytest
from PIL import Image

from publish.items import columns_of, image_size, item, overall
from publish.published import Published
from records.document import SCANS


def test_a_column_stands_for_each_system_and_condition(published: Published) -> None:
    """Columns follow conditions, then names."""
    document = published.documents[0]
    assert [(column.slug, column.condition) for column in columns_of(published, document)] == [
        *[(slug, "clean") for slug in ("alpha", "beta", "delta", "eps")],
        *[(slug, "garbled") for slug in ("beta", "eps")],
        *[(slug, condition) for condition in SCANS if condition in document.files for slug in ("alpha", "delta")],
    ]


def test_every_header_label_has_a_line_and_a_mark_in_every_column(published: Published) -> None:
    """Nothing that was asked is left out of the page."""
    for document in published.documents:
        page = item(published, document)
        keys = [line.key for line in page.fields]
        assert sorted(keys) == sorted(
            label.key for label in published.labels[document.id] if "/" not in label.key and label.key != "SCHEMA"
        )
        assert all(len(line.marks) == len(page.columns) and None not in line.marks for line in page.fields)


def test_whoever_was_not_right_is_named_with_what_it_said(published: Published) -> None:
    """Each wrong, missed or invented field has an answer beside the label, with its system and condition."""
    for document in published.documents:
        page = item(published, document)
        for line in page.fields:
            wrong = {
                (c.title, c.condition)
                for c, mark in zip(page.columns, line.marks, strict=True)
                if mark and mark.tone in ("bad", "mid") or mark and mark.word == "missed"
            }
            named = {
                (title, condition) for instead in line.instead for title, conditions in instead.givers.items() for condition in conditions
            }
            assert wrong == named, line.key


def test_cells_of_a_missed_row_are_not_repeated(published: Published) -> None:
    """Where a column missed a row, only the row carries its mark."""
    seen = 0
    for document in published.documents:
        page = item(published, document)
        lines = {line.key: line for line in page.differing}
        for key, line in lines.items():
            row = lines.get("/".join(key.split("/")[:2]))
            if row is not None and row is not line:
                for cell_mark, row_mark in zip(line.marks, row.marks, strict=True):
                    if row_mark and row_mark.word == "missed":
                        seen += 1
                        assert cell_mark is None
    assert seen


def test_invented_rows_are_shown(published: Published) -> None:
    """A row that no document has stands on the page of the document it was invented for."""
    page = item(published, next(document for document in published.documents if document.id == "inv-0001"))
    assert [line.title for line in page.differing if line.key.startswith("LINE/+")] == ["Extra row 001"]


def test_the_overall_mark_follows_the_header_fields(published: Published) -> None:
    """Every right, some not, none right: each with its own shape and word."""
    document = published.documents[0]
    words = {overall(published, document, column).word for column in columns_of(published, document)}
    assert words <= {"every field right", "some fields not right", "no field right"}


@pytest.mark.parametrize(("kind", "options"), [("PNG", {}), ("JPEG", {}), ("JPEG", {"progressive": True})])
def test_the_size_of_a_picture_is_read_from_its_header(kind: str, options: dict[str, bool]) -> None:
    """Witness: Pillow, which wrote the picture."""
    stream = io.BytesIO()
    Image.new("L", (123, 45)).save(stream, kind, **options)
    assert image_size(stream.getvalue()) == (123, 45)


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\xff\xd8\xff\xda\x00\x02", b"\x89PNG"])
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    """Neither PNG nor JPEG, or cut short before its size."""
    with pytest.raises(ValueError, match="neither"):
        image_size(data)
