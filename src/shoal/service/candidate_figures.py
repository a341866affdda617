"""What is told about candidates, as plain values: in lists, charts and answers of a sweep."""

from collections.abc import Sequence
from typing import NotRequired, TypedDict


class Candidate(TypedDict):
    """A candidate in a list; losses are None where they are no finite number."""

    levels: dict[str, int]
    loss: float | None
    loss_normalized: float | None
    suppressed_records: int
    smallest_class: int | None
    accepted: bool


class ColumnLook(TypedDict):
    """What a candidate makes of a column, with some labels of it."""

    loss: float | None
    level: int
    height: int
    labels: int
    examples: list[str | None]


class Closely(Candidate):
    """A candidate column by column, where that is known."""

    columns: NotRequired[dict[str, ColumnLook]]


class Point(TypedDict):
    """The best candidate for some question, or one that no other beats; `k` where it was asked."""

    levels: dict[str, int]
    loss: float
    loss_normalized: float
    suppressed_records: int
    suppressed_share: float
    smallest_class: int | None
    highest_risk: float
    k: NotRequired[int]


class NoPoint(TypedDict):
    """A question that no candidate answers."""

    k: int
    levels: None


class Stair(TypedDict):
    """The least loss with at most so many suppressed records."""

    levels: list[int]
    loss_normalized: float
    suppressed_records: int


class Ranges(TypedDict):
    """The lowest and the highest level of each column."""

    minimum: list[int]
    maximum: list[int]


class About(TypedDict):
    """Figures of several candidates, one list each; None where nothing is known."""

    loss_normalized: list[float | None]
    suppressed_records: list[int | None]
    smallest_class: list[int | None]
    accepted: list[bool | None]


class SweepAnswer(TypedDict):
    """What a sweep answers; what was not asked for is not there."""

    k: NotRequired[int]
    suppression_limit: NotRequired[float | None]
    best: Point | Candidate | None
    lattice: Ranges
    columns: list[str]
    records: int
    candidates: NotRequired[Sequence[Candidate]]
    matching: NotRequired[int]
    accepted: NotRequired[int]
    stairs: NotRequired[list[Stair]]
    about: NotRequired[About]
    closely: NotRequired[Closely | None]
    curve: NotRequired[list[Point | NoPoint]]
    cpu_seconds: NotRequired[float]
