"""What a comparison of two tables measures; tables, files and pages about it are made of this."""

from typing import Literal, NotRequired, TypedDict

ColumnMeasure = Literal[
    "generalization_intensity", "granularity", "non_uniform_entropy", "squared_error"
]
TableMeasure = Literal[
    "average_class_size", "ambiguity", "discernibility", "record_squared_error", "sse_sst"
]


class Share(TypedDict):
    """A share before and after; None where there is nothing to count."""

    before: float | None
    after: float | None


class Measured(TypedDict):
    """A measure: what was lost, and what that is between everything (0) and nothing (1)."""

    quality: float | None
    value: float | None
    minimum: float
    maximum: float
    reason: NotRequired[str]


class ColumnQuality(TypedDict):
    """What one column is still worth."""

    type: str
    missing: Share
    generalization_intensity: Measured
    granularity: Measured
    non_uniform_entropy: Measured
    squared_error: Measured


# Names of aggregates are words with dashes, so this one has no class body.
Aggregates = TypedDict(
    "Aggregates",
    {
        "arithmetic-mean": float | None,
        "geometric-mean": float | None,
        "maximum": float | None,
        "normalized-first-arithmetic-mean": float | None,
        "normalized-first-geometric-mean": float | None,
        "normalized-first-maximum": float | None,
        "without": NotRequired[list[str]],
    },
)


class Bits(TypedDict):
    """The detail of one column on one side, in bits."""

    bins: int
    bits: int
    records: int
    detail: int
    shown: int


class BitSides(TypedDict):
    """The detail of one column, in bits."""

    before: Bits
    after: Bits


class Detail(TypedDict):
    """The detail that a table holds, in bits; `shown` leaves out blank cells."""

    before: int
    after: int
    shown_before: int
    shown_after: int
    columns: dict[str, BitSides]


class Quality(TypedDict):
    """What a table is still worth: every column, all together, and whole records."""

    columns: dict[str, ColumnQuality]
    together: list[str]
    generalization_intensity: Aggregates
    granularity: Aggregates
    non_uniform_entropy: Aggregates
    squared_error: Aggregates
    average_class_size: Measured
    ambiguity: Measured
    discernibility: Measured
    record_squared_error: Measured
    sse_sst: Measured
    detail: Detail
    removed_columns: list[str]


class ColumnUtility(TypedDict):
    """What one column is still worth, one number per measure."""

    missing: float | None
    generalization_intensity: float | None
    granularity: float | None
    non_uniform_entropy: float | None
    squared_error: float | None


class Utility(TypedDict):
    """What a table is still worth, one number per measure."""

    generalization_intensity: float | None
    granularity: float | None
    non_uniform_entropy: float | None
    squared_error: float | None
    average_class_size: float | None
    ambiguity: float | None
    discernibility: float | None
    record_squared_error: float | None
    sse_sst: float | None
    columns: dict[str, ColumnUtility]
    detail: Detail
    removed_columns: list[str]


class Classes(TypedDict):
    """How many classes there are, and the smallest, mean and largest."""

    count: int
    min: int | None
    mean: float | None
    max: int | None


class ClassSides(TypedDict):
    """The classes before and after."""

    before: Classes
    after: Classes
