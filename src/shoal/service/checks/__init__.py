"""What may be wrong with a study and its table, and what a person should know besides."""
