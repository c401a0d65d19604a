"""L2 of the gate on the private split: what may be said of it, and of how many documents at once (SECURITY.md §2, end)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from analysis.slices import ALL, APART, BANDS, JUDGED, ROW, ROWS_INVENTED, place_of
from records.commitment import Commitment, Opened
from records.document import Condition, Record
from records.errors import Problem
from records.fields import FIELDS, LINE_FIELDS
from records.plan import Plan
from records.row import Comparison, Loss, Rank, Row
from records.verdict import PrivateVerdict

#: Slices that no label key names, but that follow from letters alone. Bands of line items do; page breaks do not.
DERIVED = APART | {f"{name}.{band}" for name in (ROW, ROWS_INVENTED) for band, _, _ in BANDS}
FOLDER = "data/private-verdicts/"
#: The conditions that every document has (generator/design.py).
EVERYWHERE: tuple[Condition, ...] = ("clean", "garbled")
#: Keys that depend on the answer: rows and rates that the document does not have.
ANSWERED = ("LINE/+", "VAT/")
#: The forms of the other keys; those of fields are looked up.
_KEY = re.compile(
    r"LINE/\+?[0-9]{3}|LINE/[0-9]{3}/([A-Z_]+)|REL/([A-Z]{1,2}|L[0-9]{1,2}|CO-[0-9]{2}|PERCENT|UNDETECTED)(-[A-Z]{1,5})?|VAT/[0-9]{2}/(BASIS|TAX)|SCHEMA"
)
_FIELDS = frozenset(field.key for fields in (*FIELDS.values(), *LINE_FIELDS.values()) for field in fields)


def check_split(plan: Plan | None, records: Mapping[str, Sequence[Record]]) -> list[Problem]:
    """Every figure of the private split that is of too few documents, of part of it, or of a slice that its letters do not give."""
    if plan is None:
        return []  # said elsewhere
    split = _Split(records)
    problems: list[Problem] = []
    least = plan.statistics.private_least_n
    for path, kind in (
        ("data/rows.jsonl", Row),
        ("data/comparisons.jsonl", Comparison),
        ("data/ranks.jsonl", Rank),
        ("data/losses.jsonl", Loss),
    ):
        for number, record in enumerate(records.get(path, ()), start=1):
            if isinstance(record, kind) and record.split == "private":
                problems += [_problem(path, f"{record.id} {fault}", number) for fault in _faults(record, split, least)]
    for path, found in records.items():
        if path.startswith(FOLDER):
            problems += _letters(path, [one for one in found if isinstance(one, PrivateVerdict)])
    return problems + _left_out(records)


class _Split:
    """What the published private letters are of: their label keys, and the documents of each run, family and condition."""

    def __init__(self, records: Mapping[str, Sequence[Record]]) -> None:
        self.slices: set[str] = set(DERIVED)
        self.whole: dict[tuple[str, str, Condition], int] = defaultdict(int)
        seen: set[str] = set()
        for path, found in records.items():
            for verdict in found if path.startswith(FOLDER) else ():
                if isinstance(verdict, PrivateVerdict):
                    seen |= verdict.outcomes.keys()
                    run = path.removeprefix(FOLDER).removesuffix(".jsonl")
                    self.whole[run, verdict.family, verdict.condition] += _is_judged(verdict)
        self.slices |= {place_of(key).slice for key in seen}


def _is_judged(verdict: PrivateVerdict) -> bool:
    """Whether the document counts in the headline of its header fields."""
    return any(
        place_of(key).eval_class == "document_extraction" and not JUDGED.isdisjoint(letters) for key, letters in verdict.outcomes.items()
    )


def _faults(record: Row | Comparison | Rank | Loss, split: _Split, least: int) -> list[str]:
    faults = []
    if record.slice not in split.slices:
        faults.append("is a slice that the published letters do not give: the private split is told whole or by field")
    # What has no evidence may say of how few documents it would have been.
    if 0 < record.clusters < least and (isinstance(record, Row) or record.method is not None):
        faults.append(f"is of {record.clusters} private documents, and {least} are the fewest")
    if isinstance(record, Row) and record.slice == ALL and record.eval_class == "document_extraction" and record.point is not None:
        whole = split.whole[record.run, record.family, record.condition]
        if record.clusters != whole:
            faults.append(f"is of {record.clusters} private documents where the split has {whole}")
    return faults


def _letters(path: str, verdicts: Iterable[PrivateVerdict]) -> list[Problem]:
    problems = []
    for number, verdict in enumerate(verdicts, start=1):
        rates = sorted({key.split("/")[1] for key in verdict.outcomes if key.startswith("VAT/")})
        if rates != [f"{place:02}" for place in range(1, len(rates) + 1)]:
            problems.append(_problem(path, "names a rate where its number is due: a rate is content", number))
        if strange := sum(not _is_known(key) for key in verdict.outcomes):
            problems.append(_problem(path, f"has {strange} label keys of no known form", number))
        if len({len(letters) for letters in verdict.outcomes.values()}) > 1:
            problems.append(_problem(path, "has letters of different numbers of replicates", number))
    return problems


@lru_cache(maxsize=4096)
def _is_known(key: str) -> bool:
    found = _KEY.fullmatch(key)
    return key in _FIELDS or (found is not None and (found[1] is None or found[1] in _FIELDS))


def _left_out(records: Mapping[str, Sequence[Record]]) -> list[Problem]:
    """Every run without some private document that it must have, and every verdict without a label that other systems were asked."""
    split = {record.commitment for record in records.get("data/commitments.jsonl", ()) if isinstance(record, Commitment)}
    split -= {record.commitment for record in records.get("data/opened.jsonl", ()) if isinstance(record, Opened)}
    of_run = {path: [one for one in found if isinstance(one, PrivateVerdict)] for path, found in records.items() if path.startswith(FOLDER)}
    everyone: dict[Condition, set[str]] = defaultdict(set)
    asked: dict[str, frozenset[str]] = {}
    problems = []
    for path, found in of_run.items():
        for number, verdict in enumerate(found, start=1):
            everyone[verdict.condition].add(verdict.commitment)
            keys = frozenset(key for key in verdict.outcomes if not key.startswith(ANSWERED))
            if asked.setdefault(verdict.commitment, keys) != keys:
                problems.append(_problem(path, "is of other labels than the same document's elsewhere", number))
    problems += _unasked(of_run)
    for path, found in of_run.items():
        present: dict[Condition, set[str]] = defaultdict(set)
        for verdict in found:
            present[verdict.condition].add(verdict.commitment)
        for condition, seen in present.items():
            lacking = len((split if condition in EVERYWHERE else everyone[condition]) - seen)
            if lacking:
                problems.append(_problem(path, f"leaves out {lacking} private documents in {condition}", 1))
    return problems


def _unasked(of_run: Mapping[str, Sequence[PrivateVerdict]]) -> list[Problem]:
    """Every verdict without a field, relation or whole that other documents of its family were asked: all have all of them."""
    told = [
        (path, number, verdict.family, frozenset(key for key in verdict.outcomes if not key.startswith(("LINE/", "VAT/"))))
        for path, found in of_run.items()
        for number, verdict in enumerate(found, start=1)
    ]
    every: dict[str, frozenset[str]] = defaultdict(frozenset)
    for _, _, family, keys in told:
        every[family] |= keys
    return [
        _problem(path, f"lacks {len(every[family] - keys)} labels that others of its family have", number)
        for path, number, family, keys in told
        if keys != every[family]
    ]


def _problem(path: str, reason: str, line: int) -> Problem:
    return Problem(file=path, line=line, reason=f"L2 {reason}")
