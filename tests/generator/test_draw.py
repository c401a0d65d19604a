"""The stream of draws: fixed values, fairness, and independence of children."""

import hashlib
from collections import Counter

import pytest

from generator.draw import Draw


def test_stream_is_shake_256_of_the_tagged_seed() -> None:
    """The first bytes equal SHAKE-256 computed here from the construction in the docstring."""
    tag, seed = b"ground-truth/draw/v1", bytes(range(32))
    data = len(tag).to_bytes(4, "big") + tag + len(seed).to_bytes(4, "big") + seed
    assert Draw(seed).bytes(600) == hashlib.shake_256(data).digest(600)


def test_bytes_do_not_depend_on_how_they_are_asked_for() -> None:
    """One long read and many short ones give the same stream."""
    one, many = Draw(bytes(32)), Draw(bytes(32))
    assert one.bytes(700) == b"".join(many.bytes(7) for _ in range(100))


def test_integers_stay_in_range_and_favour_none() -> None:
    """6,000 draws from 1..6 lie within five standard deviations (29) of 1,000 each."""
    draw = Draw(b"fair")
    counts = Counter(draw.integer(1, 6) for _ in range(6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 1000) < 5 * 29 for count in counts.values())


def test_an_empty_range_is_refused() -> None:
    """No integer lies between 3 and 2."""
    with pytest.raises(ValueError, match="between 3 and 2"):
        Draw(bytes(32)).integer(3, 2)


def test_children_are_independent_of_what_the_parent_drew() -> None:
    """A child depends on its name alone, and two names give two streams."""
    fresh, used = Draw(bytes(32)), Draw(bytes(32))
    used.bytes(50)
    assert fresh.child("facts").bytes(16) == used.child("facts").bytes(16)
    assert fresh.child("facts").bytes(16) != fresh.child("layout").bytes(16)


def test_shuffling_keeps_every_option() -> None:
    """A shuffle is a permutation, and not always the same one."""
    draw = Draw(b"shuffle")
    orders = {tuple(draw.shuffled("abcd")) for _ in range(200)}
    assert len(orders) == 24
    assert all(sorted(order) == list("abcd") for order in orders)
