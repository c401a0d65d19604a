"""Twenty-five made worlds of different shapes: nothing in them was measured, no private document in them is anybody's."""

import hashlib
import io
import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from PIL import Image

from publish.payload import Inputs
from records import checkpoints, merkle
from records.commitment import CheckpointLog, Commitment
from records.correction import Correction
from records.lines import canonical
from records.verdict import PrivateVerdict
from tests.publish.tiny import measured, tiny
from tests.publish.worlds import recount

WORLDS = 25
#: Who is measured: systems that read every damage take longest to check, and are in few worlds.
SYSTEMS = (
    ["beta", "eps"],
    ["beta", "eps"],
    ["beta", "eps"],
    ["eps"],
    ["beta"],
    ["alpha", "eps"],
    ["beta", "delta"],
    ["alpha", "beta", "eps"],
)
TOWNS = ("Brackwater", "Nuneham", "Osterwick", "Pellgarth", "Quarrendon")
GOODS = ("crushed limestone", "sluice gates", "oak sleepers", "copper flashing", "kiln bricks")


@dataclass(frozen=True, slots=True)
class PrivateFacts:
    """A made private document: what a leak would show."""

    seller: str
    number: str
    iban: str
    amount: str
    sentence: str

    def payload(self) -> bytes:
        """Its canonical JSON, which the commitment is made of."""
        facts = {"seller": self.seller, "number": self.number, "iban": self.iban, "amount": self.amount, "terms": self.sentence}
        return canonical(facts).encode("utf-8")


@dataclass(frozen=True, slots=True)
class World:
    """One made edition, and the private documents behind its commitments (in no order that is published)."""

    number: int
    inputs: Inputs
    private: tuple[PrivateFacts, ...]

    @property
    def secret(self) -> PrivateFacts:
        """The private document that mutations leak from."""
        return self.private[0]


def made(number: int) -> World:
    """World `number`, the same each time. 0 is the smallest."""
    draw = random.Random(f"red team {number}")
    documents = draw.choice(((1, 0), (1, 0), (0, 1), (2, 0), (1, 1))) if number else (1, 0)
    families = (
        draw.choice((("invoice",), ("invoice",), ("invoice",), ("pay_application",), ("invoice", "pay_application")))
        if number
        else ("invoice",)
    )
    systems = draw.choice(SYSTEMS) if number else ["beta", "eps"]
    each = draw.randint(20, 23) if number else 20
    private = tuple(_facts(draw) for _ in range(each * len(families)))
    inputs = _only(measured(tiny(*documents, private=each)), systems, families, draw.choice(systems))
    inputs = _committed(_photographed(inputs) if draw.random() < 0.7 else inputs, private, draw)
    inputs = recount(_letters(inputs, draw.choice(LETTERS) if number else str))
    return World(number, _dressed(inputs, draw), private)


def _facts(draw: random.Random) -> PrivateFacts:
    town, goods = draw.choice(TOWNS), draw.choice(GOODS)
    amount = f"{draw.randint(10_000, 99_999)}.{draw.randint(0, 99):02d}"
    number = f"PX-{draw.randint(0, 16**8):08X}"
    sentence = (
        f"{town} Haulage shall be paid {amount} euros for {draw.randint(11, 99)} loads of {goods} "
        f"taken to the weir below {draw.choice(TOWNS)} mill, bill {number}"
    )
    return PrivateFacts(f"{town} Haulage and Sons", number, f"DE{draw.randint(10**19, 10**20 - 1)}", amount, sentence)


def _only(inputs: Inputs, systems: list[str], families: tuple[str, ...], reference: str) -> Inputs:
    """The same world with some of its systems, private documents of some families, and fewer draws."""
    runs = [run for run in inputs.runs if run.system.slug in systems]
    statistics = inputs.plan.statistics.model_copy(update={"resamples": 100})
    publish = inputs.plan.publish.model_copy(update={"reference": reference})
    return replace(
        inputs,
        plan=inputs.plan.model_copy(update={"statistics": statistics, "publish": publish}),
        runs=runs,
        verdicts={run.id: inputs.verdicts[run.id] for run in runs},
        extractions={run.id: inputs.extractions[run.id] for run in runs},
        private_verdicts={run.id: [one for one in inputs.private_verdicts[run.id] if one.family in families] for run in runs},
    )


def _committed(inputs: Inputs, private: tuple[PrivateFacts, ...], draw: random.Random) -> Inputs:
    """The same world whose commitments are those of its made private documents."""
    leaves = [hashlib.sha256(b"\x00" + draw.randbytes(32) + facts.payload()).digest() for facts in private]
    known = sorted({one.commitment for found in inputs.private_verdicts.values() for one in found})
    names = dict(zip(known, (leaf.hex() for leaf in leaves), strict=True))

    def renamed(one: PrivateVerdict) -> PrivateVerdict:
        return one.model_copy(update={"commitment": names[one.commitment]})

    assert inputs.checkpoint is not None
    update = {"tree_size": len(leaves), "root": merkle.root(sorted(leaves)).hex(), "seed_commit": draw.randbytes(32).hex()}
    checkpoint = inputs.checkpoint.model_copy(update=update)
    found = inputs.contamination
    assert found is not None
    return replace(
        inputs,
        checkpoint=checkpoint,
        checkpoint_log=CheckpointLog(checkpoints=(checkpoint,), heads=(checkpoints.head([checkpoint]),)),
        contamination=found.model_copy(update={"root": checkpoint.root, "private": len(leaves)}),
        private_verdicts={run: [renamed(one) for one in found] for run, found in inputs.private_verdicts.items()},
        commitments=[Commitment(commitment=leaf.hex()) for leaf in sorted(leaves)],
    )


def _photographed(inputs: Inputs) -> Inputs:
    """The same world whose damaged pages are JPEG files, as a real edition's are."""
    return replace(inputs, files=dict(_as_jpeg(path, data) for path, data in inputs.files.items()))


def _as_jpeg(path: str, data: bytes) -> tuple[str, bytes]:
    if not path.endswith(".png") or ".clean." in path:
        return path, data
    written = io.BytesIO()
    Image.open(io.BytesIO(data)).save(written, "JPEG", quality=60)
    return path.removesuffix("png") + "jpg", written.getvalue()


#: What may be done to every letter of a world: nothing, all right, all wrong, replicates never differ.
LETTERS: tuple[Callable[[str], str], ...] = (
    str,
    str,
    str,
    lambda letters: letters.translate(str.maketrans("FMI", "PPA")),
    lambda letters: letters.translate(str.maketrans("PA", "FI")),
    lambda letters: letters[0] * len(letters),
)


def _letters(inputs: Inputs, change: Callable[[str], str]) -> Inputs:
    if change is str:
        return inputs

    def kept(label: str) -> bool:
        return change("I") != "A" or not label.startswith("LINE/+")

    return replace(
        inputs,
        verdicts={
            run: [one.model_copy(update={"outcomes": change(one.outcomes), "reason": ""}) for one in found if kept(one.label)]
            for run, found in inputs.verdicts.items()
        },
        private_verdicts={
            run: [one.model_copy(update={"outcomes": {key: change(text) for key, text in one.outcomes.items()}}) for one in found]
            for run, found in inputs.private_verdicts.items()
        },
    )


def _dressed(inputs: Inputs, draw: random.Random) -> Inputs:
    """The same world with or without an address, corrections and a kill matrix."""
    row = draw.choice([row for row in inputs.rows if row.point is not None])
    correction = Correction(date="2026-01-12", row=row.id, column="point", old="0.500000", new=row.point, reason="a label was wrong")
    return replace(
        inputs,
        base_url=draw.choice(("", "https://bench.example.org/ground-truth/")),
        corrections=[correction] if draw.random() < 0.5 else [],
        kill_matrix=inputs.kill_matrix if draw.random() < 0.5 else None,
    )
