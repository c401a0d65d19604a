"""The design of a split: balance, and no planned cell empty, for any number of documents, layouts and defects."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from generator.design import LANGUAGES, LINES, Place, Shares, design, place
from records.document import CONDITIONS, SCANS

SHARES = Shares(Fraction(1, 3), Fraction(1, 10))
PARTS = some.sampled_from([Fraction(1, 12), Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)])


def names(prefix: str, count: int) -> tuple[str, ...]:
    """As many names."""
    return tuple(f"{prefix}-{number}" for number in range(count))


designs = some.builds(
    lambda rounds, extra, layouts, defects, share: design(
        rounds * layouts + extra % layouts, names("layout", layouts), names("defect", defects), share
    ),
    some.integers(3, 9),
    some.integers(0, 40),
    some.integers(1, 21),
    some.integers(1, 14),
    some.builds(Shares, PARTS, PARTS),
)


def test_the_lines_are_a_fano_plane() -> None:
    """Seven lines of three points; every two points lie on exactly one."""
    pairs = Counter(pair for line in LINES for pair in combinations(sorted(line), 2))
    assert len(LINES) == 7
    assert pairs == Counter(combinations(range(7), 2))


@given(designs)
def test_every_layout_is_used_equally_often(places: tuple[Place, ...]) -> None:
    """To one."""
    counts = Counter(one.layout for one in places).values()
    assert max(counts) - min(counts) <= 1


@given(designs)
def test_every_layout_has_every_damage(places: tuple[Place, ...]) -> None:
    """Three documents of a layout are enough for all seven."""
    cells = {(one.layout, damage) for one in places for damage in one.damages}
    assert len(cells) == 7 * len({one.layout for one in places})


@given(designs)
def test_damages_are_used_evenly(places: tuple[Place, ...]) -> None:
    """Each document has three different ones; the most used damage is used at most five times more than the least."""
    assert all(len(set(one.damages)) == 3 for one in places)
    counts = Counter(damage for one in places for damage in one.damages)
    assert set(counts) == set(SCANS)
    assert max(counts.values()) - min(counts.values()) <= 5


@given(designs)
def test_defects_have_their_share_over_kinds_and_layouts(places: tuple[Place, ...]) -> None:
    """Kinds differ by one at most, layouts by one where each has as many documents to give."""
    kinds = Counter(one.defect for one in places if one.defect)
    assert not kinds or max(kinds.values()) - min(kinds.values()) <= 1
    layouts = Counter({one.layout: 0 for one in places})
    layouts.update(one.layout for one in places if one.defect)
    assert max(layouts.values()) - min(layouts.values()) <= 1


@given(designs)
def test_languages_keep_their_turns(places: tuple[Place, ...]) -> None:
    """Each language within one of its part of the documents, for each round of layouts apart; a layout of five documents has all."""
    counts = Counter(one.language for one in places)
    rounds = -(-len(places) // len({one.layout for one in places}))
    for language in set(LANGUAGES):
        part = Fraction(LANGUAGES.count(language), len(LANGUAGES)) * len(places)
        assert abs(counts[language] - part) <= rounds + 1
    for layout in {one.layout for one in places}:
        found = [one.language for one in places if one.layout == layout]
        assert len(found) < 5 or set(found) == set(LANGUAGES)


@pytest.mark.parametrize(("layouts", "defects"), [(12, 8), (15, 8), (8, 9), (11, 9), (14, 13), (17, 13)])
def test_sixty_documents_at_a_third_are_twenty_defects_of_every_kind(layouts: int, defects: int) -> None:
    """The sizes of an edition: 20 of 60, and no kind left out."""
    places = design(60, names("layout", layouts), names("defect", defects), SHARES)
    assert sum(one.defect is not None for one in places) == 20
    assert {one.defect for one in places} - {None} == set(names("defect", defects))
    counts = Counter(damage for one in places for damage in one.damages)
    assert min(counts.values()) >= 24
    assert sum(bool(one.long) for one in places) == 6
    assert sum(bool(one.long) and one.defect is not None for one in places) == 2


def test_a_place_has_clean_garbled_and_its_pictures_in_the_usual_order() -> None:
    """Whatever the order of the damages."""
    found = place(3, 60, names("layout", 12), names("defect", 3), SHARES, tuple(reversed(SCANS)))
    assert found.conditions[:2] == ("clean", "garbled")
    assert list(found.conditions) == [condition for condition in CONDITIONS if condition in found.conditions]
    assert len(found.conditions) == 5


def test_another_order_of_names_is_another_design() -> None:
    """Handing in layouts in another order moves them, and nothing else."""
    one = design(60, names("layout", 12), names("defect", 3), SHARES)
    other = design(60, tuple(reversed(names("layout", 12))), names("defect", 3), SHARES)
    assert [place.damages for place in one] == [place.damages for place in other]
    assert [place.layout for place in one] != [place.layout for place in other]


@pytest.mark.parametrize(("number", "layouts", "damages"), [(60, 2, SCANS), (-1, 2, SCANS), (0, 0, SCANS), (0, 2, SCANS[:6])])
def test_what_has_no_place_is_refused(number: int, layouts: int, damages: tuple[str, ...]) -> None:
    """A number outside, no layouts, or damages that are not seven."""
    with pytest.raises(ValueError, match="no document|a design needs"):
        place(number, 60, names("layout", layouts), ("x",), SHARES, damages)
