"""What was recorded elsewhere: a comparison of exactly these documents (L8), attacks of which none got through (L2)."""

import json

import pytest

from publish.gate.recorded import CONTAMINATION, REDTEAM, check_contamination, check_redteam
from publish.payload import Payload
from publish.redteam import Mutation, RedTeam, faults_of, read_redteam


@pytest.fixture
def staged(payload: Payload) -> dict[str, bytes]:
    """The tiny payload's files, to be altered."""
    return dict(payload.files)


def test_good_records_pass(staged: dict[str, bytes]) -> None:
    """No false alarm, and none where there is no private split, or a draft was not attacked yet."""
    assert check_contamination(staged) + check_redteam(staged) == []
    del staged[CONTAMINATION], staged[REDTEAM], staged["data/checkpoint.json"]
    assert check_contamination(staged) + check_redteam(staged) == []


def test_a_private_split_needs_a_comparison_and_a_release_attacks(staged: dict[str, bytes]) -> None:
    """Without them it is refused, each under its rule; the comparison in a draft too."""
    del staged[CONTAMINATION], staged[REDTEAM]
    assert [problem.reason[:2] for problem in check_contamination(staged) + check_redteam(staged)] == ["L8"]
    staged["data/plan.json"] = staged["data/plan.json"].replace(b'"draft"', b'"released"')
    found = check_contamination(staged) + check_redteam(staged)
    assert [(problem.reason[:2], problem.file) for problem in found] == [("L8", CONTAMINATION), ("L2", REDTEAM)]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"root": "0" * 64}, "another private split"),
        ({"split": "edition-1/private"}, "another private split"),
        ({"private": 3}, "another private split"),
        ({"corpus": "0" * 64}, "another public corpus"),
        ({"public": 2}, "another number of public documents"),
        ({"near": 1}, "found 0 private documents that equal a public one, and 1 that nearly do"),
        ({"equal": 2}, "found 2 private documents"),
    ],
)
def test_a_comparison_of_anything_else_is_refused(staged: dict[str, bytes], change: dict[str, object], says: str) -> None:
    """The record is bound to the root of the split and the manifest of the public corpus."""
    record = {**json.loads(staged[CONTAMINATION]), **change}
    staged[CONTAMINATION] = (json.dumps(record) + "\n").encode()
    found = check_contamination(staged)
    assert [problem.file for problem in found] == [CONTAMINATION]
    assert found[0].reason.startswith("L8 ")
    assert says in found[0].reason


def attacks(**change: object) -> RedTeam:
    """A clean record, changed."""
    mutations = tuple(Mutation(f"m{n}", "text", "L2", 25, 25) for n in range(80))
    return RedTeam(25, 25, 0, mutations)._replace(**change)


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (attacks(), None),
        (attacks(alarms=1), "1 of 25 clean builds were refused"),
        (attacks(worlds=24), "24 worlds"),
        (attacks(builds=3), "3 clean builds"),
        (attacks(mutations=attacks().mutations[:79]), "79 mutations of 25 worlds each where 80 are the fewest"),
        (attacks(mutations=(*attacks().mutations, Mutation("one", "text", "L1", 24, 25))), "one: L1 caught 24 of 25"),
        (attacks(mutations=(*attacks().mutations, Mutation("one", "text", "L1", 0, 0))), "one: L1 caught 0 of 0"),
        (attacks(mutations=(*attacks().mutations, attacks().mutations[0])), "m0 is there 2 times"),
    ],
)
def test_what_attacks_came_to(found: RedTeam, says: str | None) -> None:
    """One attack that got through, one false alarm or too few of either closes the gate."""
    faults = faults_of(found)
    assert faults == [] if says is None else any(says in fault for fault in faults)


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{}", b'{"worlds":25,"builds":25,"alarms":"0","mutations":[]}', b'{"worlds":true,"builds":1,"alarms":0,"mutations":[]}'],
)
def test_what_is_no_record_is_refused(staged: dict[str, bytes], data: bytes) -> None:
    """Nothing, another kind of JSON, counts that are no counts."""
    staged[REDTEAM] = data
    assert [problem.reason[:26] for problem in check_redteam(staged)] == ["L2 is no record of attacks"]


def test_cells_add_up(payload: Payload) -> None:
    """The table's cells are a partition of all mutations."""
    found = read_redteam(payload.files[REDTEAM])
    cells = [cell for channel in found.channels for rule in found.rules if (cell := found.cell(channel, rule))]
    assert sum(cell.mutations for cell in cells) == len(found.mutations) == found.all.mutations
    assert (sum(cell.caught for cell in cells), sum(cell.total for cell in cells)) == (found.all.caught, found.all.total) == (2000, 2000)
