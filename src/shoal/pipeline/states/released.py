"""An anonymized table, before it is written."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl
from polars.selectors import by_name

from shoal.data.table import Table
from shoal.engine.encoded import EncodedTable
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.search.outcome import Outcome
from shoal.search.problem import Problem
from shoal.study.study import Study

if TYPE_CHECKING:
    from shoal.methods.registry import Treated


@dataclass(frozen=True, eq=False)
class Anonymized:
    """A study's answer for a table, in the order of its records.

    Attributes:
        study: What was asked.
        explicit: The study with the hierarchies that were made automatically.
        table: The input, declared missing values as null; only the research subset, if any.
        problem: What was searched.
        outcome: What was found.
        frame: The released columns; suppressed records have blank quasi-identifiers.
        hierarchies: The hierarchy of each quasi-identifier that forms classes.
        whole: The input with the records outside the research subset.
        chosen: Which of its records are in the research subset; None where there is none.
        recoded: The table with levels of their own for each class, where recoding is local, or
            with cells of their own for each record, where a method blanks or makes some.
        treated: What the method decided, where the study has one.
        notes: What the steward should know about what was read.
    """

    study: Study
    explicit: Study
    table: Table
    problem: Problem
    outcome: Outcome
    frame: pl.DataFrame
    hierarchies: Mapping[str, Hierarchy]
    whole: Table
    chosen: pl.Series | None
    recoded: EncodedTable | None = None
    treated: "Treated | None" = None
    notes: tuple[str, ...] = ()

    def without_cells(self) -> "Anonymized":
        """What the report needs: quasi-identifiers are counted on tuples, not on records."""
        by_record = self.study.shown_by_record
        counted = [name for name in self.study.generalized if name not in by_record]
        table = replace(self.table, frame=self.table.frame.drop(by_name(counted)))
        shown = [name for name in by_record if name in self.frame.columns]
        return replace(self, table=table, frame=self.frame.select(by_name(shown)), whole=table)
