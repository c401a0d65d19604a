"""The ground-truth command: one name for every room's door."""
