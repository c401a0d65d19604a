"""A rehearsal: made-up systems through the real pipeline and views, into a folder of its own that the gate refuses."""
