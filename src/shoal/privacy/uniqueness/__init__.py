"""How many people of a population are unique, estimated from a sample (spec/privacy.md §5.4)."""
