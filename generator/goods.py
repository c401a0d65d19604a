"""What invoices sell: goods and services by language, and the words that stand around them in a table.

A detail is printed under the wording of an item and belongs to its description; its figures
(dates, serial numbers, delivery notes) are none of the row's cells.
"""

from typing import NamedTuple

from generator.style import Language


class Goods(NamedTuple):
    """Something sold: its wording, its unit, and the range of its price in cents."""

    text: str
    unit: str
    low: int
    high: int


GOODS: dict[Language, tuple[Goods, ...]] = {
    "en": (
        Goods("Galvanised steel bracket, type L, 80 x 80 mm", "pcs", 310, 1290),
        Goods("Hex bolt M12 x 60, zinc plated", "box", 1450, 4200),
        Goods("Structural timber C24, 47 x 150 mm", "m", 390, 1180),
        Goods("Ready-mix concrete, grade 30, pump delivery included", "m3", 11800, 16900),
        Goods("Site labour, skilled", "hrs", 3850, 7900),
        Goods("Site labour, general", "hrs", 2450, 4100),
        Goods("Hire of mini excavator with operator", "day", 38000, 62000),
        Goods("Waterproof membrane, self-adhesive roll", "roll", 6900, 18900),
        Goods("Copper pipe 15 mm, half hard", "m", 480, 1120),
        Goods("LED panel luminaire 600 x 600, neutral white", "pcs", 3890, 9950),
        Goods("Annual maintenance contract for the ventilation plant, including filters and one call-out per quarter", "yr", 89000, 420000),
        Goods("Commissioning and test report", "job", 18000, 96000),
        Goods("Cable tray 200 mm, perforated, with couplers", "m", 890, 2450),
        Goods("Copier paper A4, 80 g, white", "box", 1890, 3290),
        Goods("Toner cartridge, black, high yield", "pcs", 5490, 14900),
        Goods("Freight consolidation, pallet", "pallet", 4500, 13800),
        Goods("Consulting, process review", "hrs", 9500, 18500),
        Goods("Software subscription, standard plan, per seat and month", "seat", 900, 4900),
        Goods("Paint, interior, matt white, 10 l", "can", 3290, 8490),
        Goods("Ceramic floor tile 300 x 600, grey, rectified", "m2", 1890, 5490),
        Goods("Safety helmet with ratchet", "pcs", 890, 3490),
        Goods("Disposal of mixed construction waste, skip 7 m3", "skip", 21000, 44000),
        Goods("Inspection of lifting gear, per item", "pcs", 1200, 5600),
        Goods("Catering, working lunch", "pers", 1150, 2890),
        Goods("Ball valve DN 25, brass", "pcs", 1490, 3980),
        Goods("Insulation board 100 mm, foil faced", "m2", 1120, 2980),
        Goods("Travel to site, per visit", "trip", 3500, 14500),
        Goods("Printing of drawings, A1, colour", "sheet", 390, 990),
    ),
    "de": (
        Goods("Stahlwinkel verzinkt, 80 x 80 mm", "Stk", 310, 1290),
        Goods("Sechskantschraube M12 x 60, verzinkt", "Pck", 1450, 4200),
        Goods("Konstruktionsvollholz 60 x 160 mm", "m", 590, 1680),
        Goods("Transportbeton C25/30, einschließlich Pumpe", "m3", 11800, 16900),
        Goods("Facharbeiter, Regiestunden", "Std", 4450, 7900),
        Goods("Helfer, Regiestunden", "Std", 3150, 4600),
        Goods("Minibagger mit Fahrer, Tagesmiete", "Tag", 38000, 62000),
        Goods("Abdichtungsbahn, selbstklebend", "Rolle", 6900, 18900),
        Goods("Kupferrohr 15 mm, halbhart", "m", 480, 1120),
        Goods("LED-Panel 600 x 600, neutralweiß", "Stk", 3890, 9950),
        Goods("Wartungsvertrag Lüftungsanlage, jährlich, einschließlich Filterwechsel und Funktionsprüfung", "Jahr", 89000, 420000),
        Goods("Inbetriebnahme mit Messprotokoll", "psch", 18000, 96000),
        Goods("Kabelrinne 200 mm, gelocht, mit Verbindern", "m", 890, 2450),
        Goods("Kopierpapier A4, 80 g, weiß", "Krt", 1890, 3290),
        Goods("Tonerkassette schwarz, hohe Reichweite", "Stk", 5490, 14900),
        Goods("Beratung, Prozessaufnahme", "Std", 9500, 18500),
        Goods("Softwarelizenz, Standard, je Platz und Monat", "Platz", 900, 4900),
        Goods("Innenfarbe matt weiß, 10 l", "Eimer", 3290, 8490),
        Goods("Bodenfliese 300 x 600, grau, rektifiziert", "m2", 1890, 5490),
        Goods("Schutzhelm mit Drehverschluss", "Stk", 890, 3490),
        Goods("Entsorgung Baumischabfall, Mulde 7 m3", "Mulde", 21000, 44000),
        Goods("Kugelhahn DN 25, Messing", "Stk", 1490, 3980),
        Goods("Dämmplatte 100 mm, alukaschiert", "m2", 1120, 2980),
        Goods("Anfahrt", "Fahrt", 3500, 14500),
    ),
    "fr": (
        Goods("Équerre en acier galvanisé, 80 x 80 mm", "pce", 310, 1290),
        Goods("Vis à tête hexagonale M12 x 60, zinguée", "bte", 1450, 4200),
        Goods("Bois de charpente C24, 63 x 175 mm", "m", 590, 1680),
        Goods("Béton prêt à l'emploi C25/30, pompage compris", "m3", 11800, 16900),
        Goods("Main-d'œuvre qualifiée, travaux en régie", "h", 4450, 7900),
        Goods("Main-d'œuvre, aide", "h", 2950, 4400),
        Goods("Location mini-pelle avec conducteur, à la journée", "jour", 38000, 62000),
        Goods("Membrane d'étanchéité autocollante", "roul", 6900, 18900),
        Goods("Tube cuivre 15 mm, demi-dur", "m", 480, 1120),
        Goods("Panneau LED 600 x 600, blanc neutre", "pce", 3890, 9950),
        Goods("Contrat d'entretien annuel de la ventilation, filtres et une visite par trimestre compris", "an", 89000, 420000),
        Goods("Mise en service et procès-verbal d'essais", "fft", 18000, 96000),
        Goods("Chemin de câbles 200 mm, perforé, avec éclisses", "m", 890, 2450),
        Goods("Papier A4, 80 g, blanc", "ctn", 1890, 3290),
        Goods("Cartouche de toner noir, haute capacité", "pce", 5490, 14900),
        Goods("Groupage, palette", "pal", 4500, 13800),
        Goods("Conseil, analyse de processus", "h", 9500, 18500),
        Goods("Abonnement logiciel, formule standard, par poste et par mois", "poste", 900, 4900),
        Goods("Peinture intérieure blanc mat, 10 l", "pot", 3290, 8490),
        Goods("Carrelage sol 300 x 600, gris, rectifié", "m2", 1890, 5490),
        Goods("Casque de chantier à molette", "pce", 890, 3490),
        Goods("Évacuation de déchets de chantier, benne 7 m3", "benne", 21000, 44000),
        Goods("Robinet à boisseau sphérique DN 25, laiton", "pce", 1490, 3980),
        Goods("Déplacement", "fft", 3500, 14500),
    ),
}

#: Units that are measured, so that fractions of one are sold.
MEASURED = frozenset({"hrs", "Std", "h", "m", "m2", "m3"})

#: Second lines of a description: {day} a date, {number} and {code} drawn, {amount} a figure that is no cell of the row.
DETAILS: dict[Language, tuple[str, ...]] = {
    "en": (
        "Delivery note {code} of {day}",
        "Serial No. {code}",
        "Batch {number}, best before {day}",
        "as per quotation {number} of {day}",
        "Contract {code}, instalment 2 of 4",
        "List price {amount}, special offer",
        "Commodity code {number}, origin EU",
        "Work carried out on {day} by two fitters",
        "Packed in 4 cartons of 25 kg",
    ),
    "de": (
        "Lieferschein {code} vom {day}",
        "Serien-Nr. {code}",
        "Charge {number}, haltbar bis {day}",
        "gemäß Angebot {number} vom {day}",
        "Vertrag {code}, 2. Rate von 4",
        "Listenpreis {amount}, Aktionspreis",
        "Zolltarif-Nr. {number}, Ursprung EU",
        "Ausgeführt am {day}, zwei Monteure",
        "verpackt in 4 Kartons zu 25 kg",
    ),
    "fr": (
        "Bon de livraison {code} du {day}",
        "N° de série {code}",
        "Lot {number}, à utiliser avant le {day}",
        "selon devis {number} du {day}",
        "Contrat {code}, échéance 2 sur 4",
        "Prix catalogue {amount}, promotion",
        "Code douanier {number}, origine UE",
        "Travaux exécutés le {day}, deux monteurs",
        "emballé en 4 cartons de 25 kg",
    ),
}
#: Titles of groups of lines; {code} a number, {day} a date.
GROUPS: dict[Language, tuple[tuple[str, ...], ...]] = {
    "en": (
        ("Delivery note {code} of {day}",),
        ("Preparatory work", "Materials", "Installation", "Commissioning", "Additional services", "Disposal"),
        ("Site {code}",),
    ),
    "de": (
        ("Lieferschein {code} vom {day}",),
        ("Vorarbeiten", "Material", "Montage", "Inbetriebnahme", "Zusatzleistungen", "Entsorgung"),
        ("Objekt {code}",),
    ),
    "fr": (
        ("Bon de livraison {code} du {day}",),
        ("Travaux préparatoires", "Matériel", "Montage", "Mise en service", "Prestations supplémentaires", "Évacuation"),
        ("Chantier {code}",),
    ),
}
#: Reasons of allowances and charges of the document; {rate} a percent.
ALLOWANCE_REASONS: dict[Language, tuple[str, ...]] = {
    "en": ("Trade discount {rate}", "Volume rebate {rate}", "Promotional discount {rate}", "Loyalty bonus {rate}"),
    "de": ("Handelsrabatt {rate}", "Mengenrabatt {rate}", "Aktionsrabatt {rate}", "Treuebonus {rate}"),
    "fr": ("Remise commerciale {rate}", "Rabais de quantité {rate}", "Remise promotionnelle {rate}", "Bonus fidélité {rate}"),
}
CHARGE_REASONS: dict[Language, tuple[str, ...]] = {
    "en": ("Freight", "Packaging", "Fuel surcharge", "Small order surcharge", "Pallet deposit"),
    "de": ("Fracht", "Verpackung", "Dieselzuschlag", "Mindermengenzuschlag", "Palettenpfand"),
    "fr": ("Port", "Emballage", "Surcharge carburant", "Supplément petite commande", "Consigne palettes"),
}
#: Lines that take something back on an invoice: their quantity is negative.
RETURNS: dict[Language, Goods] = {
    "en": Goods("Returned empty pallets, credited", "pcs", 650, 1800),
    "de": Goods("Rücknahme Leerpaletten, gutgeschrieben", "Stk", 650, 1800),
    "fr": Goods("Reprise de palettes vides, créditée", "pce", 650, 1800),
}
