"""The distinct values of a column of a stored table, for its steward only."""

import polars as pl

from shoal.ledger.workspace import Workspace
from shoal.server.stored.column_shape import cells_of


def column_texts(workspace: Workspace, owner: str, id: str, name: str, most: int) -> list[str]:
    """At most so many of them, in no order; missing ones are left out."""
    found = cells_of(workspace, owner, id, name).drop_nulls().unique()
    return found.head(most).cast(pl.String).to_list()
