"""Documents and their labels: what exists, and what a right answer to it is."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic import Field as Constraint

from records.fields import EVAL_CLASS, EvalClass, Family, LabelKind

Tier = Literal["synthetic", "specimen", "real"]
Split = Literal["public", "private"]
#: How the page reached the reader. `clean` is a PDF with a text layer, `garbled` the same page over a text
#: layer that lies, the others are pictures of it without one. Twins share their facts; a document has some.
Condition = Literal["clean", "garbled", "light", "heavy", "photo", "fax", "stamp", "correction", "faint"]
CONDITIONS: tuple[Condition, ...] = ("clean", "garbled", "light", "heavy", "photo", "fax", "stamp", "correction", "faint")
#: The pictures: what a camera or scanner made of the page.
SCANS: tuple[Condition, ...] = CONDITIONS[2:]
Authority = Literal["generator", "primary_document", "issuer_embedded", "vendor_api", "constructed", "unpopulated"]
Axis = Literal["value", "sign", "currency", "unit", "scale", "period", "role", "evidence"]
#: What a label's author may have left aside. Who saw a system's output labels what that system reads.
NotConsulted = Literal["system_output", "page", "embedded_data", "other_labels"]
#: Authorities whose labels follow from data without anyone reading a page: no system's output was there to be seen.
DERIVED: frozenset[Authority] = frozenset({"generator", "issuer_embedded", "constructed"})

Slug = Annotated[str, Constraint(pattern=r"^[a-z0-9][a-z0-9.-]{0,79}$")]
Sha256 = Annotated[str, Constraint(pattern=r"^[0-9a-f]{64}$")]


class Record(BaseModel):
    """The base of every noun: frozen, strict, no unknown fields, input never shown in an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, hide_input_in_errors=True)


class Conventions(Record):
    """What a document declares about its own spellings (GRADING.md §1, last paragraph)."""

    decimal_mark: Literal[".", ","]
    grouping: Literal[",", ".", "'", "\u2019", " ", "\u00a0", "\u202f", "\u2009", ""]
    indian: bool = False
    date_order: Literal["MDY", "DMY", "YMD"]
    calendar: Literal["gregorian", "buddhist"] = "gregorian"
    currency: Annotated[str, Constraint(pattern=r"^[A-Z]{3}$")]
    negative: Literal["leading", "trailing", "parentheses"] = "leading"
    credit_debit: Literal["", "CR-negative", "DR-negative"] = ""


class RenderedFile(Record):
    """One rendered twin of a document: its bytes by hash, their number, and the page count."""

    sha256: Sha256
    bytes: int
    pages: int


class Document(Record):
    """One set of facts on paper, with a rendered twin for each condition.

    The document is the cluster of every interval: its twins and replicates are never independent.
    Documents that show one scenario (a third party's sample in several formats) share a `cluster`.
    """

    id: Slug
    family: Family
    tier: Tier
    split: Split
    layout: Slug
    locale: str
    conventions: Conventions
    files: dict[Condition, RenderedFile]
    tags: tuple[str, ...] = ()
    runnable: bool = True
    reason: str | None = None
    source: str = "generator"
    licence: str = ""
    cluster: Slug | None = None

    @model_validator(mode="after")
    def _exclusion_needs_reason(self) -> "Document":
        if not self.runnable and not self.reason:
            raise ValueError("a document that is not runnable needs a reason")
        return self

    @property
    def cluster_id(self) -> str:
        """The unit of every interval that this document belongs to: its scenario, else itself."""
        return self.cluster or self.id


class Label(Record):
    """What a right answer to one key of one document is.

    `key` is a field key (INVOICE_NUMBER), a cell of a row (LINE/003/LINE_NET), a row itself
    (LINE/003), or a relation (REL/CO-10). `expected` is the value in its canonical spelling:
    decimals as plain text, dates ISO, names and ids as printed; None where the document has none.
    """

    document: Slug
    key: Annotated[str, Constraint(pattern=r"^[A-Z0-9_]+(/[A-Za-z0-9_+=.-]+){0,2}$")]
    kind: LabelKind
    expected: str | None
    axes: tuple[Axis, ...] = ("value",)
    authority: Authority = "generator"
    scored: bool = True
    exclusion_reason: str | None = None
    evidence: tuple[int, str, str, str, str] | None = None  # page, then x0 y0 x1 y1 in points from the top left
    not_consulted: tuple[NotConsulted, ...] = ()
    prefilled_by: Slug | None = None  # the system whose answer stood here before a person confirmed or changed it
    confirmed: bool = False

    @model_validator(mode="after")
    def _exclusion_needs_reason(self) -> "Label":
        if not self.scored and not self.exclusion_reason:
            raise ValueError("a label that is not scored needs an exclusion_reason")
        return self

    @model_validator(mode="after")
    def _no_answer_is_a_label(self) -> "Label":
        if self.authority == "unpopulated" and self.scored:
            raise ValueError("a label of authority unpopulated is not scored")
        if self.prefilled_by and not self.confirmed and self.authority != "unpopulated":
            raise ValueError("what a system filled in is unpopulated until a person confirms it")
        if self.scored and not self.prefilled_by and self.authority not in DERIVED and "system_output" not in self.not_consulted:
            raise ValueError("a label read by a person says that its author did not consult system_output (not_consulted)")
        return self

    @property
    def eval_class(self) -> EvalClass:
        """The denominator this label belongs to."""
        return EVAL_CLASS[self.kind]
