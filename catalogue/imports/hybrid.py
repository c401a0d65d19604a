"""A Factur-X or ZUGFeRD PDF as a whole: its invoice, and whether container, metadata and profile agree."""

from typing import NamedTuple

from catalogue.imports.invoice import read_invoice
from catalogue.imports.pdf import Container, embedded_invoice
from records.invoice import InvoiceFacts

#: The closed list of profiles, by the end of their identifier (BT-24), with the level the metadata name them by.
LEVELS = {
    "minimum": "MINIMUM",
    "basicwl": "BASIC WL",
    "basic": "BASIC",
    "comfort": "COMFORT",
    "en16931": "EN 16931",
    "en16931:2017": "EN 16931",
    "extended": "EXTENDED",
    "xrechnung": "XRECHNUNG",
}
#: Findings that a careful reader reports and still accepts.
MILD = frozenset({"odd-relationship", "profile-content", "other-files"})


class Hybrid(NamedTuple):
    """The facts of the embedded invoice, its container, and all findings on how the two agree.

    Beside the container's findings: `unknown-profile`, `level-mismatch` (metadata and XML name
    different profiles), `profile-content` (MINIMUM with lines, which it does not carry).
    """

    facts: InvoiceFacts
    container: Container
    findings: tuple[str, ...]


def read_hybrid(file: str, data: bytes) -> Hybrid:
    """The invoice in a PDF. Raises GroundTruthError with one line where there is none that can be read."""
    container = embedded_invoice(file, data)
    facts = read_invoice(file, container.xml)
    level = level_of(facts.profile)
    findings = set(container.findings)
    if facts.profile and level is None:
        findings.add("unknown-profile")
    elif level and container.level and _plain(level) != _plain(container.level):
        findings.add("level-mismatch")
    if (facts.is_minimum or not facts.has_lines) and facts.lines:
        findings.add("profile-content")
    return Hybrid(facts, container, tuple(sorted(findings)))


def level_of(profile: str | None) -> str | None:
    """The level of a profile's identifier, None for one that is not in the list.

    >>> level_of("urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic"), level_of("urn:factur-x.eu:2p0:ultimate")
    ('BASIC', None)
    """
    name = (profile or "").lower()
    if "xrechnung" in name:
        return LEVELS["xrechnung"]
    return next((LEVELS[end] for end in sorted(LEVELS, key=len, reverse=True) if name.endswith(f":{end}")), None)


def _plain(level: str) -> str:
    return level.replace(" ", "").upper()
