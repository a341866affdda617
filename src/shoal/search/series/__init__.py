"""Releases of a growing table that keep their promises together, not only each by itself."""
