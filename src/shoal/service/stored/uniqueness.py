"""How many records of a stored table some columns tell apart; for its steward only."""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from shoal.service.stored.column_shape import cells_of
from shoal.service.workspace import Workspace


@dataclass(frozen=True)
class Uniqueness:
    """Shares of records that are the only one with their values.

    Attributes:
        alone: By each column alone.
        together: By all of them, and those that others may know.
    """

    alone: dict[str, float]
    together: float


def uniqueness(
    workspace: Workspace, owner: str, id: str, names: Sequence[str], known: Sequence[str] = ()
) -> Uniqueness:
    """How unique records are by columns.

    Args:
        workspace: Where the table is kept.
        owner: Whose it is.
        id: The table.
        names: The columns.
        known: Columns that others may know besides.
    """
    columns = {
        name: cells_of(workspace, owner, id, name) for name in dict.fromkeys((*names, *known))
    }
    alone = {name: float(columns[name].is_unique().mean() or 0) for name in names}
    return Uniqueness(alone, float(pl.DataFrame(columns).is_unique().mean() or 0))
