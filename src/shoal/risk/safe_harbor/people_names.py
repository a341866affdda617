"""A small dictionary of names of people; a better one can be given.

Frequent given names and family names of English- and German-speaking countries, enough to notice a
column of names, not to find each name in it.
"""

from collections.abc import Set as AbstractSet
from functools import cache
from importlib.resources import files

import polars as pl


@cache
def known_names() -> frozenset[str]:
    """The names of the dictionary, in small letters."""
    text = files(__package__).joinpath("people_names.txt").read_text(encoding="utf-8")
    return frozenset(text.split())


def share_of_names(values: pl.Series, known: AbstractSet[str]) -> float:
    """The share of texts that are one to four words of letters, one of them a known name."""
    shaped = values.str.contains(r"^[\p{L}.,'’ -]{2,60}$")
    words = values.str.to_lowercase().str.extract_all(r"\p{L}+")
    few = words.list.len().is_between(1, 4)
    named = words.list.eval(pl.element().is_in(list(known))).list.any()
    return float((shaped & few & named).mean() or 0)  # type: ignore[arg-type]
