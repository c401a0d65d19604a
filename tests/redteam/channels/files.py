"""Files that do not belong: names, unlinked pages, feeds, archives, backups, residue; modes, links, what is missing or stale."""

import io
import os
import socket
import sqlite3
import tarfile
import tempfile
import zipfile
from pathlib import Path

from tests.redteam.mutation import Mutation, mutation
from tests.redteam.staged import Staged
from tests.redteam.world import made

FILES: list[Mutation] = []


@mutation(FILES, "file names", "L1")
def document_named_after_a_private_bill(site: Staged) -> None:
    """A copy of a public file under the number of a private document."""
    site.write(f"documents/{site.world.secret.number}.clean.pdf", site.raw(site.first("documents/*.clean.pdf")))


@mutation(FILES, "file names", "L1")
def empty_folder_named_after_a_private_seller(site: Staged) -> None:
    """An empty folder, which no manifest lists, has a private name."""
    folder = site.root / "documents" / site.world.secret.seller
    folder.mkdir()
    folder.chmod(0o755)


@mutation(FILES, "file names", "L1", spare=True)
def public_document_renamed(site: Staged) -> None:
    """A page image has a private number for its page."""
    path = site.first("documents/*.png")
    data = site.raw(path)
    site.drop(path)
    site.write(path.replace(".1.png", f".{int(site.world.secret.number[3:], 16)}.png"), data)


@mutation(FILES, "file names", "L1", spare=True)
def name_that_is_not_ascii(site: Staged) -> None:
    """A name with a character that is not seen."""
    site.write("documents/inv-0001\u200b.pdf", site.raw(site.first("documents/*.clean.pdf")))


@mutation(FILES, "unlinked pages", "L1")
def draft_page(site: Staged) -> None:
    """A page that nothing links to."""
    site.write("drafts/index.html", site.text("404.html").replace("</main>", f"<p>{site.world.secret.sentence}</p></main>"))


@mutation(FILES, "unlinked pages", "L1", spare=True)
def page_of_a_private_document(site: Staged) -> None:
    """A page among those of the public documents."""
    site.write("items/inv-9001/index.html", site.text(site.first("items/*/index.html")))


@mutation(FILES, "unlinked pages", "L1")
def hidden_file(site: Staged) -> None:
    """A file that a listing does not show."""
    site.write(".well-known/security.txt", f"Contact: {site.world.secret.seller}\n")


@mutation(FILES, "unlinked pages", "L1", spare=True)
def debug_file(site: Staged) -> None:
    """A traceback that was written beside the pages."""
    site.write("debug.log", f"Traceback (most recent call last):\n  payload = {site.world.secret.payload().decode()}\n")


@mutation(FILES, "unlinked pages", "L1", spare=True)
def source_map(site: Staged) -> None:
    """A source map of the script."""
    site.write(site.first("assets/*.js") + ".map", f'{{"sourcesContent":["// {site.world.secret.sentence}"]}}\n')


@mutation(FILES, "feeds", "L1")
def feed_of_private_documents(site: Staged) -> None:
    """A feed that no page names."""
    site.write("items/feed.xml", f'<feed xmlns="http://www.w3.org/2005/Atom"><title>{site.world.secret.seller}</title></feed>\n')


@mutation(FILES, "feeds", "L3", "L1", "L2")
def feed_link_in_the_head(site: Staged) -> None:
    """The head of a page names a feed on another host."""
    site.insert('<link rel="alternate" type="application/atom+xml" href="https://feeds.example.org/a.xml">', before="</head>")


@mutation(FILES, "sitemap", "L3", "L2")
def address_in_the_sitemap(site: Staged) -> None:
    """The sitemap lists a page that is not there, named after a private bill."""
    site.swap("sitemap.xml", "</urlset>", f"<url><loc>/items/{site.world.secret.number.lower()}/</loc></url>\n</urlset>")


@mutation(FILES, "sitemap", "L3", "L2", spare=True)
def comment_in_the_sitemap(site: Staged) -> None:
    """A comment in the sitemap."""
    site.swap("sitemap.xml", "</urlset>", f"<!-- {site.world.secret.sentence} --></urlset>")


@mutation(FILES, "sitemap", "L3", "L2", spare=True)
def private_path_for_robots(site: Staged) -> None:
    """The file for robots names a path after a private bill."""
    site.write("robots.txt", site.text("robots.txt") + f"Disallow: /{site.world.secret.number}/\n")


@mutation(FILES, "404", "L3")
def private_text_on_the_page_for_what_is_not_there(site: Staged) -> None:
    """The page that is shown where there is none."""
    site.insert(f"<p>{site.world.secret.sentence}</p>", "404.html")


@mutation(FILES, "archives", "L1")
def zip_of_the_data(site: Staged) -> None:
    """An archive of the data with a private document in it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("private.json", site.world.secret.payload())
    site.write("data/data.zip", packed.getvalue())


@mutation(FILES, "archives", "L1", spare=True)
def tar_among_the_documents(site: Staged) -> None:
    """A compressed archive among the documents."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        held = tarfile.TarInfo("private.json")
        held.size = len(site.world.secret.payload())
        archive.addfile(held, io.BytesIO(site.world.secret.payload()))
    site.write("documents/all.tar.gz", packed.getvalue())


@mutation(FILES, "archives", "L2", "L1", "L3")
def archive_behind_a_pdf(site: Staged) -> None:
    """A public PDF that is an archive as well."""
    path = site.first("documents/*.clean.pdf")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("private.json", site.world.secret.payload())
    site.write(path, site.raw(path) + packed.getvalue())


@mutation(FILES, "backups", "L1")
def backup_of_a_page(site: Staged) -> None:
    """What an editor leaves behind."""
    site.write("index.html~", site.text("index.html"))


@mutation(FILES, "backups", "L1", spare=True)
def older_table(site: Staged) -> None:
    """The table as it stood before, beside the one that stands."""
    site.write("data/rows.csv.bak", site.text("data/rows.csv") + f"{site.world.secret.number},\n")


@mutation(FILES, "backups", "L1", spare=True)
def version_control(site: Staged) -> None:
    """A folder of version control."""
    site.write(".git/logs/HEAD", f"commit: add {site.world.secret.number}\n")


@mutation(FILES, "DuckDB residue", "L1")
def database_beside_the_data(site: Staged) -> None:
    """An index over the data, private rows with it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "catalogue.duckdb"
        base = sqlite3.connect(path)
        base.execute("create table documents (payload text)")
        base.execute("insert into documents values (?)", (site.world.secret.payload().decode(),))
        base.commit()
        base.close()
        site.write("data/catalogue.duckdb", path.read_bytes())


@mutation(FILES, "DuckDB residue", "L1", spare=True)
def log_of_a_database(site: Staged) -> None:
    """What a database writes before it writes."""
    site.write("data/catalogue.duckdb.wal", b"\x00WAL" + site.world.secret.payload())


@mutation(FILES, "DuckDB residue", "L1", spare=True)
def table_in_another_form(site: Staged) -> None:
    """The rows once more, in a form that is not published."""
    site.write("data/rows.parquet", b"PAR1" + site.world.secret.payload() + b"PAR1")


@mutation(FILES, "missing file", "L1")
def page_left_out(site: Staged) -> None:
    """The page of a system is not there."""
    site.drop(site.first("systems/*/index.html"))


@mutation(FILES, "missing file", "L1", "L2")
def data_left_out(site: Staged) -> None:
    """A table is not there as CSV."""
    site.drop("data/costs.csv")


@mutation(FILES, "missing file", "L1", "L2", spare=True)
def verdicts_left_out(site: Staged) -> None:
    """The verdicts of a system are not there."""
    site.drop(site.first("data/verdicts/*.jsonl"))


@mutation(FILES, "missing file", "L1", "L2", spare=True)
def page_image_left_out(site: Staged) -> None:
    """An image that a page shows is not there."""
    site.drop(site.first("documents/*.png"))


@mutation(FILES, "missing file", "L1", spare=True)
def schema_left_out(site: Staged) -> None:
    """A schema is not there."""
    site.drop("data/schema/row.json")


@mutation(FILES, "missing file", "L1", "L7")
def nothing_to_recompute_with(site: Staged) -> None:
    """reproduce.py is not there."""
    site.drop("reproduce.py")


@mutation(FILES, "stale file", "L3")
def page_of_another_build(site: Staged) -> None:
    """The front page is that of an edition before."""
    site.swap("index.html", "Every figure", "Each figure") if "Every figure" in site.text("index.html") else site.insert("<p>2025</p>")


@mutation(FILES, "stale file", "L3", "L2", "L7")
def table_of_another_build(site: Staged) -> None:
    """The rows as JSON are of today, the pages and the CSV of the day before."""
    lines = site.lines("data/costs.jsonl")
    before = site.raw("data/costs.csv")
    next(line for line in lines if line["cpu_seconds_per_document"])["cpu_seconds_per_document"] = "7.777"
    site.put("data/costs.jsonl", lines)
    site.write("data/costs.csv", before)


@mutation(FILES, "stale file", "L1", spare=True)
def asset_of_another_build(site: Staged) -> None:
    """An older style sheet is still there."""
    site.write("assets/site.0123456789abcdef.css", "body{color:red}\n")


@mutation(FILES, "stale file", "L3", "L1", "L2", spare=True)
def page_of_another_world(site: Staged) -> None:
    """The page of the documents lists other documents."""
    other = made((site.world.number + 1) % 2)
    names = "".join(f"<li>{document.id} {document.layout} of world {other.number}</li>" for document in other.inputs.documents)
    site.insert(f"<ul>{names}</ul>", "items/index.html")


@mutation(FILES, "modes", "L1")
def file_that_others_cannot_read(site: Staged) -> None:
    """A page that a web server cannot read."""
    (site.root / "index.html").chmod(0o600)


@mutation(FILES, "modes", "L1", spare=True)
def file_that_runs(site: Staged) -> None:
    """reproduce.py may be run as it is."""
    (site.root / "reproduce.py").chmod(0o755)


@mutation(FILES, "modes", "L1", spare=True)
def file_that_anybody_may_write(site: Staged) -> None:
    """Anybody may write a table."""
    (site.root / "data/rows.jsonl").chmod(0o666)


@mutation(FILES, "modes", "L1", spare=True)
def file_that_runs_as_its_owner(site: Staged) -> None:
    """A file has the bit that lends its owner's rights."""
    (site.root / "reproduce.py").chmod(0o4644)


@mutation(FILES, "modes", "L1")
def folder_that_anybody_may_write(site: Staged) -> None:
    """Anybody may put files into a folder."""
    (site.root / "documents").chmod(0o777)


@mutation(FILES, "symlinks", "L1")
def link_out_of_the_site(site: Staged) -> None:
    """A page is a link to a file outside, which holds the same."""
    outside = site.root.parent / "outside.html"
    (site.root / "404.html").rename(outside)
    (site.root / "404.html").symlink_to(outside)


@mutation(FILES, "symlinks", "L1", spare=True)
def link_inside_the_site(site: Staged) -> None:
    """A second name for a page."""
    (site.root / "home.html").symlink_to("index.html")


@mutation(FILES, "symlinks", "L1", spare=True)
def link_to_a_folder(site: Staged) -> None:
    """A link to a folder outside."""
    (site.root / "data" / "private").symlink_to(tempfile.gettempdir())


@mutation(FILES, "symlinks", "L1", spare=True)
def link_to_nothing(site: Staged) -> None:
    """A link whose target, which is not there, spells a private sentence."""
    (site.root / "note").symlink_to(site.world.secret.sentence.replace("/", "_")[:200])


@mutation(FILES, "symlinks", "L1")
def pipe(site: Staged) -> None:
    """A pipe: whoever opens it waits for ever."""
    os.mkfifo(site.root / "data" / "stream", 0o644)


@mutation(FILES, "symlinks", "L1", spare=True)
def pipe_in_place_of_a_table(site: Staged) -> None:
    """A pipe where a table is due."""
    site.drop("data/ranks.csv")
    os.mkfifo(site.root / "data" / "ranks.csv", 0o644)


@mutation(FILES, "symlinks", "L1", spare=True)
def folder_in_place_of_a_page(site: Staged) -> None:
    """A folder where a page is due."""
    site.drop("404.html")
    (site.root / "404.html").mkdir()
    (site.root / "404.html").chmod(0o755)


@mutation(FILES, "symlinks", "L1", spare=True)
def door_of_a_process(site: Staged) -> None:
    """The door of a process that listens, where files are due."""
    here = Path.cwd()
    os.chdir(site.root)
    try:
        with socket.socket(socket.AF_UNIX) as door:
            door.bind("s")
    finally:
        os.chdir(here)
