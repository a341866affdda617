"""The question: a table, its candidates, the promises to keep and the loss to keep low."""

from dataclasses import dataclass
from decimal import ROUND_FLOOR, Decimal
from functools import cached_property

import numpy as np

from shoal.engine.arrays import Bools
from shoal.engine.candidate import Candidate
from shoal.engine.classes import EquivalenceClasses, classes_of
from shoal.engine.encoded import EncodedTable
from shoal.engine.grouping import group
from shoal.engine.lattice import Lattice, Levels
from shoal.privacy.model import ClassPromise, Promise
from shoal.quality.model import QualityModel


@dataclass(frozen=True, eq=False)
class Problem:
    """What a search is asked.

    Attributes:
        encoded: The table.
        lattice: The candidates.
        privacy: The promises; all must hold.
        quality: The loss to keep low.
        suppression_limit: The largest share of records that may be suppressed.
    """

    encoded: EncodedTable
    lattice: Lattice
    privacy: tuple[Promise, ...]
    quality: QualityModel
    suppression_limit: Decimal = Decimal(0)

    @cached_property
    def maximum_suppressed(self) -> int:
        """How many records may be suppressed: the floor of the limit's decimal text times n."""
        share = self.suppression_limit * self.encoded.records
        return int(share.to_integral_value(ROUND_FLOOR))

    def candidate(self, levels: Levels) -> Candidate:
        """A level vector seen on the data, violating classes suppressed."""
        grouping = group(self.encoded, levels)
        classes = classes_of(self.encoded, grouping)
        return Candidate(self.encoded, grouping, self._suppressed(classes))

    def accepts(self, candidate: Candidate) -> bool:
        """Whether a candidate suppresses few enough records."""
        return candidate.suppressed_records <= self.maximum_suppressed

    def _suppressed(self, classes: EquivalenceClasses) -> Bools:
        suppressed = np.zeros(len(classes.sizes), np.bool_)
        for promise in self.privacy:
            if isinstance(promise, ClassPromise):
                suppressed |= promise.violations(classes)
        return suppressed
