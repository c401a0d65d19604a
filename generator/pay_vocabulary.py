"""What a construction project is made of: divisions with their works, change orders, places within a site, by language.

The works are trades' ordinary wording. Some hold figures or words that a schedule also uses for its
columns ("balance", "total", "2-hour"), because real schedules do.
"""

from generator.style import Language

Division = tuple[str, tuple[str, ...]]

DIVISIONS: dict[str, tuple[Division, ...]] = {
    "en": (
        (
            "General requirements",
            (
                "General conditions",
                "Mobilisation and site setup",
                "Bonds and insurance",
                "Temporary facilities, 12 months",
                "Total station survey and setting out",
            ),
        ),
        ("Existing conditions", ("Demolition and clearing", "Removal of the previous boiler house", "Hazardous material abatement")),
        (
            "Earthwork and site",
            (
                "Earthwork and excavation",
                "Site utilities",
                "Retention basin and outfall",
                "Asphalt paving, 2 courses",
                "Site concrete and kerbs",
                "Landscaping and irrigation",
                "Temporary shoring and protection of the existing building",
            ),
        ),
        (
            "Concrete",
            (
                "Concrete foundations",
                "Slab on grade, 150 mm",
                "Cast-in-place walls",
                "Precast stairs, 3 flights",
                "Topping and grouting",
                "Concrete C30/37 to columns, grid A-F",
            ),
        ),
        (
            "Masonry and metals",
            (
                "Masonry",
                "Structural steel",
                "Steel joists and metal decking",
                "Miscellaneous metals, ladders and railings",
                "Balance of steel package after redesign",
            ),
        ),
        (
            "Envelope",
            (
                "Roofing and flashing",
                "Thermal insulation",
                "Waterproofing below grade",
                "Windows and curtain wall",
                "Metal wall panels",
                "Joint sealants and fire stopping, 2-hour rated",
            ),
        ),
        (
            "Interiors",
            (
                "Rough carpentry",
                "Doors 101-118, frames and hardware",
                "Drywall and framing",
                "Ceilings, acoustic",
                "Resilient flooring",
                "Ceramic tile",
                "Painting and coatings",
                "Toilet accessories",
                "2-hour shaft wall",
                "Signage",
                "Casework and built-in furniture, including delivery and fitting",
            ),
        ),
        ("Conveying", ("Elevator, 4 stops", "Dock leveller")),
        (
            "Mechanical and plumbing",
            (
                "Fire protection",
                "Plumbing rough-in",
                "Plumbing fixtures",
                "HVAC ductwork",
                "HVAC equipment and controls",
                "Balancing of air and water systems",
                "Stored-water tank, 5000 l",
                "Commissioning of mechanical systems, including balancing",
            ),
        ),
        (
            "Electrical",
            (
                "Electrical service, 400 A",
                "Electrical distribution",
                "Lighting",
                "Fire alarm",
                "Data and communications",
                "Standby generator",
                "This building's share of the site-wide earthing",
            ),
        ),
        ("Closeout", ("Testing and inspection", "Project closeout and record drawings", "Final cleaning")),
    ),
    "de": (
        (
            "Baustelleneinrichtung",
            ("Baustelle einrichten und räumen", "Bauzaun und Bautafel", "Gerüst, 16 Wochen", "Vermessung und Absteckung"),
        ),
        ("Abbruch und Erdarbeiten", ("Abbruch Bestand", "Erdaushub und Verbau", "Bodenaustausch, 0,60 m", "Entwässerungskanalarbeiten")),
        (
            "Rohbau",
            (
                "Fundamente und Bodenplatte",
                "Stahlbetonwände C30/37",
                "Stahlbetondecken, d = 22 cm",
                "Fertigteiltreppen, 3 Läufe",
                "Mauerarbeiten",
                "Stahlbau und Trapezblech",
            ),
        ),
        (
            "Gebäudehülle",
            (
                "Dachabdichtung und Klempnerarbeiten",
                "Wärmedämmung Fassade",
                "Fenster und Pfosten-Riegel-Fassade",
                "Abdichtung erdberührter Bauteile",
            ),
        ),
        (
            "Ausbau",
            (
                "Trockenbau",
                "Estricharbeiten",
                "Fliesenarbeiten",
                "Innentüren T30, 18 Stück",
                "Bodenbelag",
                "Malerarbeiten",
                "Abgehängte Decken",
                "Schlosserarbeiten, Geländer und Handläufe einschließlich Montage",
            ),
        ),
        (
            "Haustechnik",
            (
                "Sanitär Rohinstallation",
                "Sanitärobjekte",
                "Heizung und Verteilung",
                "Lüftungskanäle",
                "Hydraulischer Abgleich der Gesamtanlage",
                "Aufzug, 4 Haltestellen",
            ),
        ),
        ("Elektro", ("Hauptverteilung und Zählerplatz", "Elektroinstallation", "Beleuchtung", "Brandmeldeanlage", "Datennetz")),
        ("Außenanlagen", ("Pflasterarbeiten", "Bepflanzung", "Rigole und Versickerung")),
        ("Abschluss", ("Inbetriebnahme und Einweisung", "Bestandsunterlagen", "Baureinigung")),
    ),
    "fr": (
        ("Installation de chantier", ("Installation et repli de chantier", "Clôture et panneau de chantier", "Échafaudages, 16 semaines")),
        ("Démolition et terrassement", ("Démolition de l'existant", "Terrassement et blindage", "Réseaux enterrés", "Remblais, 2 couches")),
        (
            "Gros œuvre",
            (
                "Fondations et dallage",
                "Voiles béton C30/37",
                "Planchers béton, ép. 22 cm",
                "Escaliers préfabriqués, 3 volées",
                "Maçonnerie",
                "Charpente métallique",
            ),
        ),
        (
            "Clos et couvert",
            ("Étanchéité et zinguerie", "Isolation des façades", "Menuiseries extérieures et mur-rideau", "Cuvelage du sous-sol"),
        ),
        (
            "Second œuvre",
            (
                "Cloisons et doublages",
                "Chapes",
                "Carrelage et faïence",
                "Portes EI30, 18 unités",
                "Sols souples",
                "Peinture",
                "Faux plafonds",
                "Serrurerie, garde-corps et mains courantes, pose comprise",
            ),
        ),
        (
            "Fluides",
            (
                "Plomberie, réseaux",
                "Appareils sanitaires",
                "Chauffage et distribution",
                "Gaines de ventilation",
                "Équilibrage de l'ensemble des réseaux",
                "Ascenseur, 4 niveaux",
            ),
        ),
        ("Électricité", ("Tableau général", "Distribution électrique", "Éclairage", "Détection incendie", "Réseau informatique")),
        ("Aménagements extérieurs", ("Pavage", "Plantations", "Bassin de rétention")),
        ("Fin de chantier", ("Mise en service et formation", "Dossier des ouvrages exécutés", "Nettoyage")),
    ),
}

#: Where in the project a work is, so that a long schedule repeats its works and not its rows.
LOCATIONS: dict[str, tuple[str, ...]] = {
    "en": ("level 1", "level 2", "level 3", "level 4", "east wing", "west wing", "block B", "phase 2", "basement", "plant room", "atrium"),
    "de": ("EG", "1. OG", "2. OG", "3. OG", "UG", "Haus B", "Bauteil Ost", "Bauteil West", "2. Bauabschnitt", "Technikraum", "Atrium"),
    "fr": (
        "RDC",
        "niveau 1",
        "niveau 2",
        "niveau 3",
        "sous-sol",
        "bâtiment B",
        "aile est",
        "aile ouest",
        "tranche 2",
        "local technique",
        "atrium",
    ),
}

CHANGE_WORDS: dict[str, tuple[str, ...]] = {
    "en": (
        "Additional footing at grid C",
        "Relocated switchgear",
        "Added storm drain, 40 m",
        "Upgraded door hardware",
        "Unsuitable soil removal",
        "Added data outlets",
        "Revised lobby finish",
        "Extra roof drains",
        "Owner's request 14: second kitchenette",
    ),
    "de": (
        "Zusätzliches Fundament Achse C",
        "Verlegte Hauptverteilung",
        "Bodenaustausch, Mehrmenge",
        "Zusätzliche Datendosen",
        "Geänderter Bodenbelag Foyer",
        "Zusätzliche Dachabläufe",
        "Bewegungsmelder Flure",
    ),
    "fr": (
        "Semelle supplémentaire file C",
        "Déplacement du tableau général",
        "Purge des sols, plus-value",
        "Prises informatiques en plus",
        "Revêtement du hall modifié",
        "Évacuations de toiture en plus",
        "Détecteurs de présence, couloirs",
    ),
}
CREDIT_WORDS: dict[str, tuple[str, ...]] = {
    "en": ("Omit canopy", "Credit for alternate tile", "Deleted partition", "Reduced paving area", "Value engineering, ductwork"),
    "de": ("Entfall Vordach", "Minderpreis Fliesen", "Entfall Trennwand", "Reduzierte Pflasterfläche", "Optimierung Lüftungskanäle"),
    "fr": ("Suppression de l'auvent", "Moins-value carrelage", "Cloison supprimée", "Surface de pavage réduite", "Optimisation des gaines"),
}

OWNER_WORDS: dict[str, tuple[str, ...]] = {
    "en": (
        "School District",
        "Water Authority",
        "Hospital Trust",
        "Transit Agency",
        "Housing Association",
        "Properties LLC",
        "University",
        "Library Board",
        "Port Authority",
        "Holdings Inc.",
    ),
    "de": ("Wohnungsbau GmbH", "Stadtwerke", "Klinikum gGmbH", "Hochschule", "Schulverband", "Verkehrsbetriebe AG", "Immobilien AG"),
    "fr": ("Habitat SA", "Régie des eaux", "Centre hospitalier", "Université", "Syndicat scolaire", "Transports SA", "Immobilière SA"),
}
PROJECT_WORDS: dict[str, tuple[str, ...]] = {
    "en": (
        "Middle School Addition",
        "Pumping Station Upgrade",
        "Clinic Fit-out",
        "Depot Extension",
        "Library Renovation",
        "Warehouse Phase 2",
        "Laboratory Building",
        "Parking Structure",
        "Sports Hall",
        "Treatment Works",
        "Community Centre",
        "Bus Terminal",
    ),
    "de": (
        "Erweiterung Grundschule",
        "Umbau Pumpwerk",
        "Neubau Turnhalle",
        "Sanierung Bibliothek",
        "Lagerhalle 2. BA",
        "Laborgebäude",
        "Parkhaus",
        "Busbahnhof",
    ),
    "fr": (
        "Extension de l'école",
        "Station de pompage",
        "Gymnase",
        "Rénovation de la bibliothèque",
        "Entrepôt, tranche 2",
        "Laboratoire",
        "Parking silo",
        "Gare routière",
    ),
}
ARCHITECT_WORDS: dict[str, tuple[str, ...]] = {
    "en": ("Architecture Studio", "Design Partnership", "Engineering Consultants"),
    "de": ("Architekten PartG", "Planungsbüro", "Ingenieure GmbH"),
    "fr": ("Atelier d'architecture", "Bureau d'études", "Ingénierie SA"),
}


def words_of(language: Language) -> str:
    """The key of the tables above for a language."""
    return language if language in DIVISIONS else "en"
