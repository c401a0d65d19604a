"""The printed form of every number, at its edges. Expected texts are worked by hand from SITE.md §2 and §4."""

import re

import pytest

from publish.figures import figure, interval, percent, place_among, points, printed, probability, standing
from publish.published import Published


@pytest.mark.parametrize(
    ("fraction", "text"),
    [
        ("0.966000", "96.6"),
        ("1.000000", "100.0"),
        ("0.000000", "0.0"),
        ("0.999500", ">99.9"),  # half to even gives 100.0, which a value below 1 never prints
        ("0.999999", ">99.9"),
        ("0.000499", "<0.1"),
        ("0.000500", "<0.1"),  # half to even gives 0.0, which a value above 0 never prints
        ("0.000501", "0.1"),
        ("0.250500", "25.0"),
        ("0.251500", "25.2"),
    ],
)
def test_percent(fraction: str, text: str) -> None:
    """One decimal, half to even, and never the end itself for a value near it."""
    assert percent(fraction) == text


@pytest.mark.parametrize(
    ("fraction", "text"),
    [
        ("0.012000", "+1.2"),
        ("-0.004000", "\u22120.4"),
        ("-0.000500", "0.0"),
        ("0.000501", "+0.1"),
        ("0.000000", "0.0"),
        ("-1.000000", "\u2212100.0"),
    ],
)
def test_points(fraction: str, text: str) -> None:
    """Signed, with the true minus; nothing that rounds to zero has a sign."""
    assert points(fraction) == text


@pytest.mark.parametrize(
    ("value", "text"), [("0.000999", "<0.001"), ("0.001000", "0.001"), ("0.049500", "0.050"), ("0.048500", "0.048"), ("1.000000", "1.000")]
)
def test_probability(value: str, text: str) -> None:
    """Three decimals, half to even; a p value is never printed as zero."""
    assert probability(value) == text


def test_every_numeral_names_its_source(published: Published) -> None:
    """A figure stands in an element whose data-ref is the record's id and column."""
    row = next(row for row in published.rows if row.point is not None)
    assert str(figure(row, "point")) == f'<span data-ref="row:{row.id}#point">{percent(row.point or "")}</span>'
    assert str(interval(row)).count("data-ref=") == 2
    near = row.model_copy(update={"low": "0.911000", "high": "0.999999"})
    assert re.sub("<[^>]*>", "", str(interval(near)).replace("&gt;", "\u2265")) == "91.1 to \u226599.9"
    comparison = next(found for found in published.comparisons if found.difference is not None)
    assert f'data-ref="cmp:{comparison.id}#p"' in figure(comparison, "p")
    cost = published.costs[0]
    assert f'data-ref="cost:{cost.system}/{cost.family}/{cost.condition}#cpu_seconds_per_document"' in figure(
        cost, "cpu_seconds_per_document"
    )


def test_no_evidence_prints_a_dash_and_no_number(published: Published) -> None:
    """None is a dash without a data-ref, never 0."""
    row = next(row for row in published.rows if row.point is None)
    assert printed(row, "point") is None
    assert str(figure(row, "point")) == str(figure(None, "point")) == '<span class="none">\u2013</span>'
    assert interval(row) == interval(None) == ""


def test_variance_and_counts_print_as_they_are(published: Published) -> None:
    """Counts are plain integers, variances keep their six decimals, a disagreement is a percentage."""
    row = next(row for row in published.rows if row.between_replicates is not None and row.n > 1)
    assert printed(row, "n") == str(row.n)
    assert printed(row, "between_replicates") == row.between_replicates
    assert printed(row, "disagreement") == percent(row.disagreement or "")


def test_a_rank_interval_and_a_single_rank(published: Published) -> None:
    """Each numeral names its column; a rank interval of one rank prints one numeral; no rank prints a dash."""
    rank = next(rank for rank in published.ranks if rank.best is not None)
    wide = place_among(rank.model_copy(update={"best": 1, "worst": 2, "of": 4}))
    assert re.findall(r'data-ref="rank:[^"]+#([a-z]+)">(\d+)<', wide) == [("best", "1"), ("worst", "2"), ("of", "4")]
    assert re.sub(r"<[^>]*>", "", wide) == "1\u20132 of 4"
    assert re.sub(r"<[^>]*>", "", place_among(rank.model_copy(update={"best": 3, "worst": 3, "of": 4}))) == "3 of 4"
    assert re.sub(r"<[^>]*>", "", place_among(None)) == "\u2013"


def test_what_could_be_found_has_no_sign(published: Published) -> None:
    """A smallest detectable difference prints in points without a sign, the documents needed as a count."""
    found = next(found for found in published.comparisons if found.documents_to_separate is not None)
    changed = found.model_copy(update={"smallest_detectable": "0.030500", "documents_to_separate": 1234})
    assert (printed(changed, "smallest_detectable"), printed(changed, "documents_to_separate")) == ("3.0", "1234")


@pytest.mark.parametrize(
    ("system", "tied", "text"),
    [
        ("a", ["a"], "leads"),
        ("a", ["a", "b"], "leads, tied"),
        ("b", ["a", "b"], "tied with the leader"),
        ("c", ["a", "b"], "behind the leader"),
        ("a", [], None),
    ],
)
def test_where_a_system_stands_in_its_tie_group(system: str, tied: list[str], text: str | None) -> None:
    """The group is anchored on its first: that one leads, the others are tied with it, all else is behind."""
    assert standing(system, tied) == text


def test_words_ranks_and_determinism_name_their_source(published: Published) -> None:
    """A verdict word, a margin, a tie and a check of determinism are columns like any figure."""
    comparison = next(found for found in published.comparisons if found.difference is not None)
    assert figure(comparison, "word") == f'<span data-ref="cmp:{comparison.id}#word">{comparison.word}</span>'
    assert printed(comparison, "margin") == "1.5"
    rank = next(rank for rank in published.ranks if rank.best is not None)
    assert f'data-ref="rank:{rank.id}#tied"' in figure(rank, "tied")
    verified, real = published.run_of["beta"], published.run_of["alpha"]
    assert figure(verified, "determinism_documents") == f'<span data-ref="run:{verified.id}#determinism_documents">30</span>'
    assert printed(real, "determinism_documents") is None
    assert printed(real, "replicates") == "5"
