"""The page of comparisons: every published pair of the headline, once, in its own place."""

import re

from publish.pairs import pair_boards
from publish.published import Published


def test_every_headline_comparison_stands_on_the_page(published: Published, files: dict[str, bytes]) -> None:
    """No pair is left out and none is there twice; each has its interval, p, q and what it could have found on the page."""
    shown = [pair.comparison.id for board in pair_boards(published) for _, pairs in board.groups for pair in pairs]
    due = {found.id for found in published.comparisons if (found.eval_class, found.slice) == ("document_extraction", "ALL")}
    assert len(shown) == len(set(shown))
    assert set(shown) == due
    text = files["compare/index.html"].decode("utf-8")
    for found in published.comparisons:
        if found.id in due and found.difference is not None:
            printed = set(re.findall(rf'data-ref="cmp:{re.escape(found.id)}#([a-z_]+)"', text))
            assert {"word", "difference", "low", "high", "p", "q", "smallest_detectable", "clusters"} <= printed


def test_four_systems_have_six_pairs_where_all_of_them_answered(published: Published) -> None:
    """4 choose 2 on clean pages; one fewer where text is garbled, since two read pictures; on scans two systems remain, and one pair."""
    for board in pair_boards(published):
        for condition, pairs in board.groups:
            assert len(pairs) == {"clean": 6, "garbled": 5}.get(condition, 1)
        assert {"clean", "garbled", "heavy"} <= {condition for condition, _ in board.groups}


def test_a_pair_names_its_systems_in_the_order_of_the_difference(published: Published) -> None:
    """The first is the one the published difference is of."""
    for board in pair_boards(published):
        for _, pairs in board.groups:
            for pair in pairs:
                assert pair.first is not None
                assert pair.second is not None
                assert (pair.first.slug, pair.second.slug) == (pair.comparison.system, pair.comparison.reference)
