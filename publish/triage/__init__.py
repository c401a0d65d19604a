"""A report for one client: written to a folder of its own, marked, never a page of the site."""
