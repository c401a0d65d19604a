"""The French words that stand beside values and over columns, and the German ones of pay applications, parted by bars.

Taken from the vocabulary of the trade (EN 16931 in French, marchés de travaux, VOB/B) and of the public generator.
"""

INVOICE: dict[str, str] = {
    "INVOICE_NUMBER": (
        "facture n° | facture no | facture nº | n° de facture | no de facture | numéro de facture | n° facture | facture numéro "
        "| numéro de l'avoir | avoir n° | n° d'avoir | avoir no | note de crédit n° | numéro de note de crédit | réf. facture | "
        "facture | avoir | note de crédit"
    ),
    "ISSUE_DATE": (
        "date de facture | date de facturation | date facture | date d'émission | émise le | date de l'avoir | date | facturé "
        "le | date d'établissement"
    ),
    "DUE_DATE": (
        "date d'échéance | échéance | à payer avant le | payable le | payable jusqu'au | à régler avant le | date limite de "
        "paiement | règlement au | à échéance du | payable au plus tard le"
    ),
    "PURCHASE_ORDER": (
        "bon de commande | n° de commande client | votre commande | votre n° de commande | n° bon de commande | référence "
        "client | votre référence | commande client | votre réf. | n° de bon de commande | votre bon de commande | bon de "
        "commande n°"
    ),
    "SELLER_NAME": "vendeur | fournisseur | émetteur | de | prestataire | émise par",
    "SELLER_VAT_ID": (
        "n° tva | tva n° | n° tva intracommunautaire | tva intracommunautaire | numéro de tva | n° de tva | id tva | no tva | "
        "n° ide | ide | n° tva intracom"
    ),
    "BUYER_NAME": (
        "facturé à | facturer à | client | acheteur | adresse de facturation | destinataire | facture à | à l'attention de | "
        "adressée à | adresse facturation"
    ),
    "PAYEE_IBAN": "iban | compte iban | n° iban | compte (iban)",
    "CURRENCY": "devise | monnaie | montants en | tous les montants en | code devise | montants exprimés en",
    "SUM_OF_LINE_NETS": (
        "total des lignes | total lignes | somme des lignes | sous-total | sous-total ht | total marchandises | montant des "
        "lignes | total des positions | montant des marchandises"
    ),
    "ALLOWANCES": (
        "remise | remises | rabais | moins remise | réduction | remise commerciale | ristourne | total remises | total des "
        "remises | total remises et rabais"
    ),
    "CHARGES": (
        "frais de port | frais | suppléments | frais de livraison | frais de transport | port et emballage | transport | total "
        "frais | total des suppléments | total des frais"
    ),
    "TOTAL_WITHOUT_VAT": (
        "total ht | montant ht | total hors tva | total hors taxes | total net ht | montant hors tva | total hors taxe | net ht "
        "| montant net ht | total htva"
    ),
    "TOTAL_VAT": "total tva | montant tva | tva | tva % | total tva % | montant tva % | montant de la tva | total de la tva | tva totale",
    "TOTAL_WITH_VAT": (
        "total ttc | montant ttc | total tva comprise | total tva incluse | montant total ttc | total général | total toutes "
        "taxes comprises | total tvac | montant total | total de la facture | total facture | total de l'avoir"
    ),
    "PREPAID": (
        "acompte | acompte versé | acomptes versés | moins acompte | déjà payé | acompte reçu | déjà réglé | montant déjà versé "
        "| acompte déduit | total des acomptes | acomptes à déduire"
    ),
    "ROUNDING": "arrondi | différence d'arrondi | arrondis",
    "AMOUNT_DUE": (
        "net à payer | montant à payer | reste à payer | solde à payer | montant dû | à payer | solde dû | total à payer | net "
        "à payer ttc | solde en votre faveur"
    ),
    "-": (
        "n° de commande | notre commande | n° client | no client | code client | numéro de client | date de commande | date de "
        "livraison | livré le | bon de livraison | n° bon de livraison | conditions | conditions de paiement | banque | adresse "
        "de livraison | livrer à | livré à | page | téléphone | siret | siren | rcs | affaire suivie par | notre référence | "
        "expédié le | commandé le | dont services | détail de la tva | récapitulatif tva | ventilation tva | payer à | "
        "bénéficiaire | adresse de paiement | règlement à envoyer à | n° de dossier | confirmation n° | compte client | "
        "modalités de paiement | coordonnées bancaires | relevé d'identité bancaire | code banque | compte | n° de compte | "
        "domiciliation | n° fiscal | n° d'entreprise | votre n° tva | n° tva client | bl n° | bulletin de livraison | contrat "
        "n° | n° de contrat | n/réf | affaire | période facturée | période de prestation | tél | expédition | récépissé | poids "
        "kg | votre facture précédente | montant de la dernière facture | solde du compte avant cette facture | solde de la "
        "dernière facture | section paiement | compte / payable à | payable par | point de dépôt | n° de compteur | compteur | "
        "point de livraison | lieu de consommation | notre agence | succursale | lieu de livraison | tva en | soit tva en | "
        "contre-valeur en | soit en"
    ),
}

PAY_APPLICATION: dict[str, str] = {
    "APPLICATION_NUMBER": (
        "situation n° | situation no | n° de situation | demande de paiement n° | n° de demande | situation de travaux n° | "
        "décompte n° | acompte n° | abschlagsrechnung nr | abschlagsrechnung | rechnungsstellung nr | abschlag nr | nr der "
        "abschlagsrechnung | numéro de situation | demande d'acompte n° | décompte provisoire n° | nummer der abschlagsrechnung "
        "| ar-nr"
    ),
    "PERIOD_TO": (
        "période au | travaux jusqu'au | arrêtée au | période jusqu'au | fin de période | situation au | leistungsstand zum | "
        "leistungszeitraum bis | leistungen bis | stand zum | travaux arrêtés au | travaux exécutés au"
    ),
    "APPLICATION_DATE": (
        "date de la demande | date de situation | établie le | date | rechnungsdatum | datum | eingereicht am | antragsdatum | "
        "date de la situation | datum der abschlagsrechnung | aufgestellt am"
    ),
    "PROJECT_NAME": (
        "projet | chantier | opération | nom du projet | ouvrage | projekt | bauvorhaben | bauvorhaben (bv) | bv | projektname "
        "| baumaßnahme"
    ),
    "PROJECT_NUMBER": (
        "n° de projet | projet n° | n° d'affaire | n° de chantier | n° du projet | projektnummer | projekt-nr | auftragsnummer "
        "| kommission | projekt nr | n° d'opération | bauvorhaben-nr | bv-nr"
    ),
    "OWNER": (
        "maître d'ouvrage | maître de l'ouvrage | client | au maître d'ouvrage | bauherr | auftraggeber | an den bauherrn | an "
        "(auftraggeber)"
    ),
    "CONTRACTOR": (
        "entreprise | entrepreneur | entreprise générale | titulaire | auftragnehmer | unternehmer | generalunternehmer | "
        "bauunternehmen | von (auftragnehmer)"
    ),
    "CONTRACT_DATE": (
        "date du marché | date du contrat | marché du | contrat du | vertragsdatum | vertrag vom | datum des vertrags | marché signé le"
    ),
    "ORIGINAL_CONTRACT_SUM": (
        "montant initial du marché | marché initial | montant du marché initial | montant du contrat initial | ursprüngliche "
        "vertragssumme | ursprüngliche auftragssumme | auftragssumme ursprünglich | marché de base | auftragssumme laut "
        "hauptauftrag | hauptauftragssumme | hauptauftrag"
    ),
    "NET_CHANGE_BY_CHANGE_ORDERS": (
        "avenants | total des avenants | avenants nets | montant net des avenants | nachträge | nachträge netto | summe "
        "nachträge | genehmigte nachträge | avenants, solde | avenants approuvés (net) | nachträge, saldo | summe der nachträge "
        "| beauftragte nachträge (saldo) | beauftragte nachträge"
    ),
    "CONTRACT_SUM_TO_DATE": (
        "montant actualisé du marché | montant du marché à ce jour | marché actualisé | montant total du marché | aktuelle "
        "vertragssumme | vertragssumme bis heute | auftragssumme aktuell | auftragssumme inkl. nachträge | montant du marché, "
        "avenants compris | marché avec avenants | auftragssumme einschließlich nachträge | aktuelle auftragssumme | "
        "fortgeschriebene auftragssumme"
    ),
    "TOTAL_COMPLETED_AND_STORED": (
        "total des travaux exécutés et approvisionnés | travaux exécutés et approvisionnements | total exécuté et stocké | "
        "total cumulé exécuté et stocké | erbrachte leistungen und gelagertes material | gesamtleistung einschließlich "
        "gelagertem material | leistung und material gesamt | total des travaux et approvisionnements | cumul travaux et "
        "approvisionnements | total exécuté et approvisionné à ce jour | gesamtleistung einschl gelagerter stoffe | bisherige "
        "gesamtleistung mit gelagerten stoffen | leistungsstand gesamt | gesamtleistung"
    ),
    "RETAINAGE_COMPLETED": (
        "retenue sur travaux exécutés | % des travaux exécutés | einbehalt auf leistungen | % der leistungen | sur travaux "
        "exécutés | des travaux exécutés | % sur travaux exécutés | auf ausgeführte leistungen | der ausgeführten leistungen | "
        "% auf ausgeführte leistungen | % der ausgeführten leistungen | einbehalt auf ausgeführte leistungen | einbehalt der "
        "ausgeführten leistungen | retenue des travaux exécutés"
    ),
    "RETAINAGE_STORED": (
        "retenue sur approvisionnements | % des approvisionnements | einbehalt auf material | % des materials | sur "
        "approvisionnements | des approvisionnements | % sur approvisionnements | auf gelagerte stoffe | der gelagerten stoffe "
        "| % auf gelagerte stoffe | % der gelagerten stoffe | einbehalt auf gelagerte stoffe | einbehalt der gelagerten stoffe "
        "| retenue des approvisionnements"
    ),
    "RETAINAGE": (
        "retenue de garantie | total de la retenue | retenue totale | total retenue | sicherheitseinbehalt | einbehalt gesamt | "
        "einbehalt | retenue de garantie totale | total retenue de garantie | retenue de garantie, total | sicherheitseinbehalt "
        "gesamt | summe sicherheitseinbehalt | retenue"
    ),
    "EARNED_LESS_RETAINAGE": (
        "net après retenue | total net de retenue | acquis net de retenue | verdient abzüglich einbehalt | leistung abzüglich "
        "einbehalt | netto nach einbehalt | cumul net de retenue | montant acquis, retenue déduite | gesamtleistung abzüglich "
        "einbehalt | leistung nach einbehalt | verdient nach abzug des einbehalts"
    ),
    "LESS_PREVIOUS_CERTIFICATES": (
        "moins certificats précédents | moins paiements précédents | acomptes précédents | certificats précédents | situations "
        "précédentes | abzüglich früherer abschlagszahlungen | bisherige zahlungen | abzüglich bisheriger zahlungen | bisher "
        "bescheinigt | à déduire : acomptes précédents | acomptes précédents certifiés | moins situations précédentes "
        "certifiées | abzüglich bisher bestätigter abschläge | bisherige abschlagszahlungen | abzüglich früherer abschläge | "
        "bisherige abschläge"
    ),
    "CURRENT_PAYMENT_DUE": (
        "montant dû | paiement dû | montant dû pour cette situation | net à payer | zahlung fällig | fälliger betrag | aktuelle "
        "zahlung | auszahlungsbetrag | zu zahlen | acompte à payer ht | montant dû ce mois, ht | net à payer de la situation, "
        "ht | acompte à payer | montant dû ce mois | net à payer de la situation | abschlag netto | fälliger abschlag, netto | "
        "zahlbetrag dieses abschlags, netto | fälliger abschlag | zahlbetrag"
    ),
    "BALANCE_TO_FINISH": (
        "solde à exécuter | solde à terminer | reste à exécuter retenue comprise | solde à terminer, retenue comprise | "
        "restbetrag bis fertigstellung | noch offen inkl. einbehalt | restleistung inkl. einbehalt | reste à exécuter, retenue "
        "comprise | solde du marché, retenue comprise | restbetrag einschließlich einbehalt | noch zu leisten, einschl "
        "einbehalt | offener rest mit einbehalt"
    ),
    "CERTIFIED_AMOUNT": (
        "montant certifié | certifié pour paiement | bescheinigter betrag | freigegebener betrag | zur zahlung freigegeben | "
        "montant admis | geprüfter betrag | bestätigter betrag"
    ),
    "-": (
        "architecte | maître d'œuvre | bureau d'études | page | certificat | signé | signature | lot | architekt | bauleitung | "
        "seite | unterschrift | gewerk | direction des travaux | dossier architecte n° | réf. maître d'œuvre | réf maître "
        "d'oeuvre | marché n° | n° de marché | facture n° | n° de facture | reçue le | imprimée le | période du | travaux "
        "depuis le | fin des travaux | délai contractuel | diffusion | récapitulatif des avenants | avenants au marché | "
        "plus-values | en plus | moins-values | en moins | mois précédents | approuvés auparavant | approuvés ce mois | mois en "
        "cours | solde | certificat de paiement | visa | montant demandé | demandé | dont approvisionnements | montant ttc | "
        "acompte ttc | tva | avancement des travaux | taux d'avancement | ligne | objektplaner | projekt-nr des architekten | "
        "zeichen der bauleitung | vertrags-nr | auftrags-nr | rechnungs-nr | belegnummer | eingangsdatum | gedruckt am | "
        "leistungszeitraum ab | leistungen ab | fertigstellung bis | vertragliche fertigstellung | verteiler | übersicht der "
        "nachträge | nachtragsübersicht | mehrungen | mehr | minderungen | minder | früher beauftragt | vormonate | in diesem "
        "monat beauftragt | dieser monat | saldo | prüfvermerk | freigabe | angeforderter betrag | beantragt | davon gelagerte "
        "stoffe | zzgl mwst | zzgl ust | abschlag brutto | betrag einschl mwst | betrag einschl ust | leistungsgrad in prozent "
        "| fertigstellungsgrad | zeile"
    ),
}

COLUMNS: dict[str, str] = {
    "POSITION": "n° | ligne | rang",
    "LINE_ITEM_DESCRIPTION": "désignation | description | libellé | prestation | article et désignation | nature",
    "ARTICLE": "référence | réf. | code article | code | réf. article",
    "QUANTITY": "qté | quantité | nombre | heures",
    "UNIT": "unité | un. | ut | u.",
    "UNIT_PRICE": "prix unitaire | p.u. | pu | prix unitaire ht | p.u. ht | prix | tarif | pu ht | prix unit. | prix unit ht | l'unité",
    "LINE_NET": "montant | montant ht | total ht | montant net | total | total ligne | prix total | net",
    "VAT": "tva | tva % | taux tva | % tva | taux",
    "-": (
        "remise % | rem % | rabais % | par | prix par | montant ttc | ttc | avant remise | brut avant remise | jour | "
        "expédition | bon de livraison | récépissé | poids kg | brut kg | destination | lieu"
    ),
}

VAT_COLUMNS: dict[str, str] = {
    "RATE": "taux | taux tva | tva % | taux de tva | % tva",
    "BASIS": "base | base ht | base tva | montant ht | base imposable | montant imposable | base hors tva",
    "TAX": "tva | montant tva | montant de la tva | taxe | montant",
}

CREDIT_NOTE_WORDS = "avoir | note de crédit | facture d'avoir | facture rectificative"
TITLE_WORDS = "facture | avoir | note de crédit | facture d'avoir | original | copie | duplicata"
NOT_ITEM_WORDS = (
    "report | à reporter | sous-total | total | sous-total à reporter | total général | total page | reporté | total à reporter | "
    "zwischensumme gewerk"
)
NOT_ITEM_STARTS = (
    "summe titel | summe gesamt | gesamtsumme | total de la page | sous-total du lot | report à | totaux | total général | "
    "à reporter | report de | sous-total | dont | reporté | total page"
)
COMPANY_WORDS = "sarl | sas | sasu | eurl | sa | snc | srl | sprl | scop | sàrl | gie | pty | pvt | og | sc | scrl | partg"

#: Words of a heading of the schedule and its meaning, in this order, after the English ones.
SCHEDULE_MEANINGS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("LINE_RETAINAGE", ("retenue",)),
    ("LINE_RETAINAGE", ("einbehalt",)),
    ("BALANCE", ("solde",)),
    ("BALANCE", ("reste",)),
    ("BALANCE", ("rest",)),
    ("BALANCE", ("noch",)),
    ("BALANCE", ("offen",)),
    ("PREVIOUS", ("preced",)),
    ("PREVIOUS", ("anterieur",)),
    ("PREVIOUS", ("vorherig",)),
    ("PREVIOUS", ("bisher",)),
    ("PREVIOUS", ("fruher",)),
    ("COMPLETED_AND_STORED", ("cumul",)),
    ("COMPLETED_AND_STORED", ("acejour",)),
    ("COMPLETED_AND_STORED", ("gesamt",)),
    ("STORED", ("approvision",)),
    ("STORED", ("stock",)),
    ("STORED", ("gelagert",)),
    ("THIS_PERIOD", ("periode",)),
    ("THIS_PERIOD", ("mois",)),
    ("THIS_PERIOD", ("dieser",)),
    ("THIS_PERIOD", ("aktuell",)),
    ("THIS_PERIOD", ("zeitraum",)),
    ("SCHEDULED_VALUE", ("marche",)),
    ("SCHEDULED_VALUE", ("valeur",)),
    ("SCHEDULED_VALUE", ("montant",)),
    ("SCHEDULED_VALUE", ("auftragswert",)),
    ("SCHEDULED_VALUE", ("vertragswert",)),
    ("SCHEDULED_VALUE", ("wert",)),
)
