"""Studies that continue a release: what the ledger knows of it becomes part of the question."""
