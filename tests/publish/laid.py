"""A made-up corpus as it would lie in `data/`."""

from pathlib import Path

from catalogue.ledger import ROOT, write_records, write_verdicts
from publish.payload import Inputs
from records.document import Record
from records.lines import to_line, to_text

PLAN = ROOT / "data" / "plans" / "plan-v1.toml"


def lay(inputs: Inputs, data: Path) -> None:
    """Write records of the corpus, the private split and every run below `data`."""
    for name, records in (("documents", inputs.documents), ("labels", inputs.labels)):
        write_records(data / "corpus" / "public" / f"{name}.jsonl", records)
    write_records(data / "corpus" / "private" / "commitments.jsonl", inputs.commitments)
    assert inputs.checkpoint_log
    for name in ("checkpoint.json", "checkpoints.jsonl"):
        one(data / "corpus" / "private" / name, inputs.checkpoint)
    one(data / "corpus" / "private" / "log.jsonl", inputs.checkpoint_log.heads[0])
    one(data / "corpus" / "private" / "contamination.json", inputs.contamination)
    (data / "corrections.jsonl").write_text(to_text(inputs.corrections), encoding="utf-8")
    for run in inputs.runs:
        one(data / "runs" / run.id / "run.json", run)
        write_records(data / "runs" / run.id / "extractions.jsonl", inputs.extractions[run.id])
        write_verdicts(data / "runs" / run.id / "verdicts.jsonl", inputs.verdicts[run.id])
        write_records(data / "runs" / run.id / "private-verdicts.jsonl", inputs.private_verdicts[run.id])


def plan_text() -> str:
    """The plan of three documents: that of the edition with other counts, fewer resamples and a made-up reference."""
    plan = PLAN.read_text(encoding="utf-8")
    plan = plan.replace('reference = "rapidocr-rules"', 'reference = "alpha"').replace("resamples = 10000", "resamples = 500")
    return plan.replace("invoice = 60", "invoice = 2").replace("pay_application = 60", "pay_application = 1")


def one(path: Path, record: Record | None) -> None:
    """Write a file that holds one record."""
    assert record is not None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(to_line(record) + "\n", encoding="utf-8")
