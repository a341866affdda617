"""One run: read, prepare, solve, release, write, verify, report, publish."""
