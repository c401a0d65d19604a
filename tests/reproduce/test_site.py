"""reproduce.py on a small site: nothing differs as made, and every single change by hand is named."""

import ast
import json
import random
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

Check = Callable[..., tuple[int, list[str]]]
RUN = "2026-01-01-s0"
ROW = "s0/synthetic/public/invoice/document_extraction/clean/FIELD_0"


def edit(site: Path, path: str, old: str, new: str, *, made_site: Any = None) -> None:
    """Replace the first `old` in a file; with `made_site`, mend the manifest too, as a forger would."""
    text = (site / path).read_text(encoding="utf-8")
    assert old in text, f"{path} does not hold {old!r}"
    (site / path).write_text(text.replace(old, new, 1), encoding="utf-8")
    if made_site:
        made_site.write_manifest(site)


def edit_record(site: Path, path: str, made_site: Any, change: Callable[[dict[str, Any]], None], **wanted: str) -> None:
    """Change the one record of a .jsonl that has the `wanted` values, and mend the manifest."""
    records = [json.loads(line) for line in (site / path).read_text(encoding="utf-8").splitlines()]
    (found,) = [record for record in records if all(record[key] == value for key, value in wanted.items())]
    change(found)
    made_site.write_lines(site / path, records)
    made_site.write_manifest(site)


def test_nothing_differs_on_the_site_as_made(site: Path, check: Check) -> None:
    """Exit 0 and not one line."""
    assert check(site) == (0, [])


def test_the_summary_counts_what_was_checked(pristine: Path, reproduce: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The last line says how many files, verdicts, rows, comparisons, ranks and figures, and the seconds."""
    assert reproduce.main(["--site", str(pristine)]) == 0
    pattern = (
        r"0 differences in \d+ files, 60 commitments, 1 checkpoints, \d+ verdicts, \d+ rows, 159 comparisons, 102 ranks, 64 losses, "
        r"2 agreements, 22 undetected, 100 coverage, 22 costs, 1 pages, \d+ figures; \d+\.\d s\n"
    )
    assert re.fullmatch(pattern, capsys.readouterr().out)


def test_one_verdict_changed(site: Path, check: Check, made_site: Any) -> None:
    """A fail made a pass, digests mended: the rows it counts in are named with both values, on data and page."""
    edit_record(
        site,
        f"data/verdicts/{RUN}.jsonl",
        made_site,
        lambda v: v.update(outcomes="FFFFF" if v["outcomes"] != "FFFFF" else "PPPPP"),
        document="inv-0003",
        condition="clean",
        label="FIELD_0",
    )
    code, lines = check(site)
    assert code == 1
    assert any(line.startswith(f"row {ROW} k: published ") for line in lines)
    assert any(line.startswith("row s0/synthetic/public/invoice/document_extraction/clean/ALL point: published 0.") for line in lines)
    assert any(
        line.startswith("comparison s1~s0/synthetic/public/invoice/document_extraction/clean/FIELD_0 difference: ") for line in lines
    )
    assert any(re.match(rf"index.html:\d+ row:{ROW}#k: published \d+, recomputed \d+$", line) for line in lines)
    assert not any("/heavy/" in line or "/private/" in line or "/pay_application/" in line for line in lines), "nothing else may differ"


def test_one_private_verdict_changed(site: Path, check: Check, made_site: Any) -> None:
    """The same for one letter of the private split."""
    path = f"data/private-verdicts/{RUN}.jsonl"
    edit(site, path, '"FIELD_0":"PPPPP"', '"FIELD_0":"PPPPM"', made_site=made_site)
    code, lines = check(site)
    assert code == 1
    assert any(re.match(r"row s0/synthetic/private/\w+/document_extraction/\w+/FIELD_0 k: ", line) for line in lines)


@pytest.mark.parametrize("column", ["point", "low", "high", "method", "level", "between_replicates", "disagreement", "reason"])
def test_one_text_of_a_row_changed(site: Path, check: Check, made_site: Any, column: str) -> None:
    """One published text of one row: the line names row, column and both values, and nothing but it and its CSV twin."""
    edit_record(site, "data/rows.jsonl", made_site, lambda row: row.update({column: "0.123456"}), id=ROW)
    code, lines = check(site)
    assert code == 1
    assert re.match(rf"row {ROW} {column}: published 0.123456, recomputed ", lines[0])
    assert all(line.startswith("data/rows.csv: ") for line in lines[1:])


@pytest.mark.parametrize("column", ["k", "n", "clusters", "replicates"])
def test_one_count_of_a_row_changed(site: Path, check: Check, made_site: Any, column: str) -> None:
    """One published count of one row."""
    edit_record(site, "data/rows.jsonl", made_site, lambda row: row.update({column: row[column] + 1}), id=ROW)
    assert any(line.startswith(f"row {ROW} {column}: ") for line in check(site)[1])


@pytest.mark.parametrize("method", ["bca-ideal", "bca-resampled", "cp-clusters"])
@pytest.mark.parametrize("bound", ["low", "high"])
def test_the_last_digit_of_a_bound(site: Path, check: Check, made_site: Any, method: str, bound: str) -> None:
    """One in the sixth decimal is a difference, whatever the method."""
    rows = [json.loads(line) for line in (site / "data/rows.jsonl").read_text(encoding="utf-8").splitlines()]
    row = next(row for row in rows if row["method"] == method and "0.1" < row[bound] < "0.9")
    nudged = f"0.{int(row[bound][2:]) + 1:06}"
    edit_record(site, "data/rows.jsonl", made_site, lambda record: record.update({bound: nudged}), id=row["id"])
    assert f"row {row['id']} {bound}: published {nudged}, recomputed {row[bound]}" in check(site)[1]


@pytest.mark.parametrize("column", ["difference", "low", "high", "p", "q", "word", "margin", "method", "smallest_detectable"])
def test_one_column_of_a_comparison_changed(site: Path, check: Check, made_site: Any, column: str) -> None:
    """One published column of one comparison, its word included."""
    name = "s2~s0/synthetic/private/invoice/document_extraction/light/ALL"
    edit_record(site, "data/comparisons.jsonl", made_site, lambda record: record.update({column: "other"}), id=name)
    assert any(line.startswith(f"comparison {name} {column}: published other, recomputed ") for line in check(site)[1])


@pytest.mark.parametrize(
    ("column", "other"), [("best", 9), ("worst", 9), ("of", 9), ("tied", ["s2"]), ("method", "guess"), ("clusters", 29)]
)
def test_one_column_of_a_rank_changed(site: Path, check: Check, made_site: Any, column: str, other: object) -> None:
    """One published column of one rank: the line names rank, column and both values, and nothing but it and its CSV twin."""
    name = "s0/synthetic/public/invoice/document_extraction/clean/ALL"
    edit_record(site, "data/ranks.jsonl", made_site, lambda record: record.update({column: other}), id=name)
    code, lines = check(site)
    assert code == 1
    assert lines[0].startswith(f"rank {name} {column}: published ") and ", recomputed " in lines[0]
    assert all(line.startswith("data/ranks.csv: ") for line in lines[1:])


def test_one_printed_rank_changed(site: Path, check: Check, made_site: Any) -> None:
    """A page that prints another rank than the data give is named with both."""
    reference = "rank:s0/synthetic/public/invoice/document_extraction/clean/ALL#of"
    edit(site, "index.html", f'{reference}">3<', f'{reference}">2<', made_site=made_site)
    code, lines = check(site)
    assert code == 1 and len(lines) == 1
    assert re.fullmatch(rf"index.html:\d+ {re.escape(reference)}: published 2, recomputed 3", lines[0])


def test_documents_to_separate_changed(site: Path, check: Check, made_site: Any) -> None:
    """The documents needed are recomputed as a whole number."""
    name = "s2~s0/synthetic/public/invoice/document_extraction/light/ALL"
    edit_record(
        site, "data/comparisons.jsonl", made_site, lambda c: c.update(documents_to_separate=c["documents_to_separate"] + 1), id=name
    )
    assert any(line.startswith(f"comparison {name} documents_to_separate: published ") for line in check(site)[1])


def test_a_row_left_out_and_a_row_added(site: Path, check: Check, made_site: Any) -> None:
    """A missing row and a row too many are both listed."""
    edit_record(site, "data/rows.jsonl", made_site, lambda row: row.update(id="nobody/at/all"), id=ROW)
    lines = check(site)[1]
    assert f"row {ROW}: is not published, but the verdicts give it" in lines
    assert "row nobody/at/all: is published, but the verdicts do not give it" in lines


def test_one_cost_changed(site: Path, check: Check, made_site: Any) -> None:
    """Seconds a document come from the extractions: mean of 1.250 and 1.1 over all documents."""
    change = partial(edit_record, site, "data/costs.jsonl", made_site)
    change(lambda cost: cost.update(seconds_per_document="1.176"), system="s0", family="invoice", condition="clean")
    assert "cost s0/invoice/clean seconds_per_document: published 1.176, recomputed 1.175" in check(site)[1]


def test_one_figure_of_a_page_changed(site: Path, check: Check, made_site: Any) -> None:
    """A printed figure that is not the recomputed one: page, line, reference, both texts."""
    edit(site, "index.html", f'{ROW}#n">', f'{ROW}#n">1', made_site=made_site)
    code, lines = check(site)
    assert code == 1
    (line,) = lines
    assert re.fullmatch(rf"index\.html:\d+ row:{ROW}#n: published 1(\d+), recomputed \1", line)


def test_a_page_that_prints_a_row_that_does_not_exist(site: Path, check: Check, made_site: Any) -> None:
    """A data-ref to nothing, in any case of letters, and one on an element without text."""
    edit(site, "index.html", "</p>", '</p><I DATA-REF="row:none#point">99.9</I><br data-ref="cmp:x#p">', made_site=made_site)
    lines = check(site)[1]
    assert [line.partition(": ")[2] for line in lines] == [
        "prints '99.9' from row:none#point, which nothing published gives",
        "prints '' from cmp:x#p, which nothing published gives",
    ]


def test_words_are_checked_like_figures(site: Path, check: Check, made_site: Any) -> None:
    """A verdict word, who leads, and what a run recorded of its determinism: each changed on the page is one difference."""
    text = (site / "index.html").read_text(encoding="utf-8")
    changes = {
        r'(data-ref="rank:[^"]+#tied">)leads(, tied)?<': r"\1tied with the leader<",
        r'(data-ref="cmp:[^"]+#word">)[^<]+<': r"\1Better yet<",
        r'(data-ref="run:[^"]+#determinism_documents">)30<': r"\g<1>31<",
        r'(data-ref="row:[^"]+#disagreement">)[^<]+<': r"\1oops<",
    }
    for pattern, new in changes.items():
        assert re.search(pattern, text), pattern
        text = re.sub(pattern, new, text, count=1)
    (site / "index.html").write_text(text, encoding="utf-8")
    made_site.write_manifest(site)
    code, lines = check(site)
    assert code == 1
    assert sorted(re.findall(r"(rank|cmp|run|row):\S+#(\w+): published", "\n".join(lines))) == [
        ("cmp", "word"),
        ("rank", "tied"),
        ("row", "disagreement"),
        ("run", "determinism_documents"),
    ]


def test_figures_inside_other_elements(reproduce: Any) -> None:
    """Text is gathered from inner elements, entities and broken nesting as a browser would show it."""
    figures = reproduce.Figures()
    figures.feed('<td data-ref="a">9<b>6</b>.<!-- 1 -->6</td><p data-ref="b">&gt;9&#57;.9\n <img></p><i data-ref="c">1<b>2</i>3</b>')
    figures.close()
    assert [(name, text) for _, name, text in figures.found] == [("a", "96.6"), ("b", ">99.9"), ("c", "12")]


def test_one_digest_changed(site: Path, check: Check) -> None:
    """A digit of one digest: the file is named with both digests, nothing else differs."""
    text = (site / "MANIFEST.sha256").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.endswith("  index.html"))
    edit(site, "MANIFEST.sha256", line, ("0" if line[0] != "0" else "1") + line[1:])
    (found,) = check(site)[1]
    assert re.fullmatch(r"index\.html sha256: published [0-9a-f]{64}, recomputed [0-9a-f]{64}", found)


def test_an_extra_file_a_missing_file_and_a_link(site: Path, check: Check) -> None:
    """A folder holds the manifest's files, no more and no less, and only regular ones."""
    (site / "data" / "extra.txt").write_text("x", encoding="utf-8")
    (site / "reproduce.py").unlink()
    (site / "link").symlink_to("index.html")
    code, lines = check(site)
    assert code == 1
    assert lines == [
        "data/extra.txt: is in the folder but not in the manifest",
        "link: is not a regular file",
        "reproduce.py: is in the manifest but missing: no such file or directory",
    ]


@pytest.mark.parametrize("path", ["../index.html", "/etc/hostname", "data/../index.html", "data//x", "./index.html", "a\\b", "a b", ""])
def test_a_manifest_that_climbs_out(site: Path, check: Check, path: str) -> None:
    """A path outside the site is refused and never read."""
    with (site / "MANIFEST.sha256").open("a", encoding="utf-8") as stream:
        stream.write(f"{'0' * 64}  {path}\n")
    code, (line,) = check(site)
    assert code == 1
    assert "not a digest and a path inside the site" in line


def test_one_commitment_changed(site: Path, check: Check, made_site: Any) -> None:
    """The root no longer fits, and the verdicts on the old commitment have none."""
    old = json.loads((site / "data/commitments.jsonl").read_text(encoding="utf-8").splitlines()[7])["commitment"]
    new = old[:-1] + ("0" if old[-1] != "0" else "1")
    edit(site, "data/commitments.jsonl", old, new, made_site=made_site)
    lines = check(site)[1]
    assert any(line.startswith("data/checkpoint.json root: published ") for line in lines)
    assert sum(f"{old} was not committed to" in line for line in lines) == 9, "clean everywhere, garbled where read, two scans of three"
    assert sum(f"no verdict on commitment {new}" in line for line in lines) == 5, "the text layers; which scans it has nobody knows"


def test_commitments_out_of_order(site: Path, check: Check, made_site: Any) -> None:
    """Order is part of the commitment: it hides which document is which."""
    lines = (site / "data/commitments.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    lines[3], lines[4] = lines[4], lines[3]
    (site / "data/commitments.jsonl").write_text("".join(lines), encoding="utf-8")
    made_site.write_manifest(site)
    found = check(site)[1]
    assert "data/commitments.jsonl:5: out of order, or twice there" in found
    assert any(line.startswith("data/checkpoint.json root: ") for line in found)


def test_a_verdict_left_out(site: Path, check: Check, made_site: Any) -> None:
    """Leaving out a verdict, even one that no row counts, is named; so is one on no label."""
    path = f"data/verdicts/{RUN}.jsonl"
    edit(site, path, '"label":"LINE/001/LINE_ITEM_DESCRIPTION"', '"label":"LINE/999/LINE_ITEM_DESCRIPTION"', made_site=made_site)
    found = [line for line in check(site)[1] if line.startswith(path)]
    assert len(found) == 2
    assert found[0].endswith("LINE/001/LINE_ITEM_DESCRIPTION") and "no verdict on" in found[0]
    assert found[1].endswith("LINE/999/LINE_ITEM_DESCRIPTION, which has no label")


def test_a_document_left_out(site: Path, check: Check, made_site: Any) -> None:
    """A system may not drop the documents it reads badly, public or private."""
    for folder, key, name in (("verdicts", "document", "inv-0003"), ("private-verdicts", "commitment", None)):
        path = site / "data" / folder / f"{RUN}.jsonl"
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        dropped = name or records[0][key]
        made_site.write_lines(path, [record for record in records if (record[key], record["condition"]) != (dropped, "clean")])
    made_site.write_manifest(site)
    lines = check(site)[1]
    assert f"data/verdicts/{RUN}.jsonl: no verdict on document inv-0003 clean" in lines
    assert any(re.fullmatch(rf"data/private-verdicts/{RUN}\.jsonl: no verdict on commitment [0-9a-f]{{64}} clean", line) for line in lines)


def _drop_scan(site: Path, made_site: Any, runs: tuple[str, ...]) -> str:
    """Leave one scan of one commitment out of some runs' verdicts; what was left out."""
    first = json.loads((site / "data/private-verdicts" / f"{RUN}.jsonl").read_text(encoding="utf-8").splitlines()[0])
    dropped = first["commitment"]
    condition = ""
    for run in runs:
        path = site / "data/private-verdicts" / f"{run}.jsonl"
        records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        condition = next(r["condition"] for r in records if r["commitment"] == dropped and r["condition"] not in ("clean", "garbled"))
        made_site.write_lines(path, [r for r in records if (r["commitment"], r["condition"]) != (dropped, condition)])
    made_site.write_manifest(site)
    return f"{dropped} {condition}"


def test_a_private_scan_that_one_run_left_out(site: Path, check: Check, made_site: Any) -> None:
    """Nobody publishes which scans a private document has, but another run's verdicts tell."""
    dropped = _drop_scan(site, made_site, (RUN,))
    assert f"data/private-verdicts/{RUN}.jsonl: no verdict on commitment {dropped}, which another run has" in check(site)[1]


def test_a_private_scan_that_every_run_left_out(site: Path, check: Check, made_site: Any) -> None:
    """Where all runs agree to drop one, the number of conditions is not that of public documents."""
    dropped = _drop_scan(site, made_site, (RUN, "2026-01-03-s2")).split()[0]
    assert (
        f"data/private-verdicts/{RUN}.jsonl: verdicts on 2 conditions of commitment {dropped}, of public documents on 3" in check(site)[1]
    )


def test_a_whole_condition_left_out(site: Path, check: Check, made_site: Any) -> None:
    """A run that says it reads faxes may not come without them."""
    path = site / "data/verdicts" / f"{RUN}.jsonl"
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    made_site.write_lines(path, [record for record in records if record["condition"] != "fax"])
    made_site.write_manifest(site)
    reason = "no verdict on any document synthetic/public/invoice fax, which the system reads"
    assert f"data/verdicts/{RUN}.jsonl: {reason}" in check(site)[1]


def test_a_verdict_on_a_twin_that_does_not_exist(site: Path, check: Check, made_site: Any) -> None:
    """inv-0001 was rendered as photo and fax, never as a light scan."""
    path = f"data/verdicts/{RUN}.jsonl"
    wanted = {"document": "inv-0001", "condition": "photo", "label": "FIELD_0"}
    edit_record(site, path, made_site, lambda v: v.update(condition="light"), **wanted)
    assert f"{path}: a verdict on inv-0001 light, which was not rendered so" in check(site)[1]


def test_a_loss_that_was_made_smaller(site: Path, check: Check, made_site: Any) -> None:
    """What a scan costs is recomputed to the last digit."""
    name = "s0/synthetic/public/invoice/document_extraction/fax/ALL"
    edit_record(site, "data/losses.jsonl", made_site, lambda v: v.update(difference="0.000001"), id=name)
    assert any(line.startswith(f"loss {name} difference: published 0.000001, recomputed ") for line in check(site)[1])


@pytest.mark.parametrize(
    ("outcomes", "reason"),
    [
        ("PPPP", "outcomes of FIELD_0: PPPP, but the run has 5 replicates"),
        ("PPPPI", "outcomes of FIELD_0: 'PPPPI', letters that cannot stand here together"),
        ("PPPPQ", "outcomes of FIELD_0: 'PPPPQ', letters that cannot stand here together"),
        ("", "outcomes of FIELD_0: '', letters that cannot stand here together"),
        ("AAAAA", "inv-0003 clean FIELD_0 is AAAAA, which its label does not allow"),
    ],
)
def test_outcomes_that_cannot_be(site: Path, check: Check, made_site: Any, outcomes: str, reason: str) -> None:
    """Too few letters, unknown ones, or ones that the label rules out."""
    path = f"data/verdicts/{RUN}.jsonl"
    edit_record(site, path, made_site, lambda v: v.update(outcomes=outcomes), document="inv-0003", condition="clean", label="FIELD_0")
    assert any(line.startswith(path) and line.endswith(reason) for line in check(site)[1])


def test_replicates_that_differ_in_a_verified_run(site: Path, check: Check, made_site: Any) -> None:
    """A run whose determinism is said to be verified may not have replicates that differ."""
    path = "data/verdicts/2026-01-02-s1.jsonl"
    edit_record(site, path, made_site, lambda v: v.update(outcomes="PPPPF"), document="inv-0001", condition="clean", label="FIELD_0")
    assert any("PPPPF, but the run says replicates were verified never to differ" in line for line in check(site)[1])


@pytest.mark.parametrize(
    ("path", "text", "reason"),
    [
        ("data/rows.jsonl", '{"id":"x","id":"y"}\n', "duplicate key 'id'"),
        ("data/rows.jsonl", '{"id":"x","k":1.5}\n', "1.5 is a float or no number at all; decimals are written as text"),
        ("data/rows.jsonl", '{"id":"x","k":NaN}\n', "NaN is a float or no number at all; decimals are written as text"),
        ("data/rows.jsonl", '{"id":"x"} {"id":"y"}\n', "not one JSON value: something follows at column 11"),
        ("data/rows.jsonl", '{"id":\n', "not JSON: Expecting value at column 7"),
        ("data/rows.jsonl", "[]\n", "not a JSON object"),
        ("data/rows.jsonl", '{"id":"\\ud800"}\n', "half of a character: a surrogate alone"),
        ("data/rows.jsonl", "[" * 200_000 + "\n", "nested too deeply"),
        ("data/rows.jsonl", '{"id":' + "9" * 5000 + "}\n", ""),
        ("data/labels.jsonl", "{}\n", "'document' is missing or of the wrong type"),
        ("data/documents.jsonl", '{"id":1}\n', "'id' is missing or of the wrong type"),
        ("data/runs.jsonl", '{"id":"r","system":{},"plan":"p","edition":"e","replicates":5}\n', "no system slug, or no replicates"),
        (
            "data/extractions/2026-01-01-s0.jsonl",
            '{"condition":"clean","document":"inv-0001","seconds":["1e9"]}\n',
            "no known document, or",
        ),
        ("data/extractions/2026-01-01-s0.jsonl", '{"condition":"clean","document":"inv-0001","seconds":7}\n', "no known document, or"),
    ],
)
def test_a_malformed_line(site: Path, check: Check, made_site: Any, path: str, text: str, reason: str) -> None:
    """File, line and reason in one line; exit 1; no traceback."""
    body = (site / path).read_text(encoding="utf-8")
    (site / path).write_text(body + text, encoding="utf-8")
    made_site.write_manifest(site)
    code, lines = check(site)
    assert code == 1
    assert sum(line.startswith(f"{path}:{body.count(chr(10)) + 1}: {reason}") for line in lines) == 1


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("data/documents.jsonl", "a second document inv-0001"),
        ("data/labels.jsonl", "a second label inv-0001 FIELD_0"),
        ("data/rows.jsonl", f"a second row {ROW}"),
        (f"data/verdicts/{RUN}.jsonl", "a second verdict on inv-0001 clean FIELD_0"),
        (f"data/private-verdicts/{RUN}.jsonl", "a second verdict on "),
        ("data/commitments.jsonl", "out of order, or twice there"),
    ],
)
def test_a_line_that_stands_twice(site: Path, check: Check, made_site: Any, path: str, reason: str) -> None:
    """The second of two equal lines is named, though it changes no figure."""
    lines = (site / path).read_text(encoding="utf-8").splitlines(keepends=True)
    words = [word for word in reason.split()[-3:] if word[-1].isdigit()]
    wanted = next(line for line in lines if all(f'"{word}"' in line for word in words) and ("light" not in line or not words))
    (site / path).write_text("".join(lines) + wanted, encoding="utf-8")
    made_site.write_manifest(site)
    assert any(line.startswith(f"{path}:{len(lines) + 1}: {reason}") for line in check(site)[1])


def test_a_run_by_another_plan(site: Path, check: Check, made_site: Any) -> None:
    """Figures of one plan may not rest on a run by another."""
    edit_record(site, "data/runs.jsonl", made_site, lambda run: run.update(plan="plan-v2"), id=RUN)
    assert f"data/runs.jsonl: run {RUN} was made by plan-v2, but the figures are published by plan-v1" in check(site)[1]


@pytest.mark.parametrize(
    ("path", "content", "reason"),
    [
        ("data/plan.json", b"{}\n", "data/plan.json:1: 'version' is missing or of the wrong type"),
        ("data/plan.json", b'{"version":"v","statistics":{},"publish":{}}\n', "data/plan.json: does not state level"),
        ("data/plan.json", b"", "data/plan.json: does not state level"),
        (
            "data/checkpoint.json",
            b'{"root":"","tree_size":1,"corpus":"","split":""}\n' * 2,
            "data/checkpoint.json: holds 2 records where one is due",
        ),
        ("data/rows.jsonl", b'{"id":"\xff"}\n', "data/rows.jsonl:1: not UTF-8"),
        ("data/rows.jsonl", b'\xef\xbb\xbf{"id":"x"}\n', "data/rows.jsonl:1: not JSON"),
        ("data/rows.jsonl", b'{"id":"x"}', "data/rows.jsonl:1: the last line has no newline: cut short?"),
        ("data/rows.csv", b"\xff", "data/rows.csv: is no CSV"),
        ("data/rows.csv", b"", "data/rows.csv:1: the header names a column twice, or lacks one"),
        ("index.html", b'<b data-ref="x">\xff</b>', "index.html: cannot be read as HTML in UTF-8"),
        ("MANIFEST.sha256", b"hello\xff\n", "MANIFEST.sha256:1: not a digest and a path inside the site"),
    ],
)
def test_a_file_that_is_something_else(site: Path, check: Check, made_site: Any, path: str, content: bytes, reason: str) -> None:
    """A file replaced whole by something else is one clear line."""
    (site / path).write_bytes(content)
    if path != "MANIFEST.sha256":
        made_site.write_manifest(site)
    code, lines = check(site)
    assert code == 1
    assert any(line.startswith(reason) for line in lines)


def test_every_file_of_data_missing_in_turn(site: Path, check: Check) -> None:
    """Whatever file is taken away, the run ends with exit 1 and names it."""
    for path in sorted(p.relative_to(site).as_posix() for p in site.rglob("*") if p.is_file()):
        hidden = site.parent / "hidden"
        shutil.move(site / path, hidden)
        code, lines = check(site)
        assert code == 1 and any(line.startswith(path) for line in lines), path
        shutil.move(hidden, site / path)
    assert check(site) == (0, [])


def test_a_csv_that_says_something_else(site: Path, check: Check, made_site: Any) -> None:
    """The CSV twin differs in one cell: both versions of the line are shown."""
    edit(site, "data/comparisons.csv", "Cannot tell", "Better", made_site=made_site)
    assert [line.split(": ")[1].split(" data")[0] for line in check(site)[1]] == ["says what", "lacks what"]


def test_two_runs_for_one_place_and_supersession(site: Path, check: Check, made_site: Any) -> None:
    """A second run of a system is refused unless it supersedes the first, which then gives no rows."""
    runs = [json.loads(line) for line in (site / "data/runs.jsonl").read_text(encoding="utf-8").splitlines()]
    again = next(run for run in runs if run["id"] == RUN) | {"id": "2026-02-01-s0"}
    for folder in ("verdicts", "private-verdicts", "extractions"):
        shutil.copy(site / "data" / folder / f"{RUN}.jsonl", site / "data" / folder / "2026-02-01-s0.jsonl")
    made_site.write_lines(site / "data/runs.jsonl", [*runs, again])
    made_site.write_manifest(site)
    assert f"data/runs.jsonl: {RUN} and 2026-02-01-s0 both answer for s0/synthetic/public/invoice/clean" in check(site)[1]
    made_site.write_lines(site / "data/runs.jsonl", [*runs, again | {"supersedes": RUN}])
    made_site.write_manifest(site)
    lines = check(site)[1]
    assert not any("both answer" in line for line in lines)
    assert f"row {ROW} run: published {RUN}, recomputed 2026-02-01-s0" in lines


def test_all_differences_are_listed_at_once(site: Path, check: Check, made_site: Any) -> None:
    """Several faults of different kinds: every one is printed, not only the first."""
    edit(site, "index.html", f'{ROW}#n">', f'{ROW}#n">1', made_site=made_site)
    edit_record(site, "data/rows.jsonl", made_site, lambda row: row.update(low="0.000001"), id=ROW)
    edit_record(site, "data/comparisons.jsonl", made_site, lambda c: c.update(word="Better"), id=f"s1~{ROW}")
    (site / "stray").write_text("", encoding="utf-8")
    kinds = {line.split(" ")[0].split(":")[0] for line in check(site)[1]}
    assert {"index.html", "row", "comparison", "stray"} <= kinds


def test_no_escape_reaches_the_terminal(site: Path, check: Check, made_site: Any) -> None:
    """What is quoted of a hostile site is made harmless."""
    edit_record(site, "data/rows.jsonl", made_site, lambda row: row.update(low="\x1b[31m\n\u202e"), id=ROW)
    lines = check(site)[1]
    assert all(line.isprintable() for line in lines)
    assert any("\\x1b" in line for line in lines)


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    """The site served over HTTP, on this machine."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_over_http(site: Path, address: str, check: Check, made_site: Any) -> None:
    """The same from a base URL; a file the server lacks is named."""
    assert check(address) == (0, [])  # type: ignore[arg-type]
    edit_record(site, "data/rows.jsonl", made_site, lambda row: row.update(low="0.000001"), id=ROW)
    (site / "reproduce.py").unlink()
    code, lines = check(address)  # type: ignore[arg-type]
    assert code == 1
    assert "reproduce.py: is in the manifest but missing: the server answers 404" in lines
    assert any(line.startswith(f"row {ROW} low: published 0.000001") for line in lines)


def test_an_address_where_nothing_answers(check: Check) -> None:
    """One line, exit 1."""
    code, lines = check("http://127.0.0.1:9/")  # type: ignore[arg-type]
    assert code == 1
    assert lines[0].startswith("MANIFEST.sha256: cannot be fetched: ")


@pytest.mark.parametrize("arguments", [[], ["--site"], ["--site", "no/such/folder"], ["--site", "ftp://x"], ["--sight", "x"]])
def test_wrong_usage_exits_with_2(reproduce: Any, arguments: list[str]) -> None:
    """Exit 2 is for a wrong call only."""
    with pytest.raises(SystemExit) as stop:
        reproduce.main(arguments)
    assert stop.value.code == 2


def test_it_runs_alone_under_every_python_here(pristine: Path, tmp_path: Path, python: str) -> None:
    """Copied with the site to another folder, no project in sight: exit 0 and nothing written."""
    site = Path(shutil.copytree(pristine, tmp_path / "elsewhere"))
    before = sorted(site.rglob("*"))
    done = subprocess.run([python, "-I", "reproduce.py", "--site", "."], cwd=site, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("0 differences in ")
    assert sorted(site.rglob("*")) == before


def test_it_imports_only_the_standard_library(root: Path) -> None:
    """Every import in the file, at any depth, is of a standard module."""
    tree = ast.parse((root / "reproduce.py").read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names and {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
    assert not {"importlib", "random", "pickle", "tempfile"} & names
    # Another program is started in one place alone: a retired edition is made again by the checkout around the file.
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert [one.name for one in functions for node in ast.walk(one) if ast.unparse(node) == "subprocess.run"] == ["ask_checkout"]
    assert ast.unparse(tree).count("subprocess.") == 1


def test_it_writes_nothing(root: Path) -> None:
    """No call in the file opens anything for writing."""
    tree = ast.parse((root / "reproduce.py").read_text(encoding="utf-8"))
    called = {getattr(node.func, "attr", getattr(node.func, "id", "")) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert not called & {
        "open",
        "write",
        "write_text",
        "write_bytes",
        "unlink",
        "mkdir",
        "rename",
        "replace_file",
        "exec",
        "eval",
        "system",
    }


def test_random_damage_never_ends_in_a_traceback(site: Path, check: Check, made_site: Any) -> None:
    """Sixty seeded injuries to values, bytes and lines: always an exit code and whole lines, never an exception."""
    draw = random.Random(5)
    values = [None, -1, 10**30, True, "", [], {}, "x", "\0", [1], {"a": 1}, "1/0", "NaN", "private"]
    files = sorted(path for path in site.rglob("*") if path.suffix in (".json", ".jsonl", ".csv", ".html"))
    for injury in range(60):
        path = draw.choice(files)
        whole = path.read_bytes()
        lines = whole.splitlines(keepends=True)
        at = draw.randrange(len(lines))
        if injury % 3 == 0 and path.suffix.startswith(".json"):
            record = json.loads(lines[at])
            record[draw.choice(sorted(record))] = draw.choice(values)
            lines[at] = made_site.dump(record).encode() + b"\n"
        elif injury % 3 == 1:
            place = draw.randrange(len(lines[at]))
            lines[at] = lines[at][:place] + bytes([draw.randrange(256)]) + lines[at][place + 1 :]
        else:
            del lines[at]
        path.write_bytes(b"".join(lines))
        made_site.write_manifest(site)
        code, said = check(site)
        assert code == (1 if said else 0)
        path.write_bytes(whole)


PLAIN = '<!doctype html>\n<p>n = <span data-ref="row:a#n">12</span>,\n<span data-ref="row:a#point">&lt;0.1</span> %</p>\n'


def test_plain_figures_are_found_as_the_parser_finds_them(reproduce: Any) -> None:
    """The short cut for the site's own form gives line, reference and text as the parser does."""
    parser = reproduce.Figures()
    parser.feed(PLAIN)
    parser.close()
    assert reproduce.figures_of(PLAIN) == parser.found == [(2, "row:a#n", "12"), (3, "row:a#point", "<0.1")]


@pytest.mark.parametrize(
    "odd",
    [
        '<b data-ref="row:a#k">7</b>',
        '<SPAN DATA-REF="row:a#k">7</SPAN>',
        "<span data-ref='row:a#k'>7</span>",
        '<span class="x" data-ref="row:a#k">7</span>',
        '<span data-ref="row:a#k"><i>7</i></span>',
    ],
)
def test_one_figure_of_another_form_is_not_lost(reproduce: Any, odd: str) -> None:
    """As soon as one figure is not a plain span the whole page is parsed."""
    assert ("row:a#k", "7") in {found[1:] for found in reproduce.figures_of(PLAIN + odd)}
    assert len(reproduce.figures_of(PLAIN + odd)) == 3
