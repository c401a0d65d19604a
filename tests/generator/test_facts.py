"""Names, addresses and identifiers of the facts."""

import re

import pytest

from generator.draw import Draw
from generator.facts import address, bic, firm, has_iban, iban, language_of, vat_id
from generator.style import LOCALES, cldr
from generator.vocabulary import LEGAL

#: Total length of an IBAN by country, from the IBAN registry.
LENGTHS = {"DE": 22, "CH": 21, "GB": 22, "IE": 22, "AT": 20, "FR": 27, "BE": 16}


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
    [
        ("DE", r"DE\d{9}"),
        ("GB", r"GB ?\d{3} ?\d{4} ?\d{2}"),
        ("IE", r"IE\d{7}[A-W]"),
        ("CH", r"CHE-\d{3}\.\d{3}\.\d{3} MWST"),
        ("AT", r"ATU\d{8}"),
        ("BE", r"BE 0\d{3}\.\d{3}\.\d{3}"),
        ("FR", r"FR ?\d{2} ?\d{9}"),
        ("CA", r"\d{9} RT0001"),
        ("AU", r"\d{2} \d{3} \d{3} \d{3}"),
        ("IN", r"\d{2}[A-Z]{5}\d{4}[A-Z]1Z\d"),
    ],
)
def test_vat_ids_have_their_countrys_form(country: str, form: str) -> None:
    """The forms were written by hand from the national rules."""
    assert all(re.fullmatch(form, vat_id(Draw(f"{country}{number}".encode()), country)) for number in range(50))


@pytest.mark.parametrize("locale", LOCALES)
def test_every_locale_has_firms_and_addresses(locale: str) -> None:
    """A firm ends in a legal form and an address has two lines."""
    for number in range(20):
        draw = Draw(f"{locale}{number}".encode())
        assert firm(draw, locale).split()[-1] in {word for form in LEGAL[locale] for word in form.split()}
        assert len(address(draw, locale).split("\n")) == 2


def test_languages_and_countries_are_those_of_the_locale() -> None:
    """The language is the locale's own; a country has an IBAN in the registry or none at all."""
    assert {locale: language_of(locale) for locale in LOCALES} == {locale: cldr(locale).language for locale in LOCALES}
    assert {country for country in ("DE", "CH", "GB", "IE", "AT", "FR", "BE", "US", "CA", "AU", "IN") if has_iban(country)} == set(LENGTHS)


def test_a_bic_has_eight_or_eleven_characters() -> None:
    """ISO 9362: four letters, the country, two characters of a place, by draw three of a branch."""
    found = {len(bic(Draw(bytes([number])), "FR")) for number in range(40)}
    assert found == {8, 11}
    assert all(re.fullmatch(r"[A-Z]{4}FR[A-Z0-9]{2}([A-Z0-9]{3})?", bic(Draw(bytes([number])), "FR")) for number in range(40))
