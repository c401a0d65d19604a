"""One answer to one document, judged label by label. Pure: equal input, equal letters, nothing mutated.

The table of graders is `graders.table`; this module decides which label goes where by its key:
a field, a row (LINE/001), a cell (LINE/001/LINE_NET), a VAT amount (VAT/19/TAX), a relation
(REL/L4) or the whole answer (SCHEMA).
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from graders import judge, undetected
from graders.align import checked_threshold
from graders.answer import Unparseable, parse_answer
from graders.deterministic import arithmetic, schema
from graders.deterministic.reading import Json, Reading, Setting
from graders.judgement import Judgement
from graders.prior import value_before
from graders.relations import Figures, Relation, evaluate, operands
from graders.rows import ROW_GRADER, Lines, VatBreakdown
from graders.table import GRADERS
from graders.truth import kinds, true_figures, true_rates, true_rows
from graders.values import ABSENT, Surroundings, judge_value
from records.document import Conventions, Label
from records.errors import MalformedRecord, one
from records.fields import FIELDS, LINE_FIELDS, Family, ValueKind
from records.plan import GradingPlan
from records.verdict import Status


def grade(
    family: Family,
    conventions: Conventions,
    labels: Sequence[Label],
    status: Status,
    answer: str | None,
    plan: GradingPlan,
) -> list[Judgement]:
    """The letter of every label for one replicate, in the order of the labels; extra rows follow.

    A status other than ok, and an answer that cannot be read, is a miss of every value, which stays
    in the denominator; a value the page does not have is then excluded, since nothing was said of it.
    Raises GroundTruthError on a threshold of 0 and MalformedRecord on a label that is not canonical.
    """
    setting = Setting(conventions, plan.two_digit_year_pivot, Decimal(plan.amount_tolerance))
    threshold = checked_threshold(plan.alignment_threshold)
    if status != "ok":
        return [_unread(family, label, status) for label in labels]
    try:
        parsed = parse_answer(answer or "")
    except Unparseable:
        return [_unread(family, label, "unparseable") for label in labels]
    try:
        return _Grading(family, setting, labels, parsed, threshold).judgements()
    except (ValueError, KeyError) as error:
        document = labels[0].document if labels else "labels"
        raise MalformedRecord(one("labels", f"{document}: a label that cannot be graded: {error}", remedy="mend the label")) from error


def grader_of(family: Family, key: str) -> str:
    """The name of the grader that judges a label key. Raises KeyError on a key the family does not have."""
    parts = key.split("/")
    if key == "SCHEMA":
        return schema.NAME
    if parts[0] == "REL":
        return arithmetic.NAME
    if parts[0] == "VAT":
        return GRADERS["amount"].name
    if parts[0] == "LINE":
        if len(parts) == 2:
            return ROW_GRADER
        kind = kinds(LINE_FIELDS, family)[parts[2]]
        return judge.NAME if kind == "description" else GRADERS[kind].name
    return GRADERS[kinds(FIELDS, family)[key]].name


def _unread(family: Family, label: Label, status: Status) -> Judgement:
    """The judgement of a label whose answer could not be had or read."""
    grader = grader_of(family, label.key)
    if not label.scored:
        return Judgement(label.key, "X", grader, "excluded")
    if grader == judge.NAME:
        return Judgement(label.key, judge.OUTCOME, grader, judge.REASON)
    if label.key == "SCHEMA":
        return Judgement(label.key, "F", grader, status)
    return Judgement(label.key, "X" if label.expected is None else "M", grader, status)


class _Grading:
    """One readable answer beside one document's labels."""

    def __init__(self, family: Family, setting: Setting, labels: Sequence[Label], answer: Mapping[str, Json], threshold: int) -> None:
        self.family = family
        self.setting = setting
        self.labels = labels
        self.answer = answer
        self.kinds = kinds(FIELDS, family)
        self.expected = {label.key: label.expected for label in labels}
        self.lines = Lines(family, true_rows(labels), answer, setting, threshold)
        self.vat = VatBreakdown(true_rates(labels), answer, setting)
        self.read = {key: GRADERS[kind].read(answer[key], setting) for key, kind in self.kinds.items() if answer.get(key) is not None}
        self.figures = Figures(_decimals(self.read), [row.decimals() for row in self.lines.rows], [row.decimals() for row in self.vat.rows])
        self.relations = evaluate(family, self.figures)
        self._truth: Figures | None = None

    def judgements(self) -> list[Judgement]:
        """One judgement for each label, then the invented rows."""
        judged = {label.key: self._judged(label) for label in self.labels if label.key != undetected.KEY}
        return (
            [judged.get(label.key) or self._undetected(label, judged.values()) for label in self.labels]
            + self.lines.extra()
            + self.vat.extra()
        )

    def _undetected(self, label: Label, judged: Iterable[Judgement]) -> Judgement:
        """Whether any wrong amount of the answer escapes every identity; all else is judged before."""
        if not label.scored:
            return Judgement(label.key, "X", arithmetic.NAME, "excluded")
        fields = {key: value for key, value in self.figures.fields.items() if value is not None and self.kinds[key] == "amount"}
        answered = fields | self.lines.amounts() | self.vat.amounts()
        wrong = undetected.errors(judged, self.expected, answered)
        outcome, reason = undetected.undetected(self.family, self.setting.conventions.currency, wrong, answered, self.relations)
        return Judgement(label.key, outcome, arithmetic.NAME, reason)

    def _judged(self, label: Label) -> Judgement:
        if not label.scored:
            return Judgement(label.key, "X", grader_of(self.family, label.key), "excluded")
        parts = label.key.split("/")
        if parts[0] == "LINE":
            if len(parts) == 2:
                return Judgement(label.key, *_with(ROW_GRADER, self.lines.judge_row(label.key)))
            return self.lines.judge_cell(f"LINE/{parts[1]}", parts[2], label)
        if parts[0] == "VAT":
            return self.vat.judge_cell(parts[1], parts[2], label)
        if parts[0] == "REL":
            return self._relation(parts[1], label)
        return self._schema(label) if label.key == "SCHEMA" else self._field(label)

    def _field(self, label: Label) -> Judgement:
        kind = self.kinds[label.key]
        outcome, reason = judge_value(
            kind,
            label.expected,
            self.answer.get(label.key, ABSENT),
            self.setting,
            lambda: self._around(label.key, kind),
            label.axes,
            self.read.get(label.key),
        )
        return Judgement(label.key, outcome, GRADERS[kind].name, reason)

    def _schema(self, label: Label) -> Judgement:
        broken = schema.violations(self.family, dict(self.answer))
        return Judgement(label.key, "F" if broken else "P", schema.NAME, "+".join(broken))

    def _relation(self, name: str, label: Label) -> Judgement:
        """The answer's own footing against the page's: equal passes, a repaired page does not."""
        if name not in self.relations:
            raise ValueError(f"{name} is no relation of the family")
        relation = self.relations[name]
        outcome, reason = self._relation_finding(name, relation, label.expected)
        return Judgement(label.key, outcome, arithmetic.NAME, reason)

    def _relation_finding(self, name: str, relation: Relation, expected: str | None) -> tuple[str, str]:
        if relation.status == expected:
            return "P", "undetected" if expected == "holds" and self._differs(name) else ""
        if relation.status == "not_evaluable":
            return "M", "not_evaluable:" + "+".join(relation.missing)
        if expected == "not_evaluable":
            return "F", "fabricated"
        return "F", "repaired" if expected == "fails" else "wrong"

    def _differs(self, name: str) -> bool:
        """Whether any operand of a relation is not what the page says: a wrong answer that foots."""
        true, answered = self.truth, self.figures
        return any(
            true.fields.get(key) != answered.fields.get(key) or _column(true, key) != _column(answered, key)
            for key in operands(self.family, name)
        )

    @property
    def truth(self) -> Figures:
        """The amounts the page prints, from the labels."""
        if self._truth is None:
            self._truth = true_figures(self.family, self.expected)
        return self._truth

    def _around(self, key: str, kind: ValueKind) -> Surroundings:
        truth = GRADERS[kind].truth
        others = [self.expected.get(other) for other, same in self.kinds.items() if same == kind and other != key]
        footing = None
        if kind == "amount":
            broken = [one for one in evaluate(self.family, self.truth).values() if one.status == "fails" and one.stated_key == key]
            footing = broken[0].computed if broken else None
        before = value_before(key, self.expected) if self.family == "pay_application" else None
        return Surroundings(frozenset(truth(text) for text in others if text is not None), "role_swap", footing, before)


def _decimals(read: Mapping[str, Reading]) -> dict[str, Decimal | None]:
    return {key: found.value for key, found in read.items() if isinstance(found.value, Decimal)}


def _column(figures: Figures, key: str) -> list[Decimal]:
    found = [row.get(key) for row in (*figures.rows, *figures.vat)]
    return sorted(value for value in found if value is not None)


def _with(grader: str, finding: tuple[str, str]) -> tuple[str, str, str]:
    return finding[0], grader, finding[1]
