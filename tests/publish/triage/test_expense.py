"""What a report says of the system's own cost: list price by hand, measured CPU beside it, and null without a price."""

from decimal import Decimal

from analysis.triage import triage
from publish.triage.expense import Expense, expense
from publish.triage.report import report
from records.attempt import Attempt
from records.intake import parse_intake
from records.price import Price
from records.row import Cost
from records.run import Run, SystemCard

CARD = SystemCard(
    slug="a",
    title="A",
    reader="r",
    extractor="x",
    in_house=False,
    conditions=("clean",),
    claims_determinism=False,
    versions={},
    fingerprint="unpinned",
)
RUN = Run(
    id="2026-02-01-a",
    date="2026-02-01",
    system=CARD,
    plan="p",
    corpus="0" * 64,
    edition="e",
    rubric=2,
    replicates=2,
    determinism=None,
    machine="box",
)
CALL = Attempt(
    call="0" * 32,
    attempt=1,
    document="inv-0001.clean",
    replicate=1,
    http=200,
    status="ok",
    final=True,
    seconds="1",
    tokens_in=1000,
    tokens_out=200,
    usd="99",
    fingerprint="unpinned",
)
PRICE = Price(
    system="a", unit="million_tokens", usd_in="2.50", usd_out="10", source_url="https://example.com/pricing", retrieved="2026-01-31"
)
TIMED = Cost(
    system="a", run=RUN.id, family="invoice", condition="clean", seconds_per_document="3.000", cpu_seconds_per_document="2.500", n=400
)
INTAKE = b"family,field,volume,cost_of_error,cost_of_review,currency\ninvoice,AMOUNT_DUE,1000,40.00,0.50,EUR\n"


def page(costs: Expense) -> str:
    """A report on one field without figures."""
    found = triage(parse_intake("i.csv", INTAKE), [], "a")
    return report(found, intake="i.csv", data=INTAKE, system="a", edition="e", status="draft", costs=costs)


def test_a_thousand_documents_by_list_price() -> None:
    """1,000 in at 2.50 and 200 out at 10 a million: 4.50 USD a thousand; what was noted as spent is not looked at."""
    said = page(expense(RUN, [CALL], [], [PRICE], [TIMED]))
    assert expense(RUN, [CALL], [], [PRICE], []).per_thousand == (Decimal("4.5000"), 1, 1)
    assert "4.50 USD for a thousand documents" in said and "1 of 1 answers" in said
    assert "https://example.com/pricing" in said and "2026-01-31" in said and "99" not in said.split("What the system itself costs")[1]


def test_without_a_price_there_is_none_and_seconds_are_no_price() -> None:
    """Measured CPU is shown as that, of the families and conditions asked about alone."""
    other = TIMED.model_copy(update={"condition": "heavy", "cpu_seconds_per_document": "7.777"})
    said = page(expense(RUN, [CALL], [], [], [TIMED, other]))
    assert "No list price is recorded, so no cost is given." in said and "USD" not in said
    assert "2.500 CPU seconds a document" in said and "n = 400 answers" in said and "no price" in said and "7.777" not in said


def test_a_price_without_usage_is_no_evidence() -> None:
    """Nobody said how much was used."""
    assert "nothing said how much was used" in page(expense(RUN, [], [], [PRICE], []))
