"""Identifiers, names and codes beside those of public bug reports (GRADING.md §3: what folds and what counts)."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.deterministic.reading import Number
from graders.values import judge_value
from records.fields import ValueKind
from tests.graders.declared import setting


def judged(kind: ValueKind, expected: str, answered: object) -> tuple[str, str]:
    """Letter and class of one text."""
    return judge_value(kind, expected, answered, setting())


SAME_ID = [
    ("INV-12", "ＩＮＶ－１２"), ("INV-12", "INV–12"), ("INV-12", "INV—12"), ("INV-12", "INV‐12"), ("INV-12", "INV‑12"),
    ("INV-12", "INV−12"),
    ("INV-12", "INV﹣12"),
    ("INV-12", " INV-12 "), ("INV-12", "\u00a0INV-12\n"), ("RÉF-1", "RE\u0301F-1"), ("Å1", "Å1"), ("DE 123 456", "ＤＥ　１２３　４５６"),
    ("№ 5", "№ 5"),
]  # fmt: skip

OTHER_ID = [
    ("00798360000180", "798360000180", "leading_zeros"), ("42", "0042", "leading_zeros"), ("0", "00", "leading_zeros"),
    ("INV-10", "INV-1O", "ocr_confusable"),
    ("INV-10", "lNV-10", "ocr_confusable"), ("B8", "88", "ocr_confusable"), ("5S", "55", "ocr_confusable"),
    ("Z2", "22", "ocr_confusable"), ("G6", "66", "ocr_confusable"),
    ("inv-10", "INV-10", "case"), ("DE37 3704", "DE373704", "spacing"), ("DE373704", "DE37 3704", "spacing"),
    ("DE37/302/30168", "DE37", "cut_short"), ("1A113-0012-31", "1A113 0012 31", "wrong"),
    ("INV-100/1", "INV-10/01", "wrong"), ("INV-100", "INV100", "wrong"), ("INV/100", "INV-100", "wrong"),
    ("INV.100", "INV-100", "wrong"), ("#100", "100", "wrong"), ("PO 100", "PO:100", "wrong"),
    ("①", "1", "wrong"), ("10²", "102", "wrong"), ("㎡", "m2", "wrong"), ("Ⅳ", "IV", "wrong"), ("½", "1/2", "wrong"),
    ("№5", "No5", "wrong"), ("١٢", "12", "wrong"), ("ﬁ-1", "fi-1", "case"),
    ("STRASSE-1", "straße-1", "case"), ("I-1", "ı-1", "wrong"), ("İ-1", "i-1", "wrong"), ("Аррle", "Apple", "wrong"),
    ("É1", "E1", "wrong"), ("INV-12", "INV\u200b-12", "invisible"),
    ("INV-12", "\ufeffINV-12", "invisible"), ("INV-12", "INV-1\u00ad2", "invisible"), ("INV-12", "INV-12\u2060", "invisible"),
    ("INV-12", "INV-12.", "wrong"), ("INV-12", "INV-12-1", "wrong"),
    ("12.50", "1250", "wrong"), ("12.50", "12.5", "cut_short"), ("100", "100.0", "wrong"), ("100", "1e2", "wrong"),
    ("+49", "49", "wrong"), ("A\tB", "A B", "spacing"), ("7", "seven", "wrong"),
    ("INV-12", "INV~12", "wrong"), ("INV-12", "INV_12", "wrong"), ("INV-12", "", "wrong"), ("INV-12", "N/A", "wrong"),
    ("O", "0", "ocr_confusable"), ("rn1", "m1", "ocr_confusable"),
]  # fmt: skip


@pytest.mark.parametrize(("expected", "answered"), SAME_ID)
def test_an_identifier_folds_width_dashes_and_composition(expected: str, answered: str) -> None:
    """And the white space around it; nothing else."""
    assert judged("identifier", expected, answered) == ("P", "")
    assert judged("identifier", answered, expected) == ("P", "")


@pytest.mark.parametrize(("expected", "answered", "reason"), OTHER_ID)
def test_another_identifier_fails_by_name(expected: str, answered: str, reason: str) -> None:
    """Zeros, case, inner spaces, marks and letters count."""
    assert judged("identifier", expected, answered) == ("F", reason)


@pytest.mark.parametrize("value", [7740001454, 0, True, False, 1.5, [], {}, ["INV-12"], Number("7740001454"), Number("42")])
def test_a_number_is_no_identifier(value: object) -> None:
    """Even where its digits are right: leading zeros are lost in numbers."""
    assert judged("identifier", "7740001454", value) == ("F", "schema_type")


SAME_NAME = [
    ("Müller", "Mu\u0308ller"), ("MÜLLER GMBH", "Müller GmbH"), ("Müller  GmbH", "Müller GmbH"), ("Müller\nGmbH", "Müller GmbH"),
    ("Müller\u00a0GmbH", "Müller GmbH"), ("Müller\u2003\tGmbH", "Müller GmbH"),
    ("Straße AG", "STRASSE AG"), ("STRAẞE AG", "Straße AG"), ("Oﬃce", "Office"), ("Oﬀice", "Office"), ("ﬂow", "flow"),
    ("Baﬄe", "baffle"), ("ﬅone", "Stone"), ("ﬆone", "Stone"), ("ﬁn", "FIN"),
    ("Rech\u00adnung", "Rechnung"), ("Single\u00aduser", "Single-user"), ("A–B", "A-B"), ("Ａｃｍｅ", "Acme"), ("ΑΣ", "ας"), ("Ǆ", "ǆ"),
]  # fmt: skip

OTHER_NAME = [
    ("Müller", "Muller"), ("Müller", "Mueller"), ("Office", "O\ufffdice"), ("Office", "Ofice"), ("Office Ltd", "Office"),
    ("Office", "Office Ltd"), ("Office & Co", "Office and Co"),
    ("O'Brien", "OBrien"), ("Acme, Inc.", "Acme Inc"), ("10²", "102"), ("①", "1"), ("㎡", "m2"), ("3' - 0\"", "3\" - 0\""),
    ("(500)", "500"), ("-12.50", "12.50"), ("12.50", "1250"), ("$8.540", "$9.540"),
    ("I Ltd", "ı Ltd"), ("İ Ltd", "I Ltd"), ("Acme", "Аcme"), ("Acme", ""), ("Acme", "acme\u200b"), ("Acme Ltd", "AcmeLtd"),
    ("x½", "x1/2"), ("Œuvre", "Oeuvre"), ("Æon", "Aeon"), ("ĳ", "ij"), ("Acme", "null"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME_NAME)
def test_a_name_folds_case_spaces_and_ligatures_too(one: str, other: str) -> None:
    """Both ways round."""
    assert judged("name", one, other) == ("P", "")
    assert judged("name", other, one) == ("P", "")


@pytest.mark.parametrize(("one", "other"), OTHER_NAME)
def test_a_name_that_is_nearly_right_is_wrong(one: str, other: str) -> None:
    """No compatibility forms, no transliteration, no edit distance."""
    assert judged("name", one, other)[0] == "F"


@pytest.mark.parametrize(
    ("expected", "answered", "finding"),
    [
        ("EUR", "EUR", ("P", "")), ("EUR", " EUR ", ("P", "")), ("EUR", "eur", ("F", "case")), ("EUR", "€", ("F", "wrong")),
        ("USD", "$", ("F", "currency_unproven")), ("USD", "US$", ("F", "wrong")),
        ("SEK", "kr", ("F", "currency_unproven")), ("EUR", "978", ("F", "wrong")), ("EUR", "Euro", ("F", "wrong")),
        ("380", "381", ("F", "wrong")), ("380", "0380", ("F", "leading_zeros")),
        ("380", 380, ("F", "schema_type")), ("380", "invoice", ("F", "wrong")), ("EUR", None, ("M", "missed")), ("EUR", "", ("F", "wrong")),
    ],
)  # fmt: skip
def test_a_code_is_its_code(expected: str, answered: object, finding: tuple[str, str]) -> None:
    """Not its symbol, its name, its number or its case; a shared mark proves none."""
    assert judged("code", expected, answered) == finding


LETTERS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cs", "Cc", "Cf", "Zs", "Zl", "Zp", "Mn", "Me", "Mc"]), min_size=1, max_size=20
)


@given(
    LETTERS,
    st.sampled_from(["NFC", "NFD"]),
    st.sampled_from(["", " ", "\u00a0", "\n"]),
    st.sampled_from("-\u2010\u2011\u2012\u2013\u2014\u2212\uff0d"),
)
def test_any_identifier_in_any_equal_spelling_passes(text: str, form: str, around: str, dash: str) -> None:
    """Composition, spaces around and dashes."""
    expected = unicodedata.normalize("NFC", text) + "-7"
    answered = around + unicodedata.normalize(form, text) + dash + "7" + around  # type: ignore[arg-type]
    assert judged("identifier", expected, answered) == ("P", "")


@given(st.text(st.sampled_from("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789-/ "), min_size=3, max_size=16), st.data())
def test_one_edit_is_another_identifier(text: str, data: st.DataObject) -> None:
    """A letter put in, left out, exchanged or changed."""
    expected = text.strip() or "X"
    at = data.draw(st.integers(0, len(expected) - 1))
    letter = data.draw(st.sampled_from("ABCXYZ0189"))
    edits = {expected[:at] + letter + expected[at:], expected[:at] + expected[at + 1 :], expected[:at] + letter + expected[at + 1 :]}
    edits.add(expected[:at] + expected[at : at + 2][::-1] + expected[at + 2 :])
    for answered in edits:
        if answered.strip() != expected:
            assert judged("identifier", expected, answered)[0] == "F"


@given(LETTERS, LETTERS)
def test_two_names_are_one_only_where_they_fold_to_one(one: str, other: str) -> None:
    """An independent rule: canonical caseless matching, ligatures apart."""
    ligatures = {0xFB00 + at: text for at, text in enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"))}

    def plain(text: str) -> str:
        wide = "".join(chr(ord(char) - 0xFEE0) if 0xFF01 <= ord(char) <= 0xFF5E else char for char in unicodedata.normalize("NFC", text))
        return unicodedata.normalize("NFC", wide.translate(ligatures).casefold())

    dashes = any(unicodedata.category(char) == "Pd" or char == "\u2212" for char in one + other)
    if not dashes:
        assert (judged("name", one, other)[0] == "P") is (
            unicodedata.normalize("NFC", plain(one).casefold()) == unicodedata.normalize("NFC", plain(other).casefold())
        )
