"""Names, addresses and identifiers of the facts."""

import re

import pytest

from generator.draw import Draw
from generator.facts import address, firm, iban, vat_id

#: Total length of an IBAN by country, from the IBAN registry.
LENGTHS = {"DE": 22, "CH": 21, "GB": 22, "IE": 22, "AT": 20}


@pytest.mark.parametrize("country", sorted(LENGTHS))
def test_ibans_have_right_length_and_check_digits(country: str) -> None:
    """ISO 7064: the number with its first four characters moved to the end is 1 modulo 97."""
    for number in range(100):
        plain = iban(Draw(f"{country}{number}".encode()), country).replace(" ", "")
        moved = plain[4:] + plain[:4]
        assert len(plain) == LENGTHS[country]
        assert int("".join(str(int(char, 36)) for char in moved)) % 97 == 1


@pytest.mark.parametrize(
    ("country", "form"),
    [("DE", r"DE\d{9}"), ("GB", r"GB ?\d{3} ?\d{4} ?\d{2}"), ("IE", r"IE\d{7}[A-W]"), ("CH", r"CHE-\d{3}\.\d{3}\.\d{3} MWST")],
)
def test_vat_ids_have_their_countrys_form(country: str, form: str) -> None:
    """The forms were written by hand from the national rules."""
    assert all(re.fullmatch(form, vat_id(Draw(f"{country}{number}".encode()), country)) for number in range(50))


@pytest.mark.parametrize("locale", ["en-US", "en-GB", "en-IE", "en-DE", "en-CH", "de-DE", "de-CH"])
def test_every_locale_has_firms_and_addresses(locale: str) -> None:
    """A firm ends in a legal form and an address has two lines."""
    for number in range(20):
        draw = Draw(f"{locale}{number}".encode())
        assert firm(draw, locale).rsplit(" ", 1)[1].strip("&.").isascii()
        assert len(address(draw, locale).split("\n")) == 2
