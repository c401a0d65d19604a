"""Pay applications of third parties: a project's JSON in whole cents, and a toolkit's schedule and summary.

Columns are found by the text of their header and keys by their name, never by their place.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from catalogue.imports.labels import NOT_STATED, money, shortest
from catalogue.imports.limits import MOST_ROWS, refuse
from catalogue.imports.table import Json, decimal_of, read_csv, read_json
from records.document import Authority, Label
from records.fields import FIELDS, LINE_FIELDS
from records.pay import PayFacts, PayLine

#: The schedule's columns by letter, in cents and basis points (`massingbill`).
CENTS = {
    "C": "SCHEDULED_VALUE", "D": "PREVIOUS", "E": "THIS_PERIOD", "F": "STORED", "G": "COMPLETED_AND_STORED", "pct_bp": "PERCENT",
    "H": "BALANCE", "I": "LINE_RETAINAGE",
}  # fmt: skip
SUMMARY = {
    "1": "ORIGINAL_CONTRACT_SUM", "2": "NET_CHANGE_BY_CHANGE_ORDERS", "3": "CONTRACT_SUM_TO_DATE", "4": "TOTAL_COMPLETED_AND_STORED",
    "5a": "RETAINAGE_COMPLETED", "5b": "RETAINAGE_STORED", "5": "RETAINAGE", "6": "EARNED_LESS_RETAINAGE",
    "7": "LESS_PREVIOUS_CERTIFICATES", "8": "CURRENT_PAYMENT_DUE", "9": "BALANCE_TO_FINISH",
}  # fmt: skip
#: The toolkit's names for the same columns, in JSON and as headers of its CSV.
COLUMNS = {
    "scheduled_value": "SCHEDULED_VALUE", "work_completed_previous": "PREVIOUS", "work_completed_this_period": "THIS_PERIOD",
    "materials_presently_stored": "STORED", "total_completed_and_stored": "COMPLETED_AND_STORED", "percent_complete": "PERCENT",
    "balance_to_finish": "BALANCE", "retainage_total_to_date": "LINE_RETAINAGE",
}  # fmt: skip
HEADERS = {
    "Scheduled Value": "SCHEDULED_VALUE", "Work Completed (Previous)": "PREVIOUS", "Work Completed (This Period)": "THIS_PERIOD",
    "Materials Presently Stored": "STORED", "Total Completed & Stored to Date": "COMPLETED_AND_STORED", "Percent Complete": "PERCENT",
    "Balance to Finish": "BALANCE", "Retainage (Total to Date)": "LINE_RETAINAGE",
}  # fmt: skip
TOTALS = {
    "scheduled_value_total": "SCHEDULED_VALUE", "work_completed_previous_total": "PREVIOUS",
    "work_completed_this_period_total": "THIS_PERIOD", "materials_presently_stored_total": "STORED",
    "total_completed_and_stored_to_date": "COMPLETED_AND_STORED",
    "balance_to_finish_total": "BALANCE", "retainage_held_to_date": "LINE_RETAINAGE",
}  # fmt: skip
FIELDS_OF = {
    "original_contract_sum": "ORIGINAL_CONTRACT_SUM", "net_change_by_change_orders": "NET_CHANGE_BY_CHANGE_ORDERS",
    "contract_sum_to_date": "CONTRACT_SUM_TO_DATE", "total_completed_and_stored_to_date": "TOTAL_COMPLETED_AND_STORED",
    "retainage": "RETAINAGE", "total_earned_less_retainage": "EARNED_LESS_RETAINAGE",
    "less_previous_certificates_for_payment": "LESS_PREVIOUS_CERTIFICATES", "current_payment_due": "CURRENT_PAYMENT_DUE",
}  # fmt: skip
_HUNDRED = Decimal(100)
_MEND = "see the file's own schema"


def read_pay(file: str, data: bytes) -> list[PayFacts]:
    """The applications of a file: a JSON project, a JSON schedule or summary, or a CSV schedule.

    Raises GroundTruthError with one line on anything else.
    """
    start = data[:64].lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if start not in {b"{", b"["}:
        return [_csv(file, data)]
    value = read_json(file, data)
    if isinstance(value, dict) and isinstance(value.get("applications"), list):
        if value.get("unit") != "integer cents":
            refuse(file, "a project whose unit is not declared as integer cents", _MEND)
        return [_project(file, entry) for entry in _objects(file, value["applications"], "applications")]
    if isinstance(value, dict) and isinstance(value.get("metadata"), dict):
        return [_toolkit(file, value)]
    return refuse(file, "JSON of no shape that is known here", "give a project, a schedule or a summary")


def _project(file: str, entry: Mapping[str, Json]) -> PayFacts:
    summary = entry.get("g702")
    if not isinstance(summary, dict):
        refuse(file, "an application without its summary", _MEND)
    fields = {key: _cents(file, summary.get(line), f"line {line}") for line, key in SUMMARY.items()}
    fields["CERTIFIED_AMOUNT"] = _cents(file, entry.get("amount_certified"), "amount_certified")
    return PayFacts(
        number=int(decimal_of(file, entry.get("application"), "application") or 0) or None,
        currency="USD",
        fields={key: value for key, value in fields.items() if value is not None},
        lines=tuple(
            PayLine(str(row.get("A", "")), str(row.get("B", "")), {key: _cents(file, row.get(name), name) for name, key in CENTS.items()})
            for row in _objects(file, entry.get("g703"), "g703")
        ),
        totals={},
    )


def _toolkit(file: str, value: Mapping[str, Json]) -> PayFacts:
    about = value["metadata"]
    summary, totals = value.get("g702_like_fields", {}), value.get("totals", {})
    if not (isinstance(summary, dict) and isinstance(totals, dict)):
        refuse(file, "a summary that is no object", _MEND)
    rate = decimal_of(file, about.get("retainage_percent"), "retainage_percent")
    return PayFacts(
        number=None,
        currency=str(about.get("currency", "")),
        fields=_named(file, summary, FIELDS_OF),
        lines=tuple(
            PayLine(
                str(row.get("item_no", "")),
                str(row.get("description", "")),
                {key: decimal_of(file, row.get(name), name) for name, key in COLUMNS.items()},
            )
            for row in _objects(file, value.get("schedule_of_values", []), "schedule_of_values")
        ),
        totals=_named(file, totals, TOTALS),
        global_retainage=rate if summary else None,
    )


def _csv(file: str, data: bytes) -> PayFacts:
    header, rows = read_csv(file, data)
    if not {"Item No", "Description of Work", "Scheduled Value"} <= set(header):
        refuse(file, "a table without the columns Item No, Description of Work and Scheduled Value", "name the columns so", 1)
    lines = []
    for number, row in enumerate(rows, start=2):
        cells = dict(zip(header, row, strict=True))
        found = {key: decimal_of(file, cells.get(name), name, number) for name, key in HEADERS.items()}
        lines.append(PayLine(cells["Item No"], cells["Description of Work"], found))
    return PayFacts(number=None, currency="", fields={}, lines=tuple(lines), totals={})


def _named(file: str, found: Mapping[str, Json], names: Mapping[str, str]) -> dict[str, Decimal]:
    values = {key: decimal_of(file, found.get(name), name) for name, key in names.items()}
    return {key: value for key, value in values.items() if value is not None}


def _objects(file: str, rows: Json, what: str) -> Iterator[Mapping[str, Json]]:
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        refuse(file, f"{what} is no list of objects", _MEND)
    if len(rows) > MOST_ROWS:
        refuse(file, f"more than {MOST_ROWS:,} rows in {what}", "split the file, or leave it out")
    yield from rows


def _cents(file: str, value: Json, what: str) -> Decimal | None:
    number = decimal_of(file, value, what)
    if number is not None and number != number.to_integral_value():
        refuse(file, f"{what} is not in whole cents", _MEND)
    return None if number is None else number / _HUNDRED


def pay_labels(document: str, facts: PayFacts, authority: Authority = "constructed") -> list[Label]:
    """A label for every key of the family and every cell of the schedule; what the file does not state is not scored."""
    stated = {key: money(value) for key, value in facts.fields.items()}
    if facts.number is not None:
        stated["APPLICATION_NUMBER"] = str(facts.number)
    found = [_label(document, field.key, stated.get(field.key), authority, row=False) for field in FIELDS["pay_application"]]
    for number, line in enumerate(facts.lines, start=1):
        row = f"LINE/{number:03d}"
        found.append(Label(document=document, key=row, kind="line_item_structure", expected="row", authority=authority))
        cells = {key: shortest(value) if key == "PERCENT" else money(value) for key, value in line.cells.items()}
        cells |= {"ITEM": line.item or None, "LINE_ITEM_DESCRIPTION": line.description or None}
        found += [
            _label(document, f"{row}/{field.key}", cells.get(field.key), authority, row=True) for field in LINE_FIELDS["pay_application"]
        ]
    return found


def _label(document: str, key: str, value: str | None, authority: Authority, *, row: bool) -> Label:
    return Label(
        document=document,
        key=key,
        kind="line_item_structure" if row else "field",
        expected=value,
        authority="unpopulated" if value is None else authority,
        scored=value is not None,
        exclusion_reason=NOT_STATED if value is None else None,
    )
