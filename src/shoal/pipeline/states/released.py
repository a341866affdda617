"""The fourth state of a run: an anonymized table, before it is written."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl
from polars.selectors import by_name

from shoal.data.source import Source
from shoal.data.table import Table
from shoal.engine.encoded import EncodedTable
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.pipeline.states.solved import Solved
from shoal.pipeline.states.way import Way
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.study.study import Study

if TYPE_CHECKING:
    from shoal.methods.registry import Treated


@dataclass(frozen=True, eq=False)
class Released:
    """The release of a table, in the order of its records.

    Attributes:
        solved: The state before.
        frame: The released columns; suppressed records have blank quasi-identifiers.
    """

    solved: Solved
    frame: pl.DataFrame

    @property
    def study(self) -> Study:
        """The study."""
        return self.solved.prepared.read.study

    @property
    def way(self) -> Way:
        """How the study was solved."""
        return self.solved.prepared.read.way

    @property
    def source(self) -> Source | None:
        """Where the table is from; None for a table in memory."""
        return self.solved.prepared.read.source

    @property
    def sha256(self) -> str | None:
        """The fingerprint of its file; None if there is no file, or nobody asked for it."""
        return self.solved.prepared.read.sha256

    @property
    def explicit(self) -> Study:
        """The study with the hierarchies that were made automatically."""
        return self.solved.prepared.explicit

    @property
    def table(self) -> Table:
        """The input, declared missing values as null; only the research subset, if any."""
        return self.solved.prepared.table

    @property
    def whole(self) -> Table:
        """The input with the records outside the research subset."""
        return self.solved.prepared.whole

    @property
    def chosen(self) -> pl.Series | None:
        """One flag per record of the whole input: whether it is in the subset; None without one."""
        return self.solved.prepared.chosen

    @property
    def hierarchies(self) -> Mapping[str, Hierarchy]:
        """The hierarchy of each quasi-identifier that forms classes."""
        return self.solved.prepared.hierarchies

    @property
    def problem(self) -> Problem:
        """The problem that was solved.

        Where classes or cells have levels of their own, the outcome is about `recoded` instead.
        """
        return self.solved.problem

    @property
    def outcome(self) -> Outcome:
        """The candidate, its loss, and the suppressed records."""
        return self.solved.outcome

    @property
    def levels(self) -> dict[str, int] | None:
        """The level of each column that forms classes; None where each class has its own."""
        if self.way.by_class:
            return None
        return dict(zip(self.study.generalized, map(int, self.outcome.levels), strict=True))

    @property
    def recoded(self) -> EncodedTable | None:
        """The table in which classes or cells have levels of their own; None if none have."""
        return self.solved.recoded.encoded if self.way.by_record else None

    @property
    def promised(self) -> int:
        """The most records that a method makes look alike; 0 where promises decide that."""
        return self.way.largest

    @property
    def treated(self) -> "Treated | None":
        """What the method decided, where the study has one."""
        return self.solved.treated

    @property
    def notes(self) -> tuple[str, ...]:
        """What the steward should know about what was read and found."""
        return (*self.solved.prepared.notes, *self.outcome.notes)

    def without_cells(self) -> "Released":
        """The release without cells that the report does not need: it counts tuples instead.

        Table and frame lose the columns whose level tells everything. `whole` becomes the table, so
        the records outside the research subset are gone, too.
        """
        by_record = self.study.columns_by_record
        counted = [name for name in self.study.generalized if name not in by_record]
        table = replace(self.table, frame=self.table.frame.drop(by_name(counted)))
        shown = [name for name in by_record if name in self.frame.columns]
        prepared = replace(
            self.solved.prepared,
            read=replace(self.solved.prepared.read, table=table),
            table=table,
            whole=table,
        )
        solved = replace(self.solved, prepared=prepared)
        return Released(solved, self.frame.select(by_name(shown)))
