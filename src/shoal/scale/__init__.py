"""The same pipeline beyond memory and beyond one machine (docs/scale.md)."""
