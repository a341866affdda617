"""The keys of a study, one per file: read, checked, and written back (docs/study.md)."""
