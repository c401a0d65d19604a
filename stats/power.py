"""What this design could have found: the smallest detectable difference, and the documents needed to separate two systems."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from stats import normal
from stats.interval import NoEvidence, tail
from stats.paired import Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Detectable:
    """The smallest true difference that `clusters` documents would separate from zero with the stated power."""

    difference: Fraction
    clusters: int
    level: str
    power: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentsNeeded:
    """How many documents would separate two systems that truly differ as observed, with the stated power."""

    documents: int
    difference: Fraction
    level: str
    power: str


def standard_errors(level: str, power: str) -> float:
    """How many standard errors a true difference must measure: z at the interval's tail plus z of the power.

    Raises ValueError unless both are decimal text between 0 and 1 and power is above one half.
    Source: Lachin 1981, Controlled Clinical Trials 2:93-113, eq. 1.

    >>> round(standard_errors("0.95", "0.80"), 6)
    2.801585
    """
    tail(power)
    if Fraction(power) <= Fraction(1, 2):
        raise ValueError(f"power {power} must be above one half")
    return -normal.quantile(float(tail(level))) - normal.quantile(float(1 - Fraction(power)))


def smallest_detectable(found: Difference, *, power: str) -> Detectable:
    """The MDE of a comparison: 2.801585 standard errors at level 0.95 and power 0.80.

    The standard error is that of the augmented differences, so that two identical systems do not
    seem to have been compared with unlimited precision. A fraction of 1. Raises as `standard_errors`.
    """
    reach = Fraction(standard_errors(found.level, power)) * found.standard_error
    return Detectable(difference=reach, clusters=found.clusters, level=found.level, power=power)


def documents_to_separate(found: Difference, *, power: str) -> DocumentsNeeded | NoEvidence:
    """Documents at which the observed difference would measure 2.801585 standard errors.

    The variance is that under the alternative: of the differences about their observed mean, with
    the two pseudo-documents (with one label a document they are counted among the documents needed).
    The variance under the null (about zero) would overstate the need the more, the larger the
    difference. Rounded up.

    A difference of exactly 0: NoEvidence. Raises as `standard_errors`.
    """
    if not found.point:
        return NoEvidence("the observed difference is zero: no number of documents separates it")
    variance = found.standard_error**2 * found.values
    reach = Fraction(standard_errors(found.level, power))
    return DocumentsNeeded(documents=ceil(reach**2 * variance / found.point**2), difference=found.point, level=found.level, power=power)
