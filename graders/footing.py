"""The identities of schedule and summary on a third party's pay applications, one by one and across a project.

Sums go through `graders.relations`, the same functions that judge answers. Beside them stand what an
answer does not hold: the totals row, and what one application takes from the one before.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from graders.deterministic.arithmetic import Status, carried_forward, half_up, previous_certificates
from graders.relations import Figures, evaluate
from records.pay import PayFacts, PayLine

ZERO = Decimal(0)


def figures(facts: PayFacts) -> Figures:
    """The amounts of an application for `graders.relations`."""
    return Figures(dict(facts.fields), [dict(line.cells) for line in facts.lines])


def pay_footing(facts: PayFacts) -> dict[str, Status]:
    """Every identity of one application: those of `graders.relations`, and one TOTAL a column of the totals row.

    Where the file declares its retainage as a share of all work, L5 is that share of L4, rounded half
    up once; the lines' retainage is then another figure, and its column total says so.
    """
    found = {name: relation.status for name, relation in evaluate("pay_application", figures(facts)).items()}
    if facts.global_retainage is not None:
        found["L5"] = _global_retainage(facts)
    for key in sorted(facts.totals):
        column = [line.cells.get(key) for line in facts.lines]
        found[f"TOTAL/{key}"] = _equal(facts.totals[key], None if None in column or not column else sum(filter(None, column), ZERO))
    return found


def project_footing(applications: Sequence[PayFacts]) -> dict[str, Status]:
    """What each application takes from those before it: `n/D` for column D row by row, `n/L7` and `n/L7-L6`, for n from 2.

    L7 is the sum of all that was certified; that it equals the prior L6 holds only where everything
    was certified in full (`not_applicable` reads as holding: nothing contradicts it).
    """
    found: dict[str, Status] = {}
    for number in range(1, len(applications)):
        before, now = applications[number - 1], applications[number]
        rows = {line.item: line for line in before.lines}
        found[f"{number + 1}/D"] = _every(_carried(line, rows) for line in now.lines)
        certified = [facts.fields.get("CERTIFIED_AMOUNT") for facts in applications[:number]]
        total, in_full = previous_certificates(certified, before.fields.get("EARNED_LESS_RETAINAGE"))
        found[f"{number + 1}/L7"] = _equal(now.fields.get("LESS_PREVIOUS_CERTIFICATES"), total)
        found[f"{number + 1}/L7-L6"] = "holds" if in_full == "not_applicable" else in_full
    return found


def _carried(line: PayLine, before: Mapping[str, PayLine]) -> Status:
    """D(n) = D(n-1) + E(n-1); a row that a change order added begins at 0."""
    if line.item not in before:
        return _equal(line.cells.get("PREVIOUS"), ZERO)
    cells = before[line.item].cells
    return carried_forward(line.cells.get("PREVIOUS"), (cells.get("PREVIOUS"), cells.get("THIS_PERIOD")))


def _global_retainage(facts: PayFacts) -> Status:
    total = facts.fields.get("TOTAL_COMPLETED_AND_STORED")
    rate = facts.global_retainage
    return _equal(facts.fields.get("RETAINAGE"), None if total is None or rate is None else half_up(total * rate / 100))


def _equal(stated: Decimal | None, due: Decimal | None) -> Status:
    if stated is None or due is None:
        return "not_evaluable"
    return "holds" if stated == due else "fails"


def _every(found: Iterable[Status]) -> Status:
    statuses = list(found)
    if "fails" in statuses:
        return "fails"
    return "holds" if statuses and "not_evaluable" not in statuses else "not_evaluable"
