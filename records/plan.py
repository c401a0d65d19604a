"""The plan: everything that affects a number, in one frozen file, read strictly."""

import tomllib
from typing import Annotated, Literal

from pydantic import Field as Constraint
from pydantic import ValidationError

from records.document import Record, Slug
from records.errors import MalformedRecord, Problem
from records.lines import MOST_PROBLEMS

#: A part of a whole as two numbers, such as "1/3".
Part = Annotated[str, Constraint(pattern=r"^[0-9]{1,3}/[1-9][0-9]{0,2}$")]


class CorpusPlan(Record):
    """How many documents of each family a split has, the public seed, and the parts of them with a defect and a long table."""

    public_seed: str
    invoice: int
    pay_application: int
    defect_share: Part
    long_share: Part


class ReplicatesPlan(Record):
    """Replicates of every answer, and on how many documents determinism is verified."""

    count: int
    determinism_documents: int


class SweepPlan(Record):
    """Limits of a sweep."""

    timeout_seconds: int


class GradingPlan(Record):
    """Constants of the rubric."""

    two_digit_year_pivot: int
    amount_tolerance: str
    alignment_threshold: str


class StatisticsPlan(Record):
    """Constants of every interval and comparison."""

    level: str
    margin: str
    power: str
    resamples: int
    bca_least_imperfect: int
    bca_least_nonzero: int
    least_documents: int
    private_least_n: int


class PublishPlan(Record):
    """The fixed system that every other is compared with."""

    reference: Slug


class AuditPlan(Record):
    """The audit of our own methods: simulations and resamples of a cell, looks of a watch, and the limits a release must keep.

    No interval cell of a released edition covers less than `floor`, and no watch of unchanged
    systems alarms more often than `watch_ceiling`.
    """

    floor: str
    watch_ceiling: str
    simulations: int
    resamples: int
    looks: int


class Plan(Record):
    """One edition's plan. See data/plans/."""

    version: Slug
    edition: Slug
    status: Literal["draft", "released"]
    rubric: int
    corpus: CorpusPlan
    replicates: ReplicatesPlan
    sweep: SweepPlan
    grading: GradingPlan
    statistics: StatisticsPlan
    publish: PublishPlan
    audit: AuditPlan


def parse_plan(file: str, data: bytes) -> Plan:
    """The plan in a TOML file's bytes. Raises MalformedRecord naming every reason."""
    try:
        return Plan.model_validate(tomllib.loads(data.decode("utf-8")))
    except ValidationError as error:
        raise MalformedRecord(
            [
                Problem(
                    file=file, line=None, reason=f"{'.'.join(map(str, item['loc']))[:200]}: {item['msg']}", remedy="see records/plan.py"
                )
                for item in error.errors(include_input=False, include_url=False, include_context=False)
            ][:MOST_PROBLEMS]
        ) from None
    except (ValueError, RecursionError) as error:  # tomllib's own, a wrong encoding, a number of thousands of digits, endless nesting
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)[:200]
        raise MalformedRecord([Problem(file=file, line=None, reason=f"not TOML: {reason}", remedy="mend the file")]) from None
