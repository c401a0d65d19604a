"""Our own invoices as Factur-X: the clean PDF with the same values inside as XML, the same bytes every time.

The library `factur-x` attaches the XML and writes the metadata; it stamps them with the day it runs,
so the dates are set again, to the invoice's own day, and the file is written with an id that follows
from its content. The container is not claimed to be PDF/A-3: it has no output intent.
"""

import io
import re
from decimal import Decimal
from typing import Any

from generator.facts import Facts, country_of
from generator.hybrid_xml import ZERO, bases, breakdown, invoice_xml, totals

_STAMP = re.compile(rb"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\+00:00")


def obstacles(facts: Facts) -> list[str]:
    """Why an invoice cannot be expressed in the profile; empty where it can.

    The profile's rules forbid figures that do not foot (which a planted defect leaves on the page), and
    want the seller's VAT id, begun by its country, wherever VAT is charged.
    """
    found = [f"the figures break {name}" for name in _broken(facts)]
    vat_id = facts.values.get("SELLER_VAT_ID")
    if vat_id is None and any(Decimal(rate) for rate in facts.rates):
        found.append("the page states no VAT id of the seller, and BR-S-02 wants one")
    if vat_id is not None and not vat_id.value.startswith(country_of(facts.style.locale)):
        found.append("the tax number of the seller's country does not begin with its code, as BR-CO-09 wants")
    return found


def _broken(facts: Facts) -> list[str]:
    """The rules of arithmetic that the figures break, printed or not."""
    found = totals(facts)
    groups = breakdown(facts)
    lines = sum((facts.decimal(f"LINE/{row:03d}/LINE_NET") or ZERO for row in range(1, facts.rows + 1)), ZERO)
    checks = {
        "BR-CO-10": found["SUM_OF_LINE_NETS"] == lines,
        "BR-CO-13": found["TOTAL_WITHOUT_VAT"] == found["SUM_OF_LINE_NETS"] - found["ALLOWANCES"] + found["CHARGES"],
        "BR-CO-14": found["TOTAL_VAT"] == sum((tax for _, tax in groups.values()), ZERO),
        "BR-CO-15": found["TOTAL_WITH_VAT"] == found["TOTAL_WITHOUT_VAT"] + found["TOTAL_VAT"],
        "BR-CO-16": found["AMOUNT_DUE"] == found["TOTAL_WITH_VAT"] - found["PREPAID"] + found["ROUNDING"],
        "BR-S-08": {rate: basis for rate, (basis, _) in groups.items()} == bases(facts),
        "BR-S-09": all(abs(tax - basis * rate / 100) < 1 for rate, (basis, tax) in groups.items()),
    }
    return [name for name, holds in checks.items() if not holds]


def hybrid_pdf(facts: Facts, clean: bytes) -> bytes:
    """The clean PDF of an invoice with its XML inside as factur-x.xml; every stamp is the day of issue.

    Raises ValueError where the invoice cannot be expressed, with the reasons, and ImportError without `factur-x`.
    """
    from facturx import generate_from_binary

    reasons = obstacles(facts)
    if reasons:
        raise ValueError("; ".join(reasons))
    number, issued = facts.values["INVOICE_NUMBER"].value, facts.values["ISSUE_DATE"].value
    about = {"title": number, "author": facts.values["SELLER_NAME"].value, "subject": f"{number}, {issued}", "keywords": "Factur-X"}
    xml = invoice_xml(facts)
    return _settled(
        bytes(generate_from_binary(clean, xml, flavor="factur-x", level="en16931", check_xsd=False, pdf_metadata=about)), issued
    )


def _settled(data: bytes, issued: str) -> bytes:
    """The same file with fixed dates and an id that follows from the content."""
    import pikepdf

    day = f"D:{issued.replace('-', '')}000000+00'00'"
    with pikepdf.open(io.BytesIO(data)) as pdf:
        info: Any = pdf.trailer["/Info"]
        for key in ("/CreationDate", "/ModDate"):
            info[key] = pikepdf.String(day)
        metadata: Any = pdf.Root["/Metadata"]
        metadata.write(_STAMP.sub(f"{issued}T00:00:00+00:00".encode(), bytes(metadata.get_stream_buffer())))
        for specification in pdf.attachments.values():
            file: Any = specification.obj["/EF"]["/F"]
            file["/Params"]["/ModDate"] = pikepdf.String(day)
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True, fix_metadata_version=False, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return out.getvalue()
