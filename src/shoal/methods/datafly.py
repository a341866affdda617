"""Datafly (Sweeney 1997; paper 003, "The Datafly System").

The columns that somebody could link are taken as one long value. While more records than allowed
have a value that is too rare, the column with the most different values is generalized by one
level; then the records that are still rare are dropped. The paper does not say which column rises
where two have equally many values; here it is the one that was generalized least so far, then the
first (docs/theory/methods.md).
"""

from typing import Any, ClassVar

import numpy as np

from shoal.engine.arrays import Bools
from shoal.engine.encoded import EncodedTable
from shoal.engine.lattice import Levels
from shoal.errors import NoReleaseError
from shoal.methods.bins import Bins
from shoal.methods.linked import BinSize, Linked, LinkedSet, sets_of
from shoal.methods.registry import Treated, methods
from shoal.plugin import plugin
from shoal.progress import Progress, Watch
from shoal.search.problem import Problem


@methods.register("datafly", begin={"bin_size": 5})
@plugin()
class Datafly:
    """The column with the most values is generalized until few records are rare; those are dropped.

    At most the study's `suppression_limit` of all records is dropped.

    Attributes:
        bin_size: The smallest number of records that may look alike.
        linked: Sets of columns that somebody could link, each with its own bin size if it has one:
            `[{columns: [age, zip], bin_size: 5}]`. All quasi-identifiers are one set otherwise.

    Card:
        promise: Every record is one of at least {bin_size} that look alike in the linked columns.
        measure: records in the smallest bin of linked columns
        means: Larger is safer: so many records share what somebody could link.
        unit: records
        advice: For a quick release with whole columns generalized; it drops few records and loses
            more than a search.
        reference: Sweeney 1997, Datafly
    """

    bin_size: BinSize
    linked: tuple[Linked, ...] | None = None
    blanks_cells: ClassVar[bool] = False
    own_cells: ClassVar[bool] = False
    counts_people: ClassVar[bool] = True

    def run(self, problem: Problem, watch: Watch) -> Treated:
        """Generalize, then drop."""
        names = [column.name for column in problem.encoded.columns]
        sets = sets_of(self.linked, self.bin_size, names)
        encoded, levels = problem.encoded, problem.lattice.minimum
        bins = [Bins.of(encoded, one.columns, levels) for one in sets]
        steps: list[dict[str, Any]] = []
        rare, broken = _rare_tuples(encoded, bins, sets)
        while (records := int(encoded.counts[rare].sum())) > problem.maximum_suppressed:
            watch(Progress("search", len(steps), problem.lattice.size, may_end_before=True))
            at = _next_column(problem, levels, broken, records)
            levels = (*levels[:at], levels[at] + 1, *levels[at + 1 :])
            bins = [one.raise_column(encoded, at, levels[at]) for one in bins]
            done = {"step": "generalize", "column": names[at], "level": levels[at]}
            steps.append({**done, "rare_records": records})
            rare, broken = _rare_tuples(encoded, bins, sets)
        steps.append({"step": "drop", "records": records})
        return Treated(levels, rare[encoded.tuple_of_record], None, len(steps), tuple(steps))


def _rare_tuples(
    encoded: EncodedTable, bins: list[Bins], sets: tuple[LinkedSet, ...]
) -> tuple[Bools, list[LinkedSet]]:
    """The tuples to drop, and the sets in which records are rare before any is dropped.

    A record dropped for one set may make others rare in another set, so all is looked at again.
    """
    kept = np.ones(len(encoded.counts), np.bool_)
    broken: list[LinkedSet] | None = None
    while True:
        small = [
            kept & (one.sizes(encoded, kept) < given.bin_size)[one.of_tuple]
            for one, given in zip(bins, sets, strict=True)
        ]
        if broken is None:
            broken = [given for given, one in zip(sets, small, strict=True) if one.any()]
        if not any(one.any() for one in small):
            return ~kept, broken
        for one in small:
            kept &= ~one


def _next_column(problem: Problem, levels: Levels, sets: list[LinkedSet], rare: int) -> int:
    """The column to generalize: most different values, least generalized so far, then the first.

    Only columns of the given sets. Raises NoReleaseError if all are at their highest level.
    """
    linked = sorted({at for one in sets for at in one.columns})
    able = [at for at in linked if levels[at] < problem.lattice.maximum[at]]
    if not able:
        raise _no_release(problem, rare)
    return min(
        able, key=lambda at: (-different_values(problem.encoded, at, levels[at]), levels[at], at)
    )


def different_values(encoded: EncodedTable, column: int, level: int) -> int:
    """How many different values a column has at a level."""
    used = encoded.columns[column].codes[level][encoded.marginals[column] > 0]
    return len(np.unique(used))


def _no_release(problem: Problem, rare: int) -> NoReleaseError:
    """The error for a table that no level makes safe."""
    allowed, records = problem.maximum_suppressed, problem.encoded.records
    return NoReleaseError(
        f"Every linked column is at its highest level, and {rare:,} of {records:,} records are"
        f" still in bins that are too small; at most {allowed:,} may be dropped. Raise"
        " `suppression_limit`, allow higher levels (`max_level`), or lower the bin size."
    )
