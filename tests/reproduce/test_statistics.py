"""The statistics of reproduce.py against values that others computed, and against the definition done the long way."""

import json
import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from scipy.stats import t as student_t

TAIL = Fraction(1, 40)


@pytest.fixture(scope="module")
def reference(shared: Path) -> dict[str, Any]:
    """The reference values, each with its source in the file."""
    found: dict[str, Any] = json.loads((shared / "reference/statistics.json").read_text(encoding="utf-8"))
    return found


@pytest.fixture
def plan(reproduce: Any) -> Any:
    """A plan with the usual thresholds."""
    return reproduce.Plan("plan-v1", "0.95", "0.015", "0.80", 1000, 10, 10, 6, 20, "s0")


def test_ideal_bca_of_twenty_and_of_three_hundred_documents(reproduce: Any, reference: dict[str, Any]) -> None:
    """The ends in the reference file (n20_example, n300_example), as totals of n times 5."""
    twenty, many = reference["bca"]["n20_example"], reference["bca"]["n300_example"]
    first = tuple(twenty["scores"].count(c) for c in range(6))
    second = tuple(many["counts"][str(c)] for c in range(6))
    for histogram, known in ((first, twenty), (second, many)):
        found = reproduce.ideal_interval(histogram, TAIL)
        assert (found.low, found.high) == (Fraction(known["lo"], 5 * known["n"]), Fraction(known["hi"], 5 * known["n"]))


def test_ideal_bca_of_data_that_scipy_and_r_use(reproduce: Any, reference: dict[str, Any]) -> None:
    """Sixteen values in tenths, BCa at 95 %: the reference's exact ends, near R boot's 32.31 and 91.43 (scipy's own test)."""
    values = (10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213)
    tenths = [round(value * 10) for value in values]
    known = reference["bca"]["scipy_R_n16_x10"]
    assert sum(tenths) == known["S"]
    histogram = tuple(tenths.count(value) for value in range(max(tenths) + 1))
    found = reproduce.ideal_interval(histogram, TAIL)
    total = 16 * max(tenths)
    assert (found.low * total, found.high * total) == (known["lo"], known["hi"])


def test_clopper_pearson_of_the_reference(reproduce: Any, reference: dict[str, Any]) -> None:
    """300/300 and 297/300, and all pass of 20 to 300: the reference, rounded outward to a millionth."""
    known = reference["clopper_pearson"]
    for name in ("300/300", "297/300"):
        passed, n = map(int, name.split("/"))
        found = reproduce.clopper_pearson(Fraction(passed), n, TAIL)
        low, high = known[name]
        assert 0 <= low - found.low < 1e-6 and 0 <= float(found.high) - high < 1e-6
    for n, low in known["all_pass_two_sided"].items():
        assert 0 <= low - reproduce.clopper_pearson(Fraction(int(n)), int(n), TAIL).low < 1e-6
    assert reproduce.published(reproduce.clopper_pearson(Fraction(300), 300, TAIL).low) == "0.987779"


def test_clopper_pearson_of_part_of_a_document(reproduce: Any) -> None:
    """11.4 of 12 has the lower end of 11 and the upper end of 12."""
    found = reproduce.clopper_pearson(Fraction(57, 5), 12, TAIL)
    assert found.low == reproduce.clopper_pearson(Fraction(11), 12, TAIL).low
    assert found.high == 1
    assert reproduce.clopper_pearson(Fraction(0), 12, TAIL).low == 0


def test_binomial_tails_the_long_way(reproduce: Any) -> None:
    """Every tail of every n up to 12, term by term."""
    for n in range(1, 13):
        for least in range(n + 1):
            expected = sum(math.comb(n, i) * 3**i * 7 ** (n - i) for i in range(least, n + 1))
            assert reproduce.binomial_tail(n, least, 3, 7) == expected


def test_benjamini_hochberg_of_1995(reproduce: Any, reference: dict[str, Any]) -> None:
    """The worked example of the paper: adjusted values, and four rejections at 0.05."""
    known = reference["bh"]
    found = reproduce.benjamini_hochberg([Fraction(p) for p in known["p"]])
    assert [float(q) for q in found] == pytest.approx(known["adjusted"], abs=1e-15)
    assert sum(q <= Fraction(known["q"]) for q in found) == known["rejected"]["BH"]
    assert reproduce.benjamini_hochberg([]) == []


@pytest.mark.parametrize(
    ("degrees", "t"),
    [(1, 12.7062047362), (2, 4.3026527297), (3, 3.1824463053), (10, 2.2281388520), (30, 2.0422724563), (120, 1.9799304051)],
)
def test_student_quantiles(reproduce: Any, degrees: int, t: float) -> None:
    """The 97.5 % points of NIST/SEMATECH e-Handbook 1.3.6.7.2, to ten decimals by scipy.stats.t.ppf."""
    assert reproduce.student_quantile(degrees, TAIL) == pytest.approx(t, abs=1e-9)


def test_power_coefficients_the_long_way(reproduce: Any) -> None:
    """Polynomials multiplied out, first coefficients of zero included."""

    def multiplied(histogram: Sequence[int], n: int) -> list[int]:
        total = [1]
        for _ in range(n):
            longer = [0] * (len(total) + len(histogram) - 1)
            for (i, a), (j, b) in product(enumerate(total), enumerate(histogram)):
                longer[i + j] += a * b
            total = longer
        return total

    for histogram in ((3, 0, 1), (0, 2, 1, 4), (1, 1), (0, 0, 5), (2, 0, 0, 1, 0)):
        for n in (1, 2, 7):
            expected = multiplied(histogram, n)
            found = reproduce.power_coefficients(histogram, n)
            assert found + [0] * (len(expected) - len(found)) == expected


def test_sign_flips_the_long_way(reproduce: Any) -> None:
    """All choices of signs, counted one by one."""
    draw = Random(7)
    for _ in range(200):
        values = [draw.randint(-6, 6) for _ in range(draw.randint(1, 9))]
        at_least = sum(
            abs(sum(s * v for s, v in zip(signs, values, strict=True))) >= abs(sum(values))
            for signs in product((1, -1), repeat=len(values))
        )
        assert reproduce.sign_flip_p(values) == Fraction(at_least, 2 ** len(values))


def test_the_stream_of_draws(reproduce: Any) -> None:
    """SHAKE-128 of nothing begins 7f9c2ba4e88f827d (FIPS 202 examples): the first words, and the documents they draw of 10."""
    resamples = reproduce.Resamples("", 2, 1)
    assert resamples._draws().hex() == "7f9c2ba4e88f827d"
    words = (0xA42B9C7F, 0x7D828FE8)  # little-endian
    column = resamples.want([1000, 1])
    assert resamples.sums()[column] == [sum((1000, 1)[word * 2 >> 32] for word in words)]


def test_packed_sums_the_long_way(reproduce: Any) -> None:
    """Columns of 16, 32 and 64-bit lanes together: each sum equals the one added up draw by draw."""
    draw, n, times = Random(3), 17, 40
    columns = [[draw.randrange(most) for _ in range(n)] for most in (2, 50, 3800, 4000, 10**6, 10**9, 10**15)]
    resamples = reproduce.Resamples("a tag", n, times)
    keys = [resamples.want(column) for column in columns]
    raw = resamples._draws()
    words = [int.from_bytes(raw[at : at + 4], "little") for at in range(0, len(raw), 4)]
    sums = resamples.sums()
    for key, column in zip(keys, columns, strict=True):
        assert sums[key] == [sum(column[word * n >> 32] for word in words[r * n : (r + 1) * n]) for r in range(times)]


def test_portions_of_lanes_change_nothing(reproduce: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns summed three at a time, as where memory is short, give the same sums."""
    columns = [[(i * j) % 7 for i in range(11)] for j in range(1, 9)]

    def sums() -> Any:
        resamples = reproduce.Resamples("t", 11, 50)
        for column in columns:
            resamples.want(column)
        return resamples.sums()

    whole = sums()
    monkeypatch.setattr(reproduce, "LANE_BYTES", 3 * 2 * 50)
    assert sums() == whole


def _ratio_the_long_way(reproduce: Any, passes: list[int], totals: list[int], p: list[int], t: list[int]) -> tuple[Fraction, Fraction]:
    """BCa as STATISTICS says it, in fractions: ties by cross-multiplication, order by comparison of fractions."""
    k, n = sum(passes), sum(totals)
    kept = [(a, b) for a, b in zip(p, t, strict=True) if b]
    below, equal = sum(a * n < k * b for a, b in kept), sum(a * n == k * b for a, b in kept)
    left_out = [Fraction(k - a, n - b) for a, b in zip(passes, totals, strict=True)]
    mean = sum(left_out) / len(left_out)
    cubes, squares = sum((mean - x) ** 3 for x in left_out), sum((mean - x) ** 2 for x in left_out)
    worth = sum(totals) ** 2 // sum(b * b for b in totals)
    reach = -float(student_t.ppf(0.025, worth - 1)) * (worth / (worth - 1)) ** 0.5
    low, high = reproduce.bca_levels(below, equal, len(kept), float(cubes) / (6 * float(squares) ** 1.5), reach)
    ordered = sorted(Fraction(a, b) for a, b in kept)
    return ordered[math.ceil(low * len(kept)) - 1], ordered[math.ceil(high * len(kept)) - 1]


def test_ratio_intervals_the_long_way(reproduce: Any) -> None:
    """Floats for sorting and a linear jackknife change no end: everything again in fractions, leaving documents out one by one."""
    draw = Random(11)
    for case in range(6):
        totals = [draw.randint(0, 9) for _ in range(30)]
        passes = [sum(draw.random() < 0.7 for _ in range(total)) for total in totals]
        resamples = reproduce.Resamples(f"case {case}", 30, 1000)
        keys = resamples.want(passes), resamples.want(totals)
        sums = resamples.sums()
        found = reproduce.ratio_interval(passes, totals, sums[keys[0]], sums[keys[1]], TAIL)
        assert (found.low, found.high) == _ratio_the_long_way(reproduce, passes, totals, sums[keys[0]], sums[keys[1]])
        many = [[value << 24 for value in column] for column in (passes, totals, sums[keys[0]], sums[keys[1]])]
        assert reproduce.ratio_interval(*many, TAIL) == found, "sums too large for exact float division take the way of fractions"


def test_resamples_without_a_label_are_left_out(reproduce: Any) -> None:
    """A resample whose documents have no label in this row tells nothing of its rate."""
    totals = [4, 4, 0, 0, 4, 4]
    passes = [1, 4, 0, 0, 3, 2]
    p, t = [5, 0, 7, 0, 9, 10, 6, 8], [8, 0, 12, 0, 16, 16, 12, 12]
    kept = [r for r in range(8) if t[r]]
    without = reproduce.ratio_interval(passes, totals, [p[r] for r in kept], [t[r] for r in kept], TAIL)
    assert reproduce.ratio_interval(passes, totals, p, t, TAIL) == without


def test_an_end_that_floats_cannot_decide(reproduce: Any) -> None:
    """Where the level lies on a step of the distribution it stops and says so."""
    with pytest.raises(reproduce.Doubt, match="undecided"):
        reproduce.guarded(lambda level: level >= 0.5, 0.5)
    assert reproduce.guarded(lambda level: level >= 0.5, 0.6)
    with pytest.raises(reproduce.Doubt, match="acceleration"):
        reproduce.bca_levels(500, 0, 1000, 0.6, 1.959964)


@pytest.mark.parametrize(
    ("passes", "m", "low", "high"),
    [([5] * 300, 5, "0.987779", "1.000000"), ([0] * 300, 5, "0.000000", "0.012221"), ([1], 1, "0.025000", "1.000000")],
)
def test_degenerate_rows_have_the_exact_interval(reproduce: Any, plan: Any, passes: list[int], m: int, low: str, high: str) -> None:
    """All pass, all fail, one document: Clopper-Pearson, never a point without width."""
    found = reproduce.mean_interval(passes, m, plan)
    assert (reproduce.published(found.low), reproduce.published(found.high), found.method) == (low, high, "cp-clusters")


def test_equal_documents_have_no_bootstrap(reproduce: Any, plan: Any) -> None:
    """Thirty documents of 3 in 5 each never vary, so there is no BCa of them; nor of 6 in 10 beside 3 in 5."""
    assert reproduce.mean_interval([3] * 30, 5, plan).method == "cp-clusters"
    assert not reproduce.may_use_bca([3, 6] * 15, [5, 10] * 15, plan)


def test_a_ratio_needs_documents_worth_six(reproduce: Any, plan: Any) -> None:
    """Twenty documents of which one has most labels are worth one: pooled Clopper-Pearson on one, 1/40 to 1 where it passed."""
    passes, totals = [400] + [0, 1] * 10, [400] + [1] * 20
    assert reproduce.equal_documents(totals) == 1
    assert reproduce.may_use_bca(passes, totals, plan) and not reproduce.may_resample(passes, totals, plan)
    found = reproduce.pooled_interval([400] + [1] * 20, totals, TAIL)
    assert (found.low, found.high) == (TAIL, 1)


def test_when_bca_may_be_used(reproduce: Any, plan: Any) -> None:
    """Ten imperfect and ten non-zero documents, and not one fewer."""
    assert reproduce.may_use_bca([1] * 10 + [0] * 10, [1] * 20, plan)
    assert not reproduce.may_use_bca([1] * 11 + [0] * 9, [1] * 20, plan)
    assert not reproduce.may_use_bca([1] * 9 + [0] * 11, [1] * 20, plan)
    assert not reproduce.may_use_bca([1] * 10 + [0] * 10, [1] * 10 + [0] * 1 + [1] * 9, plan), "a document without a label is not imperfect"


def test_identical_systems_differ_by_nothing(reproduce: Any, plan: Any) -> None:
    """No difference anywhere: an interval around 0 with the width of two pseudo-documents, p = 1."""
    found = reproduce.difference_figures(plan, [1] * 60, [0] * 60, 1, 1, mean=True)
    # by hand: sqrt(2 / (62 * 61)) = 0.0229963, times t(61) = 1.9996236 by scipy.stats.t.ppf
    assert (found["difference"], found["low"], found["high"]) == ("0.000000", "-0.045984", "0.045984")
    assert found["word"] == "Cannot tell"
    assert reproduce.sign_flip_p([0] * 60) == 1


@pytest.mark.parametrize(
    ("labels", "ahead", "low", "high"),
    [
        # u² = 1, a document lost; sqrt(2 / (60 * 61)) = 0.0233762, times t(59) = 2.0009954
        ([7] * 60, [0] * 60, "-0.046776", "0.046776"),
        # R = 1/4, J = (3/4, -1/4, -1/4, -1/4), worth 12/7; sqrt((3/4 + 2) / 20) = 0.3708099, times t(3) = 3.1824463; ends at 1
        ([4] * 4, [4, 0, 0, 0], "-0.930083", "1.000000"),
        # J = ±1, worth 8 documents: u² = 1; sqrt((8 + 2) / 72) = 0.3726780, times t(7) = 2.3646243
        ([3] * 8, [3, -3] * 4, "-0.881243", "0.881243"),
        # J = ±1/3 in eight and 0 in two, worth 8: u² = 1/9, no document lost; sqrt((8/9 + 2/9) / 110) = 0.1005038, times t(9) = 2.2621572
        ([3] * 10, [1, -1] * 4 + [0, 0], "-0.227355", "0.227355"),
        # (100 + 5)² / (10000 + 5) is 1.1 equal documents, so t(1) = 12.7062: no difference could be shown
        ([100, 1, 1, 1, 1, 1], [100, 0, 0, 0, 0, 0], "-1.000000", "1.000000"),
    ],
)
def test_a_difference_of_ratios_by_hand(reproduce: Any, plan: Any, labels: list[int], ahead: list[int], low: str, high: str) -> None:
    """Jackknife, pseudo-documents and t by hand; t by scipy.stats.t.ppf."""
    found = reproduce.difference_figures(plan, labels, ahead, 1, 1, mean=False)
    assert (found["low"], found["high"], found["method"]) == (low, high, "paired-t-jackknife")


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        ("0.000001", "0.014999", "Better, within"),
        ("0.000001", "0.015000", "Better"),
        ("0.000000", "0.015000", "Cannot tell"),
        ("-0.014999", "0.014999", "Within"),
        ("-0.015000", "0.010000", "Cannot tell"),
        ("-0.015000", "-0.000001", "Worse"),
        ("-0.014999", "-0.000001", "Worse, within"),
        ("-0.010000", "0.000000", "Within"),
    ],
)
def test_words_at_the_edges(reproduce: Any, low: str, high: str, word: str) -> None:
    """Strict on every side: an end that touches 0 or the margin decides nothing."""
    assert reproduce.word_of(Fraction(low), Fraction(high), Fraction("0.015")) == word


@pytest.mark.parametrize(
    ("kind", "column", "value", "text"),
    [
        ("row", "point", "0.966500", "96.6"),
        ("row", "point", "0.967500", "96.8"),
        ("row", "low", "0.999500", ">99.9"),
        ("row", "high", "1.000000", "100.0"),
        ("row", "disagreement", "0.000499", "<0.1"),
        ("row", "point", "0.000000", "0.0"),
        ("row", "between_replicates", "0.000013", "0.000013"),
        ("row", "n", 300, "300"),
        ("row", "point", None, "\u2013"),
        ("cmp", "low", "-0.004000", "\u22120.4"),
        ("cmp", "high", "-0.000500", "0.0"),
        ("cmp", "difference", "0.001500", "+0.2"),
        ("cmp", "p", "0.000999", "<0.001"),
        ("cmp", "q", "0.001000", "0.001"),
        ("cmp", "p", "1.000000", "1.000"),
        ("cmp", "word", "Worse, within", "Worse, within"),
        ("cost", "cpu_seconds_per_document", "0.750", "0.750"),
    ],
)
def test_printed_forms(reproduce: Any, kind: str, column: str, value: object, text: str) -> None:
    """One decimal of a percentage, half to even; never the end itself; the minus is U+2212."""
    assert reproduce.printed(kind, column, value) == text


def test_replicates_that_differ(reproduce: Any) -> None:
    """Two labels of three replicates, by hand: rates 1, 1/2, 1/2; variance 1/12; one label of two disagrees; U counts nowhere."""
    run = reproduce.Run("r", "s", "p", "e", 3, 3, verified=False, conditions=("clean",))
    piece = reproduce.Slice("document_extraction", "ALL", "P", "PFM", [["PFM"], ["PPP", "UUU"]], is_mean=False)
    piece.count()
    assert (piece.passes, piece.totals, piece.clusters) == ([1, 3], [3, 3], 2)
    assert reproduce.replicate_figures(run, piece) == {"between_replicates": "0.083333", "disagreement": "0.500000"}
    once = reproduce.Run("r", "s", "p", "e", 1, 1, verified=False, conditions=("clean",))
    assert reproduce.replicate_figures(once, piece) == {}, "one replicate is no evidence that replicates agree"


def test_rows_of_one_block_by_hand(reproduce: Any) -> None:
    """Two documents, one replicate: which letters and labels each row counts."""
    run = reproduce.Run("r", "s", "p", "e", 1, 1, verified=False, conditions=("clean",))
    block = reproduce.Block(run, ("synthetic", "public", "invoice", "clean"), crossing={"b": True})
    block.answers["b"] = {"AMOUNT_DUE": "P", "DUE_DATE": "A", "LINE/001": "P", "LINE/001/LINE_NET": "F", "LINE/+001": "I", "SCHEMA": "P"}
    block.answers["a"] = {
        "AMOUNT_DUE": "M",
        "DUE_DATE": "I",
        "LINE/001": "M",
        "LINE/001/LINE_NET": "M",
        "VAT/5.5/TAX": "P",
        "REL/CO-10": "F",
        "REL/UNDETECTED": "F",
    }
    found = {(s.eval_class, s.name): (s.passes, s.totals) for s in reproduce.slices_of(block)}
    assert found == {
        ("document_extraction", "ALL"): ([0, 1], [1, 1]),
        ("document_extraction", "AMOUNT_DUE"): ([0, 1], [1, 1]),
        ("document_extraction", "DUE_DATE"): ([0, 0], [0, 0]),
        ("document_extraction", "INVENTED"): ([1, 0], [1, 1]),
        ("document_extraction", "OMITTED"): ([1, 0], [1, 1]),
        ("document_extraction", "WRONG"): ([0, 0], [1, 1]),
        ("document_qa", "SCHEMA"): ([0, 1], [0, 1]),
        ("line_item_structure", "ALL"): ([1, 0], [2, 1]),
        ("line_item_structure", "OMITTED"): ([1, 0], [2, 1]),
        ("line_item_structure", "WRONG"): ([0, 1], [2, 1]),
        ("line_item_structure", "CELLS_MATCHED"): ([0, 0], [0, 1]),
        ("line_item_structure", "ROW_EXACT"): ([0, 0], [1, 1]),
        ("line_item_structure", "ROW.1-5"): ([0, 1], [1, 1]),
        ("line_item_structure", "ROW.page-break"): ([0, 1], [0, 1]),
        ("line_item_structure", "ROWS_INVENTED.1-5"): ([0, 1], [0, 2]),
        ("line_item_structure", "LINE_NET"): ([0, 0], [1, 1]),
        ("line_item_structure", "ROW"): ([0, 1], [1, 1]),
        ("line_item_structure", "ROWS_INVENTED"): ([0, 1], [0, 2]),
        ("line_item_structure", "VAT_TAX"): ([1, 0], [1, 0]),
        ("product_logic", "ALL"): ([0, 0], [1, 0]),
        ("product_logic", "CO-10"): ([0, 0], [1, 0]),
        ("product_logic", "UNDETECTED"): ([1, 0], [1, 0]),
    }
