"""Models that learn from a release, judged on the original (spec/utility.md §5)."""
