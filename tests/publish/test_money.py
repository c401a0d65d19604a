"""The money in undetected errors, as tables."""

from dataclasses import replace

from publish.figures import printed
from publish.money import purses
from publish.published import Published


def test_every_undetected_error_stands_in_one_table(published: Published) -> None:
    """No line is lost, none is there twice, and lines without an error are left to the data."""
    shown = [line.id for purse in purses(published) for _, lines in purse.groups for line in lines]
    assert sorted(shown) == sorted(one.id for one in published.undetected if one.n)
    assert shown


def test_a_system_has_its_own(published: Published) -> None:
    """Its page shows its lines alone."""
    assert {card.slug for purse in purses(published, "beta") for card, _ in purse.groups} == {"beta"}


def test_amounts_print_with_their_thousands(published: Published) -> None:
    """And as text of their own currency: nothing adds two up."""
    line = published.undetected[0].model_copy(update={"total": "1234567.50"})
    assert printed(line, "total") == "1,234,567.50"
    assert purses(replace(published, undetected=())) == ()
