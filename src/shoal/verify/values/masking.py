"""Masking, built again from its definition (spec/utility.md §1.3)."""

from collections.abc import Mapping
from typing import Any

import polars as pl


def masked(values: pl.Series, settings: Mapping[str, Any]) -> list[pl.Series]:
    """The labels of every value, level by level: level j hides j characters of the padded text."""
    padding = str(settings.get("padding", "*"))
    character = str(settings.get("character", "*"))
    from_left = str(settings.get("direction", "right-to-left")).startswith("left")
    longest = int(values.str.len_chars().max() or 0)  # type: ignore[arg-type]
    aligned_right = settings.get("align", "left") == "right"
    pad = values.str.pad_start if aligned_right else values.str.pad_end
    padded = pad(longest, padding)
    return [values, *(_hide(padded, j, longest, character, from_left) for j in _up_to(longest))]


def _up_to(longest: int) -> range:
    return range(1, longest + 1)


def _hide(padded: pl.Series, hidden: int, longest: int, character: str, left: bool) -> pl.Series:
    shown = padded.str.slice(hidden if left else 0, longest - hidden)
    mask = pl.Series([character * hidden]).new_from_index(0, len(padded))
    return mask + shown if left else shown + mask
