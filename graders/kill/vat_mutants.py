"""Entries of the VAT breakdown made wrong in one way each."""

from graders.deterministic import numeric
from graders.deterministic.schema import VAT_ROWS
from graders.gold import answer_text
from graders.kill.case import Case, Changed, can_exchange
from graders.kill.mutants import mutant
from graders.rows import ROW_GRADER


def _vat(case: Case) -> list[str]:
    return [key.split("/")[1] for key in case.expected if key.startswith("VAT/") and key.endswith("/TAX")]


@mutant("a VAT rate left out", numeric.NAME, "M", "row_missed")
def rate_left_out(case: Case) -> Changed | None:
    """Both its amounts are missed."""
    rates = _vat(case)
    rate = case.pick(rates)
    if rate is None:
        return None
    answer = case.answer()
    answer[VAT_ROWS] = [row for row in answer[VAT_ROWS] if row["RATE"] != rate]
    return Changed(answer_text(answer), (f"VAT/{rate}/BASIS", f"VAT/{rate}/TAX"))


@mutant("VAT basis and tax exchanged", numeric.NAME, "F", "column_swap")
def basis_and_tax(case: Case) -> Changed | None:
    """Right numbers, wrong columns."""
    answer = case.answer()
    found = case.pick([row for row in answer.get(VAT_ROWS, []) if row["RATE"] in _vat(case) and can_exchange(row, "BASIS", "TAX")])
    if found is None:
        return None
    found["BASIS"], found["TAX"] = found["TAX"], found["BASIS"]
    return Changed(answer_text(answer), (f"VAT/{found['RATE']}/BASIS", f"VAT/{found['RATE']}/TAX"))


@mutant("a VAT rate that is not there", ROW_GRADER, "I", "row_invented")
def rate_invented(case: Case) -> Changed | None:
    """An entry the page does not have."""
    if case.family != "invoice":
        return None
    answer = case.answer()
    answer[VAT_ROWS].append({"RATE": "3.7", "BASIS": "100.00", "TAX": "3.70"})
    return Changed(answer_text(answer), ("VAT/+001/BASIS", "VAT/+001/TAX"))


@mutant("a VAT rate twice", numeric.NAME, "F", "ambiguous")
def rate_twice(case: Case) -> Changed | None:
    """Two entries for one rate say nothing certain."""
    answer = case.answer()
    found = case.pick([row for row in answer.get(VAT_ROWS, []) if row["RATE"] in _vat(case)])
    if found is None:
        return None
    answer[VAT_ROWS].append(found | {"TAX": "0.00"})
    return Changed(answer_text(answer), tuple(f"VAT/{found['RATE']}/{key}" for key in ("BASIS", "TAX") if found[key] is not None))
