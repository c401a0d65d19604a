"""Closed lists: ISO 4217 currencies, the currency marks that prove one, and the type codes of BT-3."""

from collections.abc import Sequence

_ISO_4217 = """AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP
    CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF
    IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD
    MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB
    RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD
    UYU UZS VED VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG"""
CURRENCIES = frozenset(_ISO_4217.split())

#: What a mark beside an amount proves. None: several currencies share it, so it proves none.
MARKS: dict[str, str | None] = {
    "$": None, "US$": "USD", "C$": "CAD", "CA$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD",
    "R$": "BRL", "MX$": "MXN", "NT$": "TWD", "€": "EUR", "£": "GBP", "¥": None, "₹": "INR", "Rs.": None, "Rs": None, "kr": None,
    "kr.": None, "Fr.": None, "Fr": None,
    "SFr.": "CHF", "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "₺": "TRY", "₽": "RUB", "₩": "KRW", "฿": "THB",
    "₫": "VND", "₪": "ILS", "₴": "UAH", "₱": "PHP", "₦": "NGN", "₡": "CRC", "₲": "PYG", "₸": "KZT", "₾": "GEL", "₼": "AZN", "RM": "MYR",
    "Rp": "IDR", "R": "ZAR",
}  # fmt: skip
#: The currencies that a shared mark may stand for.
SHARED: dict[str, frozenset[str]] = {
    mark: frozenset(codes.split())
    for marks, codes in (
        ("$", "ARS AUD BBD BMD BND BSD BZD CAD CLP COP DOP FJD GYD HKD JMD KYD LRD MXN NAD NZD SBD SGD SRD TTD TWD USD UYU XCD"),
        ("¥", "CNY JPY"),
        ("Rs. Rs", "INR LKR MUR NPR PKR SCR"),
        ("kr kr.", "DKK ISK NOK SEK"),
        ("Fr. Fr", "BIF CDF CHF DJF GNF KMF RWF XAF XOF XPF"),
    )
    for mark in marks.split()
}

TYPE_CODES = frozenset({"380", "381"})

#: Keys whose answer must stand in a list; other codes (units) are compared as printed.
LISTS: dict[str, frozenset[str]] = {"CURRENCY": CURRENCIES, "TYPE_CODE": TYPE_CODES}


def currency_proved(mark: str) -> str | None:
    """The currency a mark proves, or None where it proves none (a bare dollar sign)."""
    return mark if mark in CURRENCIES else MARKS.get(mark)


def currencies_shown(marks: Sequence[str]) -> str | None:
    """The one mark that the marks beside an amount come to, "" for none; None where they are strange or disagree.

    >>> currencies_shown(["$", "USD"]), currencies_shown(["€", "USD"]), currencies_shown(["$"]), currencies_shown([])
    ('USD', None, '$', '')
    """
    if any(mark not in MARKS and mark not in CURRENCIES for mark in marks) or len(marks) > 2:
        return None
    if len(marks) < 2:
        return marks[0] if marks else ""
    code, symbol = sorted(marks, key=lambda mark: mark not in CURRENCIES)
    if code not in CURRENCIES or symbol in CURRENCIES:
        return None
    return code if code == MARKS[symbol] or code in SHARED.get(symbol, ()) else None
