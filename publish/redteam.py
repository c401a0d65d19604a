"""The red team's record as it is published: mutations of staged sites, the rule that must catch each, and how often it did."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

RULES = tuple(f"L{number}" for number in range(1, 9))
#: What a published edition must have been attacked with (SECURITY.md §3).
LEAST_MUTATIONS, LEAST_WORLDS, LEAST_BUILDS = 80, 25, 25
_CHANNEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ,.=-]*")


class Mutation(NamedTuple):
    """One kind of mischief: what it hides in, which rule must name it, how often it was tried and caught."""

    name: str
    channel: str
    rule: str
    caught: int
    total: int


class Caught(NamedTuple):
    """A sum over mutations, for one cell of the page's table or for all: `id` is what a data-ref calls it."""

    id: str
    caught: int
    total: int
    mutations: int
    alarms: int = 0
    builds: int = 0
    worlds: int = 0


class RedTeam(NamedTuple):
    """All of it: mutations over so many worlds, and false alarms over so many clean builds."""

    worlds: int
    builds: int
    alarms: int
    mutations: tuple[Mutation, ...]

    @property
    def channels(self) -> tuple[str, ...]:
        """The channels in order of name."""
        return tuple(sorted({mutation.channel for mutation in self.mutations}))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that must catch something, in order."""
        return tuple(rule for rule in RULES if any(mutation.rule == rule for mutation in self.mutations))

    @property
    def all(self) -> Caught:
        """Every mutation added up, with the clean builds."""
        return _sum("all", self.mutations)._replace(alarms=self.alarms, builds=self.builds, worlds=self.worlds)

    def cell(self, channel: str, rule: str) -> Caught | None:
        """The mutations of one channel that one rule must catch, or None where there are none."""
        found = [mutation for mutation in self.mutations if (mutation.channel, mutation.rule) == (channel, rule)]
        return _sum(cell_id(channel, rule), found) if found else None


def cell_id(channel: str, rule: str) -> str:
    """The name of a cell.

    >>> cell_id("data URIs", "L2"), cell_id("n=1 aggregates", "L7")
    ('data-URIs/L2', 'n-1-aggregates/L7')
    """
    return f"{re.sub('[^A-Za-z0-9.]+', '-', channel)}/{rule}"


def _sum(name: str, mutations: Iterable[Mutation]) -> Caught:
    found = list(mutations)
    return Caught(name, sum(one.caught for one in found), sum(one.total for one in found), len(found))


def read_redteam(data: bytes) -> RedTeam:
    """The record in a file's bytes. Raises KeyError, TypeError or ValueError where it is none."""
    found = json.loads(data)
    mutations = tuple(map(_mutation, found["mutations"]))
    return RedTeam(_count(found["worlds"]), _count(found["builds"]), _count(found["alarms"]), mutations)


def _mutation(row: dict[str, Any]) -> Mutation:
    mutation = Mutation(str(row["name"]), str(row["channel"]), str(row["rule"]), _count(row["caught"]), _count(row["total"]))
    if mutation.rule not in RULES:
        raise ValueError(f"{mutation.name}: there is no rule {mutation.rule[:20]}")
    if not _CHANNEL.fullmatch(mutation.channel):
        raise ValueError(f"{mutation.name}: a channel is plain words")
    return mutation


def _count(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError("not a count")
    return value


def faults_of(redteam: RedTeam) -> list[str]:
    """Why a record does not show that the gate holds: too little was tried, something got through, a clean build was refused."""
    faults = []
    everywhere = sum(mutation.total >= LEAST_WORLDS for mutation in redteam.mutations)
    if everywhere < LEAST_MUTATIONS:
        faults.append(f"{everywhere} mutations of {LEAST_WORLDS} worlds each where {LEAST_MUTATIONS} are the fewest")
    if redteam.worlds < LEAST_WORLDS or redteam.builds < LEAST_BUILDS:
        faults.append(f"{redteam.worlds} worlds and {redteam.builds} clean builds where {LEAST_WORLDS} and {LEAST_BUILDS} are the fewest")
    if redteam.alarms:
        faults.append(f"{redteam.alarms} of {redteam.builds} clean builds were refused")
    names: dict[str, int] = defaultdict(int)
    for mutation in redteam.mutations:
        names[mutation.name] += 1
        if mutation.caught != mutation.total or not mutation.total:
            faults.append(f"{mutation.name}: {mutation.rule} caught {mutation.caught} of {mutation.total}")
    return faults + [f"{name} is there {count} times" for name, count in names.items() if count > 1]
