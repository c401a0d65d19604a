"""The gate: whether a staged site may be published. Fail closed, every reason at once.

It reads the staged files from disk again and trusts nothing that built them. Rules (SECURITY.md §3):

- L1 files: exactly the expected paths, regular files, modes, digests as the manifest says
- L2 schema: canonical data, aggregates that add up, pages by an allow-list, provenance measured
- L3 re-render: the staged payload renders to the same bytes in a process that can open nothing else
- L7 reproduce: `reproduce.py` exits 0 on the staged site

Each reason begins with the rule's name. What a rule needs beyond the staged site comes in by `others`.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from publish.gate.audit import check_audit
from publish.gate.coverage import check_coverage, check_kills
from publish.gate.data import check_data
from publish.gate.files import NOT_PLAIN, check_files, read_stage
from publish.gate.forms import check_plain
from publish.gate.letters import check_data_letters
from publish.gate.marks import check_marks
from publish.gate.pages import check_pages
from publish.gate.recorded import check_contamination, check_redteam
from publish.gate.render import compare, render_again
from publish.gate.reproduce import not_run, run_reproduce
from records.errors import GateClosed, Problem

PROJECT = Path(__file__).resolve().parents[2]

#: A rule that needs more than the staged site, such as the private lane's search: the staged folder in, reasons out.
Rule = Callable[[Path], Iterable[Problem]]


def gate(stage: Path, *, reproduce: Path = PROJECT / "reproduce.py", others: Iterable[Rule] = ()) -> None:
    """Raise GateClosed with every reason why the staged site may not be published; return if there is none."""
    problems = check(stage, reproduce=reproduce, others=others)
    if problems:
        raise GateClosed(problems)


def check(stage: Path, *, reproduce: Path, others: Iterable[Rule] = ()) -> list[Problem]:
    """Every reason against the staged site, in order of rule, file and line."""
    staged, problems = read_stage(stage)
    rules = list(others)
    with ThreadPoolExecutor(max_workers=2 + len(rules)) as pool:
        # What runs in processes of its own runs beside the checks of this one.
        rendering = pool.submit(render_again, staged)
        elsewhere: list[Future[Iterable[Problem]]] = [pool.submit(rule, stage) for rule in rules]
        # A pipe or a socket where a file is due could keep a reader waiting for ever.
        plain = not any(problem.reason == NOT_PLAIN for problem in problems)
        elsewhere.append(pool.submit(run_reproduce, stage, reproduce) if plain else pool.submit(not_run))
        problems += check_data(staged) + check_audit(staged)
        problems += check_coverage(staged) + check_kills(staged)
        problems += check_contamination(staged) + check_redteam(staged)
        problems += check_plain(staged) + check_marks(staged) + check_data_letters(staged) + check_pages(staged)
        pages, failures = rendering.result()
        problems += failures + compare(staged, pages)
        problems += check_files(staged, pages, reproduce)
        for task in elsewhere:
            problems += task.result()
    return sorted(set(problems), key=lambda problem: (problem.reason[:2], problem.file, problem.line or 0, problem.reason))
