"""The design of the private split: as balanced as the public one, in an order that only the keys know."""

from collections import Counter
from pathlib import Path

import pytest

from catalogue.ledger import read_plan
from generator.defects import defects_of
from generator.design import Place
from generator.document import make_document
from generator.layouts import layouts_of
from generator.private.edition import Edition, families, pairs, place_of
from generator.private.secret import Secret
from records.document import CONDITIONS, SCANS
from records.fields import FAMILIES


def edition(root: Path, byte: int) -> Edition:
    """An edition of the plan's size with keys made of one byte."""
    plan = read_plan(root / "data" / "plans" / "plan-v1.toml")
    return Edition(plan, Secret(bytes([byte]) * 32, bytes([byte + 1]) * 32, bytes([byte + 2]) * 32), make_document)


def places(made: Edition, family: str) -> list[Place]:
    """The places of a family, by number."""
    return [place_of(made, n) for n, of in enumerate(families(made.plan)) if of == family]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_planned_cell_has_documents(root: Path, family: str) -> None:
    """Layouts equally often, each with every damage; every defect; 24 documents and more a damage."""
    found = places(edition(root, 1), family)
    layouts = Counter(place.layout for place in found)
    assert set(layouts) == {layout.name for layout in layouts_of(family, "private")}
    assert max(layouts.values()) - min(layouts.values()) <= 1
    assert len({(place.layout, damage) for place in found for damage in place.damages}) == 7 * len(layouts)
    assert {place.defect for place in found} - {None} == set(defects_of(family))
    assert sum(bool(place.long) for place in found) == len(found) // 10
    assert min(Counter(damage for place in found for damage in place.damages).values()) >= 24


@pytest.mark.parametrize("family", FAMILIES)
def test_places_depend_on_the_keys(root: Path, family: str) -> None:
    """The same keys give the same places, others other ones; and a number does not tell its layout."""
    one, again, other = (places(edition(root, byte), family) for byte in (1, 1, 4))
    assert one == again
    assert sum(a.layout == b.layout for a, b in zip(one, other, strict=True)) < len(one) / 2


def test_what_verdicts_tell_says_nothing_of_the_layout(root: Path) -> None:
    """Over 150 keys, documents with the same three pictures have every layout: knowing the pictures, none is ruled out."""
    seen: dict[frozenset[str], set[str]] = {}
    for byte in range(150):
        for place in places(edition(root, byte), "invoice"):
            seen.setdefault(frozenset(place.damages), set()).add(place.layout)
    names = {layout.name for layout in layouts_of("invoice", "private")}
    assert len(seen) == 35  # every three of the seven, for the damages change places too
    assert all(layouts == names for layouts in seen.values())


def test_pairs_are_counted_without_making_a_document(root: Path) -> None:
    """Clean and garbled for all; the seven pictures together three for each."""
    made = edition(root, 1)
    count = len(families(made.plan))
    assert pairs(made, ("clean", "garbled")) == 2 * count
    assert pairs(made, SCANS) == 3 * count
    assert pairs(made, CONDITIONS) == 5 * count
    assert pairs(made, ()) == 0
