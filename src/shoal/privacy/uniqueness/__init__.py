"""How many people of a population are unique in it, told from a sample (spec/privacy.md §5.4)."""
