"""One error family: every problem is collected, named by file and line, and raised once."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong, where it is, and what to do about it.

    `file` is a path relative to the project (or the path the user gave), `line` is 1-based or
    None where the whole file is meant, `reason` never quotes private content.

    >>> str(Problem(file="a.jsonl", line=3, reason="duplicate key 'id'", remedy="remove one"))
    "a.jsonl:3: duplicate key 'id' (remove one)"
    """

    file: str
    line: int | None
    reason: str
    remedy: str = ""

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        return shown_plainly(f"{where}: {self.reason}" + (f" ({self.remedy})" if self.remedy else ""))


def shown_plainly(text: str) -> str:
    """A text on one line that any terminal can show: what does not print, a stray half of a pair included, as its escape.

    >>> shown_plainly("a\\nb\\ud800")
    'a\\\\nb\\\\ud800'
    """
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode("ascii") for letter in text)


class GroundTruthError(Exception):
    """A user's mistake or a closed gate: carries every `Problem`, prints one clear line each."""

    def __init__(self, problems: "list[Problem] | tuple[Problem, ...]") -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class MalformedRecord(GroundTruthError):
    """A stored or submitted record that does not parse or does not validate."""


class GradingConflict(GroundTruthError):
    """A deterministic re-grade that disagrees with a stored verdict (GRADING.md §7)."""


class GateClosed(GroundTruthError):
    """The publish gate found reasons not to publish; all of them are in `problems`."""


def one(file: str, reason: str, *, line: int | None = None, remedy: str = "") -> list[Problem]:
    """The list with a single problem, for raising at once."""
    return [Problem(file=file, line=line, reason=reason, remedy=remedy)]
