"""Coverage: how many documents of what kind there are in which condition, and where some are due."""

from typing import Literal

from records.document import Condition, Record, Split
from records.fields import Family

Axis = Literal["layout", "layout-defect", "defect", "language", "rows", "page-break"]


class CoverageCell(Record):
    """One cell of the coverage: `n` documents of kind `row` along `axis`, rendered in `condition`.

    `row` is a layout, a layout and a defect (`inv-grid/penny-split`, or `inv-grid/none`), a defect, a
    language, a band of the number of line items, or whether they cross pages. `planned` says that the
    design puts a document there, so that a release without one is refused.
    """

    id: str
    split: Split
    family: Family
    axis: Axis
    row: str
    condition: Condition
    n: int
    planned: bool
