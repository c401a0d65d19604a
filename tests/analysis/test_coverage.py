"""Coverage counts documents, names planned cells that have none, and says of private ones only what verdicts tell."""

from types import SimpleNamespace

from analysis.blocks import private_blocks
from analysis.coverage import Kind, coverage, drawn_kinds, kinds_of
from records.document import Conventions, Document, Label, RenderedFile
from records.verdict import PrivateVerdict

FILE = RenderedFile(sha256="0" * 64, bytes=1, pages=1)


def _document(name: str, layout: str, *tags: str) -> Document:
    conventions = Conventions(decimal_mark=".", grouping=",", date_order="MDY", currency="USD")
    return Document(
        id=name, family="invoice", tier="synthetic", split="public", layout=layout, locale="fr-CH", conventions=conventions,
        files={"clean": FILE, "fax": FILE}, tags=tags,
    )  # fmt: skip


def _rows(name: str, *pages: int) -> list[Label]:
    return [
        Label(document=name, key=f"LINE/{n:03d}", kind="line_item_structure", expected="row", evidence=(page, "0", "0", "1", "1"))
        for n, page in enumerate(pages, start=1)
    ]


def test_each_document_counts_once_along_each_axis() -> None:
    """Two documents of one layout, one with a defect; six rows over two pages, one row on one; counted by hand."""
    documents = [_document("inv-0001", "grid", "defect:penny-split", "memo-row"), _document("inv-0002", "grid")]
    labels = _rows("inv-0001", 1, 1, 1, 2, 2, 2) + _rows("inv-0002", 1)
    found = {cell.id: cell.n for cell in coverage(documents, labels, (), ()) if cell.condition == "fax"}
    assert found == {
        "public/invoice/layout/grid/fax": 2,
        "public/invoice/defect/penny-split/fax": 1,
        "public/invoice/defect/none/fax": 1,
        "public/invoice/layout-defect/grid/penny-split/fax": 1,
        "public/invoice/layout-defect/grid/none/fax": 1,
        "public/invoice/language/fr/fax": 2,
        "public/invoice/rows/6-25/fax": 1,
        "public/invoice/rows/1-5/fax": 1,
        "public/invoice/page-break/page-break/fax": 1,
        "public/invoice/page-break/one-page/fax": 1,
    }


def test_a_planned_cell_without_a_document_is_there_with_nothing_in_it() -> None:
    """What the design promised and the corpus lacks can be seen, and refused."""
    due = [(kind, "photo") for kind in kinds_of("rail", (), "invoice")]
    cells = {cell.id: cell for cell in coverage([_document("inv-0001", "grid")], [], (), due)}
    empty = cells["public/invoice/layout/rail/photo"]
    assert (empty.n, empty.planned) == (0, True)
    assert not cells["public/invoice/layout/grid/fax"].planned


def test_private_documents_show_their_length_alone(made: SimpleNamespace) -> None:
    """Rows are counted from the keys of verdicts, invented ones left out; two systems are one document."""
    outcomes = {"LINE/001": "P", "LINE/001/LINE_NET": "P", "LINE/002": "M", "LINE/+001": "I", "VAT/19/TAX": "P"}
    verdicts = [PrivateVerdict(commitment="a" * 64, family="invoice", condition="fax", outcomes=outcomes)]
    blocks = [block for slug in ("one", "two") for block in private_blocks(made.run_of(slug, verified=True), verdicts)]
    assert [(cell.id, cell.n) for cell in coverage([], [], blocks, ())] == [("private/invoice/rows/1-5/fax", 1)]


def test_no_pay_application_is_planned_as_short_as_five_rows() -> None:
    """Schedules have six items at least; every language, band and kind of page break else must occur."""
    short = Kind("pay_application", "rows", "1-5")
    assert short not in drawn_kinds("pay_application", ("en",))
    assert Kind("invoice", "rows", "1-5") in drawn_kinds("invoice", ("en",))
