"""The gate: every rule by which a staged site is refused, a file a rule or a kind of reason. `check` asks them all."""
