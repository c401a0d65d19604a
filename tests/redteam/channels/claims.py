"""What the site says of itself: simulated shown as real, a client's report, the manifest, reproduce.py."""

from dataclasses import replace

from tests.redteam.mutation import Mutation, mutation
from tests.redteam.seal import MANIFEST
from tests.redteam.staged import Staged

CLAIMS: list[Mutation] = []
REPORT = '<meta name="ground-truth-report" content="triage">'


@mutation(CLAIMS, "simulated shown as real", "L2")
def simulated_edition(site: Staged) -> None:
    """A whole edition of simulated runs, banner and all, goes out as the site."""
    inputs = site.world.inputs
    site.rebuild(replace(inputs, runs=[run.model_copy(update={"simulated": True}) for run in inputs.runs]))


@mutation(CLAIMS, "simulated shown as real", "L2", "L3")
def one_simulated_run_among_real_ones(site: Staged) -> None:
    """A run is simulated, and the provenance says that all was measured."""
    site.edit("data/runs.jsonl", lambda run: True, lambda run: run.update(simulated=True))
    site.rerender()


@mutation(CLAIMS, "simulated shown as real", "L2", spare=True)
def provenance_of_a_fixture(site: Staged) -> None:
    """The provenance says that the site is a fixture; its pages were made anew."""
    site.edit("data/provenance.json", lambda line: True, lambda line: line.update(provenance="fixture"))
    site.rerender()


@mutation(CLAIMS, "simulated shown as real", "L2")
def simulated_page_among_measured_ones(site: Staged) -> None:
    """One page says that what it shows is simulated."""
    site.swap("compare/index.html", 'content="measured"', 'content="simulated"')


@mutation(CLAIMS, "marker removed", "L2", "L3")
def provenance_of_a_page_removed(site: Staged) -> None:
    """A page does not say where its figures come from."""
    site.swap("index.html", '<meta name="provenance" content="measured">\n', "")


@mutation(CLAIMS, "marker removed", "L2", "L3")
def banner_of_a_simulated_edition_removed(site: Staged) -> None:
    """A simulated edition whose pages all say measured and have no banner."""
    inputs = site.world.inputs
    measured = {path: site.raw(path) for path in site.paths("**/*.html")}
    site.rebuild(replace(inputs, runs=[run.model_copy(update={"simulated": True}) for run in inputs.runs]))
    for path, data in measured.items():
        site.write(path, data)


@mutation(CLAIMS, "marker removed", "L3", spare=True)
def draft_notice_removed(site: Staged) -> None:
    """A page of a draft edition does not say that it is one."""
    site.swap("index.html", "<strong>Draft edition.</strong>", "")


@mutation(CLAIMS, "marker removed", "L2", "L3")
def policy_removed(site: Staged) -> None:
    """A page has no content security policy."""
    page = site.text("index.html")
    start = page.index('<meta http-equiv="Content-Security-Policy"')
    site.write("index.html", page[:start] + page[page.index("\n", start) + 1 :])


@mutation(CLAIMS, "marker removed", "L2", "L3", spare=True)
def policy_loosened(site: Staged) -> None:
    """A page's policy lets it connect to anywhere."""
    site.swap("index.html", "connect-src &#39;none&#39;", "connect-src *")


@mutation(CLAIMS, "triage report", "L1", "L2")
def report_about_a_client(site: Staged) -> None:
    """A report about a client is a page of the site."""
    page = site.text("404.html").replace("</head>", f"{REPORT}\n</head>").replace("</main>", "<p>For Brackwater Haulage</p></main>")
    site.write("triage/brackwater/index.html", page)


@mutation(CLAIMS, "triage report", "L2", "L3")
def marker_of_a_report(site: Staged) -> None:
    """A page of the site carries the marker of a report about a client."""
    site.insert(REPORT, before="</head>")


def _manifest(site: Staged) -> list[str]:
    return site.text(MANIFEST).splitlines()


def _relist(site: Staged, lines: list[str]) -> None:
    site.write(MANIFEST, "".join(line + "\n" for line in lines))


@mutation(CLAIMS, "manifest", "L1", sealed=False)
def page_changed_under_the_manifest(site: Staged) -> None:
    """A page is not the one that the manifest lists."""
    site.swap("404.html", "</main>", "<p>Moved.</p></main>")


@mutation(CLAIMS, "manifest", "L1", sealed=False, spare=True)
def picture_changed_under_the_manifest(site: Staged) -> None:
    """A page image is not the one that the manifest lists."""
    path = site.first("documents/*.png")
    site.write(path, site.raw(path)[:-1])


@mutation(CLAIMS, "manifest", "L1", sealed=False)
def line_left_out_of_the_manifest(site: Staged) -> None:
    """The manifest does not list a file that is there."""
    _relist(site, _manifest(site)[:-1])


@mutation(CLAIMS, "manifest", "L1", sealed=False, spare=True)
def file_and_line_left_out(site: Staged) -> None:
    """A page image is neither there nor listed."""
    path = site.first("documents/*.png")
    site.drop(path)
    _relist(site, [line for line in _manifest(site) if not line.endswith("  " + path)])


@mutation(CLAIMS, "manifest", "L1", sealed=False)
def line_more_in_the_manifest(site: Staged) -> None:
    """The manifest lists a file that is not there, by a private name."""
    _relist(site, sorted([*_manifest(site), f"{'0' * 64}  documents/{site.world.secret.number}.pdf"], key=lambda line: line[66:]))


@mutation(CLAIMS, "manifest", "L1", sealed=False, spare=True)
def line_twice_in_the_manifest(site: Staged) -> None:
    """A line of the manifest stands twice."""
    lines = _manifest(site)
    _relist(site, [lines[0], *lines])


@mutation(CLAIMS, "manifest", "L1", sealed=False, spare=True)
def manifest_in_another_order(site: Staged) -> None:
    """The order of the manifest's lines carries bits."""
    lines = _manifest(site)
    _relist(site, [lines[1], lines[0], *lines[2:]])


@mutation(CLAIMS, "manifest", "L1", sealed=False, spare=True)
def comment_in_the_manifest(site: Staged) -> None:
    """A comment in the manifest, which some readers pass over."""
    _relist(site, [f"# {site.world.secret.sentence}", *_manifest(site)])


@mutation(CLAIMS, "manifest", "L1", sealed=False, spare=True)
def capitals_in_the_manifest(site: Staged) -> None:
    """Digests in capitals say the same, and a bit more."""
    first, *rest = _manifest(site)
    _relist(site, [first[:64].upper() + first[64:], *rest])


@mutation(CLAIMS, "manifest", "L1", sealed=False, spare=True)
def no_manifest(site: Staged) -> None:
    """There is no manifest."""
    site.drop(MANIFEST)


@mutation(CLAIMS, "manifest", "L1", sealed=False, spare=True)
def manifest_that_lists_itself(site: Staged) -> None:
    """The manifest has a line of its own."""
    _relist(site, sorted([*_manifest(site), f"{'0' * 64}  {MANIFEST}"], key=lambda line: line[66:]))


@mutation(CLAIMS, "manifest", "L1", sealed=False)
def path_out_of_the_site_in_the_manifest(site: Staged) -> None:
    """The manifest lists a path outside the site."""
    outside = site.root.parent / "outside.txt"
    outside.write_text("outside\n")
    _relist(site, [*_manifest(site), f"{'0' * 64}  ../outside.txt"])


@mutation(CLAIMS, "reproduce.py replaced", "L1", "L7")
def program_that_always_agrees(site: Staged) -> None:
    """reproduce.py exits 0 whatever it is given."""
    site.write("reproduce.py", '"""Recompute every published row."""\n\nimport sys\n\nsys.exit(0)\n')


@mutation(CLAIMS, "reproduce.py replaced", "L1", "L7", spare=True)
def program_that_agrees_over_a_lie(site: Staged) -> None:
    """reproduce.py exits 0, and a rate is another in row, CSV and pages."""
    from tests.redteam.channels.figures import rate_raised_everywhere

    program_that_always_agrees(site)
    rate_raised_everywhere(site)


@mutation(CLAIMS, "reproduce.py replaced", "L1", "L7", spare=True)
def comment_in_the_program(site: Staged) -> None:
    """reproduce.py has a private sentence in a comment."""
    site.write("reproduce.py", site.text("reproduce.py") + f"# {site.world.secret.sentence}\n")
