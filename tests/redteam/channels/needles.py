"""Private content where free text is due, and every digest, table and page follows: only who has the secret can tell."""

import base64
import gzip
from hashlib import sha256

from tests.redteam.mutation import Mutation, mutation
from tests.redteam.staged import Line, Staged

NEEDLES: list[Mutation] = []


def _facts(site: Staged) -> str:
    secret = site.world.secret
    return f"{secret.seller}, {secret.iban}, {secret.number}, {secret.amount}"


def _run(site: Staged, **values: str) -> None:
    site.edit("data/runs.jsonl", lambda run: True, lambda run: run["system"].update(values))
    site.rerender()


@mutation(NEEDLES, "free text", "L4")
def note_of_a_system(site: Staged) -> None:
    """The note on a system names a private seller and account; every page was made anew."""
    _run(site, note=f"Reads bills of {_facts(site)}.")


@mutation(NEEDLES, "free text", "L4")
def answer_on_a_public_document(site: Staged) -> None:
    """The answer on a public document is what was read on a private one; every page was made anew."""
    answer = '{"SELLER_NAME": "' + site.world.secret.seller + '", "PAYEE_IBAN": "' + site.world.secret.iban + '"}'
    site.edit(site.first("data/extractions/*.jsonl"), lambda line: line["answer"] is not None, lambda line: line.update(answer=answer))
    site.rerender()


@mutation(NEEDLES, "free text", "L4")
def label_of_a_public_document(site: Staged) -> None:
    """The label of a public document is a private name; every page was made anew."""
    names = ("SELLER_NAME", "CONTRACTOR")
    site.edit("data/labels.jsonl", lambda line: line["key"] in names, lambda line: line.update(expected=site.world.secret.seller))
    site.rerender()


@mutation(NEEDLES, "free text", "L4", spare=True)
def reason_of_a_correction(site: Staged) -> None:
    """The reason of a correction quotes a private document; every page was made anew."""
    row = next(line for line in site.lines("data/rows.jsonl") if line["point"] is not None)
    quote = {"date": "2026-01-14", "row": row["id"], "column": "point", "old": None, "new": row["point"], "reason": _facts(site)}
    site.put("data/corrections.jsonl", [quote])
    site.rerender()


@mutation(NEEDLES, "base64", "L4")
def base64_in_the_note_of_a_system(site: Staged) -> None:
    """The same in base64."""
    _run(site, note=f"build {base64.b64encode(_facts(site).encode()).decode()}")


@mutation(NEEDLES, "hex", "L4", spare=True)
def hex_in_the_versions_of_a_system(site: Staged) -> None:
    """A version of a system is a private name in hexadecimal digits."""

    def change(run: Line) -> None:
        run["system"]["versions"]["build"] = _facts(site).encode().hex()

    site.edit("data/runs.jsonl", lambda run: True, change)
    site.rerender()


@mutation(NEEDLES, "chained encodings", "L4")
def base64_of_gzip_in_the_machine(site: Staged) -> None:
    """The machine of a run is a private document, compressed, in base64."""
    packed = base64.b64encode(gzip.compress(_facts(site).encode(), mtime=0)).decode()
    site.edit("data/runs.jsonl", lambda run: True, lambda run: run.update(machine=f"a made-up machine {packed}"))
    site.rerender()


@mutation(NEEDLES, "PDF text", "L4")
def private_document_listed_by_its_digest(site: Staged) -> None:
    """A private document stands where a public one was, and the list of documents has its digest."""
    path = site.first("documents/*.clean.pdf")
    data = f"%PDF-1.4\n% {_facts(site)}\n%%EOF\n".encode()
    site.write(path, data)
    name = path.split("/")[1].removesuffix(".clean.pdf")

    def change(line: Line) -> None:
        line["files"]["clean"].update(sha256=sha256(data).hexdigest(), bytes=len(data))

    site.edit("data/documents.jsonl", lambda line: line["id"] == name, change)
    site.rerender()
