"""Lies about figures: on a page alone, in one table alone, or in every table and page at once."""

from dataclasses import replace

from tests.publish.worlds import recount
from tests.redteam.mutation import Mutation, mutation
from tests.redteam.staged import Line, Staged

FIGURES: list[Mutation] = []
ROWS = "data/rows.jsonl"


def _measured(line: Line) -> bool:
    return line["point"] is not None and line["slice"] == "ALL"


def _off(text: str) -> str:
    """Another fraction: one thousandth less, or more where there is no less."""
    millionths = round(float(text) * 1_000_000)
    return f"{(millionths - 1000 if millionths >= 1000 else millionths + 1000) / 1_000_000:.6f}"


@mutation(FIGURES, "figure on a page", "L7", "L3")
def figure_on_the_page_alone(site: Staged) -> None:
    """A figure on a page is not that of its row."""
    page = site.text("rows/index.html")
    at = page.index('#point">') + len('#point">')
    site.write("rows/index.html", page[:at] + "9" + page[at:])


@mutation(FIGURES, "figure on a page", "L7", "L3")
def figure_that_names_another_row(site: Staged) -> None:
    """A figure names a row that is not there."""
    site.swap("rows/index.html", 'data-ref="row:', 'data-ref="row:omega/')


@mutation(FIGURES, "figure on a page", "L3", "L2", "L7")
def figure_that_names_no_row(site: Staged) -> None:
    """A figure on a statistics page names no row."""
    site.insert("<section data-figures><p>On private documents 97.3 %</p></section>")


@mutation(FIGURES, "figure on a page", "L3", "L2", "L7", spare=True)
def interval_left_out(site: Staged) -> None:
    """A figure on the page of rows is shown without its interval."""
    page = site.text("rows/index.html")
    start = page.index('<span data-ref="row:')
    low = page.index('#low">', start)
    start = page.rindex("<span", 0, low)
    site.write("rows/index.html", page[:start] + page[page.index("</span>", low) + 7 :])


@mutation(FIGURES, "consistent lies", "L7")
def rate_raised_everywhere(site: Staged) -> None:
    """A rate is another in row, CSV and every page at once."""
    site.edit(ROWS, _measured, lambda row: row.update(point=_off(row["point"])))
    site.rerender()


@mutation(FIGURES, "consistent lies", "L7", spare=True)
def interval_narrowed_everywhere(site: Staged) -> None:
    """An interval is narrower in row, CSV and every page at once."""
    site.edit(ROWS, _measured, lambda row: row.update(low=row["point"], high=row["point"]) or row.update(low=_off(row["low"])))
    site.rerender()


@mutation(FIGURES, "consistent lies", "L7", "L2")
def count_raised_everywhere(site: Staged) -> None:
    """More answers than there were verdicts."""
    site.edit(ROWS, _measured, lambda row: row.update(k=row["k"] + 1, n=row["n"] + 1))
    site.rerender()


@mutation(FIGURES, "consistent lies", "L7", "L2", spare=True)
def documents_invented(site: Staged) -> None:
    """A row has a document more than its split."""
    site.edit(ROWS, _measured, lambda row: row.update(clusters=row["clusters"] + 1))
    site.rerender()


@mutation(FIGURES, "consistent lies", "L7", "L2")
def row_left_out_everywhere(site: Staged) -> None:
    """The row of a field on which a system did badly is not published."""
    lines = site.lines(ROWS)
    gone = next(line for line in lines if line["slice"] != "ALL" and line["split"] == "public")
    site.put(ROWS, [line for line in lines if line is not gone])
    site.rerender()


@mutation(FIGURES, "consistent lies", "L7", "L2", spare=True)
def row_invented_everywhere(site: Staged) -> None:
    """A row for a field that nobody asked for."""
    lines = site.lines(ROWS)
    row = dict(next(line for line in lines if line["slice"] not in ("ALL",) and line["split"] == "public"))
    row["id"] = row["id"].rsplit("/", 1)[0] + "/ELEGANCE"
    row["slice"] = "ELEGANCE"
    site.put(ROWS, [*lines, row])
    site.rerender()


@mutation(FIGURES, "consistent lies", "L7")
def evidence_where_there_is_none(site: Staged) -> None:
    """A row without evidence has a rate and an interval."""
    lies = {"point": "0.970000", "low": "0.950000", "high": "0.990000", "method": "bca-resampled", "reason": None}
    site.edit(ROWS, lambda row: row["point"] is None, lambda row: row.update(lies))
    lines = [{key: value for key, value in line.items() if key != "reason" or value is not None} for line in site.lines(ROWS)]
    site.put(ROWS, lines)
    site.rerender()


@mutation(FIGURES, "consistent lies", "L7", spare=True)
def method_of_an_interval(site: Staged) -> None:
    """An interval is said to be made otherwise than it was."""
    site.edit(ROWS, _measured, lambda row: row.update(method="wilson" if row["method"] != "wilson" else "bca-resampled"))
    site.rerender()


@mutation(FIGURES, "consistent lies", "L7", spare=True)
def variance_left_out(site: Staged) -> None:
    """Replicates are said not to have differed."""
    site.edit(ROWS, lambda row: row.get("disagreement") is not None, lambda row: row.update(disagreement=_off(row["disagreement"])))
    site.rerender()


def _invented_rank(site: Staged) -> Line:
    """The rank of a system in a world that has but one, and so no ranks."""
    row = next(line for line in site.lines(ROWS) if _measured(line))
    kept = ("system", "edition", "tier", "split", "family", "eval_class", "condition", "slice", "clusters", "level")
    name = "/".join(row[part] for part in ("system", "tier", "split", "family", "eval_class", "condition", "slice"))
    return {
        **{part: row[part] for part in kept},
        "id": name,
        "best": 1,
        "worst": 1,
        "of": 1,
        "tied": [row["system"]],
        "method": "max-t-pairwise",
    }


@mutation(FIGURES, "consistent lies", "L7", spare=True)
def rank_raised_everywhere(site: Staged) -> None:
    """A system's best possible rank is another."""
    lines = site.lines("data/ranks.jsonl")
    rank = next((line for line in lines if line["best"] is not None), None)
    if rank is None:
        site.put("data/ranks.jsonl", lines[1:] if lines else [_invented_rank(site)])
    else:
        rank.update({"of": rank["of"] + 1, "worst": rank["worst"] + 1})
        site.put("data/ranks.jsonl", lines)
    site.rerender()


@mutation(FIGURES, "consistent lies", "L7", spare=True)
def word_of_a_loss(site: Staged) -> None:
    """What a condition costs is said to be within the margin, whatever it is."""
    site.edit("data/losses.jsonl", lambda loss: loss["word"] != "Within", lambda loss: loss.update(word="Within"))
    site.rerender()


@mutation(FIGURES, "consistent lies", "L7", spare=True)
def seconds_everywhere(site: Staged) -> None:
    """A system is faster than its answers were."""
    site.edit(
        "data/costs.jsonl", lambda cost: bool(cost["cpu_seconds_per_document"]), lambda cost: cost.update(cpu_seconds_per_document="0.001")
    )
    site.rerender()


@mutation(FIGURES, "consistent lies", "L7", "L2", spare=True)
def coverage_everywhere(site: Staged) -> None:
    """The coverage counts a document that is not there."""
    site.edit("data/coverage.jsonl", lambda cell: cell["split"] == "public", lambda cell: cell.update(n=cell["n"] + 1))
    site.rerender()


@mutation(FIGURES, "consistent lies", "L7")
def verdict_turned(site: Staged) -> None:
    """A verdict is another than the one that the rows were made of."""
    path = site.first("data/verdicts/*.jsonl")
    old, new = ("P", "F") if any("P" in line["outcomes"] for line in site.lines(path)) else ("F", "P")
    site.edit(
        path,
        lambda line: old in line["outcomes"] and "/" not in line["label"],
        lambda line: line.update(outcomes=line["outcomes"].replace(old, new)),
    )
    site.rerender()


@mutation(FIGURES, "consistent lies", "L7", "L2")
def private_verdict_turned(site: Staged) -> None:
    """An outcome of a private document is another than the one that the rows were made of."""

    def turned(line: Line) -> None:
        key = next(key for key, letters in line["outcomes"].items() if letters[0] in "PF" and "/" not in key)
        line["outcomes"][key] = line["outcomes"][key].translate(str.maketrans("PF", "FP"))

    site.edit(site.first("data/private-verdicts/*.jsonl"), lambda line: line["condition"] == "clean", turned)
    site.rerender()


@mutation(FIGURES, "consistent lies", "L7", "L2")
def unflattering_label_left_out(site: Staged) -> None:
    """Nobody's answer to one label is judged, and every figure was computed anew without it."""
    inputs = site.world.inputs
    gone = next(one for one in inputs.verdicts[inputs.runs[0].id] if "/" not in one.label)
    verdicts = {
        run: [one for one in found if (one.document, one.label) != (gone.document, gone.label)] for run, found in inputs.verdicts.items()
    }
    site.rebuild(replace(recount(replace(inputs, verdicts=verdicts)), corrections=[]))


@mutation(FIGURES, "consistent lies", "L2", "L7")
def verdict_given_twice(site: Staged) -> None:
    """A right answer counts twice, and the record stands twice."""
    path = site.first("data/verdicts/*.jsonl")
    lines = site.lines(path)
    site.put(path, [*lines, lines[0]])
    site.rerender()


@mutation(FIGURES, "consistent lies", "L2", "L7", spare=True)
def verdict_on_no_label(site: Staged) -> None:
    """A verdict on a label that the document does not have."""
    path = site.first("data/verdicts/*.jsonl")
    lines = site.lines(path)
    site.put(path, [*lines, {**lines[0], "label": "ELEGANCE", "outcomes": "P" * len(lines[0]["outcomes"])}])
    site.rerender()


@mutation(FIGURES, "consistent lies", "L2", "L7")
def correction_of_nothing(site: Staged) -> None:
    """A correction names a row that is not published."""
    lines = site.lines("data/corrections.jsonl")
    lie = {"date": "2026-01-13", "row": "omega/ALL", "column": "point", "old": "0.9", "new": "0.8", "reason": "none"}
    site.put("data/corrections.jsonl", [*lines, lie])
    site.rerender()


@mutation(FIGURES, "consistent lies", "L2", "L7", spare=True)
def correction_to_another_value(site: Staged) -> None:
    """A correction says that a row now stands at what it does not."""
    row = next(line for line in site.lines(ROWS) if _measured(line))
    lie = {"date": "2026-01-13", "row": row["id"], "column": "point", "old": row["point"], "new": _off(row["point"]), "reason": "none"}
    site.put("data/corrections.jsonl", [lie])
    site.rerender()


@mutation(FIGURES, "consistent lies", "L2", "L7", spare=True)
def two_runs_of_one_system(site: Staged) -> None:
    """A run of a system that was never measured is listed."""
    lines = site.lines("data/runs.jsonl")
    ghost = {**lines[0], "id": "2026-01-11-omega", "system": {**lines[0]["system"], "slug": "omega", "title": "Omega"}}
    site.put("data/runs.jsonl", [*lines, ghost])
    site.rerender()
