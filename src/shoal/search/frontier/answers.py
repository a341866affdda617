"""Every k and every suppression limit from one sweep (docs/theory/search.md).

A sweep knows, for each candidate and class size, the records and units of all classes below it.
For k-anonymity that is what suppression costs at any k. So questions about another k, another
limit, other weights or another way to combine columns are answered without grouping again.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.encoded import EncodedTable
from shoal.engine.lattice import Levels
from shoal.errors import NoReleaseError, NotYetAvailable, StudyError
from shoal.privacy.k_anonymity import KAnonymity
from shoal.privacy.model import is_decided_by_size
from shoal.progress import Watch, ignore_progress
from shoal.quality.aggregate import combine
from shoal.quality.model import QualityModel
from shoal.quality.separable import Separable
from shoal.search.exact.tables import Tables, marginals, tables_of
from shoal.search.frontier.row_losses import best_row
from shoal.search.frontier.sweep import Sweep, sweep
from shoal.search.frontier.unit_sums import UnitSums, unit_sums
from shoal.search.optimal import Optimal
from shoal.search.problem import Problem

MAXIMUM_K = 256
LARGEST = 1 << 20  # candidates that a sweep takes

Share = Decimal | float | str


@dataclass(frozen=True)
class Answer:
    """The best candidate for one k and one suppression limit.

    Attributes:
        levels: The level of each column.
        loss: The quality model's own score.
        loss_normalized: The score as a share of what can be lost at most.
        suppressed: How many records are left out.
        smallest: The smallest class that is kept; None if no class is.
    """

    levels: Levels
    loss: float
    loss_normalized: float
    suppressed: int
    smallest: int | None


@dataclass(frozen=True, eq=False)
class Frontier:
    """What every candidate of a problem costs at every k.

    Attributes:
        problem: The table, its candidates, and the loss that is meant unless another is named.
        maximum_k: Up to this k no question needs a search.
        tables: The lattice as arrays.
        sums: How the sweep's sums are packed.
        swept: The class sizes of every candidate.
    """

    problem: Problem
    maximum_k: int
    tables: Tables
    sums: UnitSums
    swept: Sweep

    def answer(
        self,
        k: int,
        limit: Share | None = None,
        quality: QualityModel | None = None,
        weights: Mapping[str, float] | None = None,
    ) -> Answer | None:
        """The candidate that a search would find; None where it would find none.

        Args:
            k: The smallest class that may be released; above `maximum_k` a search is run.
            limit: The largest share of records that may be suppressed; the problem's by default.
            quality: The loss to keep low; the problem's by default.
            weights: How much columns count, where it is not as in the problem.
        """
        asked = self.problem_of(k, limit, quality, weights)
        if k > self.maximum_k:
            return _search(asked)
        form, cut = self.form(asked), self.swept.cut(k)
        records, units = self.sums.unpack(self.swept.before(cut))
        rows = np.flatnonzero(records <= asked.maximum_suppressed)
        if not rows.size:
            return None
        losses = self.losses(form, rows, records[rows], units[rows])
        at = best_row(form, losses, self.level_sums[rows])
        row = int(rows[at])
        return Answer(
            self.problem.lattice.at(row),
            *score_of(asked, form, losses[at]),
            int(records[row]),
            int(self.swept.smallest(cut)[row]) or None,
        )

    def problem_of(
        self,
        k: int,
        limit: Share | None = None,
        quality: QualityModel | None = None,
        weights: Mapping[str, float] | None = None,
    ) -> Problem:
        """The problem that a question stands for."""
        problem = self.problem
        return replace(
            problem,
            encoded=_reweigh(problem.encoded, weights or {}),
            privacy=(KAnonymity(k),),
            quality=quality or problem.quality,
            suppression_limit=problem.suppression_limit if limit is None else Decimal(str(limit)),
        )

    def form(self, asked: Problem) -> Separable:
        """The loss of a question; it has to be made of the units that were summed up."""
        form = _separable(asked)
        for mine, swept in zip(form.covers, _separable(self.problem).covers, strict=True):
            if not all(map(np.array_equal, mine, swept)):
                raise ValueError("This loss counts other units than the sweep. Sweep with it.")
        return form

    def losses(self, form: Separable, rows: Counts, records: Counts, units: Counts) -> Floats:
        """Column losses of candidates, given the records and units that each suppresses."""
        covered, suppressed = self.units_of_candidates[rows].astype(float), units.astype(float)
        return form.column_losses(covered, suppressed, records[:, None])

    @cached_property
    def units_of_candidates(self) -> Counts:
        """Per candidate and column: the units that all records cover together."""
        form, tables = _separable(self.problem), self.tables
        covered = np.empty(tables.levels.shape, np.int64)
        for at, low in enumerate(self.problem.lattice.minimum):
            column, counts = self.problem.encoded.columns[at], marginals(tables, at)
            units = [
                int((counts * form.covers[at][low + level][column.step(low, low + level)]).sum())
                for level in range(tables.shape[at])
            ]
            covered[:, at] = np.array(units)[tables.levels[:, at]]
        return covered

    @cached_property
    def level_sums(self) -> Counts:
        """Per candidate: the sum of its levels."""
        sums: Counts = self.tables.levels.sum(axis=1, dtype=np.int64)
        return sums


def frontier_of(
    problem: Problem,
    *,
    maximum_k: int = MAXIMUM_K,
    threads: int | None = None,
    watch: Watch = ignore_progress,
) -> Frontier:
    """Sweep through all candidates of a problem; its own k and limit play no part.

    Args:
        problem: The table, its candidates and the loss.
        maximum_k: The largest k to answer without a search.
        threads: How many to use; all processors by default. The result is the same.
        watch: Called now and then; raises Canceled to stop.
    """
    _refuse(problem, maximum_k)
    tables = tables_of(problem.encoded, problem.lattice)
    sums = unit_sums(_separable(problem), tables, problem.lattice)
    workers = threads or _processors()
    swept = sweep(tables, sums.lookups, maximum_k - 1, workers, watch)
    return Frontier(problem, maximum_k, tables, sums, swept)


def score_of(asked: Problem, form: Separable, losses: Floats) -> tuple[float, float]:
    """A candidate's score and the normalized one, by the same steps as after a search."""
    loss = combine(form.aggregate, losses.tolist(), form.weights.tolist())
    low, high = asked.quality.range(asked.encoded)
    return loss, (loss - low) / (high - low) if high > low else 0.0


def _refuse(problem: Problem, maximum_k: int) -> None:
    if problem.encoded.people is not None:
        raise NotYetAvailable(
            "A frontier of people is not yet available. Run the study for each k, or look at the"
            " frontier of a copy of it with `person: false`, which counts records."
        )
    if not all(map(is_decided_by_size, problem.privacy)):
        raise NotYetAvailable(
            "A frontier with promises other than k-anonymity of records is not yet available."
            " Take the other promises out of the study, or run it for each k."
        )
    if getattr(problem.quality, "separable", None) is None:
        raise NotYetAvailable("A frontier of this quality model is not yet available. Try `loss`.")
    if _separable(problem).aggregated_column_count:
        raise NotYetAvailable(
            "A frontier with aggregated columns is not yet available. Set `clustering: true`,"
            " or run the study for each k."
        )
    if problem.encoded.layout.words > 1:
        raise NotYetAvailable(
            f"A frontier over {len(problem.encoded.columns)} columns whose values do not fit"
            " 64 bits is not yet available. Take a column out, or raise `min_level`."
        )
    if problem.lattice.size > LARGEST:
        raise StudyError(
            f"The study has {problem.lattice.size:,} candidates; a frontier looks at every one and"
            f" takes at most {LARGEST:,}. Narrow `min_level` and `max_level`."
        )
    if not 2 <= maximum_k <= 1 << 16:
        raise StudyError(f"The largest k is {maximum_k:,}; it must be between 2 and 65,536.")


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not on macOS and Windows
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _separable(problem: Problem) -> Separable:
    form: Separable = problem.quality.separable(problem.encoded)  # type: ignore[attr-defined]
    return form


def _reweigh(encoded: EncodedTable, weights: Mapping[str, float]) -> EncodedTable:
    if not weights:
        return encoded
    columns = (
        replace(column, weight=weights.get(column.name, column.weight))
        for column in encoded.columns
    )
    return replace(encoded, columns=tuple(columns))


def _search(asked: Problem) -> Answer | None:
    """The answer by a fresh search."""
    try:
        outcome = Optimal().run(asked, ignore_progress)
    except NoReleaseError:
        return None
    return Answer(
        outcome.levels,
        outcome.loss,
        outcome.loss_normalized,
        int(outcome.suppressed.sum()),
        int(outcome.class_sizes.min()) if outcome.class_sizes.size else None,
    )
