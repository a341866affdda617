"""Case studies of the papers, done again: `make studies`; pages are in docs/studies."""
