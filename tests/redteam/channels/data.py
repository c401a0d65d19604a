"""Private content, and what is not canonical, in the published JSON and CSV."""

import base64
import json
from collections.abc import Callable

from tests.redteam.mutation import Mutation, mutation
from tests.redteam.staged import Staged

DATA: list[Mutation] = []
ROWS, ROWS_CSV = "data/rows.jsonl", "data/rows.csv"


def _first_line(site: Staged, path: str, change: Callable[[str], str]) -> None:
    lines = site.text(path).split("\n")
    lines[0] = change(lines[0])
    site.write(path, "\n".join(lines))


@mutation(DATA, "CSV columns", "L2", "L3")
def extra_column(site: Staged) -> None:
    """A column more, empty but for one cell."""
    head, first, *rest = site.text(ROWS_CSV).splitlines()
    site.write(ROWS_CSV, "\n".join([head + ",note", first + f",{site.world.secret.number}", *(line + "," for line in rest)]) + "\n")


@mutation(DATA, "CSV columns", "L2", "L3", spare=True)
def cell_beyond_the_columns(site: Staged) -> None:
    """One line has a cell more than there are columns."""
    head, first, *rest = site.text(ROWS_CSV).splitlines()
    site.write(ROWS_CSV, "\n".join([head, first + f",{site.world.secret.amount}", *rest]) + "\n")


@mutation(DATA, "CSV columns", "L2", "L3", spare=True)
def columns_in_another_order(site: Staged) -> None:
    """The order of two columns."""
    lines = [line.split(",") for line in site.text("data/costs.csv").splitlines()]
    site.write("data/costs.csv", "".join(",".join([line[1], line[0], *line[2:]]) + "\n" for line in lines))


@mutation(DATA, "CSV columns", "L2", "L3", spare=True)
def line_more_in_the_table(site: Staged) -> None:
    """A line at the end that no record stands behind."""
    columns = site.text(ROWS_CSV).split("\n", 1)[0].count(",")
    site.write(ROWS_CSV, site.text(ROWS_CSV) + site.world.secret.number + "," * columns + "\n")


@mutation(DATA, "CSV columns", "L2", "L3")
def cell_that_a_spreadsheet_runs(site: Staged) -> None:
    """A cell that a spreadsheet takes for a formula."""
    head, first, *rest = site.text("data/costs.csv").splitlines()
    cells = first.split(",")
    cells[0] = f'=HYPERLINK("https://example.org/{site.world.secret.number}")'.replace('"', "'")
    site.write("data/costs.csv", "\n".join([head, ",".join(cells), *rest]) + "\n")


@mutation(DATA, "CSV columns", "L2", "L3", spare=True)
def quotes_that_are_not_needed(site: Staged) -> None:
    """Which cells are quoted says something."""
    head, first, *rest = site.text(ROWS_CSV).splitlines()
    name, _, cells = first.partition(",")
    site.write(ROWS_CSV, "\n".join([head, f'"{name}",{cells}', *rest]) + "\n")


@mutation(DATA, "CSV columns", "L2", "L3", spare=True)
def lines_end_otherwise(site: Staged) -> None:
    """Carriage returns in a table."""
    site.write(ROWS_CSV, site.text(ROWS_CSV).replace("\n", "\r\n"))


@mutation(DATA, "JSON fields", "L2")
def field_more_in_a_row(site: Staged) -> None:
    """A developer adds a field with the private seller to the rows."""
    lines = site.lines(ROWS)
    lines[0]["seller"] = site.world.secret.seller
    site.write(ROWS, "".join(sorted(json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n" for line in lines)))


@mutation(DATA, "JSON fields", "L2", spare=True)
def field_more_in_the_checkpoint(site: Staged) -> None:
    """The checkpoint has the seed in it."""
    _first_line(site, "data/checkpoint.json", lambda line: line[:-1] + ',"z_seed":"' + "00" * 32 + '"}')


@mutation(DATA, "JSON fields", "L2", spare=True)
def field_more_in_the_provenance(site: Staged) -> None:
    """The provenance has a note."""
    _first_line(site, "data/provenance.json", lambda line: line[:-1] + f',"zz":"{site.world.secret.number}"}}')


@mutation(DATA, "JSON fields", "L2")
def field_more_in_a_private_verdict(site: Staged) -> None:
    """A private verdict says which document it is of."""
    path = site.first("data/private-verdicts/*.jsonl")
    _first_line(site, path, lambda line: line[:-1] + f',"seller":"{site.world.secret.seller}"}}')


@mutation(DATA, "JSON fields", "L2", "L3")
def example_in_a_schema(site: Staged) -> None:
    """A schema has a private document as its example."""
    _first_line(site, "data/schema/document.json", lambda line: line)
    schema = json.loads(site.text("data/schema/document.json"))
    schema["examples"] = [site.world.secret.sentence]
    site.write("data/schema/document.json", json.dumps(schema, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n")


@mutation(DATA, "JSON fields", "L2", spare=True)
def field_more_in_the_plan(site: Staged) -> None:
    """The published plan has a section more."""
    plan = json.loads(site.text("data/plan.json"))
    plan["zz_notes"] = site.world.secret.sentence
    site.write("data/plan.json", json.dumps(plan, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n")


@mutation(DATA, "duplicate JSON keys", "L2")
def key_given_twice(site: Staged) -> None:
    """The first of two values is read by nobody."""
    _first_line(site, ROWS, lambda line: f'{{"id":"{site.world.secret.number}",' + line[1:])


@mutation(DATA, "duplicate JSON keys", "L2", spare=True)
def key_given_twice_in_the_checkpoint(site: Staged) -> None:
    """The checkpoint has two roots."""
    _first_line(site, "data/checkpoint.json", lambda line: '{"root":"' + "ab" * 32 + '",' + line[1:])


@mutation(DATA, "float precision", "L2")
def number_with_a_fraction(site: Staged) -> None:
    """A count is written as a float whose digits say more."""
    lines = site.lines(ROWS)
    text = site.text(ROWS).split("\n")
    old = f'"n":{lines[0]["n"]},'
    assert old in text[0]
    text[0] = text[0].replace(old, f'"n":{lines[0]["n"]}.0000000000{site.world.secret.amount.replace(".", "")},')
    site.write(ROWS, "\n".join(text))


@mutation(DATA, "float precision", "L2", "L7")
def digits_beyond_the_published(site: Staged) -> None:
    """A rate has more digits than are published, and they are a private amount."""
    site.edit(
        ROWS, lambda row: row["point"] is not None, lambda row: row.update(point=row["point"] + site.world.secret.amount.replace(".", ""))
    )
    site.rerender()


@mutation(DATA, "float precision", "L2", "L7", spare=True)
def zeros_that_say_something(site: Staged) -> None:
    """The seconds of one system are written with more zeros."""
    site.edit(
        "data/costs.jsonl",
        lambda cost: bool(cost["cpu_seconds_per_document"]),
        lambda cost: cost.update(cpu_seconds_per_document=cost["cpu_seconds_per_document"] + "00"),
    )
    site.rerender()


@mutation(DATA, "float precision", "L2", spare=True)
def exponent(site: Staged) -> None:
    """A count is written with an exponent."""
    site.write("data/coverage.jsonl", site.text("data/coverage.jsonl").replace('"n":1,', '"n":1e0,', 1))


@mutation(DATA, "row and key order", "L2", "L3")
def order_of_lines(site: Staged) -> None:
    """Rows are sorted by something private."""
    lines = site.text(ROWS).splitlines()
    site.write(ROWS, "\n".join([lines[1], lines[0], *lines[2:]]) + "\n")


@mutation(DATA, "row and key order", "L2", "L3", spare=True)
def order_of_lines_in_a_csv(site: Staged) -> None:
    """Lines of a CSV are sorted by something private."""
    head, *lines = site.text(ROWS_CSV).splitlines()
    site.write(ROWS_CSV, "\n".join([head, *reversed(lines)]) + "\n")


@mutation(DATA, "row and key order", "L2")
def order_of_keys(site: Staged) -> None:
    """The order of keys in one record carries bits."""
    _first_line(site, ROWS, lambda line: json.dumps(dict(reversed(json.loads(line).items())), ensure_ascii=False, separators=(",", ":")))


@mutation(DATA, "row and key order", "L2", spare=True)
def order_of_private_outcomes(site: Staged) -> None:
    """The outcomes of a private document in the order in which they stand on its page."""

    def turned(line: str) -> str:
        found = json.loads(line)
        found["outcomes"] = dict(reversed(found["outcomes"].items()))
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    _first_line(site, site.first("data/private-verdicts/*.jsonl"), turned)


@mutation(DATA, "row and key order", "L2")
def commitments_in_the_order_of_making(site: Staged) -> None:
    """Commitments that are not sorted tell which document was made when."""
    lines = site.text("data/commitments.jsonl").splitlines()
    site.write("data/commitments.jsonl", "\n".join([*lines[1:], lines[0]]) + "\n")


@mutation(DATA, "spelling of JSON", "L2")
def spaces_between_keys(site: Staged) -> None:
    """Spaces where none are needed."""
    _first_line(site, ROWS, lambda line: line.replace('","', '", "', 1))


@mutation(DATA, "spelling of JSON", "L2", spare=True)
def letters_as_escapes(site: Staged) -> None:
    """A letter as an escape says the same to a reader and more to who looks."""
    _first_line(site, ROWS, lambda line: line.replace('"edition"', '"\\u0065dition"', 1))


@mutation(DATA, "spelling of JSON", "L2", spare=True)
def byte_order_mark_in_the_data(site: Staged) -> None:
    """A byte order mark before the rows."""
    site.write(ROWS, b"\xef\xbb\xbf" + site.raw(ROWS))


@mutation(DATA, "spelling of JSON", "L2", spare=True)
def no_last_newline(site: Staged) -> None:
    """The last line of the rows does not end."""
    site.write(ROWS, site.text(ROWS)[:-1])


@mutation(DATA, "spelling of JSON", "L2", spare=True)
def default_spelled_out(site: Staged) -> None:
    """A field at its default is written, which says a bit."""
    _first_line(
        site,
        "data/runs.jsonl",
        lambda line: json.dumps({**json.loads(line), "supersedes": None}, ensure_ascii=False, sort_keys=True, separators=(",", ":")),
    )


@mutation(DATA, "spelling of JSON", "L2", spare=True)
def letters_composed_otherwise(site: Staged) -> None:
    """A letter and its accent as two characters."""
    site.edit("data/runs.jsonl", lambda run: True, lambda run: run.update(machine=run["machine"]))
    text = site.text("data/runs.jsonl").replace("a made-up machine", "a\u0301 made-up machine", 1)
    site.write("data/runs.jsonl", text)
    site.rerender()


@mutation(DATA, "base64", "L2", "L3", spare=True)
def base64_in_the_kill_matrix(site: Staged) -> None:
    """A private sentence in base64 where the kill matrix, or the provenance, has no field for it."""
    path = "data/kill-matrix.json" if (site.root / "data/kill-matrix.json").exists() else "data/provenance.json"
    packed = base64.b64encode(site.world.secret.sentence.encode()).decode()
    _first_line(site, path, lambda line: line[:-1] + f',"zz":"{packed}"}}')


@mutation(DATA, "zero-width", "L2")
def zero_width_in_the_data(site: Staged) -> None:
    """Characters without width in a system's note; every page was made anew."""
    site.edit("data/runs.jsonl", lambda run: True, lambda run: run["system"].update(note=run["system"]["note"] + "\u200b\u200c\u200b"))
    site.rerender()


@mutation(DATA, "homoglyphs", "L2", "L4")
def look_alikes_in_the_data(site: Staged) -> None:
    """A system's title has a letter of another script; every page was made anew."""
    site.edit("data/runs.jsonl", lambda run: True, lambda run: run["system"].update(title=run["system"]["title"].replace("a", "\u0430", 1)))
    site.rerender()
