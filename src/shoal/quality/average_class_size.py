"""Average class size (LeFevre et al. 2006, doi:10.1109/ICDE.2006.101; docs/theory/losses.md)."""

from typing import Annotated

import numpy as np
from annotated_types import Interval

from shoal.engine.arrays import Counts, Floats
from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedTable
from shoal.formula import formula, frac, words
from shoal.plugin import plugin
from shoal.quality.class_counts import most_classes
from shoal.quality.model import Score, generalization_and_suppression, quality_models


@quality_models.register("average-class-size", formula=formula(frac("n", words("classes"))))
@plugin()
class AverageClassSize:
    """Records per class, the suppressed records together being one class.

    Attributes:
        gs_factor: What classes count for: below 0.5 each kept class counts less, above 0.5 the
            class of the suppressed records does.

    Card:
        group: How large classes are
        says: How many records a class has on average.
        advice: A quick look; close to k is best.
        where: n is the number of records.
        reference: LeFevre et al. 2006, doi:10.1109/ICDE.2006.101
        place: 6
    """

    gs_factor: Annotated[float, Interval(ge=0, le=1)] = 0.5

    def loss(self, candidate: Candidate) -> Score:
        """Infinite where no class counts: there is nothing to use."""
        suppressed = candidate.suppressed_records > 0
        classes = self._weight_of_classes(
            np.array([len(candidate.kept_sizes)]), suppressed=suppressed
        )
        return Score(float(_mean_size(candidate.encoded, classes)[0]))

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From the table as it is to one class, as far as that is finite."""
        low = self._bound(encoded, np.array([np.count_nonzero(encoded.counts)]))
        one, none = np.array([1]), np.array([0])
        ends = (
            self._weight_of_classes(one, suppressed=False),
            self._weight_of_classes(none, suppressed=True),
        )
        sizes = _mean_size(encoded, np.concatenate(ends))
        return float(low[0]), float(sizes[np.isfinite(sizes)].max())

    def bounds(self, encoded: EncodedTable, levels: Counts, most_suppressed: int) -> Floats:
        """No candidate has more classes than combinations of codes."""
        return self._bound(encoded, most_classes(encoded, levels))

    def bound_above(self, candidate: Candidate, most_suppressed: int) -> float:
        """Classes only get fewer upward."""
        classes = np.array([np.count_nonzero(candidate.grouping.sizes)])
        return float(self._bound(candidate.encoded, classes)[0])

    def _bound(self, encoded: EncodedTable, classes: Counts) -> Floats:
        """The loss at least, with so many classes at most.

        Either all are kept, or at least one is suppressed; the smaller loss counts.
        """
        all_kept = self._weight_of_classes(classes, suppressed=False)
        return _mean_size(
            encoded, np.maximum(all_kept, self._weight_of_classes(classes - 1, suppressed=True))
        )

    def _weight_of_classes(self, kept: Counts, *, suppressed: bool) -> Floats:
        """What so many kept classes count for, with or without the one of the suppressed."""
        # The two weights are swapped on purpose: they stand in the denominator.
        generalization, suppression = generalization_and_suppression(self.gs_factor)
        return suppression * kept.astype(np.float64) + generalization * suppressed


def _mean_size(encoded: EncodedTable, classes: Floats) -> Floats:
    """Records per class; infinite where no class counts."""
    return np.where(classes > 0, encoded.records / np.where(classes > 0, classes, 1.0), np.inf)
