"""Every measured system has a valid card, whether or not it is installed here."""

import re
from pathlib import Path

import pytest

from records.document import CONDITIONS
from records.lines import parse_line, to_line
from records.run import SystemCard
from systems import roster as roster_module
from systems.endpoint.card import OWN_CARDS, read_cards
from systems.roster import NOT_INSTALLED, cards, roster

SLUGS = ("text-rules", "invoice2data", "tesseract-rules", "rapidocr-rules")


def test_the_roster_names_the_measured_systems() -> None:
    """Four systems in a fixed order, then every endpoint that has a card."""
    assert tuple(roster()) == (*SLUGS, *(card.slug for card in read_cards()))


def test_an_endpoint_is_pinned_by_its_weights_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A card that names the sha256 of what runs has a fingerprint; any other endpoint is "unpinned"."""
    card = 'slug = "{0}"\ntitle = "A"\nmodel = "m"\ninput = "ocr"\nconditions = ["light"]\nweights_sha256 = "{1}"\n'
    (tmp_path / "a.toml").write_text(card.format("a", "0" * 64), encoding="utf-8")
    (tmp_path / "b.toml").write_text(card.format("b", ""), encoding="utf-8")
    monkeypatch.setenv(OWN_CARDS, str(tmp_path))
    assert re.fullmatch("[0-9a-f]{64}", roster()["a"]().card.fingerprint)
    assert roster()["b"]().card.fingerprint == "unpinned"
    assert not roster()["a"]().card.claims_determinism


@pytest.mark.parametrize("slug", SLUGS)
def test_a_card_is_a_record_under_its_own_slug(slug: str) -> None:
    """A card survives its canonical line, and is pinned exactly where everything it names is installed."""
    card = roster()[slug]().card
    assert card.slug == slug
    assert parse_line("card", 1, to_line(card), SystemCard) == card
    assert card.conditions and set(card.conditions) <= set(CONDITIONS)
    assert card.versions
    missing = NOT_INSTALLED in card.versions.values()
    assert missing == (card.fingerprint == "unpinned")
    assert missing or re.fullmatch("[0-9a-f]{64}", card.fingerprint)


def test_baselines_of_the_house_say_so() -> None:
    """Whoever wrote the generator wrote the rules: the card says it. The third party's program is not ours."""
    by_slug = {card.slug: card for card in cards()}
    assert [slug for slug in SLUGS if by_slug[slug].in_house] == ["text-rules", "tesseract-rules", "rapidocr-rules"]
    assert all("authors also wrote the generator" in by_slug[slug].note for slug in SLUGS if by_slug[slug].in_house)


def test_fingerprints_tell_systems_apart_and_stay() -> None:
    """Two makings of a card agree; two systems never share a fingerprint."""
    first = [card.fingerprint for card in cards()]
    assert first == [card.fingerprint for card in cards()]
    pinned = [fingerprint for fingerprint in first if fingerprint != "unpinned"]
    assert len(pinned) == len(set(pinned))


def test_a_changed_source_file_changes_the_fingerprint(tmp_path: Path) -> None:
    """One byte of the system's code is enough."""
    path = tmp_path / "rules.py"
    path.write_text("a", encoding="utf-8")
    before = roster_module._fingerprint([path], {"x": "1"}, {}, [])
    path.write_text("b", encoding="utf-8")
    assert roster_module._fingerprint([path], {"x": "1"}, {}, []) != before
    assert roster_module._fingerprint([path], {"x": "2"}, {}, []) != roster_module._fingerprint([path], {"x": "1"}, {}, [])
    assert roster_module._fingerprint([path], {"x": NOT_INSTALLED}, {}, []) == "unpinned"
    assert roster_module._fingerprint([path], {"x": "1"}, {}, [tmp_path / "no-model"]) == "unpinned"
