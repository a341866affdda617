"""The question: a table, its candidates, the promises to keep and the loss to keep low."""

from dataclasses import dataclass, replace
from decimal import ROUND_FLOOR, Decimal
from functools import cached_property

import numpy as np

from shoal.engine.arrays import Bools
from shoal.engine.candidate import Candidate
from shoal.engine.classes import EquivalenceClasses, classes_of
from shoal.engine.encoded import EncodedTable
from shoal.engine.grouping import Grouping, group
from shoal.engine.lattice import Lattice, Levels
from shoal.privacy.model import ClassPromise, Promise, TablePromise, Vetoing
from shoal.quality.model import QualityModel
from shoal.search.problem.table_promises import enforce, table_promises


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
        """A level vector seen on the data, with the classes that promises suppress or veto."""
        return self.judge(levels)[0]

    def judge(self, levels: Levels) -> tuple[Candidate, EquivalenceClasses]:
        """A candidate, and the classes that its promises saw."""
        grouping = group(self.encoded, levels)
        classes = classes_of(self.encoded, grouping)
        return self.decide(grouping, classes), classes

    def decide(self, grouping: Grouping, classes: EquivalenceClasses) -> Candidate:
        """The candidate of a grouping, with the classes that promises suppress or veto."""
        candidate = Candidate(
            self.encoded, grouping, self._broken_classes(classes), self._is_vetoed(classes)
        )
        if candidate.vetoed or not self.about_the_table:
            return candidate
        suppressed = enforce(self.about_the_table, self.quality, candidate, classes.sizes)
        return replace(candidate, suppressed=suppressed)

    def accepts(self, candidate: Candidate) -> bool:
        """Whether nothing vetoes a candidate and it suppresses few enough records."""
        return not candidate.vetoed and candidate.suppressed_records <= self.maximum_suppressed

    @cached_property
    def about_the_table(self) -> list[TablePromise]:
        """The promises about all surviving classes together."""
        return table_promises(self.privacy)

    @cached_property
    def _about_classes(self) -> list[ClassPromise]:
        return [promise for promise in self.privacy if isinstance(promise, ClassPromise)]

    @cached_property
    def _vetoing_promises(self) -> list[Vetoing]:
        return [promise for promise in self.privacy if isinstance(promise, Vetoing)]

    def _broken_classes(self, classes: EquivalenceClasses) -> Bools:
        """The classes that break a promise about single classes."""
        broken = np.zeros(len(classes.sizes), np.bool_)
        for promise in self._about_classes:
            broken |= promise.violations(classes)
        return broken

    def _is_vetoed(self, classes: EquivalenceClasses) -> bool:
        """Whether a promise forbids a candidate with these classes."""
        return any(promise.vetoes(classes) for promise in self._vetoing_promises)
