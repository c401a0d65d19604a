"""Closed lists: ISO 4217 currencies, the currency marks that prove one, and the type codes of BT-3."""

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
    "R$": "BRL", "MX$": "MXN", "€": "EUR", "£": "GBP", "¥": None, "₹": "INR", "kr": None, "kr.": None, "Fr.": None,
    "SFr.": "CHF", "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "₺": "TRY", "₽": "RUB", "₩": "KRW", "฿": "THB", "₫": "VND",
    "₪": "ILS", "₴": "UAH",
}  # fmt: skip

TYPE_CODES = frozenset({"380", "381"})

#: Keys whose answer must stand in a list; other codes (units) are compared as printed.
LISTS: dict[str, frozenset[str]] = {"CURRENCY": CURRENCIES, "TYPE_CODE": TYPE_CODES}


def currency_proved(mark: str) -> str | None:
    """The currency a mark proves, or None where it proves none (a bare dollar sign)."""
    return mark if mark in CURRENCIES else MARKS.get(mark)
