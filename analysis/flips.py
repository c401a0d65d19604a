"""Assertions that flip between two runs of one system: which, which way, and by what (GRADING.md §7).

An assertion is one label of one rendered document. It stands where every judged letter is right (P, or A where
there rightly is nothing), falls where every one is wrong, and wavers where replicates disagree.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from analysis.attribution import Assertion, attribute
from analysis.slices import EXTRA_ROW
from records.document import Condition, Document, Label
from records.flip import TURNS, Flip, Turn
from records.run import Run
from records.verdict import PrivateVerdict, Verdict

RIGHT = frozenset("PA")
WRONG = frozenset("FMI")
State = Literal["right", "wrong", "mixed", "unjudged"]

Place = tuple[str, Condition]
ByKey = Mapping[str, Verdict]
Judge = Callable[[str, Condition], ByKey]
Values = Callable[[str, Condition], Mapping[str, str]]


def _no_values(document: str, condition: Condition) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Side:
    """One of the two runs. `labels` are those its verdicts were given by, by document and key; None where they are not kept.

    `values` says what was answered, by label key. `again`, asked of the earlier side alone, judges its answers by
    the later side's labels and today's graders; None where the answers are not kept.
    """

    run: Run
    verdicts: Sequence[Verdict]
    documents: Mapping[str, Document]
    labels: Mapping[str, Mapping[str, Label]] | None
    values: Values = _no_values
    again: Judge | None = None
    private: Sequence[PrivateVerdict] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Flipped:
    """All flips of two runs, sorted with regressions first, and what they were looked for in.

    `compared` counts the assertions judged in both runs; `only_before` and `only_after` those judged in one of them.
    `private` counts flips of the private split by turn among `private_compared`: which they are is not published.
    """

    run: Run
    baseline: Run
    flips: tuple[Flip, ...]
    compared: int
    only_before: int
    only_after: int
    private: Mapping[Turn, int] = field(default_factory=dict)
    private_compared: int = 0

    def count(self, turn: Turn) -> int:
        """How many public assertions turned this way."""
        return sum(flip.turn == turn for flip in self.flips)

    @property
    def binding(self) -> tuple[Flip, ...]:
        """The regressions that nothing but the system explains."""
        return tuple(flip for flip in self.flips if flip.binds)


def state_of(outcomes: str, *, extra: bool = False) -> State:
    """What became of an assertion over its replicates; letters that are not judged do not count.

    `extra` is a row that the page does not have: a replicate that did not invent it (X, or no letter) is right.

    >>> state_of("PPPPP"), state_of("AF"), state_of("UX"), state_of("IX", extra=True)
    ('right', 'mixed', 'unjudged', 'mixed')
    """
    if extra:
        wrong = outcomes.count("I")
        return "right" if not wrong else "wrong" if wrong == len(outcomes) else "mixed"
    judged = [letter for letter in outcomes if letter in RIGHT or letter in WRONG]
    if not judged:
        return "unjudged"
    right = sum(letter in RIGHT for letter in judged)
    return "right" if right == len(judged) else "mixed" if right else "wrong"


def turn_of(was: State, now: State) -> Turn | None:
    """How an assertion turned, or None where it did not or was not judged on both sides."""
    if was == now or "unjudged" in (was, now):
        return None
    return "regressed" if was == "right" else "recovered" if now == "right" else "shifted"


def chosen_before(run: Run, others: Sequence[Run]) -> Run | None:
    """The run to compare with: the one it supersedes, else the latest of the same system, tier and scope before it."""
    named = next((other for other in others if other.id == run.supersedes), None)
    alike = [other for other in others if (other.system.slug, other.tier, other.scope) == (run.system.slug, run.tier, run.scope)]
    earlier = [other for other in alike if (other.date, other.id) < (run.date, run.id)]
    return named or max(earlier, key=lambda other: (other.date, other.id), default=None)


def compare(before: Side, after: Side) -> Flipped:
    """Every flip between two runs, on the documents and conditions that both answered."""
    was, now = _by_place(before.verdicts), _by_place(after.verdicts)
    flips: list[Flip] = []
    counts: Counter[str] = Counter()
    for place in sorted(was.keys() & now.keys()):
        flips += _flips(place, was[place], now[place], before, after, counts)
    private, private_compared = _private(before.private, after.private)
    return Flipped(
        run=after.run,
        baseline=before.run,
        flips=tuple(sorted(flips, key=reading_order)),
        compared=counts["both"],
        only_before=counts["before"],
        only_after=counts["after"],
        private=private,
        private_compared=private_compared,
    )


def reading_order(flip: Flip) -> tuple[int, bool, str, str, str]:
    """Regressions first, and of those first the ones that nothing but the system explains."""
    return TURNS.index(flip.turn), not flip.binds, flip.document, flip.condition, flip.label


def _by_place(verdicts: Sequence[Verdict]) -> dict[Place, dict[str, Verdict]]:
    found: dict[Place, dict[str, Verdict]] = {}
    for verdict in verdicts:
        found.setdefault((verdict.document, verdict.condition), {})[verdict.label] = verdict
    return found


def _flips(place: Place, was: ByKey, now: ByKey, before: Side, after: Side, counts: Counter[str]) -> Iterator[Flip]:
    for key in sorted(was.keys() | now.keys()):
        one, other = _state(was.get(key), key), _state(now.get(key), key)
        sides = (one != "unjudged", other != "unjudged")
        counts.update({(True, True): ["both"], (True, False): ["before"], (False, True): ["after"]}.get(sides, []))
        turn = turn_of(one, other)
        if turn is not None:
            yield _flip(place, key, turn, was, now, before, after)


def _state(verdict: Verdict | None, key: str) -> State:
    extra = key.startswith(EXTRA_ROW)
    return state_of(verdict.outcomes if verdict else "", extra=extra)


def _flip(place: Place, key: str, turn: Turn, was: ByKey, now: ByKey, before: Side, after: Side) -> Flip:
    document, condition = place
    again = before.again(document, condition) if before.again else {}
    texts = before.values(document, condition), after.values(document, condition)
    labels = (after.labels or {}).get(document, {})
    states = _state(was.get(key), key), _state(again.get(key), key) if again else None, _state(now.get(key), key)
    causes, detail = attribute(
        Assertion(
            document=document, condition=condition, key=key, was=was.get(key), now=now.get(key), states=states,
            # Where one side's answers are not kept, that it has no value says nothing.
            values=(texts[0].get(key), texts[1].get(key)) if again or all(texts) else None,
        ),
        before,
        after,
    )  # fmt: skip
    return Flip(
        run=after.run.id,
        baseline=before.run.id,
        document=document,
        condition=condition,
        label=key,
        turn=turn,
        was=was[key].outcomes if key in was else "",
        now=now[key].outcomes if key in now else "",
        causes=causes,
        detail=detail,
        expected=labels[key].expected if key in labels else None,
        before=texts[0].get(key),
        after=texts[1].get(key),
    )


def _private(before: Sequence[PrivateVerdict], after: Sequence[PrivateVerdict]) -> tuple[dict[Turn, int], int]:
    was = {(found.commitment, found.condition): found.outcomes for found in before}
    turns: Counter[Turn] = Counter()
    compared = 0
    for found in after:
        earlier = was.get((found.commitment, found.condition))
        for key in earlier.keys() | found.outcomes.keys() if earlier is not None else ():
            extra = key.startswith(EXTRA_ROW)
            one, other = (state_of(outcomes.get(key, ""), extra=extra) for outcomes in (earlier or {}, found.outcomes))
            compared += "unjudged" not in (one, other)
            turn = turn_of(one, other)
            turns.update([turn] if turn else [])
    return dict(turns), compared
