"""The cost of a document in the index: usage of its calls times the price of the day, or null with the reason."""

from decimal import Decimal
from pathlib import Path

from catalogue.backfill import backfill
from catalogue.database import answered
from catalogue.ledger import append_record, write_records
from records.attempt import Attempt
from records.price import Price
from tests.catalogue.made import document, extraction, labels, run, verdicts, write_corpus, write_run


def call(replicate: int = 1, tokens: int | None = 1000, *, final: bool = True) -> Attempt:
    """A call about the clean twin of inv-0001."""
    return Attempt(
        call="0" * 32,
        attempt=1,
        document="inv-0001.clean",
        replicate=replicate,
        http=200,
        status="ok",
        final=final,
        seconds="1.000",
        tokens_in=tokens,
        tokens_out=None if tokens is None else 1,
        usd=None,
        fingerprint="unpinned",
    )


def price(retrieved: str, usd_in: str, unit: str = "million_tokens") -> Price:
    """A price of alpha's."""
    told = {
        "system": "alpha",
        "unit": unit,
        "usd_in": usd_in,
        "usd_out": "0",
        "source_url": "https://example.com/p",
        "retrieved": retrieved,
    }
    return Price.model_validate(told)


def cost(tmp_path: Path, calls: list[Attempt], *prices: Price) -> tuple[object, ...]:
    """Cost and reason of the one document of a run of 2026-02-01."""
    data = tmp_path / "data"
    write_corpus(data, [document()], labels())
    folder = write_run(data, run("2026-02-01-a"), verdicts({"CURRENCY": "PP"}), [extraction(replicates=(1, 2), seconds=("1", "1"))])
    if calls:
        write_records(folder / "attempts.jsonl", calls)
    for one in prices:
        append_record(data / "prices" / "prices.jsonl", one)
    backfill(data, tmp_path / "index")
    return answered(tmp_path / "index", "SELECT cost_usd, cost_reason FROM run_documents")[1][0]


def test_a_cost_is_that_of_the_first_replicate_at_the_price_of_the_day(tmp_path: Path) -> None:
    """1,000 tokens at 2.000001 USD a million; a price read later, and the second replicate, count for nothing."""
    calls = [call(), call(2, 500_000)]
    assert cost(tmp_path, calls, price("2026-01-31", "2.000001"), price("2026-02-02", "9")) == (Decimal("0.002000001000"), None)


def test_a_repeated_call_is_added(tmp_path: Path) -> None:
    """A body that was no answer was used as well."""
    assert cost(tmp_path, [call(final=False), call()], price("2026-01-01", "2"))[0] == Decimal("0.004")


def test_pages_are_counted_on_the_document(tmp_path: Path) -> None:
    """One page at a cent and a half."""
    assert cost(tmp_path, [call()], price("2026-01-01", "0.015", "page"))[0] == Decimal("0.015")


def test_without_a_price_a_usage_or_calls_there_is_no_cost(tmp_path: Path) -> None:
    """Null with its reason, never zero: a price that was read after the run is none."""
    late, known = price("2026-02-02", "2"), price("2026-01-01", "2")
    assert cost(tmp_path / "a", [call()], late) == (None, "no price is recorded")
    assert cost(tmp_path / "b", [call(tokens=None)], known) == (None, "the endpoint did not say what it used")
    assert cost(tmp_path / "c", [], known) == (None, "no price is recorded")


def test_a_new_price_is_a_new_index(tmp_path: Path) -> None:
    """Prices are a source like any other: the index is made again when one is added."""
    assert cost(tmp_path, [call()])[0] is None
    append_record(tmp_path / "data" / "prices" / "prices.jsonl", price("2026-01-01", "2"))
    assert backfill(tmp_path / "data", tmp_path / "index").written
    assert answered(tmp_path / "index", "SELECT cost_usd FROM run_documents")[1] == [(Decimal("0.002"),)]
