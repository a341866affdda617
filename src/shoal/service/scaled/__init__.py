"""Runs on tables that do not fit into memory; `pipeline` is the picture here, too."""
