"""The words that stand beside values and over columns: synonyms, English and German here, French beside, parted by bars."""

from records.fields import Family
from systems.rules import french
from systems.rules.spelling import Phrases, letters

#: Means: a label of something that is not asked, so that its value is not taken for another's.
OTHER = "-"

INVOICE: dict[str, str] = {
    "INVOICE_NUMBER": (
        "invoice number | invoice no | invoice # | inv no | invoice | invoice ref | document no | credit note number | credit "
        "note no | credit note # | credit memo no | rechnungsnummer | rechnungs-nr | rechnung nr | rg-nr | re-nr | belegnummer "
        "| beleg-nr | gutschriftsnummer | gutschrifts-nr | gutschrift nr | tax invoice | rechnung | credit note | gutschrift | "
        "rechnungskorrektur"
    ),
    "ISSUE_DATE": (
        "invoice date | date of issue | issue date | date | issued | issued on | credit note date | date of invoice | tax point "
        "| rechnungsdatum | ausstellungsdatum | datum | rg-datum | belegdatum | gutschriftsdatum"
    ),
    "DUE_DATE": (
        "due date | payment due | due on | pay by | payable by | due | payment due date | due by | fälligkeitsdatum | zahlbar "
        "bis | fällig am | fälligkeit | fällig | zahlungsziel bis"
    ),
    "PURCHASE_ORDER": (
        "purchase order | po number | p o no | your po | customer po | your order | your order no | po | po no | purchase order "
        "no | your reference | bestellnummer | bestell-nr | ihre bestellnummer | ihre bestellung | bestellung"
    ),
    "SELLER_NAME": "from | seller | supplier | sold by | issued by | vendor | verkäufer | lieferant | rechnungssteller | von | absender",
    "SELLER_VAT_ID": (
        "vat id | vat no | vat number | vat reg no | vat registration | vat registration no | our vat no | tax id | ust-id | "
        "ust-idnr | uid | mwst-nr | ust-id-nr | umsatzsteuer-id | gst no | gst id | gst number | gst reg no | abn | sales tax "
        "no | sales tax id | sales tax number | sales tax reg no"
    ),
    "BUYER_NAME": (
        "bill to | billed to | invoice to | customer | sold to | buyer | to | client | invoiced to | rechnung an | "
        "rechnungsempfänger | kunde | käufer | empfänger | an"
    ),
    "PAYEE_IBAN": "iban | account iban | iban no | pay to iban | bankverbindung iban | account (iban)",
    "CURRENCY": "currency | currency code | all amounts in | amounts in | währung | alle beträge in | beträge in",
    "SUM_OF_LINE_NETS": (
        "goods total | lines total | sum of lines | subtotal | sub-total | total of lines | sum of line nets | items total | "
        "zwischensumme | warenwert | summe positionen | summe der positionen | positionssumme"
    ),
    "ALLOWANCES": (
        "less discount | less rebate | less allowance | less allowances | allowances | rebate | discount | discounts | "
        "allowance | trade discount | nachlass | rabatt | abzüglich rabatt | abzüglich nachlass | abzüge | nachlässe | total "
        "discounts | total allowances | sum of allowances | summe nachlässe | nachlässe gesamt | summe rabatte"
    ),
    "CHARGES": (
        "surcharges | freight and handling | charges | delivery charge | surcharge | freight | carriage | shipping | "
        "versandkosten | zuschläge | zuschlag | fracht | frachtkosten | versand | fracht und verpackung | total charges | sum "
        "of surcharges | total surcharges | summe zuschläge | zuschläge gesamt"
    ),
    "TOTAL_WITHOUT_VAT": (
        "total net of vat | net total | total before vat | total excl vat | total excluding vat | total excl sales tax | total "
        "before sales tax | total net of sales tax | total net | net amount | taxable total | total before tax | total excl tax "
        "| summe netto | gesamt netto | nettobetrag | nettosumme | gesamtbetrag netto | netto gesamt | summe ohne ust | total "
        "excl gst | total before gst | total net of gst"
    ),
    "TOTAL_VAT": (
        "total vat | vat total | vat amount | vat | sales tax total | total sales tax | sales tax | sales tax amount | tax "
        "total | total tax | tax | vat % | vat amount % | vat total % | total vat % | sales tax % | sales tax amount % | sales "
        "tax total % | total sales tax % | mwst-betrag | mwst | mwst gesamt | mwst % | mwst-betrag % | mwst gesamt % | ust | "
        "ust-betrag | ust gesamt | ust % | ust gesamt % | ust-betrag % | steuerbetrag | umsatzsteuer | mehrwertsteuer | steuer "
        "gesamt | steuerbetrag % | vat at % | zzgl mwst | zzgl ust | summe ust | summe mwst | summe ust % | summe mwst % | "
        "total gst | gst total | gst amount | gst"
    ),
    "TOTAL_WITH_VAT": (
        "grand total | gross total | total incl vat | total including vat | invoice total | total incl sales tax | total | "
        "total gross | total with vat | total incl tax | rechnungsbetrag | gesamtbetrag brutto | bruttobetrag | gesamtbetrag | "
        "gesamtsumme | brutto gesamt | endbetrag | gesamt brutto | credit total | credit note total | gutschriftsbetrag | summe "
        "brutto | total incl gst"
    ),
    "PREPAID": (
        "less deposit | less prepayment | prepayment | paid on account | prepaid | deposit | deposit paid | less prepaid | "
        "advance payment | less advance payment | amount paid | paid | less paid | paid to date | deposit received | less "
        "deposit paid | payments received | already paid | anzahlung | abzüglich anzahlung | bereits gezahlt | geleistete "
        "anzahlung | bezahlt | erhaltene anzahlung | bereits bezahlt | less payments on account | total prepaid | less advances "
        "received | abzüglich abschlagszahlungen | summe anzahlungen | abzüglich geleisteter anzahlungen"
    ),
    "ROUNDING": "rounding | rounding adjustment | rounding difference | rundung | rundungsdifferenz | rundungsbetrag",
    "AMOUNT_DUE": (
        "amount due | balance due | please pay | amount payable | total due | payable | to pay | amount to pay | offener betrag "
        "| zu zahlen | zahlbetrag | zahlbarer betrag | fälliger betrag | restbetrag | balance to pay | balance in your favour | "
        "amount credited"
    ),
    OTHER: (
        "order no | order ref | order number | ordered on | item code | customer no | account no | client id | customer number "
        "| customer id | sales order | our order | date of supply | delivery date | shipped on | delivery note | payment terms "
        "| terms | bic | swift | bank | kundennummer | kunden-nr | auftrag | auftrags-nr | unser auftrag | lieferdatum | "
        "leistungsdatum | zahlungsbedingungen | zahlungsziel | page | seite | your contact | project | ship to | deliver to | "
        "delivery address | lieferadresse | lieferanschrift | phone | telefon | order date | bestelldatum | your vat no | "
        "customer vat no | vat breakdown | vat summary | sales tax analysis | vat analysis | in words | remit to | send payment "
        "to | remittance address | zahlungsanschrift | zahlungen an | bank details | payment details | pay to | routing no | "
        "bank code | account number | account | a/c no | bankers | tax no | tax reference | company tax ref | company no | reg "
        "no | registered no | despatch note | delivery note no | contract no | contract ref | agreement no | our reference | "
        "our ref | file no | service period | billing period | period of supply | tel | consignment | docket no | weight kg | "
        "your last invoice | amount of last invoice | account balance before this invoice | balance from last invoice | payable "
        "to | receipt | payment part | payment slip | acceptance point | meter | meter no | supply address | site | sent from "
        "our branch | branch office | vat in | equals vat in | sales tax in | gst in | equivalent in | counter-value in | vat "
        "no of customer | bankverbindung | zahlung an | bankleitzahl | blz | konto | kontonummer | kreditinstitut | "
        "steuernummer | st-nr | handelsregister | ihre ust-idnr | uid des kunden | ust-idnr des kunden | lieferschein-nr | "
        "lieferschein | ls-nr | vertragsnummer | vertrag nr | unser zeichen | aktenzeichen | vorgangs-nr | leistungszeitraum | "
        "abrechnungszeitraum | ihre letzte rechnung | betrag der letzten rechnung | kontostand vor dieser rechnung | saldo aus "
        "letzter rechnung | konto / zahlbar an | zahlbar durch | empfangsschein | zahlteil | annahmestelle | zähler-nr | zähler "
        "| verbrauchsstelle | lieferstelle | niederlassung | unsere niederlassung | auftragsdatum | bestellt am | mwst in | ust "
        "in | entspricht mwst in | entspricht ust in | gegenwert in | entspricht in | steueraufstellung"
    ),
}

PAY_APPLICATION: dict[str, str] = {
    "APPLICATION_NUMBER": (
        "application number | application no | application # | pay app no | application | pay application no | app no | payment "
        "application no | requisition no | draw no | payment request no | valuation no | valuation number | interim application "
        "no | interim valuation no | application for payment no"
    ),
    "PERIOD_TO": (
        "period to | work through | period ending | for work to | for period ending | period end | through | works valued to | "
        "valuation of works to | assessed to | valuation date | valued to"
    ),
    "APPLICATION_DATE": "application date | date of application | submitted | date submitted | date | submitted on",
    "PROJECT_NAME": "project | project name | work | job | job name | contract for | works | contract works",
    "PROJECT_NUMBER": "project number | project no | job no | job number | contract ref | project # | job # | project ref",
    "OWNER": "to owner | owner | client | to (owner) | employer | to client | to (employer)",
    "CONTRACTOR": "from contractor | contractor | from (contractor) | general contractor | main contractor",
    "CONTRACT_DATE": "contract date | date of contract | contract dated | contract signed | agreement date",
    "ORIGINAL_CONTRACT_SUM": (
        "original contract sum | contract sum, original | original contract amount | original contract value | contract sum as "
        "signed | contract sum as let | original contract"
    ),
    "NET_CHANGE_BY_CHANGE_ORDERS": (
        "net change by change orders | approved change orders (net) | change orders, net | approved change orders | net change "
        "orders | change orders | net value of variations | variations, net | instructed variations (net) | variations | net "
        "variations"
    ),
    "CONTRACT_SUM_TO_DATE": (
        "contract sum to date | revised contract sum | adjusted contract sum | contract amount to date | contract sum including "
        "variations | contract sum incl variations"
    ),
    "TOTAL_COMPLETED_AND_STORED": (
        "total completed and stored to date | work completed and stored to date | completed and stored, total | total completed "
        "and stored | completed and stored to date | total completed & stored to date | work in place and stored material to "
        "date | gross valuation | gross valuation to date | total value of work and materials to date | gross value of work and "
        "materials"
    ),
    "RETAINAGE_COMPLETED": (
        "% of completed work | % on completed work | % completed work | retainage on completed work | of completed work | on "
        "completed work | completed work | on work executed | of work executed | % on work executed | % of work executed | "
        "retention on work executed | retainage of completed work | retainage completed work | retention of work executed"
    ),
    "RETAINAGE_STORED": (
        "% of stored material | % on stored material | % stored material | retainage on stored material | of stored material | "
        "on stored material | stored material | on materials on site | of unfixed materials | % on materials on site | % of "
        "unfixed materials | % of materials on site | on unfixed materials | retention on materials on site | retainage of "
        "stored material | retainage stored material | retention of unfixed materials"
    ),
    "RETAINAGE": (
        "total retainage | retainage held | retainage, total | retainage | retention held | total retention | less retention | retention"
    ),
    "EARNED_LESS_RETAINAGE": (
        "earned less retainage | total earned less retainage | net earned to date | earned net of retainage | total earned net "
        "of retainage | valuation net of retention | net valuation to date | gross valuation less retention | net valuation"
    ),
    "LESS_PREVIOUS_CERTIFICATES": (
        "less previous certificates for payment | previous certificates | less previous payments certified | less previous "
        "certificates | previous payments certified | previously certified | less previously certified | previous interim "
        "certificates | less previous interim certificates"
    ),
    "CURRENT_PAYMENT_DUE": (
        "current payment due | amount due this period | payment due this application | amount due | payment due | due this "
        "application | amount due this valuation, excl vat | amount due this valuation | net amount now due (excl vat) | net "
        "amount now due | interim payment due, before vat | interim payment due | amount now due | amount due this valuation, "
        "excl gst | net amount now due (excl gst) | interim payment due, before gst"
    ),
    "BALANCE_TO_FINISH": (
        "balance to finish, including retainage | balance to finish plus retainage | left to finish incl retainage | balance to "
        "finish | balance to finish incl retainage | balance to complete, including retention | balance to complete | remaining "
        "to be certified, incl retention | remaining to be certified"
    ),
    "CERTIFIED_AMOUNT": (
        "amount certified | amount certified for payment | certified for payment | certified amount | payment certified | sum certified"
    ),
    OTHER: (
        "administrator | architect | engineer | page | certificate | certificate for payment | signed for the contractor | for "
        "the contractor | schedule of values | signed | by | via | contract manager | architect's project no | architect's job "
        "no | architect's ref | qs ref | contract no | contract # | order no | invoice no | our invoice | invoice date | date "
        "received | printed | period from | from | completion date | contract completion | distribution | change order summary "
        "| summary of change orders | changes to the contract | additions | added | adds | deductions | deducted | omissions | "
        "omits | approved in previous months | previously approved | instructed previously | to last valuation | approved this "
        "month | approved this period | instructed this period | this valuation | net | net changes | amount applied for | "
        "requested | of which stored material | incl materials stored | of which materials on site | incl unfixed materials | "
        "total including vat | payable incl vat | vat at | work complete, percent | percent of contract complete | contract "
        "administrator | quantity surveyor | line | interim certificate | total including gst | payable incl gst | gst at | "
        "sales tax at"
    ),
}

#: Headings of the columns of line items.
COLUMNS: dict[str, str] = {
    "POSITION": "pos | no | line | # | nr | item no | position | ln",
    "LINE_ITEM_DESCRIPTION": (
        "item | details | description | description of goods and services | goods and services | bezeichnung | leistung | "
        "beschreibung | product | services | text | product / service"
    ),
    "ARTICLE": (
        "item code | sku | part no | article | article no | artikel | artikel-nr | art-nr | part number | product code | item "
        "number | material-nr"
    ),
    "QUANTITY": "qty | quantity | menge | anzahl | hours | units",
    "UNIT": "unit | uom | u/m | me | einh | einheit | um | u",
    "UNIT_PRICE": (
        "price | unit price | price per unit | e-preis | einzelpreis | preis | rate | price each | ep | stückpreis | each | per "
        "unit | je einheit"
    ),
    "LINE_NET": (
        "net amount | net | amount | line total | net price | netto | gesamtpreis | betrag | total | line net | gesamt | "
        "nettobetrag | value | total price | extension | extended"
    ),
    "VAT": "vat % | vat | tax | ust % | mwst % | tax % | sales tax % | vat rate | ust | mwst | ust-satz | mwst-satz | code",
    "-": (
        "disc % | discount % | disc | per | price per | price unit | incl vat | gross incl vat | incl sales tax | gross incl "
        "sales tax | before discount | list amount | date | service date | consignment | delivery note | docket no | weight kg "
        "| gross kg | destination | consignee town | rabatt % | rab % | nachl % | je | preis je | pe | inkl mwst | inkl ust | "
        "brutto inkl mwst | brutto inkl ust | vor rabatt | betrag vor rabatt | datum | leistungstag | sendung | lieferschein | "
        "beleg | gewicht kg | brutto kg | empfangsort | zielort | discount | rabatt | gross"
    ),
}

#: Headings of the columns of a VAT breakdown.
VAT_COLUMNS_BY_NAME: dict[str, str] = {
    "RATE": (
        "rate | vat rate | vat % | sales tax % | tax rate | ust % | mwst % | ust-satz | mwst-satz | steuersatz | satz | "
        "sales tax rate | % | tax %"
    ),
    "BASIS": (
        "net | net base | on net | basis | taxable amount | netto | nettobasis | nettobetrag | net amount | taxable | "
        "bemessungsgrundlage | taxable base | base | auf netto | goods"
    ),
    "TAX": (
        "vat | vat amount | tax | sales tax | sales tax amount | tax amount | ust | mwst | ust-betrag | mwst-betrag | "
        "steuerbetrag | betrag | amount | steuer"
    ),
}

CREDIT_NOTE_WORDS = "credit note | credit memo | credit memorandum | gutschrift | rechnungskorrektur | stornorechnung"
TITLE_WORDS = (
    "invoice | tax invoice | rechnung | sales invoice | commercial invoice | credit note | credit memo | gutschrift | "
    "original | copy | page | seite | rechnungskorrektur | statement"
)
#: A row of a table whose text says one of these is not an item (GRADING.md §4).
NOT_ITEM_WORDS = (
    "carried forward | brought forward | carried over | subtotal | sub-total | total | totals | totals to date | "
    "grand total | übertrag | zwischensumme | page total | seitensumme | balance carried forward | "
    "amount carried forward | amount brought forward | to carry | summe | zu übertragen | this page | division total"
)
NOT_ITEM_STARTS = (
    "carried forward | brought forward | subtotal | total carried | total brought | übertrag | zwischensumme | of which | "
    "davon | memo | page total | totals | carried over | division total | seitensumme"
)
COMPANY_WORDS = (
    "dac | ek | gmbh | ag | ltd | limited | llc | inc | corp | plc | kg | se | bv | sa | co | company | llp | ohg | ug | sarl | lp"
)


def parted(phrases: str) -> list[str]:
    """The phrases of a text that parts them by bars.

    >>> parted("due on | pay by")
    ['due on', 'pay by']
    """
    return [phrase.strip() for phrase in phrases.split("|")]


def _meanings(*tables: dict[str, str]) -> Phrases[str]:
    """What every phrase of the tables means; the first table that has a phrase keeps it."""
    found: dict[str, str] = {}
    for table in tables:
        for meaning, phrases in table.items():
            for phrase in parted(phrases):
                found.setdefault(phrase, meaning)
    return Phrases(found)


LABELS: dict[Family, Phrases[str]] = {
    "invoice": _meanings(INVOICE, french.INVOICE),
    "pay_application": _meanings(PAY_APPLICATION, french.PAY_APPLICATION),
}
COLUMN_PHRASES = _meanings(COLUMNS, french.COLUMNS)
VAT_COLUMNS = _meanings(VAT_COLUMNS_BY_NAME, french.VAT_COLUMNS)
CREDIT_NOTES = _meanings({"381": f"{CREDIT_NOTE_WORDS} | {french.CREDIT_NOTE_WORDS}"})
TITLES = _meanings({"title": f"{TITLE_WORDS} | {french.TITLE_WORDS}"})
NOT_ITEMS = _meanings({"not an item": f"{NOT_ITEM_WORDS} | {french.NOT_ITEM_WORDS}"})
COMPANY = frozenset(letters(word) for word in parted(f"{COMPANY_WORDS} | {french.COMPANY_WORDS}"))
#: No start of a sum's text has more words than this; "Total station" is no start of "totals".
LONGEST_START = 4
_STARTS = frozenset(letters(start) for start in parted(f"{NOT_ITEM_STARTS} | {french.NOT_ITEM_STARTS}"))


def is_no_item(text: str) -> bool:
    """Whether the text of a table's row says that the row is a subtotal, a sum carried over or a memo."""
    words = text.split()
    return NOT_ITEMS.meaning(text)[0] is not None or any(letters(" ".join(words[:size])) in _STARTS for size in range(1, LONGEST_START + 1))
