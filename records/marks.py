"""Marks by which output that is never a page of the site is known, wherever it turns up."""

from typing import Final

#: Stands in every triage report about a client, in each of its forms: the gate refuses a site that holds it anywhere.
TRIAGE_REPORT: Final = "ground-truth/triage-report/v1"
#: Stands on every page of the local site about somebody's own documents: the gate refuses a site that holds it anywhere.
LOCAL_SITE: Final = "ground-truth/local-site/v1"
#: Stands on every page, print page, table and data file of a simulated sweep.
SIMULATED: Final = "SIMULATED"
