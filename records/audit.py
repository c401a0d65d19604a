"""The audit: how often our own methods were right on our own design, by simulation or exactly.

Every share is text with six decimals, rounded once (`stats.interval.published`).
"""

from typing import Literal

from pydantic import model_validator

from records.document import Record, Sha256

Kind = Literal["mean", "ratio", "difference", "watch-null", "watch-drop"]
#: Whether what varies together moves freely ("low") or all at once ("high").
Together = Literal["low", "high"]


class AuditCell(Record):
    """One cell: one layout, one true state of the world, and how often the method told the truth.

    `rows` is tier/split/family/eval class; `slices` are the rows that share this layout: `labels` labels
    in `clusters` documents, `replicates` separate observations of each. `layout` is the digest of
    the labels of each document. `rate` is the true pass rate, `difference` the true lead over the
    reference (comparisons) or the drop (watch). `correlation` says whether the labels of a document fail
    one by one or all at once, `agreement` whether two systems (or two quarters) fail on the same documents.

    `simulations` is 0 where the cell was summed exactly. `coverage` is the share of intervals that hold
    the truth, `above` and `below` the shares that lie above and below it, `excluded` (comparisons) the share that excludes
    zero. `stopped` is the share left out because the guard refused to choose an endpoint. `methods` gives
    the share of each method. `alarmed` (watch) is the share of watches that gave an alarm by the last look,
    `at_once` by the look of the drop. `tag` names the random stream, which cells of one
    design share. `code` is the digest of the code that made the cell: where it has changed the cell is due again.
    """

    id: str
    kind: Kind
    rows: str
    slices: tuple[str, ...]
    design: str
    clusters: int
    labels: int
    replicates: int
    layout: Sha256
    rate: str
    difference: str | None = None
    correlation: Together | None = None
    agreement: Together | None = None
    methods: dict[str, str]
    simulations: int
    resamples: int | None = None
    stopped: str | None = None
    coverage: str | None = None
    above: str | None = None
    below: str | None = None
    excluded: str | None = None
    alarmed: str | None = None
    at_once: str | None = None
    by_look: tuple[str, ...] = ()
    tag: str
    code: Sha256

    @model_validator(mode="after")
    def _says_what_its_kind_says(self) -> "AuditCell":
        watch = self.kind.startswith("watch")
        if watch != (self.alarmed is not None) or watch == (self.coverage is not None):
            raise ValueError("a watch has alarms, every other cell has a coverage")
        return self
