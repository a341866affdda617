"""The ledger: what was released, and what releases of the same people tell together."""
