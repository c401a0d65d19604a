"""The ledger over `data/`: the one room that reads and writes it, and the index over it."""
