"""The first state of a run: a study and its table, as it was read."""

from dataclasses import dataclass

import polars as pl

from shoal.data.source import Source
from shoal.data.table import Table
from shoal.ledger.budget import Budget
from shoal.pipeline.states.way import Way
from shoal.study.study import Study


@dataclass(frozen=True, eq=False)
class Read:
    """A study with its table.

    Attributes:
        study: The study.
        way: How it is solved.
        table: The table as it was read, or as it is in memory; of a large table its counted tuples.
        decimal: The decimal mark in the table's texts.
        source: Where the table is from; None for a table in memory.
        sha256: The fingerprint of its file; None if there is no file, or nobody asked for it.
        budget: The privacy budget that the run spends; None if it spends nothing.
        drawn: One flag per record: whether an earlier run drew it; None chooses as the study says.
    """

    study: Study
    way: Way
    table: Table
    decimal: str = "."
    source: Source | None = None
    sha256: str | None = None
    budget: Budget | None = None
    drawn: pl.Series | None = None
