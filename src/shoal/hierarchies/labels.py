"""Label functions: what a group of values is called (ARX's aggregate functions).

In a study a function is its name, or a mapping with its parameters: `label: set`,
`label: {function: prefixes, length: 2}`. Groups of one level never share a label: where a function
gives the same one again, the later groups get `-1`, `-2` and so on.
"""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Annotated

import polars as pl
from pydantic import BeforeValidator, Field, WithJsonSchema

from shoal.errors import DataError
from shoal.hierarchies.number_labels import (
    GeometricMean,
    GeometricMeanOfBounds,
    Mean,
    MeanOfBounds,
)
from shoal.hierarchies.text_labels import (
    Bounds,
    CommonPrefix,
    Constant,
    Interval,
    Prefixes,
    Set,
    Span,
)

# Every value of a group carries its label: a longer one helps nobody and fills the memory.
LONGEST = 1000

_Text = Set | Prefixes | CommonPrefix | Bounds | Interval | Span | Constant
_Number = Mean | GeometricMean | MeanOfBounds | GeometricMeanOfBounds


def _named(given: object) -> object:
    return {"function": given} if isinstance(given, str) else given


_NAMES = [
    *("set", "prefixes", "common-prefix", "bounds", "interval", "span", "constant"),
    *("mean", "geometric-mean", "mean-of-bounds", "geometric-mean-of-bounds"),
]
_SCHEMA = {
    "anyOf": [
        {"type": "string", "enum": _NAMES},
        {
            "type": "object",
            "properties": {
                "function": {"type": "string", "enum": _NAMES},
                "length": {"type": "integer", "minimum": 1},
                "redaction": {"type": "string"},
                "lower": {"enum": ["closed", "open"]},
                "upper": {"enum": ["closed", "open"]},
                "value": {"type": "string"},
            },
            "required": ["function"],
        },
    ]
}
Label = Annotated[
    _Text | _Number,
    Field(discriminator="function"),
    BeforeValidator(_named),
    WithJsonSchema(_SCHEMA),
]


def distinct(labels: Iterable[str | None], taken: Iterable[str] = ()) -> pl.Series:
    """Labels in the order of their groups, later equal ones with a suffix.

    Args:
        labels: The label of each group.
        taken: Labels that other values of the level have.
    """
    found, used = list(labels), set(taken)
    _refuse_long(found)
    if len({*found, *used}) < len(found) + len(used):
        found = list(_told_apart(found, used))
    return pl.Series(found, dtype=pl.String)


def _refuse_long(labels: list[str | None]) -> None:
    long = sum(len(label or "") > LONGEST for label in labels)
    if long:
        raise DataError(
            f"{long} of {len(labels)} groups of a level would have labels of more than"
            f" {LONGEST:,} characters. Use smaller groups there, or the label function `bounds`."
        )


def _told_apart(labels: Iterable[str | None], used: set[str]) -> Iterator[str]:
    repeats: dict[str | None, Iterator[int]] = {}
    for label in labels:
        free = f"{label}"
        while free in used:
            free = f"{label}-{next(repeats.setdefault(label, count(1)))}"
        used.add(free)
        yield free
