"""Documents that no one here wrote: one strict door from their bytes to facts and labels, safe against hostile files."""
