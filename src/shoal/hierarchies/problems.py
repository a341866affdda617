"""Finds everything wrong with a hierarchy at once; messages have counts, but no values."""

from collections.abc import Iterator
from itertools import pairwise

import polars as pl


def hierarchy_problems(levels: tuple[pl.Series, ...]) -> list[str]:
    """What is wrong with a hierarchy of these levels; the caller puts its name before each text.

    Each level holds one label per value, in the same order; level 0 holds the values themselves.
    """
    if not levels or any(len(level) == 0 for level in levels):
        return ["it has no values. Give it one row per value of the column."]
    if len({len(level) for level in levels}) > 1:
        return ["its levels differ in length. Give every value a label on each level."]
    return [*_repetition_problems(levels), *_empty_problems(levels), *_contradictions(levels)]


def _repetition_problems(levels: tuple[pl.Series, ...]) -> Iterator[str]:
    """Values that stand on level 0 more than once."""
    repeats = _repeats(levels[0].to_frame())
    if not repeats:
        return
    identical = _repeats(pl.DataFrame([level.alias(str(n)) for n, level in enumerate(levels)]))
    yield (
        f"{_count(repeats, 'row repeats', 'rows repeat')} the value of an earlier row"
        f" ({identical} with the same labels, {repeats - identical} with other labels)."
        " Keep one row per value."
    )


def _repeats(frame: pl.DataFrame) -> int:
    """How many lines equal an earlier one."""
    return frame.height - frame.n_unique()


def _empty_problems(levels: tuple[pl.Series, ...]) -> Iterator[str]:
    """Known values with an empty label: in a release they would look missing."""
    known = levels[0].is_not_null()
    empty = sum(int((known & level.is_null()).sum()) for level in levels[1:])
    if empty:
        yield (
            f"{_count(empty, 'label is', 'labels are')} empty."
            " Write a label on every level of every value."
        )


def _contradictions(levels: tuple[pl.Series, ...]) -> Iterator[str]:
    """Labels that become several labels on the next level.

    Level 0 is left out: only a repeated value could, and `_repetition_problems` tells of those.
    """
    for number, (lower, upper) in enumerate(pairwise(levels[1:]), start=1):
        forks = _forks(lower, upper)
        if forks:
            yield (
                f"{_count(forks, 'label', 'labels')} of level {number}"
                f" {'becomes' if forks == 1 else 'become'} different labels on level {number + 1}."
                " Each level must determine the next."
            )


def _forks(lower: pl.Series, upper: pl.Series) -> int:
    """How many labels of the lower level become several labels of the upper one."""
    pairs = pl.DataFrame([lower.alias("lower"), upper.alias("upper")]).unique()
    return pairs.group_by("lower").len().filter(pl.col("len") > 1).height


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
