"""What is asked: the same for everybody, the unchanging part first, a seed nobody chooses."""

import json
from pathlib import Path

import pytest

from records.fields import FAMILIES, FIELDS, LINE_FIELDS, Family
from systems.endpoint.card import Card
from systems.endpoint.client import body_bytes
from systems.endpoint.page_text import page_text
from systems.endpoint.wording import answer_schema, body, instructions, most_tokens, seed_of
from systems.readers import Page, Word


@pytest.fixture
def spec() -> Card:
    """A card without a temperature."""
    return Card(slug="a", title="A", input="text_layer", conditions=("clean",))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_key_is_asked_for_and_required(family: Family) -> None:
    """Instructions name each key once; the schema requires all of them and allows no other."""
    schema = answer_schema(family)
    keys = {field.key for field in FIELDS[family]} | {"LINES"} | ({"VAT_BREAKDOWN"} if family == "invoice" else set())
    assert set(schema["required"]) == set(schema["properties"]) == keys
    assert set(schema["properties"]["LINES"]["items"]["required"]) == {field.key for field in LINE_FIELDS[family]}
    assert all(instructions(family).count(f"- {field.key}:") == 1 for field in FIELDS[family])


def test_two_questions_of_a_family_begin_alike(spec: Card) -> None:
    """An endpoint that keeps the state of a prefix reads model, instructions and nothing of the document first."""
    first, second = (body_bytes(body(spec, "m", "invoice", [text], seed=1)) for text in ("AAAA", "BBBB"))
    assert first.split(b"AAAA")[0] == second.split(b"BBBB")[0]
    assert len(first.split(b"AAAA")[0]) > 1500


def test_a_temperature_is_sent_only_where_the_card_sets_one(spec: Card) -> None:
    """The provider's default is no number of ours."""
    assert "temperature" not in body(spec, "m", "invoice", ["x"], 1)
    assert body(spec.model_copy(update={"temperature": "0"}), "m", "invoice", ["x"], 1)["temperature"] == 0.0


def test_the_schema_goes_the_way_the_endpoint_takes_it(spec: Card) -> None:
    """As OpenAI's own, or beside "json_object" as llama.cpp's Python server has it, which refuses the other; the same schema."""
    openai = body(spec, "m", "invoice", ["x"], 1)["response_format"]
    llama = body(spec.model_copy(update={"schema_form": "json_object"}), "m", "invoice", ["x"], 1)["response_format"]
    assert openai["type"] == "json_schema" and openai["json_schema"]["strict"]
    assert llama == {"type": "json_object", "schema": openai["json_schema"]["schema"]}
    assert "response_format" not in body(spec.model_copy(update={"schema_answers": False}), "m", "invoice", ["x"], 1)


def test_pictures_are_data_of_the_request(spec: Card) -> None:
    """PNG in base64; nothing is to be fetched."""
    content = body(spec, "m", "invoice", [b"\x89PNG"], 1)["messages"][1]["content"]
    assert content == [{"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}}]
    assert most_tokens(body(spec, "m", "invoice", [b"\x89PNG"] * 2, 1)) == len(instructions("invoice")) + 2 * 6000


def test_seeds_differ_by_replicate_and_document_and_stay() -> None:
    """Computed with sha256sum by hand for the first."""
    seeds = {seed_of("a", document, replicate) for document in ("aa", "bb") for replicate in range(1, 6)}
    assert len(seeds) == 10 and all(0 <= seed < 2**31 for seed in seeds)
    assert seed_of("a", "aa", 1) == seed_of("a", "aa", 1)


def test_a_page_is_read_line_by_line_whatever_the_order_of_its_words() -> None:
    """Words on one height are a line, left to right; a wide gap is a column."""
    words = (
        Word("Total", 10, 20, 40, 30, 1),
        Word("12.50", 200, 21, 230, 31, 1),
        Word("Invoice", 10, 2, 52, 12, 1),
        Word("No.", 55, 2, 70, 12, 1),
    )
    expected = "Invoice No.\nTotal | 12.50"
    assert page_text(Page(600, 800, words)) == page_text(Page(600, 800, words[::-1])) == expected
    assert page_text(Page(600, 800, ())) == ""


def test_every_committed_card_is_read() -> None:
    """Each card of the house is valid, and one whose weights have an unknown uploader says so."""
    from systems.endpoint.card import CARDS, read_cards

    cards = {card.slug: card for card in read_cards(CARDS)}
    assert "not known" in cards["qwen2.5-coder-1.5b"].note and cards["qwen2.5-coder-1.5b"].weights_sha256


def test_every_fault_of_every_card_is_told(tmp_path: Path) -> None:
    """One line each, naming file and key."""
    from records.errors import GroundTruthError
    from systems.endpoint.card import read_cards

    (tmp_path / "a.toml").write_text('slug = "A b"\ntitle = "x"\ninput = "smell"\nconditions = []\nkey = "secret"\n', encoding="utf-8")
    (tmp_path / "b.toml").write_text("slug = \n", encoding="utf-8")
    with pytest.raises(GroundTruthError) as told:
        read_cards(tmp_path)
    lines = str(told.value).splitlines()
    assert {line.split(":")[0] for line in lines} == {"systems/endpoint/cards/a.toml", "systems/endpoint/cards/b.toml"}
    assert any("slug" in line for line in lines) and any("input" in line for line in lines) and any("key" in line for line in lines)
    assert "secret" not in str(told.value)
    assert json.dumps(lines)
