"""Every case of ../shared/cases/grading.json has a test: here by kind, or in the room it concerns."""

from pathlib import Path
from typing import Any

import pytest

from graders.judgement import Judgement
from graders.kill.matrix import kill_matrix
from records.document import Label
from records.plan import GradingPlan
from tests.graders import (
    test_cases_answers,
    test_cases_arithmetic,
    test_cases_dates,
    test_cases_identifiers,
    test_cases_judge,
    test_cases_lines,
    test_cases_nulls,
    test_cases_numbers,
)
from tests.graders.reference import Case

KINDS = (
    test_cases_answers,
    test_cases_arithmetic,
    test_cases_dates,
    test_cases_identifiers,
    test_cases_judge,
    test_cases_lines,
    test_cases_nulls,
    test_cases_numbers,
)
HERE = {name for module in KINDS for name in module.CHECKS} | {"HAR-14"}

#: Cases that other rooms answer for, with the test that does.
OTHER_ROOMS = {
    "DAT-09": ("publish/test_cases.py", "test_a_day_is_the_same_day_everywhere"),
    "HAR-15": ("stats/test_cases.py", "test_micro_and_macro_are_two_figures"),
    "LEAK-01": ("leak/test_lane.py", "test_verdicts_and_hashes_leave_the_lane"),
    "LEAK-03": ("leak/test_door.py", "test_check_names_a_planted_leak"),
    "LEAK-04": ("leak/test_search.py", "test_public_content_gives_no_alarm"),
    "LEAK-05": ("leak/test_search.py", "test_every_private_file_holds_the_canary"),
    "PUB-02": ("publish/test_boards.py", "test_ties_keep_their_order_and_no_evidence_comes_last"),
    "PUB-03": ("stats/test_cases.py", "test_equal_systems_share_a_rank"),
    "PUB-04": ("publish/test_render.py", "test_text_from_outside_stays_text"),
    "PUB-05": ("publish/test_payload.py", "test_csv_refuses_what_a_spreadsheet_would_run"),
    "PUB-06": ("publish/test_cases.py", "test_a_name_in_an_address_is_a_slug"),
    "PUB-09": ("stats/test_cases.py", "test_systems_within_the_noise_are_one_group"),
    "PUB-10": ("publish/gate/test_check.py", "test_extra_files_are_refused"),
    "STA-02": ("stats/test_cases.py", "test_equal_scores_have_a_named_interval"),
    "STA-03": ("stats/test_cases.py", "test_adjusted_p_values_are_monotone"),
    "STA-04": ("stats/test_cases.py", "test_one_category_has_no_kappa"),
    "STA-07": ("stats/test_cases.py", "test_renderings_of_a_scenario_are_one_cluster"),
    "STA-08": ("stats/test_cases.py", "test_spending_at_its_edges"),
}


def test_every_case_has_a_test(cases: dict[str, Case]) -> None:
    """A new case fails here until a check or another room answers for it."""
    assert set(cases) == HERE | OTHER_ROOMS.keys()
    assert not HERE & OTHER_ROOMS.keys()
    assert sum(len(module.CHECKS) for module in KINDS) + 1 == len(HERE)


@pytest.mark.parametrize("name", sorted(OTHER_ROOMS))
def test_the_other_room_has_its_test(root: Path, name: str) -> None:
    """The test that is named is there."""
    file, test = OTHER_ROOMS[name]
    assert f"def {test}(" in (root / "tests" / file).read_text(encoding="utf-8")


def test_case_har_14(grading: GradingPlan, public_cases: list[Any]) -> None:
    """A grader that always passes does not survive the kill matrix."""

    def lenient(family: Any, conventions: Any, labels: list[Label], *rest: Any) -> list[Judgement]:
        return [Judgement(one.key, "P", "stub") for one in labels]

    matrix = kill_matrix(public_cases[:2], grading, lenient)
    assert not matrix.clean
    assert not any(row.right for row in matrix.rows if row.kind == "mutant")
