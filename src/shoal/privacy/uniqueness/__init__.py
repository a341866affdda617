"""How many people of a population are unique, estimated from a sample (docs/theory/uniques.md)."""
