"""The door of the price audit: every list price is well-formed, none was taken back, and the old ones are named."""
