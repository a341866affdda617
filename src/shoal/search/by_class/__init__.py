"""The exact search, compiled, for losses that are statistics of classes.

Discernibility, average class size, divergence, classification, ambiguity and entropy-based loss
know what a candidate costs only after grouping. What bounds them is what other candidates showed:
docs/theory/bounds.md has the proofs.
"""
