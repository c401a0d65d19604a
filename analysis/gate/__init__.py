"""The door of the gate: whether recorded runs meet its statements."""
