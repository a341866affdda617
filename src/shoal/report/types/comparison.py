"""The result of `shoal compare`."""

from typing import NotRequired, TypedDict

from shoal.report.types.quality import ClassSides, Quality

# A statistic is a number or a value of the column, such as its mode.
Statistics = dict[str, str | float | bool | None]


class StatisticSides(TypedDict, total=False):
    """The statistics of a column, before and after."""

    before: Statistics
    after: Statistics


class ValueCounts(TypedDict):
    """How many records have which value; `others` have values that are not listed."""

    records: list[tuple[str | None, int]]
    others: NotRequired[int]
    distinct: int


class ValueSides(TypedDict):
    """The values of a column, before and after."""

    before: ValueCounts
    after: ValueCounts


class PairShares(TypedDict):
    """The share of records that have each pair of values."""

    rows: list[str]
    columns: list[str]
    shares: list[list[float]]


class Contingency(TypedDict):
    """Two columns together, before and after."""

    columns: list[str]
    largest: float
    before: PairShares
    after: PairShares


class Association(TypedDict):
    """How strongly two columns go together."""

    columns: list[str]
    before: float | None
    after: float | None


class Associations(TypedDict, total=False):
    """Relations between numbers, and between categories."""

    pearson: list[Association]
    cramers_v: list[Association]


class NotAvailable(TypedDict):
    """What could not be measured, and why; the column is empty for whole tables."""

    column: str
    measure: str
    reason: str


class ComparedTable(TypedDict):
    """A table, and how many records it has."""

    name: str
    records: int


class ComparedRecords(TypedDict):
    """How many records there were, and what became of them."""

    input: int
    suppressed: int
    kept: int


class Included(TypedDict, total=False):
    """Which cells count."""

    suppressed: bool
    missing: bool
    list_wise: bool


class ComparisonReport(TypedDict):
    """Two tables compared."""

    format: int
    note: str
    shoal_version: str
    created: str
    input: ComparedTable
    output: ComparedTable
    study: bool
    roles: dict[str, str]
    only_in_input: list[str]
    only_in_output: list[str]
    not_compared: list[str]
    records: ComparedRecords
    pairing: str
    include: Included
    how: str
    quality: Quality
    values: dict[str, ValueSides]
    classes: ClassSides
    statistics: dict[str, StatisticSides]
    contingency: list[Contingency]
    associations: NotRequired[Associations]
    not_available: list[NotAvailable]
