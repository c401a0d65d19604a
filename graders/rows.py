"""Line items and VAT entries: rows matched first, then cells judged on the rows that are matched."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from graders import judge
from graders.align import Alignment, TableRows, align
from graders.deterministic.reading import Json, Number, Reading, Setting
from graders.deterministic.schema import ROWS, VAT_FIELDS, VAT_ROWS
from graders.extra_rows import class_of_extra
from graders.judgement import Judgement
from graders.relations import Cells
from graders.table import GRADERS
from graders.values import ABSENT, Finding, Surroundings, judge_value
from records.document import Label
from records.fields import LINE_FIELDS, Family, Field, ValueKind

ROW_GRADER = "align"
DESCRIPTION = "LINE_ITEM_DESCRIPTION"
#: Columns of money whose sum means nothing.
ADDS_TO_NOTHING = frozenset({"UNIT_PRICE"})


class AnsweredRow(NamedTuple):
    """One row as answered and as read: `read` holds a reading for every key that is not null."""

    cells: Mapping[str, Json]
    read: Mapping[str, Reading]

    def decimals(self) -> Cells:
        """The amounts of the row that could be read."""
        return {key: found.value for key, found in self.read.items() if isinstance(found.value, Decimal)}


def answered_rows(answer: Mapping[str, Json], table: str, fields: Sequence[Field], setting: Setting) -> list[AnsweredRow]:
    """The rows of one list of an answer; what is not an object is a row without cells."""
    listed = answer.get(table)
    return [_row(item, fields, setting) for item in listed] if isinstance(listed, list) else []


def _row(item: Json, fields: Sequence[Field], setting: Setting) -> AnsweredRow:
    cells = item if isinstance(item, dict) else {}
    read = {
        field.key: GRADERS[field.kind].read(cells[field.key], setting)
        for field in fields
        if field.kind != "description" and cells.get(field.key) is not None
    }
    return AnsweredRow(cells, read)


class Lines:
    """The line items of one answer, aligned with those of the page."""

    def __init__(
        self, family: Family, truth: Mapping[str, Mapping[str, str | None]], answer: Mapping[str, Json], setting: Setting, threshold: int
    ) -> None:
        """`truth` holds, by row label (LINE/001), the expected text of its cells by field key."""
        self.kinds: dict[str, ValueKind] = {field.key: field.kind for field in LINE_FIELDS[family]}
        self.rows = answered_rows(answer, ROWS, LINE_FIELDS[family], setting)
        self._sums = [key for key, kind in self.kinds.items() if kind == "amount" and key not in ADDS_TO_NOTHING]
        self.absent_table = ROWS not in answer
        self._truth = truth
        self._setting = setting
        self._names = sorted(truth)
        self._true = [
            {key: _true(kind, truth[name].get(key)) for key, kind in self.kinds.items() if key != DESCRIPTION} for name in self._names
        ]
        self.alignment = self._aligned(threshold)
        self._match = {self._names[one]: self.rows[other] for one, other in self.alignment.pairs}
        self._out_of_order = {self._names[one] for one in self.alignment.out_of_order}

    def _aligned(self, threshold: int) -> Alignment:
        columns = [key for key in self.kinds if key != DESCRIPTION]
        expected = [[row[key] for key in columns] for row in self._true]
        answered = [[row.read[key].value if key in row.read else None for key in columns] for row in self.rows]
        filled = [[key in row.read for key in columns] for row in self.rows]
        return align(
            TableRows(expected, [self._truth[name].get(DESCRIPTION) for name in self._names]),
            TableRows(answered, [_text(row.cells.get(DESCRIPTION)) for row in self.rows], filled, [_said(row) for row in self.rows]),
            threshold,
            [at for at, key in enumerate(columns) if self.kinds[key] == "amount"],
        )

    def judge_row(self, name: str) -> Finding:
        """Whether the answer has a row of the page; that it stands elsewhere is said, and no failure."""
        if name not in self._match:
            return "M", self._missed()
        return "P", "out_of_order" if name in self._out_of_order else ""

    def judge_cell(self, name: str, key: str, label: Label) -> Judgement:
        """One cell of a row of the page; the description is unjudged whatever the answer says."""
        if key == DESCRIPTION:
            return Judgement(label.key, judge.OUTCOME, judge.NAME, judge.REASON)
        kind = self.kinds[key]
        row = self._match.get(name)
        if row is None:
            return Judgement(label.key, "X" if label.expected is None else "M", GRADERS[kind].name, self._missed())
        outcome, reason = judge_value(
            kind,
            label.expected,
            row.cells.get(key, ABSENT),
            self._setting,
            lambda: self._around(name, key),
            label.axes,
            row.read.get(key),
        )
        return Judgement(label.key, outcome, GRADERS[kind].name, reason)

    def amounts(self) -> dict[str, Decimal]:
        """Every amount in the answer's rows, by label key; rows that are none of the page by their number."""
        named = [(self._names[one], other) for one, other in self.alignment.pairs]
        named += [(f"LINE/+{number:03d}", other) for number, other in enumerate(self.alignment.extra, start=1)]
        return {
            f"{name}/{key}": value
            for name, at in named
            for key, value in self.rows[at].decimals().items()
            if value is not None and self.kinds[key] == "amount"
        }

    def extra(self) -> list[Judgement]:
        """Rows of the answer that are no row of the page, numbered in the answer's order."""
        several = set(self.alignment.merged)
        return [
            Judgement(f"LINE/+{number:03d}", "I", ROW_GRADER, "row_merged" if index in several else self._class_of(self.rows[index]))
            for number, index in enumerate(self.alignment.extra, start=1)
        ]

    def _class_of(self, row: AnsweredRow) -> str:
        """The class of a row that is no row of the page."""
        read = {key: found.value for key, found in row.read.items() if found.value is not None}
        return class_of_extra(read, len(row.read), _text(row.cells.get(DESCRIPTION)), self._true, self._sums)

    def _missed(self) -> str:
        return "schema_missing_key" if self.absent_table else "row_missed"

    def _around(self, name: str, key: str) -> Surroundings:
        """The true values of the row's other columns of the same kind, and what the cell should be to foot."""
        row = self._truth[name]
        kind = self.kinds[key]
        beside = {_true(kind, row.get(other)) for other in self.kinds if other != key and self.kinds[other] == kind}
        return Surroundings(frozenset(value for value in beside if value is not None), "column_swap", _footing(key, row))


#: What a column of a schedule should be, from the other columns of its row.
_ROW_SUMS = {
    "COMPLETED_AND_STORED": ((1, "PREVIOUS"), (1, "THIS_PERIOD"), (1, "STORED")),
    "BALANCE": ((1, "SCHEDULED_VALUE"), (-1, "COMPLETED_AND_STORED")),
}


def _footing(key: str, row: Mapping[str, str | None]) -> Decimal | None:
    """What a cell should say for its row to foot, or None where that is not known."""
    total = Decimal(0)
    for sign, other in _ROW_SUMS.get(key, ()):
        text = row.get(other)
        if text is None:
            return None
        total += sign * Decimal(text)
    return total if key in _ROW_SUMS else None


def _true(kind: ValueKind, expected: str | None) -> str | Decimal | None:
    return None if expected is None else GRADERS[kind].truth(expected)


def _text(value: Json) -> str | None:
    return value.text if isinstance(value, Number) else value if isinstance(value, str) else None


def _said(row: AnsweredRow) -> str:
    """All that a row says, in an order of its keys that is not the answer's."""
    return repr(sorted(row.cells.items(), key=lambda cell: cell[0]))


class VatBreakdown:
    """The VAT breakdown of one answer, its entries matched by rate."""

    def __init__(self, truth: Mapping[str, Mapping[str, str | None]], answer: Mapping[str, Json], setting: Setting) -> None:
        """`truth` holds, by rate as the labels spell it, the expected BASIS and TAX."""
        self.rows = answered_rows(answer, VAT_ROWS, VAT_FIELDS, setting)
        self._absent_table = VAT_ROWS not in answer
        self._setting = setting
        self._truth = truth
        true = {Decimal(rate) for rate in truth}
        self._by_rate: dict[Decimal, list[AnsweredRow]] = {rate: [] for rate in true}
        self._extra: list[AnsweredRow] = []
        for row in self.rows:
            rate = row.read["RATE"].value if "RATE" in row.read else None
            (self._by_rate[rate] if isinstance(rate, Decimal) and rate in true else self._extra).append(row)

    def judge_cell(self, rate: str, key: str, label: Label) -> Judgement:
        """BASIS or TAX of one rate. Two entries for a rate that the page has once say nothing certain."""
        grader = GRADERS["amount"].name
        rows = self._by_rate[Decimal(rate)]
        if not rows:
            reason = "schema_missing_key" if self._absent_table else "row_missed"
            return Judgement(label.key, "X" if label.expected is None else "M", grader, reason)
        if len(rows) > 1:
            return Judgement(label.key, "I" if label.expected is None else "F", grader, "ambiguous")
        outcome, reason = judge_value(
            "amount",
            label.expected,
            rows[0].cells.get(key, ABSENT),
            self._setting,
            lambda: self._around(rate, key),
            label.axes,
            rows[0].read.get(key),
        )
        return Judgement(label.key, outcome, grader, reason)

    def _around(self, rate: str, key: str) -> Surroundings:
        """The other amount of the same rate: tax for basis, basis for tax."""
        beside = {Decimal(text) for other, text in self._truth[rate].items() if other != key and text is not None}
        return Surroundings(frozenset(beside), "column_swap")

    def amounts(self) -> dict[str, Decimal]:
        """Every basis and tax answered, by label key: of a rate that stands twice their sum."""
        named = [(f"VAT/{rate}", self._by_rate[Decimal(rate)]) for rate in self._truth]
        named += [(f"VAT/+{number:03d}", [row]) for number, row in enumerate(self._extra, start=1)]
        found: dict[str, Decimal] = {}
        for name, rows in named:
            for key in ("BASIS", "TAX"):
                values = [value for row in rows if (value := row.decimals().get(key)) is not None]
                if values:
                    found[f"{name}/{key}"] = sum(values, Decimal(0))
        return found

    def extra(self) -> list[Judgement]:
        """Amounts answered for rates the page does not have."""
        return [
            Judgement(f"VAT/+{number:03d}/{key}", "I", ROW_GRADER, "row_invented")
            for number, row in enumerate(self._extra, start=1)
            for key in ("BASIS", "TAX")
            if row.cells.get(key) is not None
        ]
