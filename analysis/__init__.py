"""Verdicts to tables: pure functions from records to the rows and comparisons that are published."""
