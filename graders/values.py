"""One value against one label: the rules on null first, then the grader, then a name for the failure."""

from collections.abc import Callable, Collection
from decimal import Decimal
from typing import NamedTuple

from graders.deterministic import dates, exact, normalised, numeric
from graders.deterministic.codes import MARKS
from graders.deterministic.reading import Json, Reading, Setting
from graders.deterministic.spelling import SOFT_HYPHEN, fold_name
from graders.table import GRADERS
from records.fields import ValueKind

#: Words for nothing. They are not null: a reader of the answer would print them.
NULL_SYNONYMS = frozenset(
    {
        "",
        "n/a",
        "na",
        "n.a",
        "n/d",
        "nd",
        "null",
        "none",
        "nil",
        "nan",
        "undefined",
        "unknown",
        "absent",
        "missing",
        "empty",
        "blank",
        "tbd",
        "?",
    }
    | {
        "not available",
        "not applicable",
        "not found",
        "not provided",
        "not specified",
        "not stated",
        "not present",
        "not given",
        "no value",
    }
    | {"keine angabe", "k.a", "ka", "nicht angegeben", "nicht vorhanden", "entfällt", "unbekannt", "fehlt", "leer", "keine", "kein"}
    | {"néant", "aucun", "aucune", "sans objet", "s.o", "non renseigné", "non indiqué", "inconnu", "vide", "absente"}
)
_AROUND_NULL = "-.()[]<>{}\"'* "
CENT = Decimal("0.01")

Finding = tuple[str, str]  # a letter and a reason


class Absent:
    """The type of ABSENT: the key is not in the answer, which is not the same as null."""


ABSENT = Absent()


class Surroundings(NamedTuple):
    """What a wrong value may be instead: true values beside it, what the page should say to foot, what it said the period before."""

    beside: Collection[str | Decimal] = ()
    beside_class: str = "role_swap"
    footing: Decimal | None = None
    before: str | Decimal | None = None


NOTHING_BESIDE = Surroundings()
Around = Callable[[], Surroundings]


def nowhere() -> Surroundings:
    """The surroundings of a value that has none."""
    return NOTHING_BESIDE


def judge_value(
    kind: ValueKind,
    expected: str | None,
    answered: Json,
    setting: Setting,
    around: Around = nowhere,
    axes: Collection[str] = ("value",),
    reading: Reading | None = None,
) -> Finding:
    """The letter and reason of one answered value.

    `answered` is ABSENT where the answer lacks the key. `around` is only called to name a failure.
    `reading` saves reading the answer again where the caller has read it.
    """
    if answered is ABSENT:
        # An absent key is neither an invention nor an answer: it enters no rate, and the schema fails.
        return ("X" if expected is None else "M", "schema_missing_key")
    if expected is None:
        return judge_absence(answered)
    if answered is None:
        return "M", "missed"
    grader = GRADERS[kind]
    found = reading or grader.read(answered, setting)
    true = grader.truth(expected)
    if found.value is not None and (agrees(kind, true, found, setting) or _agrees_with_hyphens(kind, expected, found)):
        return _with_currency(kind, answered, setting, axes)
    if kind == "code" and isinstance(answered, str) and MARKS.get(answered.strip(), "") is None:
        return "F", "currency_unproven"
    return "F", found.problem or name_failure(kind, true, found, setting, around())


def judge_absence(answered: Json) -> Finding:
    """The letter and reason of an answer to a key whose value the page does not have.

    >>> judge_absence(None), judge_absence("N/A"), judge_absence("0.00")
    (('A', 'true_absent'), ('I', 'null_synonym'), ('I', 'fabricated'))
    """
    if answered is None:
        return "A", "true_absent"
    if isinstance(answered, str) and len(answered) < 40 and fold_name(answered).strip(_AROUND_NULL) in NULL_SYNONYMS:
        return "I", "null_synonym"
    return "I", "fabricated"


def agrees(kind: ValueKind, true: str | Decimal, found: Reading, setting: Setting) -> bool:
    """Whether what was read is the label's value."""
    if isinstance(true, Decimal):
        return isinstance(found.value, Decimal) and numeric.within(true, found.value, setting.tolerance)
    if kind in ("name", "description"):
        return bool(true) and true in (found.value, found.other)
    return found.value == true


def _agrees_with_hyphens(kind: ValueKind, expected: str, found: Reading) -> bool:
    """Whether a name is the label's where the label's own soft hyphens show as hyphens."""
    shown = expected.replace(SOFT_HYPHEN, "-")
    return kind in ("name", "description") and shown != expected and normalised.truth(shown) in (found.value, found.other)


def _with_currency(kind: ValueKind, answered: Json, setting: Setting, axes: Collection[str]) -> Finding:
    """A right number passes; where the label pins the currency too, a mark that proves another fails it, and one that proves it says so."""
    if kind == "amount" and "currency" in axes and isinstance(answered, str):
        proved = currency_shown(answered, setting)
        if proved is not None:
            return ("P", "currency_shown") if proved == setting.conventions.currency else ("F", "wrong_currency")
    return "P", ""


def currency_shown(answered: str, setting: Setting) -> str | None:
    """The currency that the mark beside an answered amount proves, or None."""
    amount = numeric.parse_amount(answered, setting.conventions.decimal_mark, indian=setting.conventions.indian)
    return None if amount is None else amount.currency


def name_failure(kind: ValueKind, true: str | Decimal, found: Reading, setting: Setting, around: Surroundings) -> str:
    """The class of a value that was read and is not the label's."""
    answered = found.value
    if isinstance(true, Decimal) and isinstance(answered, Decimal):
        return _name_number(kind, true, answered, found.other, setting, around)
    assert isinstance(true, str) and isinstance(answered, str)  # a grader reads its own kind
    if kind == "date" and dates.swapped(true) == answered:
        return "day_month_swap"
    if answered in around.beside:
        return around.beside_class
    if answered == around.before:
        return "prior_period"
    if kind == "date":
        return "wrong"
    return normalised.mismatch(true, answered) if kind in ("name", "description") else exact.mismatch(true, answered)


def _name_number(
    kind: ValueKind, true: Decimal, answered: Decimal, other: str | Decimal | None, setting: Setting, around: Surroundings
) -> str:
    if isinstance(other, Decimal) and numeric.within(true, other, setting.tolerance):
        return "ambiguous"
    if around.footing is not None and answered == around.footing:
        return "repaired"
    if answered == -true:
        return "sign_flip"
    if true and answered in (true * 100, true / 100):
        return "unit_100x" if kind == "percent" else "scale_100x"
    if answered in around.beside:
        return around.beside_class
    if answered == around.before:
        return "prior_period"
    if true and (power := _power(true, answered)):
        return power
    return "cent_off" if kind == "amount" and abs(answered - true) == CENT else "wrong"


def _power(true: Decimal, answered: Decimal) -> str:
    """The class of a decimal mark one or three places off, "" for neither."""
    for factor, name in ((10, "scale_10x"), (1000, "scale_1000x")):
        if answered in (true * factor, true / factor):
            return name
    return ""
