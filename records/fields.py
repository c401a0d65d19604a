"""The two families and their fields: the one table that says what is asked and how it is judged.

Keys follow GRADING.md §1; `term` is the EN 16931 business term (invoices) or the summary line
(pay applications). `kind` chooses the grader (GRADING.md §3, `graders/dispatch.py`).
"""

from typing import Literal, NamedTuple

Family = Literal["invoice", "pay_application"]
ValueKind = Literal["identifier", "name", "date", "amount", "quantity", "percent", "code", "description"]
EvalClass = Literal["document_extraction", "line_item_structure", "document_qa", "product_logic"]
LabelKind = Literal["field", "line_item_structure", "qa_check", "derived_relation"]

FAMILIES: tuple[Family, ...] = ("invoice", "pay_application")

#: A label's kind decides the denominator it belongs to; the four are never averaged (DESIGN.md §3).
EVAL_CLASS: dict[LabelKind, EvalClass] = {
    "field": "document_extraction",
    "line_item_structure": "line_item_structure",
    "qa_check": "document_qa",
    "derived_relation": "product_logic",
}

#: Beside the relations of a document, as REL/UNDETECTED: whether a wrong amount of the answer escapes them all.
UNDETECTED = "UNDETECTED"


class Field(NamedTuple):
    """One key of an answer: its value kind, its term in the standard, and a plain title."""

    key: str
    kind: ValueKind
    term: str
    title: str


INVOICE_FIELDS: tuple[Field, ...] = (
    Field("INVOICE_NUMBER", "identifier", "BT-1", "Invoice number"),
    Field("ISSUE_DATE", "date", "BT-2", "Issue date"),
    Field("TYPE_CODE", "code", "BT-3", "Type (380 invoice, 381 credit note)"),
    Field("CURRENCY", "code", "BT-5", "Currency"),
    Field("DUE_DATE", "date", "BT-9", "Due date"),
    Field("PURCHASE_ORDER", "identifier", "BT-13", "Purchase order"),
    Field("SELLER_NAME", "name", "BT-27", "Seller name"),
    Field("SELLER_VAT_ID", "identifier", "BT-31", "Seller VAT id"),
    Field("BUYER_NAME", "name", "BT-44", "Buyer name"),
    Field("PAYEE_IBAN", "identifier", "BT-84", "Payee IBAN"),
    Field("SUM_OF_LINE_NETS", "amount", "BT-106", "Sum of line nets"),
    Field("ALLOWANCES", "amount", "BT-107", "Allowances"),
    Field("CHARGES", "amount", "BT-108", "Charges"),
    Field("TOTAL_WITHOUT_VAT", "amount", "BT-109", "Total without VAT"),
    Field("TOTAL_VAT", "amount", "BT-110", "Total VAT"),
    Field("TOTAL_WITH_VAT", "amount", "BT-112", "Total with VAT"),
    Field("PREPAID", "amount", "BT-113", "Prepaid"),
    Field("ROUNDING", "amount", "BT-114", "Rounding"),
    Field("AMOUNT_DUE", "amount", "BT-115", "Amount due"),
)

INVOICE_LINE_FIELDS: tuple[Field, ...] = (
    Field("LINE_ITEM_DESCRIPTION", "description", "BT-153", "Line description"),
    Field("QUANTITY", "quantity", "BT-129", "Quantity"),
    Field("UNIT", "code", "BT-130", "Unit"),
    Field("UNIT_PRICE", "amount", "BT-146", "Unit price"),
    Field("LINE_NET", "amount", "BT-131", "Line net"),
)

PAY_APPLICATION_FIELDS: tuple[Field, ...] = (
    Field("APPLICATION_NUMBER", "identifier", "header", "Application number"),
    Field("PERIOD_TO", "date", "header", "Period to"),
    Field("APPLICATION_DATE", "date", "header", "Application date"),
    Field("PROJECT_NAME", "name", "header", "Project name"),
    Field("PROJECT_NUMBER", "identifier", "header", "Project number"),
    Field("OWNER", "name", "header", "Owner"),
    Field("CONTRACTOR", "name", "header", "Contractor"),
    Field("CONTRACT_DATE", "date", "header", "Contract date"),
    Field("ORIGINAL_CONTRACT_SUM", "amount", "L1", "Original contract sum"),
    Field("NET_CHANGE_BY_CHANGE_ORDERS", "amount", "L2", "Net change by change orders"),
    Field("CONTRACT_SUM_TO_DATE", "amount", "L3", "Contract sum to date"),
    Field("TOTAL_COMPLETED_AND_STORED", "amount", "L4", "Total completed and stored"),
    Field("RETAINAGE_COMPLETED", "amount", "L5a", "Retainage on completed work"),
    Field("RETAINAGE_STORED", "amount", "L5b", "Retainage on stored material"),
    Field("RETAINAGE", "amount", "L5", "Total retainage"),
    Field("EARNED_LESS_RETAINAGE", "amount", "L6", "Earned less retainage"),
    Field("LESS_PREVIOUS_CERTIFICATES", "amount", "L7", "Less previous certificates"),
    Field("CURRENT_PAYMENT_DUE", "amount", "L8", "Current payment due"),
    Field("BALANCE_TO_FINISH", "amount", "L9", "Balance to finish, including retainage"),
    Field("CERTIFIED_AMOUNT", "amount", "certificate", "Amount certified"),
)

PAY_APPLICATION_LINE_FIELDS: tuple[Field, ...] = (
    Field("ITEM", "identifier", "A", "Item"),
    Field("LINE_ITEM_DESCRIPTION", "description", "B", "Description of work"),
    Field("SCHEDULED_VALUE", "amount", "C", "Scheduled value"),
    Field("PREVIOUS", "amount", "D", "Work completed, previous applications"),
    Field("THIS_PERIOD", "amount", "E", "Work completed, this period"),
    Field("STORED", "amount", "F", "Materials presently stored"),
    Field("COMPLETED_AND_STORED", "amount", "G", "Total completed and stored"),
    Field("PERCENT", "percent", "%", "Percent complete"),
    Field("BALANCE", "amount", "H", "Balance to finish"),
    Field("LINE_RETAINAGE", "amount", "I", "Retainage"),
)

FIELDS: dict[Family, tuple[Field, ...]] = {"invoice": INVOICE_FIELDS, "pay_application": PAY_APPLICATION_FIELDS}
LINE_FIELDS: dict[Family, tuple[Field, ...]] = {
    "invoice": INVOICE_LINE_FIELDS,
    "pay_application": PAY_APPLICATION_LINE_FIELDS,
}
