"""From a list of edges that names nodes by their ids to a graph of records."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.engine.arrays import Counts
from shoal.errors import DataError
from shoal.methods.graph.graph import Graph

ENDS = 2


@dataclass(frozen=True, eq=False)
class Connected:
    """A graph of records, and what its list of edges had besides.

    Attributes:
        graph: The graph; nodes are numbered like the records of the table.
        loops: How many edges lead from a node to itself; they are left out.
        repeated: How many edges were listed again, in either direction; each counts once.
    """

    graph: Graph
    loops: int
    repeated: int

    @property
    def notes(self) -> tuple[str, ...]:
        """What the steward should know about the list."""
        return tuple(self._notes())

    def _notes(self) -> Iterator[str]:
        if self.loops:
            yield f"{self.loops:,} edges lead from a node to itself; they were left out."
        if self.repeated:
            yield (
                f"{self.repeated:,} edges are listed more than once or in both directions; each"
                " counts once."
            )
        alone = int(np.count_nonzero(self.graph.degrees == 0))
        if alone:
            yield f"{alone:,} of {self.graph.nodes:,} records have no edge."


def connect_records(ids: pl.Series, listed: pl.DataFrame) -> Connected:
    """The graph of a list of edges; raises DataError for bad ids and for ends that are no record.

    Args:
        ids: The id of each record.
        listed: The edges: the first two columns tell the ids of their ends. Where a list has no
            header, its first edge is read as one; it is an edge if both names are ids.
    """
    refuse_bad_ids(ids)
    places = pl.DataFrame({"id": ids.cast(pl.String)}).with_row_index("place")
    ends = _with_first(listed, ids)
    found = np.stack([_places(ends[:, at], places) for at in range(ENDS)], axis=1)
    _refuse_unknown(found, ends)
    loops = int(np.count_nonzero(found[:, 0] == found[:, 1]))
    graph = Graph.of(len(ids), found.astype(np.int32))
    return Connected(graph, loops, len(found) - loops - len(graph.edges))


def refuse_bad_ids(ids: pl.Series) -> None:
    """Raise DataError unless every record has an id of its own."""
    missing = ids.null_count()
    if missing:
        raise DataError(
            f"Column {ids.name!r}: {missing:,} of {len(ids):,} records have no id, so no edge can"
            " name them. Give every node an id."
        )
    repeated = len(ids) - ids.n_unique()
    if repeated:
        raise DataError(
            f"Column {ids.name!r}: {repeated:,} of {len(ids):,} records repeat an id, so edges"
            " would be ambiguous. Keep one record per node."
        )


def _with_first(listed: pl.DataFrame, ids: pl.Series) -> pl.DataFrame:
    """The two ends of each edge as texts; a header that is an edge is put back."""
    if listed.width < ENDS:
        raise DataError(
            f"The list of edges has {listed.width} column. Expected two: the ids of both ends. If"
            " they are separated by blanks, set `separator: ' '`."
        )
    names = listed.columns[:ENDS]
    ends = listed.select(by_name(names).cast(pl.String))
    if ids.cast(pl.String).is_in(names).sum() < ENDS:
        return ends
    first = pl.DataFrame([[name] for name in names], schema=ends.schema)
    return pl.concat((first, ends))


def _places(ends: pl.Series, places: pl.DataFrame) -> Counts:
    """The record of each end, -1 where none has this id."""
    wanted = pl.DataFrame({"id": ends})
    found = wanted.join(places, on="id", how="left", maintain_order="left")["place"]
    return found.cast(pl.Int64).fill_null(-1).to_numpy()


def _refuse_unknown(found: Counts, ends: pl.DataFrame) -> None:
    """Raise DataError if an edge has an end without an id, or one that is not in the table."""
    problems = []
    empty = ends.filter(pl.any_horizontal(pl.all().is_null())).height
    if empty:
        problems.append(f"{empty:,} of {len(found):,} edges have an end without an id.")
    unknown = int(np.count_nonzero((found < 0).any(axis=1))) - empty
    if unknown:
        problems.append(
            f"{unknown:,} of {len(found):,} edges have an end that no record of the table has as"
            " its id. Check that `node` names the right column, or leave these edges out."
        )
    if problems:
        raise DataError(*(f"edges: {problem}" for problem in problems))
