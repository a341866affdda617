"""What a column means: its role, its type, and which texts stand for a missing value."""

from dataclasses import dataclass
from enum import StrEnum

from shoal.data.types import STRING, ColumnType, column_types

__all__ = ["ColumnOptions", "ColumnType", "Role", "column_types"]


@dataclass(frozen=True)
class ColumnOptions:
    """How the values of a column are read.

    Attributes:
        type: What every value must be.
        missing: Texts that stand for a missing value, besides the empty cell.
    """

    type: ColumnType = STRING
    missing: tuple[str, ...] = ()


class Role(StrEnum):
    """What a column can do to a person's privacy."""

    IDENTIFIER = "identifier"
    QUASI_IDENTIFIER = "quasi-identifier"
    SENSITIVE = "sensitive"
    INSENSITIVE = "insensitive"
    UNDECIDED = "undecided"
