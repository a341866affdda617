"""What a release shows by itself, whether its records are in memory or an engine counts them."""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from shoal.pipeline.states.graph import ReleasedGraph
from shoal.report.released import FrameGroups, Released, Roles, Sizes, blank_columns, count_release
from shoal.scale.large_table import LargeTable
from shoal.study.study import Study


def describe_frame(
    study: Study,
    frame: pl.DataFrame,
    graph: ReleasedGraph | None = None,
    *,
    blanks: bool | None = None,
) -> Released:
    """What a release in memory shows by itself: figures that anybody who has it can count.

    Args:
        study: The study.
        frame: The release as its recipients get it.
        graph: Its graph.
        blanks: Whether suppressed records are in it, blank; by default as the study says.
    """
    keys, is_blank = study.given(), study.output.suppressed != "left-out"
    known = _columns_left_blank(study, Roles.of(keys, frame.columns))
    groups = FrameGroups(frame, known, is_blank if blanks is None else blanks)
    return count_release(keys, frame.columns, groups, None if graph is None else _counts(graph))


def describe_table(study: Study, table: LargeTable) -> Released:
    """The same for a release that an engine counts."""
    keys, names = study.given(), table.schema.columns
    known = _columns_left_blank(study, Roles.of(keys, names))
    groups = TableGroups(table, known, study.output.suppressed != "left-out")
    return count_release(keys, names, groups)


@dataclass(frozen=True, eq=False)
class TableGroups:
    """The records of a release that an engine counts.

    Attributes:
        table: The release.
        known: Its quasi-identifiers, if suppressed records are blank only there; else empty.
        blanks: Whether suppressed records are in it, blank: they are in no class.
    """

    table: LargeTable
    known: Sequence[str]
    blanks: bool

    def sizes(self, columns: Sequence[str]) -> Sizes:
        """How many groups of records that look alike in some columns have which size."""
        return self.table.sizes(columns, self._columns_of_blanks(columns))

    def fewest(self, columns: Sequence[str], value: str) -> int | None:
        """The fewest different values, missing ones left out, in a group; None without records."""
        return self.table.fewest(columns, value, self._columns_of_blanks(columns))

    def _columns_of_blanks(self, columns: Sequence[str]) -> list[str]:
        """The columns that tell a suppressed record by being blank; none if there are none."""
        return blank_columns(columns, self.known, self.table.schema.columns) if self.blanks else []


def _columns_left_blank(study: Study, roles: Roles) -> list[str]:
    """The quasi-identifiers, if suppressed records are blank only there; else no column.

    Where suppressed records are blank everywhere, a record without quasi-identifiers is released.
    """
    return roles.known if study.output.suppressed == "keep-values" else []


def _counts(graph: ReleasedGraph) -> dict[str, int]:
    """Nodes and clusters, as the files of a graph show them."""
    return {"nodes": int(graph.super_graph.sizes.sum()), "clusters": len(graph.super_graph.sizes)}
