"""One private edition: its numbered documents from its keys, its checkpoint, and whether keys belong to it."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from generator.defects import defects_of
from generator.design import Place, place
from generator.draw import Draw
from generator.layouts import layouts_of
from generator.private import CORPUS, commit
from generator.private.document import PrivateDocument, seal
from generator.private.secret import Secret
from generator.public import shares_of
from records.commitment import Checkpoint
from records.document import SCANS, Condition, Document, Label, Split
from records.errors import GroundTruthError, one
from records.fields import FAMILIES, Family
from records.plan import Plan


class Generated(Protocol):
    """What the generator makes of a seed (generator/document.py gives it as GeneratedDocument)."""

    @property
    def document(self) -> Document: ...

    @property
    def labels(self) -> Sequence[Label]: ...

    @property
    def files(self) -> Mapping[Condition, bytes]: ...

    @property
    def facts_text(self) -> str: ...


class Maker(Protocol):
    """The generator's make_document: a seed of 32 bytes and a place in, a document out, in the conditions named or those of its place."""

    def __call__(
        self, seed: bytes, document_id: str, family: Family, split: Split, place: Place, *, conditions: Sequence[Condition] | None = None
    ) -> Generated: ...


class Edition(NamedTuple):
    """The keys of one edition, the plan that gives its size, and the generator."""

    plan: Plan
    secret: Secret
    maker: Maker

    @property
    def split(self) -> str:
        """The split's name in every commitment, such as "edition-2/private"."""
        return split_name(self.plan)


def split_name(plan: Plan) -> str:
    """The name of a plan's private split in every commitment."""
    return f"{plan.edition}/private"


def families(plan: Plan) -> list[Family]:
    """The family of document 0, 1, 2, ...: first the invoices, then the pay applications."""
    sizes: tuple[tuple[Family, int], ...] = (("invoice", plan.corpus.invoice), ("pay_application", plan.corpus.pay_application))
    return [family for family, size in sizes for _ in range(size)]


def order(edition: Edition) -> list[int]:
    """The numbers in an order that only the keys know: the order of work must not tell which commitment is which."""
    return sorted(range(len(families(edition.plan))), key=lambda n: edition.secret.nonce(CORPUS, edition.split, n))


def make(edition: Edition, n: int) -> PrivateDocument:
    """Document n, rendered in every condition it has and committed to. Call it inside `lane.sealed`."""
    made = _made(edition, n, None)
    return seal(
        n,
        made.document,
        made.labels,
        made.files,
        made.facts_text,
        place=(CORPUS, edition.split),
        nonce=edition.secret.nonce(CORPUS, edition.split, n),
        canary=edition.secret.canary(CORPUS, edition.split),
    )


def labels(edition: Edition, n: int) -> Sequence[Label]:
    """The labels of document n, without rendering it: what a search for leaks is made from."""
    return _made(edition, n, ()).labels


def checkpoint(edition: Edition, commitments: Sequence[str], created: str) -> Checkpoint:
    """The head of the edition's tree over its commitments (hex), dated by the door."""
    if len(commitments) != len(families(edition.plan)):
        raise ValueError("not every document is committed to")
    leaves = [bytes.fromhex(item) for item in commitments]
    seed_commit = bytes.fromhex(edition.secret.seed_commit(CORPUS, edition.split))
    return commit.checkpoint(CORPUS, edition.split, leaves, seed_commit, created)


def refuse_other_keys(edition: Edition, head: Checkpoint, where: str) -> None:
    """Raise GroundTruthError unless the keys and the plan are those of the checkpoint."""
    if (head.corpus, head.split) != (CORPUS, edition.split):
        raise GroundTruthError(
            one(where, f"the newest checkpoint is of {head.split}, the plan is of {edition.split}", remedy="run new-edition")
        )
    if edition.secret.seed_commit(CORPUS, edition.split) != head.seed_commit:
        raise GroundTruthError(
            one(where, "the keys are not those of this edition", remedy="set GT_KEYS_FILE to its key file, or run new-edition")
        )
    if head.tree_size != len(families(edition.plan)):
        raise GroundTruthError(
            one(where, "the plan has another number of documents than the edition", remedy="restore the plan or raise its edition")
        )


def place_of(edition: Edition, n: int) -> Place:
    """Document n's place in the design of its family.

    Numbers, layouts, damages and defects are each put in an order that only the keys know: that a
    document has a twin in some condition, which its verdicts tell, says nothing of its layout or defect.
    """
    family = families(edition.plan)[n]
    count = families(edition.plan).count(family)
    draw = Draw(edition.secret.seed(CORPUS, f"{edition.split}/design", FAMILIES.index(family)))
    layouts = draw.child("layouts").shuffled([layout.name for layout in layouts_of(family, "private")])
    defects = draw.child("defects").shuffled(defects_of(family))
    number = draw.child("numbers").shuffled(range(count))[n - families(edition.plan).index(family)]
    return place(number, count, layouts, defects, shares_of(edition.plan), draw.child("damages").shuffled(SCANS))


def pairs(edition: Edition, conditions: Sequence[Condition], opened: Collection[int] = ()) -> int:
    """How many documents of the split, the opened ones left out, have these conditions, one for each."""
    places = [place_of(edition, n) for n in range(len(families(edition.plan))) if n not in opened]
    return sum(condition in place.conditions for place in places for condition in conditions)


def _made(edition: Edition, n: int, conditions: Sequence[Condition] | None) -> Generated:
    seed = edition.secret.seed(CORPUS, edition.split, n)
    # The number stays out of the name: a name may be drawn on the page or stand in a message.
    return edition.maker(seed, "private", families(edition.plan)[n], "private", place_of(edition, n), conditions=conditions)
