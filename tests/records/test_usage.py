"""A cost is usage times list price: exact, additive, and nothing where either is missing."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from records.attempt import Attempt
from records.money import decimal_text
from records.price import LEAST, MOST, Price
from records.usage import PerThousand, Usage, list_cost, per_thousand, usages


def priced(usd_in: str = "2.50", usd_out: str = "10", **changed: Any) -> Price:
    """A price of tokens."""
    told: dict[str, Any] = {"system": "a", "unit": "million_tokens", "usd_in": usd_in, "usd_out": usd_out}
    return Price(**(told | {"source_url": "https://example.com/p", "retrieved": "2026-11-30"} | changed))


def attempt(
    document: str = "inv-0001.clean", replicate: int = 1, *, tokens: tuple[int, int] | None = (1000, 200), **changed: Any
) -> Attempt:
    """A call that ended."""
    told: dict[str, Any] = {"call": "0" * 32, "attempt": 1, "document": document, "replicate": replicate, "http": 200, "status": "ok"}
    used = {"tokens_in": tokens and tokens[0], "tokens_out": tokens and tokens[1]}
    return Attempt(**(told | used | {"final": True, "seconds": "1.000", "usd": None, "fingerprint": "unpinned"} | changed))


counts = st.integers(min_value=0, max_value=10**9)
micros = st.integers(min_value=int(LEAST["million_tokens"] * 10**6), max_value=int(MOST["million_tokens"] * 10**6))
prices = st.builds(lambda a, b: priced(*(decimal_text(Decimal(n).scaleb(-6)) for n in (a, b))), micros, micros)
uses = st.builds(Usage, counts, counts)


@given(prices, uses)
def test_a_cost_is_usage_times_price_to_the_last_digit(price: Price, usage: Usage) -> None:
    """The same as with fractions, of which none is ever rounded."""
    due = (usage.tokens_in * Fraction(price.usd_in) + usage.tokens_out * Fraction(price.usd_out)) / 1_000_000
    cost = list_cost(price, usage)
    assert cost is not None and Fraction(cost) == due and cost >= 0


@given(prices, st.lists(uses, min_size=1, max_size=8))
def test_the_cost_of_all_is_the_sum_of_each(price: Price, found: list[Usage]) -> None:
    """Uses priced one by one add up to the use of all."""
    whole = list_cost(price, Usage(sum(u.tokens_in for u in found), sum(u.tokens_out for u in found)))
    assert whole == sum((list_cost(price, usage) or Decimal(0) for usage in found), Decimal(0))


@given(prices, uses, st.integers(min_value=1, max_value=9))
def test_a_thousand_documents_alike_cost_a_thousand_times_one(price: Price, usage: Usage, answers: int) -> None:
    """However many answers there were: the mean of equal usages is each of them."""
    found = per_thousand(price, {("d", number): usage for number in range(answers)})
    each = list_cost(price, usage)
    assert each is not None and found == PerThousand(1000 * each, answers, answers)


@given(prices, uses, uses)
def test_more_use_never_costs_less(price: Price, one: Usage, more: Usage) -> None:
    """Adding tokens to a use adds to its cost, or nothing."""
    both = list_cost(price, Usage(one.tokens_in + more.tokens_in, one.tokens_out + more.tokens_out))
    alone = list_cost(price, one)
    assert both is not None and alone is not None and both >= alone


@given(uses)
def test_without_a_price_there_is_no_cost(usage: Usage) -> None:
    """None, never zero; nor is there one without a usage."""
    assert list_cost(None, usage) is None and per_thousand(None, {("d", 1): usage}) is None
    assert list_cost(priced(), None) is None and per_thousand(priced(), {("d", 1): None}) is None and per_thousand(priced(), {}) is None


def test_a_thousand_documents_by_hand() -> None:
    """(1,000 + 3,000) in at 2.50 and (200 + 600) out at 10 a million over two answers; a third said nothing, and is counted."""
    found = {("a", 1): Usage(1000, 200), ("a", 2): Usage(3000, 600), ("b", 1): None}
    assert per_thousand(priced(), found) == PerThousand(Decimal("9.000"), 2, 3)


def test_a_price_by_the_page_needs_pages() -> None:
    """Two pages at a cent and a half; where nobody counted them there is no cost, and no price of nothing either."""
    page = priced("0.015", "0", unit="page")
    assert list_cost(page, Usage(9, 9, 2)) == Decimal("0.030")
    assert list_cost(page, Usage(9, 9)) is None and per_thousand(page, {("a", 1): Usage(9, 9)}) is None
    assert per_thousand(page, usages([attempt()], {"inv-0001.clean": 2})) == PerThousand(Decimal("30.000"), 1, 1)


def test_every_call_for_an_answer_counts() -> None:
    """A body that was none was used and paid for too; a call that was turned away used nothing."""
    calls = [attempt(final=False, status="unparseable"), attempt(final=False, tokens=None, http=429, status="error"), attempt()]
    assert usages(calls) == {("inv-0001.clean", 1): Usage(2000, 400)}


def test_an_answer_whose_usage_was_not_said_has_none() -> None:
    """No answer in time may have been paid for: not known is not nothing. What is not answered yet is left out."""
    calls = [attempt(status="timeout", tokens=None), attempt(replicate=2, final=False), attempt(replicate=3)]
    assert usages(calls) == {("inv-0001.clean", 1): None, ("inv-0001.clean", 3): Usage(1000, 200)}
