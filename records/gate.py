"""The gate of the golden corpus: what a run must reach, statement by statement, in one committed file."""

import tomllib
from typing import Annotated, Literal

from pydantic import Field as Constraint
from pydantic import ValidationError, model_validator

from records.document import Condition, Record, Slug, Split, Tier
from records.errors import MalformedRecord, Problem
from records.fields import EvalClass

#: A fraction as decimal text, such as "0.90".
Fraction = Annotated[str, Constraint(pattern=r"^(0\.[0-9]{1,6}|1(\.0{1,6})?)$")]


class Statement(Record):
    """One thing that is asked of every run: the least rate of one eval class, in one tier, split and condition.

    It is judged for each family by itself, and no average is taken over anything.
    """

    name: Slug
    title: str
    eval_class: EvalClass
    slice: str
    tier: Tier
    split: Split
    condition: Condition
    least: Fraction


class Gate(Record):
    """The statements in force."""

    version: Slug
    status: Literal["draft", "released"]
    statements: tuple[Statement, ...]

    @model_validator(mode="after")
    def _names_are_unique(self) -> "Gate":
        names = [statement.name for statement in self.statements]
        if len(set(names)) != len(names):
            raise ValueError("two statements have one name")
        return self


def parse_gate(file: str, data: bytes) -> Gate:
    """The gate in a TOML file's bytes. Raises MalformedRecord naming every reason."""
    try:
        # The JSON mode of validation takes a list for a tuple; TOML has lists alone.
        return Gate.model_validate(tomllib.loads(data.decode("utf-8")), strict=False)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise MalformedRecord([Problem(file=file, line=None, reason=f"not TOML: {error}", remedy="mend the file")]) from None
    except ValidationError as error:
        raise MalformedRecord(
            [
                Problem(file=file, line=None, reason=f"{'.'.join(map(str, item['loc']))}: {item['msg']}", remedy="see records/gate.py")
                for item in error.errors(include_input=False, include_url=False, include_context=False)
            ]
        ) from None
