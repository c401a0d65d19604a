"""Degenerate worlds: small corpora in which something that statistics rest on is missing or never varies."""

from collections.abc import Callable
from dataclasses import replace

from analysis.axes import pinned_axes
from analysis.blocks import private_blocks, public_blocks
from analysis.comparisons import comparisons
from analysis.costs import costs
from analysis.coverage import coverage
from analysis.leaderboard import rows
from analysis.losses import losses
from analysis.ranks import ranks
from analysis.slices import crossing
from analysis.undetected import undetected
from publish.payload import Inputs
from tests.publish.tiny import measured, tiny

PRIVATE = 49


def recount(inputs: Inputs) -> Inputs:
    """The same records with every table computed anew from their verdicts."""
    by_id = {document.id: document for document in inputs.documents}
    runs, plan = inputs.runs, inputs.plan
    crosses, pinned = crossing(inputs.labels), pinned_axes(inputs.labels)
    private = [block for run in runs for block in private_blocks(run, inputs.private_verdicts.get(run.id, ()))]
    blocks = [block for run in runs for block in public_blocks(run, by_id, inputs.verdicts[run.id], crosses, pinned)] + private
    return replace(
        inputs,
        rows=rows(plan, blocks),
        comparisons=comparisons(plan, blocks),
        ranks=ranks(plan, blocks),
        losses=losses(plan, blocks),
        undetected=[one for run in runs for one in undetected(plan, run, by_id, inputs.verdicts[run.id])],
        coverage=coverage(inputs.documents, inputs.labels, private, ()),
        costs=[cost for run in runs for cost in costs(run, by_id, inputs.extractions[run.id])],
        corrections=[],
    )


def with_letters(inputs: Inputs, change: Callable[[str], str]) -> Inputs:
    """The same world with the letters of every label changed, public and private."""
    public = {
        run: [verdict.model_copy(update={"outcomes": change(verdict.outcomes), "reason": ""}) for verdict in found]
        for run, found in inputs.verdicts.items()
    }
    private = {
        run: [one.model_copy(update={"outcomes": {key: change(text) for key, text in one.outcomes.items()}}) for one in found]
        for run, found in inputs.private_verdicts.items()
    }
    return recount(replace(inputs, verdicts=public, private_verdicts=private))


def with_systems(inputs: Inputs, *slugs: str) -> Inputs:
    """The same world with only some of its systems."""
    runs = [run for run in inputs.runs if run.system.slug in slugs]
    return recount(
        replace(
            inputs,
            runs=runs,
            verdicts={run.id: inputs.verdicts[run.id] for run in runs},
            private_verdicts={run.id: inputs.private_verdicts[run.id] for run in runs},
            extractions={run.id: inputs.extractions[run.id] for run in runs},
        )
    )


def no_documents() -> Inputs:
    """Runs, but not one document in either split."""
    whole = tiny(2, 1, files=False)
    ids = [run.id for run in whole.runs]
    return recount(replace(whole, documents=[], labels=[], verdicts=dict.fromkeys(ids, ()), extractions=dict.fromkeys(ids, ())))


def one_document() -> Inputs:
    """One invoice."""
    return recount(tiny(1, 0, files=False))


def all_pass() -> Inputs:
    """No answer is wrong, public or private; nothing is invented, no row either."""
    whole = _whole()
    asked = {run: [one for one in found if not one.label.startswith("LINE/+")] for run, found in whole.verdicts.items()}
    return with_letters(replace(whole, verdicts=asked), lambda letters: letters.translate(str.maketrans("FMI", "PPA")))


def all_fail() -> Inputs:
    """No answer is right, and every absent field is invented."""
    return with_letters(_whole(), lambda letters: letters.translate(str.maketrans("PMA", "FFI")))


def all_unjudged() -> Inputs:
    """No label was judged."""
    return with_letters(_whole(), lambda letters: "U" * len(letters))


def one_system() -> Inputs:
    """One system, which is not the reference."""
    return with_systems(_whole(), "beta")


def reference_alone() -> Inputs:
    """One system, the reference."""
    return with_systems(_whole(), "alpha")


def identical_systems() -> Inputs:
    """Every system answers as the text-layer one does, wherever that reads."""
    whole = _whole()
    model = next(run for run in whole.runs if run.system.slug == "beta")
    cards = {
        run.id: run.model_copy(update={"system": run.system.model_copy(update={"conditions": model.system.conditions})})
        for run in whole.runs
    }
    alike = [run.model_copy(update={"determinism": model.determinism}) for run in cards.values()]
    return recount(
        replace(
            whole,
            runs=alike,
            verdicts={run.id: whole.verdicts[model.id] for run in alike},
            private_verdicts={run.id: whole.private_verdicts[model.id] for run in alike},
            extractions={run.id: whole.extractions[model.id] for run in alike},
        )
    )


def replicates_never_differ() -> Inputs:
    """Five real runs that claimed no determinism, and not one label on which they disagree."""
    return with_letters(_whole(), lambda letters: letters[0] * len(letters))


def unequal_labels() -> Inputs:
    """One document has a single field, another everything."""
    whole = tiny(2, 0, files=False)
    small = whole.documents[0].id

    def kept(document: str, key: str) -> bool:
        return document != small or key in ("INVOICE_NUMBER", "SCHEMA")

    return recount(
        replace(
            whole,
            labels=[label for label in whole.labels if kept(label.document, label.key)],
            verdicts={run: [one for one in found if kept(one.document, one.label)] for run, found in whole.verdicts.items()},
        )
    )


WORLDS: dict[str, Callable[[], Inputs]] = {
    world.__name__: world
    for world in (
        no_documents,
        one_document,
        all_pass,
        all_fail,
        all_unjudged,
        one_system,
        reference_alone,
        identical_systems,
        replicates_never_differ,
        unequal_labels,
    )
}


def _whole() -> Inputs:
    return measured(tiny(2, 1, private=PRIVATE, files=False))
