"""A project played from its first application: every identity within an application and across applications, to the cent."""

from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from functools import cache

import pytest

from generator.draw import Draw
from generator.pay_vocabulary import DIVISIONS
from generator.play import play
from generator.project import ZERO, Application, Project

WORDS = sorted(DIVISIONS)


@cache
def projects() -> tuple[Project, ...]:
    """Three hundred projects of one to twelve applications, in every language."""
    return tuple(
        play(Draw(bytes([seed % 256, seed // 256] * 16)), number=1 + seed % 12, words=WORDS[seed % len(WORDS)]) for seed in range(300)
    )


def pairs() -> Iterator[tuple[Application, Application]]:
    """Every application with the one before it."""
    for project in projects():
        yield from zip(project.applications, project.applications[1:], strict=False)


def total(application: Application, column: str) -> Decimal:
    """The sum of a column of lines."""
    return sum((getattr(line, column) for line in application.lines), ZERO)


def half_up(value: Decimal, unit: Decimal) -> Decimal:
    """Rounded to a unit, half away from zero."""
    return value.quantize(unit, ROUND_HALF_UP)


def test_column_d_is_what_was_done_before_and_leaves_stored_material_out() -> None:
    """D(n) = D(n-1) + E(n-1), row by row; a row that was not there before has nothing before (GRADING.md §5)."""
    stored = 0
    for before, after in pairs():
        known = {line.item.item: line for line in before.lines}
        for line in after.lines:
            earlier = known.get(line.item.item)
            assert line.previous == (earlier.previous + earlier.period if earlier else ZERO)
            stored += bool(earlier and earlier.stored)
    assert stored > 500


def test_line_seven_is_the_sum_of_what_was_certified() -> None:
    """L7(n) = sum of certificates before n, and equals the prior line 6 just where everything owed was certified."""
    short = 0
    for project in projects():
        for number, one in enumerate(project.applications):
            assert one.previous == sum((earlier.certified for earlier in project.applications[:number]), ZERO)
            if number:
                before = project.applications[number - 1]
                assert (one.previous == before.earned) == (before.certified == before.due)
                assert before.certified <= before.due
                short += before.certified < before.due
    assert short > 100


def test_rows_and_summary_foot_in_every_application() -> None:
    """G, H, lines 3 to 9, and the schedule's value is the contract sum to date."""
    for project in projects():
        for one in project.applications:
            for line in one.lines:
                assert line.total == line.previous + line.period + line.stored
                assert line.balance == line.value - line.total
                assert line.stored >= 0
                assert abs(line.total) <= abs(line.value)
            assert one.contract == one.original + one.change == total(one, "value")
            assert one.total == total(one, "total")
            assert one.retainage == one.held_completed + one.held_stored
            assert one.earned == one.total - one.retainage
            assert one.due == one.earned - one.previous
            assert one.balance == one.contract - one.earned


def test_retainage_is_kept_by_line_or_on_the_whole() -> None:
    """By line it is rounded half up on each and summed; on the whole it is rounded once. Both kinds occur, and differ."""
    kinds, apart = set(), 0
    for project in projects():
        terms = project.terms
        kinds.add(terms.per_line)
        for one in project.applications:
            rates = dict(terms.reduced)
            rows = sum((half_up(line.work * rates.get(line.item.item, one.rate) / 100, terms.unit) for line in one.lines), ZERO)
            whole = half_up(total(one, "work") * one.rate / 100, terms.unit)
            assert one.held_completed == (rows if terms.per_line else whole)
            assert not terms.per_line or one.retainage == total(one, "retained")
            apart += rows != whole
    assert kinds == {True, False}
    assert apart > 100


def test_retainage_steps_down_at_half_of_the_contract() -> None:
    """The lower rate holds just where work in place is half of the contract or more, and both sides occur."""
    sides = set()
    for project in projects():
        for one in project.applications:
            half = 2 * total(one, "work") >= one.contract
            if project.terms.after is None:
                assert one.rate == project.terms.completed
            else:
                assert one.rate == (project.terms.after if half else project.terms.completed)
                sides.add(half)
    assert sides == {True, False}


def test_stored_material_is_bought_kept_and_built_in() -> None:
    """F rises, stays and falls; where it falls, at least as much is billed as work of the period, or the row is full."""
    seen = set()
    for before, after in pairs():
        known = {line.item.item: line.stored for line in before.lines}
        for line in after.lines:
            change = line.stored - known.get(line.item.item, ZERO)
            seen.add("up" if change > 0 else "down" if change < 0 else "kept" if line.stored else "none")
            if change < 0:
                assert line.period >= -change
    assert seen == {"up", "down", "kept", "none"}


def test_change_orders_are_added_and_deducted_at_stated_applications() -> None:
    """A change counts from the application that approved it; both signs, rows of their own and cuts of a row occur."""
    signs, cut = set(), 0
    for project in projects():
        for one in project.applications:
            rows = {line.item.item: line for line in one.lines}
            approved = [line.item for line in one.lines if line.item.change]
            assert all(item.change <= one.number for item in approved)
            assert one.change == one.added(before=True) + one.added(before=False) - one.deducted(before=True) - one.deducted(before=False)
            signs |= {amount > 0 for _, amount in one.changes}
            cut += any(line.value < line.item.value for line in rows.values() if not line.item.change)
    assert signs == {True, False}
    assert cut > 10


def test_negative_work_and_negative_payments_occur() -> None:
    """An earlier bill is corrected now and then, and a payment may be due the other way."""
    lines = [line for project in projects() for one in project.applications for line in one.lines]
    assert sum(line.period < 0 < line.value for line in lines) > 50
    assert sum(one.due < 0 for project in projects() for one in project.applications) > 5


def test_most_schedules_are_short_and_one_in_ten_is_long() -> None:
    """5 to 26 rows in most projects, 26 to 120 in about a tenth (30 of 300 are expected; five deviations are 26)."""
    rows = [len(project.last.lines) for project in projects()]
    assert min(rows) >= 5
    assert max(rows) <= 120
    assert 10 <= sum(count > 26 for count in rows) <= 56


def test_playing_further_does_not_change_what_was_played() -> None:
    """The items and terms of a project are the same however far it is played."""
    short, long = (play(Draw(bytes(32)), number=number) for number in (2, 9))
    assert short.terms == long.terms
    assert [line.item for line in short.last.lines if not line.item.change] == [
        line.item for line in long.last.lines if not line.item.change
    ]


def test_an_application_that_was_not_played_is_refused() -> None:
    """Applications count from 1."""
    project = projects()[2]
    assert project.application(3) is project.last
    for number in (0, 4):
        with pytest.raises(IndexError, match="no application"):
            project.application(number)
