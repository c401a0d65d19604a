"""What a system costs to run, measured: CPU seconds a document, never a price."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_EVEN, Decimal

from records.document import Document
from records.money import decimal_text
from records.row import Cost
from records.run import Run
from records.verdict import Extraction

MILLISECOND = Decimal("0.001")


def costs(run: Run, documents: Mapping[str, Document], extractions: Iterable[Extraction]) -> list[Cost]:
    """Mean wall and CPU seconds of a run by family and condition, over every answer it gave."""
    seconds: dict[tuple[str, str], list[Decimal]] = defaultdict(list)
    cpu: dict[tuple[str, str], list[Decimal]] = defaultdict(list)
    for extraction in extractions:
        place = documents[extraction.document].family, extraction.condition
        seconds[place].extend(map(Decimal, extraction.seconds))
        cpu[place].extend(map(Decimal, extraction.cpu_seconds))
    return [
        Cost.model_validate(
            {
                "system": run.system.slug,
                "run": run.id,
                "family": family,
                "condition": condition,
                "seconds_per_document": _mean(seconds[family, condition]),
                "cpu_seconds_per_document": _mean(cpu[family, condition]),
                "n": len(seconds[family, condition]),
            }
        )
        for family, condition in sorted(seconds)
    ]


def _mean(values: list[Decimal]) -> str | None:
    if not values:
        return None
    return decimal_text((sum(values, Decimal(0)) / len(values)).quantize(MILLISECOND, rounding=ROUND_HALF_EVEN))
