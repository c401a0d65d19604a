"""What is public already, and so tells nothing of a private document that says the same."""

from collections.abc import Iterator

from generator.document import make_facts
from generator.private.files import Store
from generator.public import public_ids, public_place, public_seed
from records.plan import Plan


def public_content(store: Store, plan: Plan) -> Iterator[bytes]:
    """What public, retired and opened documents say, on the page and off it, and published texts a value may repeat by chance."""
    for file in [*sorted((store.data / "corpus" / "public").glob("*.jsonl")), *sorted((store.data / "retired").rglob("*.jsonl"))]:
        yield file.read_bytes()
    yield from (found.opening.payload.encode("utf-8") for found in store.opened())
    for document, family in public_ids(plan):
        facts = make_facts(public_seed(plan, document), family, public_place(plan, document))
        told = [value for printed in facts.values.values() for value in (printed.value, printed.text)]
        yield "\n".join([*told, *facts.notes.values()]).encode("utf-8")
