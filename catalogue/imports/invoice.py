"""The one door for invoice XML: bytes in, facts out, whatever the syntax."""

from catalogue.imports import cii, ubl
from catalogue.imports.limits import refuse
from catalogue.imports.tree import Node
from catalogue.imports.xml import name_of, namespace_of, parse
from records.invoice import InvoiceFacts

_ROOTS = frozenset({"CrossIndustryInvoice", "CrossIndustryDocument", "Invoice", "CreditNote"})


def read_invoice(file: str, data: bytes) -> InvoiceFacts:
    """The facts of an invoice in CII (ZUGFeRD 1 and 2, Factur-X, XRechnung) or UBL, told apart by the root element.

    `file` is what messages call it. Raises GroundTruthError with one line on anything else.
    """
    root = parse(file, data)
    name, namespace = name_of(root), namespace_of(root)
    node = Node(file, root)
    if namespace in cii.NAMESPACES:
        return cii.read(node, cii.NAMESPACES[namespace])
    if namespace in ubl.NAMESPACES:
        return ubl.read(node, ubl.NAMESPACES[namespace])
    known = name in _ROOTS
    reason = f"{name} of a namespace that is not one of CII or UBL 2" if known else f"the root element is {name[:40]}, which is no invoice"
    return refuse(file, reason, "use the namespace of the standard" if known else "give a CII or UBL invoice", root.sourceline)
