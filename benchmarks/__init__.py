"""How fast, how large, how it grows: `python -m benchmarks` (docs/benchmarks.md)."""
