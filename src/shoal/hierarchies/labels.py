"""Label functions: how groups of values are labeled (ARX's aggregate functions).

In a study a function is its name, or a mapping with its parameters: `label: set`,
`label: {function: prefixes, length: 2}`. Groups of one level never share a label: if a function
returns the same one again, the later groups get `-1`, `-2` and so on.
"""

from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema

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

_Text = Set | Prefixes | CommonPrefix | Bounds | Interval | Span | Constant
_Number = Mean | GeometricMean | MeanOfBounds | GeometricMeanOfBounds


def _as_mapping(settings: object) -> object:
    """The settings of a function whose name stands alone."""
    return {"function": settings} if isinstance(settings, str) else settings


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
    BeforeValidator(_as_mapping),
    WithJsonSchema(_SCHEMA),
]
