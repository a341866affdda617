"""All candidates of a sweep at one k, limit and weights, without grouping again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.encoded import EncodedColumn
from shoal.engine.lattice import Levels
from shoal.errors import StudyError, did_you_mean
from shoal.quality.separable import Separable
from shoal.report.summary import plain
from shoal.search.frontier.answers import Answer, Frontier, Share, score_of
from shoal.search.frontier.row_losses import best_row, combine_rows
from shoal.search.problem import Problem
from shoal.service.candidate_figures import About, Candidate, Closely, ColumnLook, Stair

EXAMPLES = 3


@dataclass(frozen=True, eq=False)
class Judged:
    """One row per candidate, in lexicographic order.

    Attributes:
        swept: The frontier, which holds the figures for every k.
        asked: The problem with this k, limit and weights.
        form: Its loss, as a sum over columns.
        losses: Each column's loss.
        records: How many records are suppressed.
        smallest: The smallest class that is kept; 0 without one.
    """

    swept: Frontier
    asked: Problem
    form: Separable
    losses: Floats
    records: Counts
    smallest: Counts

    @cached_property
    def loss(self) -> Floats:
        """The columns' losses as one number."""
        return combine_rows(self.form, self.losses)

    @cached_property
    def shares(self) -> Floats:
        """The loss as a share of what can be lost at most."""
        low, high = self.asked.quality.range(self.asked.encoded)
        return (self.loss - low) / (high - low) if high > low else np.zeros_like(self.loss)

    @cached_property
    def is_accepted(self) -> Bools:
        """Which candidates suppress no more records than the limit allows."""
        accepted: Bools = self.records <= self.asked.maximum_suppressed
        return accepted

    @property
    def names(self) -> list[str]:
        """The columns."""
        return [column.name for column in self.asked.encoded.columns]

    def order(self, within: Bools | None = None, by: str = "loss") -> Counts:
        """Rows from the best to the worst, those within the limit first."""
        rows = np.arange(len(self.records)) if within is None else np.flatnonzero(within)
        loss = np.round(self.loss[rows], 12)
        sums = self.swept.level_sums[rows]
        first = {"suppressed": self.records[rows], "smallest": -self.smallest[rows]}
        order: Counts = rows[np.lexsort((sums, loss, first.get(by, loss), ~self.is_accepted[rows]))]
        return order

    def best(self) -> Answer | None:
        """The candidate of least loss within the limit; None without one."""
        rows = np.flatnonzero(self.is_accepted)
        if not rows.size:
            return None
        at = best_row(self.form, self.losses[rows], self.swept.level_sums[rows])
        row = int(rows[at])
        score = score_of(self.asked, self.form, self.losses[row])
        smallest = int(self.smallest[row]) or None
        return Answer(self._levels(row), *score, int(self.records[row]), smallest)

    def stairs(self) -> list[Stair]:
        """The least loss by the number of suppressed records: one entry wherever it falls."""
        order = np.lexsort((self.swept.level_sums, self.shares, self.records))
        shares = self.shares[order]
        lowest = np.minimum.accumulate(shares)
        falls = np.flatnonzero(shares[1:] < lowest[:-1] - 1e-12) + 1
        rows = order[[0, *falls.tolist()]]
        return [
            {"levels": list(self._levels(int(row))), "loss_normalized": float(self.shares[row]),
             "suppressed_records": int(self.records[row])}
            for row in rows
        ]  # fmt: skip

    def figures_at(self, row: int) -> Candidate:
        """A candidate as plain values."""
        loss, share = score_of(self.asked, self.form, self.losses[row])
        return {
            "levels": dict(zip(self.names, self._levels(row), strict=True)),
            "loss": plain(float(loss)),
            "loss_normalized": plain(float(share)),
            "suppressed_records": int(self.records[row]),
            "smallest_class": int(self.smallest[row]) or None,
            "accepted": bool(self.is_accepted[row]),
        }

    def figures_by_column(self, row: int) -> Closely:
        """A candidate, and what it makes of each column."""
        parts = zip(self.asked.encoded.columns, self._levels(row), self.losses[row], strict=True)
        columns = {
            column.name: _at_level(column, level, plain(float(loss)))
            for column, level, loss in parts
        }
        return {**self.figures_at(row), "columns": columns}

    def figures_of_several(self, vectors: Sequence[Levels]) -> About:
        """Figures of several candidates, one list each."""
        rows = np.array([self.row(vector) for vector in vectors], np.int64)
        return {
            "loss_normalized": np.round(self.shares[rows], 6).tolist(),
            "suppressed_records": self.records[rows].tolist(),
            "smallest_class": self.smallest[rows].tolist(),
            "accepted": self.is_accepted[rows].tolist(),
        }

    def row(self, levels: Levels) -> int:
        """The row of a candidate."""
        lattice = self.asked.lattice
        if tuple(levels) not in lattice:
            raise StudyError("levels: the study has no such candidate.")
        steps = [level - low for level, low in zip(levels, lattice.minimum, strict=True)]
        return int(np.ravel_multi_index(steps, lattice.shape))

    def within(
        self,
        levels: Mapping[str, Sequence[int]],
        accepted: bool | None = None,
        loss: tuple[float, float] | None = None,
    ) -> Bools:
        """Flags of the candidates with certain levels, accepted or not, in a range of losses."""
        chosen = np.ones(len(self.records), np.bool_)
        for name, allowed in levels.items():
            if name not in self.names:
                raise StudyError(f"levels: no column {name!r}.{did_you_mean(name, self.names)}")
            at = self.names.index(name)
            steps = np.array(allowed, np.int64) - self.asked.lattice.minimum[at]
            chosen &= np.isin(self.swept.tables.levels[:, at], steps)
        if accepted is not None:
            chosen &= self.is_accepted == accepted
        if loss is not None:
            chosen &= (self.shares >= loss[0]) & (self.shares <= loss[1])
        return chosen

    def _levels(self, row: int) -> Levels:
        return self.asked.lattice.at(row)


def judge_candidates(
    swept: Frontier,
    k: int,
    limit: Share | None = None,
    weights: Mapping[str, float] | None = None,
) -> Judged:
    """Every candidate at one k."""
    asked = swept.problem_of(k, limit, None, weights)
    form, cut = swept.form(asked), swept.swept.cut(k)
    records, units = swept.sums.unpack(swept.swept.before(cut))
    losses = swept.losses(form, np.arange(len(records)), records, units)
    return Judged(swept, asked, form, losses, records, swept.swept.smallest(cut))


def _at_level(column: EncodedColumn, level: int, loss: float | None) -> ColumnLook:
    """What a column's values look like at a level."""
    labels = column.labels[level]
    chosen = {len(labels) * at // EXAMPLES for at in range(EXAMPLES)} if len(labels) else set()
    return {
        "loss": loss,
        "level": level,
        "height": column.height,
        "labels": len(labels),
        "examples": [labels[at] for at in sorted(chosen)],
    }
