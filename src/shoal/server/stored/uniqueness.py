"""The share of records of a stored table that are unique by some columns; for its steward only."""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from shoal.ledger.workspace import Workspace
from shoal.server.stored.column_shape import cells_of


@dataclass(frozen=True)
class Uniqueness:
    """Shares of records that are the only ones with their values.

    Attributes:
        alone: The share by each column alone.
        together: The share by all these columns and those that others may know.
    """

    alone: dict[str, float]
    together: float


def uniqueness(
    workspace: Workspace, owner: str, id: str, names: Sequence[str], known: Sequence[str] = ()
) -> Uniqueness:
    """The shares of unique records by these columns.

    Args:
        workspace: Where the table is stored.
        owner: The id of its owner.
        id: The table.
        names: The columns.
        known: Columns that others may know besides.
    """
    everything = dict.fromkeys((*names, *known))
    columns = {name: cells_of(workspace, owner, id, name) for name in everything}
    alone = {name: _share(columns[name].is_unique()) for name in names}
    return Uniqueness(alone, _share(pl.DataFrame(columns).is_unique()))


def _share(marked: pl.Series) -> float:
    """The share of true values, from 0 to 1; 0 without records."""
    return int(marked.sum()) / len(marked) if len(marked) else 0.0
