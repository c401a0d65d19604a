"""The mutants of `stats`: each changes one constant or one inequality, and some test is to notice.

An entry is a module, the text that is replaced (it stands there once), what it becomes, and where the mutant cannot be
told from the original by any input, the reason why.
"""

from typing import NamedTuple


class Mutant(NamedTuple):
    """One change to one module of stats; `equivalent` says why no test can notice, or nothing where one must."""

    module: str
    old: str
    new: str
    equivalent: str = ""


MUTANTS: tuple[Mutant, ...] = (
    # interval
    Mutant("interval", "_MILLION = 10**6", "_MILLION = 10**5"),
    Mutant("interval", "self.low <= self.point <= self.high", "self.low < self.point <= self.high"),
    Mutant("interval", "self.low <= self.point <= self.high", "self.low <= self.point < self.high"),
    Mutant("interval", "0 <= self.k <= self.n", "0 < self.k <= self.n"),
    Mutant("interval", "0 <= self.k <= self.n", "0 <= self.k < self.n"),
    Mutant("interval", "self.clusters >= 1", "self.clusters >= 2"),
    Mutant("interval", "(1 - Fraction(level)) / 2", "(1 - Fraction(level)) / 1"),
    Mutant("interval", "if millionths < 0 else", "if millionths <= 0 else"),
    # normal
    Mutant("normal", "return 0.5 * erfc(-x / _ROOT_TWO)", "return 0.51 * erfc(-x / _ROOT_TWO)"),
    Mutant("normal", "return 0.5 * erfc(x / _ROOT_TWO)", "return 0.5 * erfc(x / 2.0)"),
    Mutant("normal", "exp(-0.5 * x * x)", "exp(-0.6 * x * x)"),
    Mutant("normal", "0.0 < p < 1.0", "0.0 <= p < 1.0"),
    # rank_agreement
    Mutant("rank_agreement", "LEAST_SYSTEMS = 3", "LEAST_SYSTEMS = 2"),
    Mutant("rank_agreement", "order_statistic(ordered, 1 - side)", "order_statistic(ordered, side)"),
    Mutant(
        "rank_agreement",
        "sums[s] * sums[systems + t] - sums[t] * sums[systems + s]",
        "sums[s] * sums[systems + s] - sums[t] * sums[systems + t]",
    ),
    # stream
    Mutant("stream", "digest(4 * n * resamples)", "digest(5 * n * resamples)"),
    Mutant("stream", 'dtype="<u4"', 'dtype=">u4"'),
    Mutant("stream", "product >> np.uint64(32)", "product >> np.uint64(33)"),
    Mutant("stream", "1 <= n < 2**32", "0 <= n < 2**32"),
    Mutant("stream", "resamples < 1", "resamples < 0"),
    Mutant("stream", "max(1, _BLOCK_WORDS // n)", "max(2, _BLOCK_WORDS // n)", "the size of a block changes memory, never a draw"),
    # order
    Mutant("order", "(1 - Fraction(level)) / 2", "(1 - Fraction(level)) / 1"),
    Mutant("order", "n + 1 - rank", "n - rank"),
    Mutant("order", "below += comb(n, rank)", "below = comb(n, rank)"),
    # proportion
    Mutant("proportion", "GRID = 10**6", "GRID = 10**5"),
    Mutant("proportion", "if clusters < 1 or", "if clusters < 0 or"),
    Mutant("proportion", "not 0 <= passed <= clusters", "not 0 <= passed < clusters"),
    Mutant("proportion", "_lower(floor(passed), clusters, side)", "_lower(ceil(passed), clusters, side)"),
    Mutant("proportion", "_lower(clusters - ceil(passed), clusters, side)", "_lower(clusters - floor(passed), clusters, side)"),
    Mutant("proportion", "if x == 0:", "if x == 1:"),
    Mutant("proportion", "upper * side.denominator <= side.numerator * whole", "upper * side.denominator <= side.numerator * whole * 2"),
    Mutant("proportion", "_terms(x, n, g, n) if n - x < x", "_terms(x, n, g, n) if n - x <= x", "both sides are the same sum"),
    Mutant("proportion", "whole - _terms(0, x - 1, g, n)", "whole - _terms(1, x - 1, g, n)"),
    Mutant("proportion", "range(last, first - 1, -1)", "range(last, first, -1)"),
    # multiple
    Mutant("multiple", "Fraction(p[i]) * len(p) / rank", "Fraction(p[i]) * (len(p) + 1) / rank"),
    Mutant("multiple", "value <= q", "value < q"),
    Mutant("multiple", "not 0 <= value <= 1", "not 0 < value <= 1"),
    Mutant("multiple", "not 0 <= value <= 1", "not 0 <= value < 1"),
    Mutant("multiple", "reverse=True", "reverse=False"),
    # ideal, ideal_exact
    Mutant("ideal", "if clusters < 1 or", "if clusters < 2 or"),
    Mutant("ideal", "(histograms < 0).any()", "(histograms < -1).any()"),
    Mutant("ideal", "_OUTSIDE = 1e-16", "_OUTSIDE = 1e-2"),
    Mutant("ideal", 'if bit == "1":', 'if bit == "0":'),
    Mutant("ideal", "- length // 2 if", "- length // 3 if"),
    Mutant("ideal_exact", "((n + 1) * j - k)", "((n + 2) * j - k)"),
    Mutant("ideal_exact", "if j <= k)", "if j < k)"),
    Mutant("ideal_exact", "if n < 1 or", "if n < 0 or"),
    Mutant("ideal_exact", "range(1, n * (len(a) - 1) + 1)", "range(1, n * (len(a) - 1))"),
    # bca
    Mutant("bca", "GUARD = 1e-9", "GUARD = 1e-15"),
    Mutant("bca", "(2 * less + equal) / (2 * whole)", "(2 * less) / (2 * whole)"),
    Mutant("bca", "(2 * less + equal) / (2 * whole)", "(2 * less + equal) / (3 * whole)"),
    Mutant("bca", "if not squares > 0:", "if not squares >= 0:"),
    Mutant("bca", "(6.0 * sqrt(squares))", "(5.0 * sqrt(squares))"),
    Mutant("bca", "stretch = 1.0 - a * (z0 + z)", "stretch = 1.0 + a * (z0 + z)"),
    Mutant("bca", "if stretch <= 0.0:", "if stretch <= -1.0:"),
    Mutant("bca", "normal.cdf(z0 + (z0 + z) / stretch)", "normal.cdf(2 * z0 + (z0 + z) / stretch)"),
    Mutant("bca", "if documents < 2:", "if documents < 3:"),
    Mutant("bca", "sqrt(documents / (documents - 1))", "sqrt(documents / (documents - 0))"),
    Mutant("bca", "t_quantile(tail(level), documents - 1)", "t_quantile(tail(level), documents - 0)"),
    # bootstrap
    Mutant(
        "bootstrap",
        "imperfect >= least_imperfect and nonzero >= least_nonzero and max",
        "imperfect > least_imperfect and nonzero >= least_nonzero and max",
    ),
    Mutant("bootstrap", "nonzero >= least_nonzero and max(self.histogram)", "nonzero > least_nonzero and max(self.histogram)"),
    Mutant("bootstrap", "max(self.histogram) < self.clusters", "max(self.histogram) <= self.clusters"),
    Mutant(
        "bootstrap",
        "imperfect >= least_imperfect and nonzero >= least_nonzero and self.equal",
        "imperfect > least_imperfect and nonzero >= least_nonzero and self.equal",
    ),
    Mutant("bootstrap", "nonzero >= least_nonzero and self.equal", "nonzero > least_nonzero and self.equal"),
    Mutant("bootstrap", "self.equal >= max(least_documents, 2)", "self.equal > max(least_documents, 2)"),
    Mutant("bootstrap", "self.equal >= max(least_documents, 2)", "self.equal >= max(least_documents, 0)"),
    Mutant("bootstrap", "np.count_nonzero(self.passes < self.totals)", "np.count_nonzero(self.passes <= self.totals)"),
    Mutant("bootstrap", "kept = totals > 0", "kept = totals >= 0"),
    Mutant("bootstrap", "np.count_nonzero(crossed < own)", "np.count_nonzero(crossed <= own)"),
    Mutant("bootstrap", "(passes > totals).any()", "(passes >= totals).any()"),
    Mutant("bootstrap", "(passes < 0).any()", "(passes <= 0).any()"),
    Mutant("bootstrap", ">= _LARGEST:", "> _LARGEST:"),
    Mutant("bootstrap", "_LARGEST = 2**26", "_LARGEST = 2**25"),
    Mutant("bootstrap", "< 2**24 else np.float64", "< 2**40 else np.float64"),
    Mutant("bootstrap", "self.total - start - 1 : self.total - start + 1", "self.total - start : self.total - start + 2"),
    Mutant("bootstrap", "cubes + count * d * d * d", "cubes + count * d * d"),
    Mutant("bootstrap", "/ (self.T - self.totals)", "/ (self.T + self.totals)"),
    Mutant("bootstrap", "fsum(moved.tolist()) / len(moved)", "fsum(moved.tolist()) / (len(moved) + 1)"),
    # influence
    Mutant("influence", "(n - 1) * (e * whole - lead * t)", "(n - 0) * (e * whole - lead * t)"),
    Mutant("influence", "max(totals) >= whole", "max(totals) > whole"),
    Mutant("influence", "sum(t**3 for t in totals)", "sum(t**2 for t in totals)"),
    Mutant("influence", "len(totals) ** 2", "len(totals) ** 1"),
    Mutant("influence", "second * second < least * fourth", "second * second <= least * fourth"),
    Mutant("influence", "+ 2 * unit) / (n * (n + 1))", "+ 1 * unit) / (n * (n + 1))"),
    Mutant("influence", "/ (n * (n + 1))", "/ (n * (n + 2))"),
    Mutant("influence", "sum(totals) ** 2 // squares", "sum(totals) ** 2 // (squares + 1)"),
    # paired
    Mutant("paired", "if unit <= 0:", "if unit < 0:"),
    Mutant("paired", "2 * unit * unit)", "1 * unit * unit)"),
    Mutant("paired", "centre = total / (n + 2)", "centre = total / (n + 1)"),
    Mutant("paired", "((n + 1) * (n + 2))", "((n + 2) * (n + 2))"),
    Mutant("paired", "t_quantile(side, n + 1)", "t_quantile(side, n)"),
    Mutant("paired", "if len(totals) < 2:", "if len(totals) < 1:"),
    Mutant("paired", "max(equal_documents(totals) - 1, 1)", "max(equal_documents(totals) - 0, 1)"),
    Mutant("paired", "max(point - half, Fraction(-1))", "max(point - half, Fraction(-2))"),
    Mutant("paired", "any(t < 1 for t in totals)", "any(t < 0 for t in totals)"),
    Mutant("paired", "last = (reach - observed) // 2", "last = (reach - observed) // 2 - 1"),
    Mutant("paired", "Fraction(2 * count, 2 ** len(sizes))", "Fraction(1 * count, 2 ** len(sizes))"),
    Mutant("paired", "0 < side < Fraction(1, 2)", "0 < side <= Fraction(1, 2)"),
    Mutant(
        "paired",
        "width = len(sizes) + 1",
        "width = len(sizes)",
        "at most half of the 2^n patterns are counted where the sum is not 0, and those fit n bits",
    ),
    Mutant(
        "paired",
        "if width > 1 else packed",
        "if width > 0 else packed",
        "width is 1 where no document differs; p is then 1 whatever the count",
    ),
    # power
    Mutant("power", "Fraction(power) <= Fraction(1, 2)", "Fraction(power) < Fraction(1, 2)"),
    Mutant("power", "found.standard_error**2 * found.values", "found.standard_error**2 * found.clusters"),
    Mutant("power", "reach**2 * variance / found.point**2", "reach**1 * variance / found.point**2"),
    # ranks
    Mutant("ranks", "(critical * (1 + _TIE)) * errors", "(critical * (1 - _TIE)) * errors"),
    Mutant("ranks", "int(1 + better[:, s].sum())", "int(0 + better[:, s].sum())"),
    Mutant("ranks", "len(rates) - better[s].sum()", "len(rates) - 1 - better[s].sum()"),
    Mutant("ranks", "np.sort(largest)[place - 1]", "np.sort(largest)[place - 2]"),
    Mutant("ranks", "if place > len(largest):", "if place >= len(largest):"),
    Mutant("ranks", "(sums[systems:] > 0)", "(sums[systems:] >= 0)"),
    Mutant("ranks", "max(column) >= sum(column)", "max(column) > sum(column)"),
    Mutant("ranks", "min(map(equal_documents, held)) - 1", "min(map(equal_documents, held)) - 0"),
    Mutant("ranks", "max(lost[s], lost[t])", "min(lost[s], lost[t])"),
    # agreement
    Mutant("agreement", "return (sum(margins) - scale) * observed", "return (sum(margins) - 0) * observed"),
    Mutant("agreement", "if len(unit) > 1]", "if len(unit) > 0]"),
    Mutant("agreement", "counts[b * k + a] += scale // (len(unit) - 1)", "counts[b * k + a] += scale // len(unit)"),
    Mutant("agreement", "- n[i] - n[j]) ** 2", "- n[i] - n[j]) ** 1"),
    Mutant("agreement", "return ((a - b) / (a + b)) ** 2", "return ((a - b) / (a + b)) ** 1"),
    Mutant("agreement", "min(numbers, default=0) < 0", "min(numbers, default=0) <= 0"),
    Mutant("agreement", "value < plain.coefficient", "value <= plain.coefficient"),
    Mutant("agreement", "len(drawn) < resamples * (1 - side)", "len(drawn) < resamples * side"),
    Mutant("agreement", "return 1 - Fraction(observed, expected)", "return 2 - Fraction(observed, expected)"),
    # sequential
    Mutant("sequential", "alpha / 2.0) / sqrt(t)", "alpha / 3.0) / sqrt(t)"),
    Mutant("sequential", "log(1.0 + (e - 1.0) * t)", "log(1.0 + (e - 1.1) * t)"),
    Mutant("sequential", "if not 0 < alpha < 1 or", "if not 0 <= alpha < 1 or", "spent_by refuses alpha 0 with the same error"),
    Mutant("sequential", "if min(shares) <= 0.0:", "if min(shares) < 0.0:"),
    Mutant("sequential", "return min(Fraction(1), *(", "return min(Fraction(2), *("),
    Mutant("sequential", "np.exp(-0.5 * gaps * gaps)", "np.exp(-0.51 * gaps * gaps)"),
    Mutant("sequential", "leggauss(16)", "leggauss(3)"),
    Mutant("sequential", "if self.sides == 2 else", "if self.sides == 1 else"),
    Mutant("sequential", "not sooner < later", "not sooner <= later"),
    Mutant(
        "sequential",
        "> share else (low, middle)",
        ">= share else (low, middle)",
        "a bisection of floats ends within 1e-13 of the same point either way",
    ),
    # calibration
    Mutant("calibration", "blocks[-1].rate >= block.rate", "blocks[-1].rate > block.rate"),
    Mutant("calibration", "block.first <= value", "block.first < value"),
    Mutant("calibration", "low < g.value <= high", "low <= g.value <= high"),
    Mutant("calibration", "low < g.value <= high", "low < g.value < high"),
    Mutant("calibration", "(low == 0 == g.value)", "(low == 1 == g.value)"),
    Mutant("calibration", "Fraction(passed + 1, passed + 2)", "Fraction(passed + 1, passed + 3)"),
    Mutant("calibration", "Fraction(1, failed + 2)", "Fraction(1, failed + 1)"),
    Mutant("calibration", "g.k * (1 - g.value) ** 2", "g.k * (1 - g.value) ** 3"),
    Mutant(
        "calibration",
        "if len(merged) < 2:\n        return _one_block(merged)\n    blocks",
        "if len(merged) < 1:\n        return _one_block(merged)\n    blocks",
    ),
    Mutant("calibration", "det = haa * hbb - hab * hab", "det = haa * hbb + hab * hab"),
    Mutant("calibration", 'Decimal("1e-45") * sum', 'Decimal("1e-5") * sum'),
)
