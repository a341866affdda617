"""Kinds of prediction models: one family per file."""
