"""Files broken at random: each is read or refused in one line, never anything else."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from catalogue.imports.hybrid import read_hybrid
from catalogue.imports.invoice import read_invoice
from catalogue.imports.labels import invoice_labels
from catalogue.imports.pay import pay_labels, read_pay
from catalogue.imports.pdf import without_attachments
from catalogue.imports.printed import printed
from graders.en16931 import broken, doubtful
from graders.footing import pay_footing, project_footing
from records.errors import GroundTruthError
from tests.catalogue.imports.conftest import refusal

PIECES = (b"<", b">", b'"', b"&", b"9" * 22, b"-", b"/Kids", b"null", b"1e9", b"[", b"{", b"\x00", b"\xff", b"")
TRIES = 150


def damaged(data: bytes, draw: random.Random) -> bytes:
    """The bytes with one to twenty faults: a byte changed, a stretch cut, a piece put in, a stretch doubled, the end lost."""
    found = bytearray(data)
    for _ in range(draw.choice((1, 1, 2, 5, 20))):
        fault, at = draw.randrange(5), draw.randrange(len(found))
        if fault == 0:
            found[at] = draw.randrange(256)
        elif fault == 1:
            del found[at : at + draw.choice((1, 5, 100, 2000))]
        elif fault == 2:
            found[at:at] = draw.choice(PIECES)
        elif fault == 3:
            begin = draw.randrange(len(found))
            found[at:at] = found[begin : begin + draw.choice((5, 50, 500))]
        elif draw.random() < 0.2:
            del found[max(1, at) :]
        if not found:
            return b"x"
    return bytes(found)


def through_pdf(data: bytes) -> None:
    """All that is done with a hybrid."""
    facts = read_hybrid("x", data).facts
    without_attachments("x", data)
    printed("x", data)
    broken(facts)
    doubtful(facts)
    invoice_labels("x", facts)


def through_xml(data: bytes) -> None:
    """All that is done with an invoice's XML."""
    facts = read_invoice("x", data)
    broken(facts)
    doubtful(facts)
    invoice_labels("x", facts)


def through_pay(data: bytes) -> None:
    """All that is done with pay applications."""
    applications = read_pay("x", data)
    for facts in applications:
        pay_footing(facts)
        pay_labels("x", facts)
    project_footing(applications)


@pytest.mark.parametrize(
    ("pattern", "through"),
    [
        ("zugferd-corpus/*.pdf", through_pdf),
        ("facturx-cas-limites/cas/*/facture.pdf", through_pdf),
        ("cen-en16931/*/*", through_xml),
        ("massingbill/*.json", through_pay),
        ("payapppro-toolkit/examples/*", through_pay),
    ],
)
def test_what_is_broken_is_read_or_refused(documents: Path, pattern: str, through: Callable[[bytes], None]) -> None:
    """Some hundred damaged copies of each kind of file; both ends occur."""
    draw = random.Random(pattern)
    paths = sorted(documents.glob(pattern))
    refused = 0
    for _ in range(TRIES):
        try:
            through(damaged(draw.choice(paths).read_bytes(), draw))
        except GroundTruthError as error:
            refusal(error)
            refused += 1
    assert 0 < refused < TRIES
