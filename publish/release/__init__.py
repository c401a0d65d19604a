"""Releases: a candidate, its release once everything is in order, what is frozen since, and what is taken down."""
