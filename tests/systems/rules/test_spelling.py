"""Labels found again in spite of case, accents, punctuation and a misread letter."""

from hypothesis import given, settings
from hypothesis import strategies as st

from systems.rules.labels import LABELS
from systems.rules.spelling import Phrases, distance, letters

PHRASES = Phrases({"invoice number": "NUMBER", "invoice to": "BUYER", "fälligkeitsdatum": "DUE", "po": "ORDER"})


def test_case_accents_and_punctuation_do_not_count() -> None:
    """The label on the page is the label in the table."""
    assert PHRASES.meaning("Invoice Number:") == ("NUMBER", 0)
    assert PHRASES.meaning("FALLIGKEITSDATUM") == ("DUE", 0)


def test_a_misread_letter_is_forgiven_in_a_long_label() -> None:
    """OCR reads l for I; the nearest label is meant."""
    assert PHRASES.meaning("lnvoice nurnber") == (None, 0)
    assert PHRASES.meaning("lnvoice number") == ("NUMBER", 1)
    assert PHRASES.meaning("Fälligkcitsdatum") == ("DUE", 1)


def test_nothing_is_forgiven_in_a_short_label() -> None:
    """Two letters are either right or something else."""
    assert PHRASES.meaning("pc") == (None, 0)


def test_an_exact_label_goes_before_a_near_one() -> None:
    """Invoice no and invoice to are one letter apart and mean different things."""
    assert LABELS["invoice"].meaning("Invoice no")[0] == "INVOICE_NUMBER"
    assert LABELS["invoice"].meaning("Invoice to")[0] == "BUYER_NAME"


@settings(deadline=None)
@given(st.text("abcd", max_size=5), st.text("abcd", max_size=5))
def test_distance_is_the_edit_distance(first: str, second: str) -> None:
    """Against the textbook recursion, as far as the limit."""

    def plain(a: str, b: str) -> int:
        if not a or not b:
            return len(a) + len(b)
        return min(plain(a[1:], b) + 1, plain(a, b[1:]) + 1, plain(a[1:], b[1:]) + (a[0] != b[0]))

    found = distance(first, second, 3)
    assert found == plain(first, second) or (found > 3 and plain(first, second) > 3)


def test_letters_keep_what_distinguishes_labels() -> None:
    """The percent and number signs are letters of a label, digits and brackets are not."""
    assert letters("VAT % (19)") == "vat%"
    assert letters("Invoice #") == "invoice#"
