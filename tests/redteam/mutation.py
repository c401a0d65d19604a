"""A mutation: one way to break a promise of a staged site, the channel it uses, and the rule that must notice."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.redteam.staged import Staged

#: How many worlds a near relative of another mutation is done to.
SPARE_WORLDS = 3
RULES = ("L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8")

Act = Callable[[Staged], None]


@dataclass(frozen=True, slots=True)
class Mutation:
    """What `act` does to a staged site; `rule` must refuse it, or one of `also`, which could as well.

    `sealed` says that the manifest is made true again afterwards, as an attacker would who can write all of the site.
    `spare` marks a near relative of another mutation: it is done to the first worlds only.
    """

    name: str
    channel: str
    rule: str
    also: tuple[str, ...]
    sealed: bool
    spare: bool
    act: Act
    says: str

    def worlds(self, all_of_them: int) -> int:
        """To how many worlds it is done."""
        return min(SPARE_WORLDS, all_of_them) if self.spare else all_of_them

    def caught(self, rules: set[str]) -> bool:
        """Whether one of these rules is among those that must notice."""
        return bool(rules & {self.rule, *self.also})


def mutation(into: list[Mutation], channel: str, rule: str, *also: str, sealed: bool = True, spare: bool = False) -> Callable[[Act], Act]:
    """Lists a function as a mutation under its own name."""
    assert {rule, *also} <= set(RULES)

    def listed(act: Act) -> Act:
        name = act.__name__.replace("_", " ")
        into.append(Mutation(name, channel, rule, also, sealed, spare, act, (act.__doc__ or "").strip()))
        return act

    return listed
