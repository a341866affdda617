"""The result of `shoal profile`: what was seen in a table, column by column."""

from typing import NotRequired, TypedDict


class TypeMatch(TypedDict):
    """A type that some values match, and the share of them."""

    type: str
    format: str | None
    share: float


class SuspicionFacts(TypedDict):
    """Why a column could give people away."""

    guard: str
    reason: str


class ProfileColumn(TypeMatch):
    """One column: the type to declare, its values, and the role that it seems to have."""

    name: str
    sampled: bool
    other_types: list[TypeMatch]
    read_as_missing: list[str]
    missing: int
    missing_share: float | None
    distinct: int
    distinct_share: float | None
    role: str
    reason: str
    certain: bool
    suspicions: list[SuspicionFacts]
    frequent: list[tuple[str, int]]


class ProfileReport(TypedDict):
    """The profile of a table; `assumed` says which encoding of the file was assumed."""

    format: int
    records: int
    columns: list[ProfileColumn]
    note: str
    data: str
    encoding: NotRequired[str | None]
    assumed: NotRequired[str | None]
