"""Documents from seeds: facts, layouts, clean PDFs and their scanned twins, labels with evidence."""
