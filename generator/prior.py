"""The labels of a pay application's relations to the one before it: true of the page, and judged of nobody.

Some packets print the application before (`generator.pay_packet`, the layout pay-compare). Its figures are
no answer, which is why the labels of their neighbours pin the period; the contract of an answer has no
place for them, so what holds between the two applications is stated and left unscored.
"""

from collections.abc import Mapping

from generator.relations import missing_operands, prior_relations
from records.document import Label

_ACROSS = "takes figures of the application before, for which an answer has no place"


def prior_labels(document_id: str, printed: Mapping[str, str]) -> list[Label]:
    """A label for each relation between two applications; where it cannot be evaluated, the reason names what is not printed."""
    return [_label(document_id, name, standing, printed) for name, standing in prior_relations(printed).items()]


def _label(document_id: str, name: str, standing: str, printed: Mapping[str, str]) -> Label:
    missing = ", ".join(missing_operands(name, printed)) if standing == "not_evaluable" else ""
    return Label(
        document=document_id,
        key=f"REL/{name}",
        kind="derived_relation",
        expected=standing,
        scored=False,
        exclusion_reason=f"{_ACROSS}; not printed: {missing}" if missing else _ACROSS,
    )
