"""The graders that need no opinion: exact, normalised, numeric_tolerance, schema, arithmetic."""
