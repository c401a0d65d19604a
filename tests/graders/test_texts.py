"""Identifiers and names: what is folded, and what is not."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.deterministic import exact, normalised
from graders.deterministic.spelling import DASHES, LIGATURES, fold_identifier, fold_name, fold_width, look_alike

TEXTS = st.text(max_size=40)


@given(TEXTS)
def test_folding_is_stable(text: str) -> None:
    """Folding what is folded changes nothing."""
    assert fold_identifier(fold_identifier(text)) == fold_identifier(text)
    assert fold_name(fold_name(text)) == fold_name(text)


@given(TEXTS)
def test_composed_and_decomposed_are_one(text: str) -> None:
    """NFC and NFD of a text are the same identifier and the same name."""
    assert fold_identifier(unicodedata.normalize("NFD", text)) == fold_identifier(unicodedata.normalize("NFC", text))
    assert fold_name(unicodedata.normalize("NFD", text)) == fold_name(unicodedata.normalize("NFC", text))


@given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=20))
def test_ascii_identifiers_are_equal_only_when_equal(text: str) -> None:
    """For ASCII texts the fold is trimming and nothing else."""
    assert fold_identifier(text) == text.strip()
    assert fold_identifier("".join(chr(ord(char) + 0xFEE0) if char != " " else "\u3000" for char in text)) == text.strip()


@pytest.mark.parametrize("dash", sorted(DASHES))
def test_dashes_are_one(dash: int) -> None:
    """Every dash a page may print is the hyphen of ASCII."""
    assert fold_identifier(f"INV{chr(dash)}7") == "INV-7"


@pytest.mark.parametrize("ligature", sorted(LIGATURES))
def test_ligatures_open_in_names_and_not_in_ids(ligature: int) -> None:
    """The seven Latin ones."""
    assert fold_name(f"a{chr(ligature)}b") == f"a{LIGATURES[ligature]}b"
    assert fold_identifier(f"a{chr(ligature)}b") != f"a{LIGATURES[ligature]}b"
    assert len(LIGATURES) == 7


@pytest.mark.parametrize(
    ("one", "other"), [("①", "1"), ("10²", "102"), ("㎡", "m2"), ("½", "1/2"), ("™", "TM"), ("Ⅳ", "IV"), ("ª", "a"), ("…", "...")]
)
def test_there_is_no_blanket_nfkc(one: str, other: str) -> None:
    """Other compatibility characters stay what they are."""
    assert not normalised.same(one, other)
    assert fold_identifier(one) != fold_identifier(other)


@pytest.mark.parametrize(
    ("one", "other"), [("0042", "42"), ("inv-1", "INV-1"), ("A 1", "A1"), ("A\u00a01", "A 1"), ("A1.", "A1"), ("A\u00ad1", "A1")]
)
def test_zeros_case_and_inner_spaces_count_in_ids(one: str, other: str) -> None:
    """Each of these is another identifier."""
    assert fold_identifier(one) != fold_identifier(other)


@pytest.mark.parametrize(
    ("one", "other"), [("STRASSE", "straße"), ("Oﬃce  One", "OFFICE\nONE"), ("A\u00a0B", "a b"), ("Meridian–West", "meridian-west")]
)
def test_names_fold_case_white_space_and_dashes(one: str, other: str) -> None:
    """Each of these is one name."""
    assert normalised.same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Meridian", "Meridan"), ("of\ufffdce", "office"), ("", "x"), ("Muller", "Müller"), ("A & B", "A and B"), ("A, B", "A B")],
)
def test_nearly_right_is_wrong(one: str, other: str) -> None:
    """No edit distance, no stripping of marks."""
    assert not normalised.same(one, other)


@given(st.text(st.characters(min_codepoint=0x21, max_codepoint=0x17F), min_size=1, max_size=12), st.data())
def test_one_substituted_letter_is_another_identifier(text: str, data: st.DataObject) -> None:
    """Whatever letter is put in place of one, unless the two fold to one dash or one width."""
    at = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.characters(min_codepoint=0x21, max_codepoint=0x7E))
    changed = text[:at] + letter + text[at + 1 :]
    assert (fold_identifier(changed) == fold_identifier(text)) == (
        unicodedata.normalize("NFC", changed) == unicodedata.normalize("NFC", text)
    )


@pytest.mark.parametrize(
    ("expected", "answered", "name"),
    [
        ("0042", "42", "leading_zeros"),
        ("INV-10", "INV-1O", "ocr_confusable"),
        ("B8", "88", "ocr_confusable"),
        ("INV 10", "INV10", "spacing"),
    ]
    + [("INV-10", "inv-10", "case"), ("DE37/302", "DE37", "cut_short"), ("INV-10", "INV-11", "wrong"), ("A", "", "wrong")],
)
def test_identifiers_fail_by_name(expected: str, answered: str, name: str) -> None:
    """The class says how two identifiers differ."""
    assert exact.mismatch(expected, answered) == name


@pytest.mark.parametrize(
    ("expected", "answered", "name"),
    [("meridian", "meridlan", "ocr_confusable"), ("modern", "modem", "ocr_confusable"), ("meridian gmbh", "meridian", "cut_short")]
    + [("meridian", "meridian gmbh berlin", "overrun"), ("meridian", "borealis", "wrong"), ("meridian", "", "wrong")],
)
def test_names_fail_by_name(expected: str, answered: str, name: str) -> None:
    """The class says how two names differ."""
    assert normalised.mismatch(expected, answered) == name


def test_look_alikes_are_not_equal() -> None:
    """An equal pair is no look-alike, and a look-alike is still a failure."""
    assert not look_alike("10", "10")
    assert look_alike("1O", "10")
    assert fold_identifier("1O") != fold_identifier("10")


def test_width_folds_ascii_only() -> None:
    """Half-width kana and the full-width won sign stay."""
    assert fold_width("ＩＮＶ－１２　") == "INV-12 "
    assert fold_width("ｶ￦") == "ｶ￦"
