"""Records to a site: payload, pages, charts, prose, the gate, and the one module that writes."""
