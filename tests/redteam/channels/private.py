"""Leaks by what is published of the private split: small aggregates, differences, names of runs, commitments."""

import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import TypeVar

from publish.payload import Inputs
from records import checkpoints, merkle
from records.commitment import CheckpointLog, Commitment
from records.lines import canonical
from records.row import Row
from records.verdict import PrivateVerdict
from tests.publish.worlds import recount
from tests.redteam.mutation import Mutation, mutation
from tests.redteam.staged import Line, Staged

PRIVATE: list[Mutation] = []
ROWS = "data/rows.jsonl"


def _recounted(site: Staged, inputs: Inputs) -> None:
    """The site of these inputs with every table computed anew."""
    site.rebuild(replace(recount(inputs), corrections=[]))


def _private_row(site: Staged) -> Line:
    return next(line for line in site.lines(ROWS) if line["split"] == "private" and line["point"] is not None)


@mutation(PRIVATE, "n=1 aggregates", "L7", "L2")
def row_of_one_private_document(site: Staged) -> None:
    """A row of the private split over a single document, in row, CSV and pages."""
    one = {"k": 1, "n": 1, "clusters": 1, "point": "1.000000", "low": "0.025000", "high": "1.000000", "method": "cp-clusters"}
    site.edit(ROWS, lambda row: row["split"] == "private" and row["point"] is not None, lambda row: row.update(one))
    site.rerender()


@mutation(PRIVATE, "n=1 aggregates", "L2", "L7")
def row_of_one_commitment(site: Staged) -> None:
    """A row more whose slice is one commitment."""
    row = _private_row(site)
    name = site.lines("data/commitments.jsonl")[0]["commitment"]
    new = {**row, "slice": name, "id": row["id"].rsplit("/", 1)[0] + "/" + name, "clusters": 1, "n": 1, "k": 1}
    site.put(ROWS, [*site.lines(ROWS), new])
    site.rerender()


@mutation(PRIVATE, "n=1 aggregates", "L2", "L7")
def private_split_of_nineteen(site: Staged) -> None:
    """The private rows stand on nineteen documents: all else was left out, and the figures computed over them."""
    inputs = site.world.inputs
    kept = {one.commitment for one in inputs.commitments[:19]}
    verdicts = {run: [one for one in found if one.commitment in kept] for run, found in inputs.private_verdicts.items()}
    site.rebuild(replace(inputs, private_verdicts=verdicts, corrections=[]))


@mutation(PRIVATE, "n=1 aggregates", "L7", "L2", spare=True)
def coverage_of_one_private_layout(site: Staged) -> None:
    """The coverage says how many private documents have one layout."""
    cell = {**site.lines("data/coverage.jsonl")[0], "split": "private", "axis": "layout", "row": "ledger", "n": 1}
    cell["id"] = f"private/{cell['family']}/layout/ledger/{cell['condition']}"
    site.put("data/coverage.jsonl", [*site.lines("data/coverage.jsonl"), cell])
    site.rerender()


@mutation(PRIVATE, "differencing", "L7", "L2")
def one_private_document_less_for_one_system(site: Staged) -> None:
    """One system's verdicts lack a private document, so that two rows differ by it; all figures were computed anew."""
    inputs = site.world.inputs
    run = inputs.runs[0].id
    gone = inputs.private_verdicts[run][0].commitment
    verdicts = {**inputs.private_verdicts, run: [one for one in inputs.private_verdicts[run] if one.commitment != gone]}
    _recounted(site, replace(inputs, private_verdicts=verdicts))


@mutation(PRIVATE, "differencing", "L2", "L7", spare=True)
def one_private_label_less(site: Staged) -> None:
    """One private document's verdict lacks a label; all figures were computed anew."""
    inputs = site.world.inputs
    first = inputs.private_verdicts[inputs.runs[0].id][0]
    key = sorted(first.outcomes)[0]

    def less(one: PrivateVerdict) -> PrivateVerdict:
        held = {name: letters for name, letters in one.outcomes.items() if name != key}
        return one.model_copy(update={"outcomes": held}) if one.commitment == first.commitment else one

    verdicts = {run: [less(one) for one in found] for run, found in inputs.private_verdicts.items()}
    _recounted(site, replace(inputs, private_verdicts=verdicts))


@mutation(PRIVATE, "differencing", "L2", "L7", spare=True)
def older_rows_beside_the_new(site: Staged) -> None:
    """A private row is published a second time, under a run before with a document less."""
    row = _private_row(site)
    again = {**row, "slice": row["slice"] + ".BEFORE", "id": row["id"] + ".BEFORE", "clusters": row["clusters"] - 1, "n": row["n"] - 1}
    Row.model_validate(again, strict=False)
    site.put(ROWS, [*site.lines(ROWS), again])
    site.rerender()


H = TypeVar("H")


def _renamed(site: Staged, name: str) -> None:
    """The site whose first run has another id; every file and page follows."""
    inputs = site.world.inputs
    old = inputs.runs[0]

    def moved(found: Mapping[str, H]) -> dict[str, H]:
        return {name if run == old.id else run: held for run, held in found.items()}

    runs = [old.model_copy(update={"id": name}), *inputs.runs[1:]]
    verdicts, extractions = moved(inputs.verdicts), moved(inputs.extractions)
    private = moved(inputs.private_verdicts)
    _recounted(site, replace(inputs, runs=runs, verdicts=verdicts, private_verdicts=private, extractions=extractions))


@mutation(PRIVATE, "run ids", "L2", "L1")
def run_named_after_a_private_digest(site: Staged) -> None:
    """The id of a run ends with the digest of a private document."""
    _renamed(site, f"{site.world.inputs.runs[0].id}-{sha256(site.world.secret.payload()).hexdigest()[:12]}")


@mutation(PRIVATE, "run ids", "L2", "L1", spare=True)
def run_whose_system_has_another_name(site: Staged) -> None:
    """The id of a run is a private number and says neither day nor system."""
    _renamed(site, site.world.secret.number.lower())


@mutation(PRIVATE, "commitments", "L2", "L7")
def root_of_other_commitments(site: Staged) -> None:
    """The root is not that of the commitments; the pages show the false one."""
    site.edit("data/checkpoint.json", lambda line: True, lambda line: line.update(root=sha256(b"another").hexdigest()))
    site.rerender()


@mutation(PRIVATE, "commitments", "L2", "L7")
def commitment_after_the_fact(site: Staged) -> None:
    """A commitment more than the root was made of."""
    site.put("data/commitments.jsonl", [*site.lines("data/commitments.jsonl"), {"commitment": sha256(b"late").hexdigest()}])
    site.rerender()


@mutation(PRIVATE, "commitments", "L2", "L7", spare=True)
def size_of_the_tree(site: Staged) -> None:
    """The checkpoint counts a document more."""
    site.edit("data/checkpoint.json", lambda line: True, lambda line: line.update(tree_size=line["tree_size"] + 1))
    site.rerender()


@mutation(PRIVATE, "commitments", "L2", "L7")
def verdict_by_no_commitment(site: Staged) -> None:
    """A private verdict is keyed by the plain digest of its document, which anyone can guess."""
    path = site.first("data/private-verdicts/*.jsonl")
    plain = sha256(site.world.secret.payload()).hexdigest()
    old = site.lines(path)[0]["commitment"]
    site.edit(path, lambda line: line["commitment"] == old, lambda line: line.update(commitment=plain), at_most=99)
    site.rerender()


@mutation(PRIVATE, "commitments", "L2", "L7", spare=True)
def committed_twice(site: Staged) -> None:
    """One commitment stands twice, under a root that is right for that."""
    inputs = site.world.inputs
    leaves = sorted(bytes.fromhex(one.commitment) for one in (*inputs.commitments, inputs.commitments[0]))
    assert inputs.checkpoint is not None
    checkpoint = inputs.checkpoint.model_copy(update={"tree_size": len(leaves), "root": merkle.root(leaves).hex()})
    log = CheckpointLog(checkpoints=(checkpoint,), heads=(checkpoints.head([checkpoint]),))
    commitments = [Commitment(commitment=leaf.hex()) for leaf in leaves]
    site.rebuild(replace(inputs, commitments=commitments, checkpoint=checkpoint, checkpoint_log=log))


@mutation(PRIVATE, "commitments", "L2", "L7", spare=True)
def private_outcome_of_a_label_that_quotes(site: Staged) -> None:
    """The key of a private outcome quotes the document."""
    path = site.first("data/private-verdicts/*.jsonl")
    key = f"SELLER_NAME/{site.world.secret.seller}"
    site.edit(path, lambda line: True, lambda line: line["outcomes"].update({key: "U"}))
    site.rerender()


@mutation(PRIVATE, "commitments", "L2", "L7")
def list_of_checkpoints_begun_anew(site: Staged) -> None:
    """The list of checkpoints has another first line than the head that was recorded."""
    listed = json.loads(site.text("data/checkpoints.json"))
    listed["heads"][0]["root"] = sha256(b"another").hexdigest()
    site.write("data/checkpoints.json", canonical(listed) + "\n")
    site.rerender()


@mutation(PRIVATE, "contamination", "L8", "L1", "L2")
def comparison_left_out(site: Staged) -> None:
    """Nobody says whether private documents equal public ones."""
    site.drop("data/contamination.json")
    site.rerender()


def _compared(site: Staged, **lies: int | str) -> None:
    site.edit("data/contamination.json", lambda line: True, lambda line: line.update(lies))
    site.rerender()


@mutation(PRIVATE, "contamination", "L8")
def private_document_that_equals_a_public_one(site: Staged) -> None:
    """One private document equals a public one, and the record says so."""
    _compared(site, equal=1)


@mutation(PRIVATE, "contamination", "L8", spare=True)
def private_document_near_a_public_one(site: Staged) -> None:
    """One private document nearly equals a public one, and the record says so."""
    _compared(site, near=1)


@mutation(PRIVATE, "contamination", "L8")
def comparison_of_another_edition(site: Staged) -> None:
    """The comparison was made of another private split."""
    _compared(site, root=sha256(b"another").hexdigest())


@mutation(PRIVATE, "contamination", "L8", spare=True)
def comparison_with_other_public_documents(site: Staged) -> None:
    """The comparison was made with another public corpus."""
    _compared(site, corpus=sha256(b"another").hexdigest())


@mutation(PRIVATE, "contamination", "L8", spare=True)
def comparison_of_all_but_one(site: Staged) -> None:
    """One private document was not compared."""
    private = site.lines("data/contamination.json")[0]["private"]
    _compared(site, private=private - 1)


@mutation(PRIVATE, "contamination", "L8")
def comparison_that_lets_everything_pass(site: Staged) -> None:
    """Documents count as near only where they share all that is distinctive."""
    _compared(site, most_shared="1/1")


@mutation(PRIVATE, "commitments", "L1", "L2")
def private_answers_published(site: Staged) -> None:
    """What a system read on private documents stands beside the verdicts."""
    run = site.world.inputs.runs[0].id
    site.write(f"data/private-answers/{run}.jsonl", site.world.secret.payload().decode() + "\n")


@mutation(PRIVATE, "commitments", "L1", "L2", spare=True)
def extraction_of_a_run_that_is_not_there(site: Staged) -> None:
    """Answers on private documents under the name of a run that is not listed."""
    site.write("data/extractions/2026-01-10-omega.jsonl", site.raw(site.first("data/extractions/*.jsonl")))


@mutation(PRIVATE, "commitments", "L2", "L7")
def extraction_of_a_document_that_is_not_public(site: Staged) -> None:
    """An answer on a document that is not among the public ones."""
    path = site.first("data/extractions/*.jsonl")
    lines = site.lines(path)
    leak = {**lines[0], "document": "inv-9001", "answer": site.world.secret.payload().decode()}
    site.put(path, [*lines, leak])


@mutation(PRIVATE, "commitments", "L2", "L7", spare=True)
def label_of_a_document_that_is_not_public(site: Staged) -> None:
    """A label of a document that is not among the public ones."""
    lines = site.lines("data/labels.jsonl")
    leak = {**lines[0], "document": "inv-9001", "expected": site.world.secret.amount}
    site.put("data/labels.jsonl", [*lines, leak])


@mutation(PRIVATE, "commitments", "L2")
def private_document_listed(site: Staged) -> None:
    """A document of the private split stands in the public list."""
    site.edit("data/documents.jsonl", lambda line: True, lambda line: line.update(split="private"))
    site.rerender()
