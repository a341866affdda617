"""The run folder: its files, its certificate and its seal."""
