"""What whoever holds the private documents of a made world can ask of its staged site: rule L4.

The real lane regenerates private documents from keys and searches with the same needles; here they are made facts.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from generator.private.needles import Needles
from records.document import Label
from records.errors import Problem
from tests.redteam.world import PrivateFacts, World

CANARY = "gtc" + "5ca1ab1e" * 3


def lane(world: World, public: dict[str, bytes]) -> Callable[[Path], Iterator[Problem]]:
    """A search of a folder for private content of a world; `public` is its site as it must be."""
    needles = Needles(CANARY, [_labels(facts) for facts in world.private], public.values())

    def search(stage: Path) -> Iterator[Problem]:
        for path in sorted(path for path in stage.rglob("*") if path.is_file() and not path.is_symlink()):
            for hit in needles.search(path.read_bytes()):
                yield Problem(file=path.relative_to(stage).as_posix(), line=hit.line, reason=f"L4 {hit.reason}")

    return search


def _labels(facts: PrivateFacts) -> list[Label]:
    values = {"SELLER_NAME": facts.seller, "INVOICE_NUMBER": facts.number, "PAYEE_IBAN": facts.iban, "AMOUNT_DUE": facts.amount}
    return [Label(document="inv-9001", key=key, kind="field", expected=value) for key, value in values.items()]
