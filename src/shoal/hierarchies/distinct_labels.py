"""Makes the labels of one level distinct, and refuses labels that are too long to read."""

from collections.abc import Iterable, Iterator
from itertools import count

import polars as pl

from shoal.errors import DataError

# Every value of a group carries its label: longer labels help nobody and fill the memory.
LONGEST = 1000


def make_distinct(labels: Iterable[str | None], taken: Iterable[str] = ()) -> pl.Series:
    """The labels in the order of their groups; repeated labels get a suffix (`-1`, `-2`, …).

    A `DataError` if labels are too long.

    Args:
        labels: The label of each group.
        taken: Labels that other values of the level have.
    """
    texts, used = list(labels), set(taken)
    _refuse_long(texts)
    if len({*texts, *used}) < len(texts) + len(used):
        texts = list(_add_suffixes(texts, used))
    return pl.Series(texts, dtype=pl.String)


def _refuse_long(labels: list[str | None]) -> None:
    long = sum(len(label or "") > LONGEST for label in labels)
    if long:
        raise DataError(
            f"{long} of {len(labels)} groups of a level would have labels of more than"
            f" {LONGEST:,} characters. Use smaller groups there, or the label function `bounds`."
        )


def _add_suffixes(labels: Iterable[str | None], used: set[str]) -> Iterator[str]:
    """The labels, each made free if it is in `used`, to which it is added."""
    repeats: dict[str | None, Iterator[int]] = {}
    for label in labels:
        free = f"{label}"
        while free in used:
            free = f"{label}-{next(repeats.setdefault(label, count(1)))}"
        used.add(free)
        yield free
