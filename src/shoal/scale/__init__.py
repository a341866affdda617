"""The same pipeline beyond memory and beyond one machine (design.md §4, §7)."""
