"""The door that compares what is recorded here with what a git revision recorded."""
