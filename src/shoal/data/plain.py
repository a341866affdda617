"""Keys that say where a table is and how it is read: used by studies, and by other requests."""

from typing import TypedDict


class DataKeys(TypedDict, total=False):
    """Where a table is, and how it is read."""

    path: str
    format: str
    separator: str
    quote: str
    encoding: str
    decimal: str
    skip: int
    comment: str
    sheet: int | str
    resource: str
    time_zone: str
    url: str
    query: str
    credentials: str


class TypeKeys(TypedDict, total=False):
    """How the values of a column are read."""

    type: str
    order: list[str]
    format: str
    pivot: int
