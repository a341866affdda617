"""MDAV, groups by maximum distance to the average vector (Domingo-Ferrer & Torra 2005).

Ordinal, continuous and heterogeneous k-anonymity through microaggregation. Data Mining and
Knowledge Discovery 11, 2005, doi:10.1007/s10618-005-0007-5; docs/theory/methods.md. The groups are
those of the paper. They show ranges instead of means, because that a range covers a number can be
checked in a shuffled release; `shoal.methods.perturbation.mdav` gives means.
"""

import numpy as np

from shoal.engine.arrays import Counts
from shoal.engine.encoded import EncodedTable
from shoal.errors import StudyError
from shoal.methods.cluster_release import Grouping
from shoal.methods.clustering.space import Space
from shoal.methods.perturbation.mdav import groups_of
from shoal.methods.registry import methods
from shoal.plugin import plugin


@methods.register("mdav", begin={"k": 5})
@plugin()
class Mdav(Grouping):
    """Records with similar numbers are put into groups of k to 2k - 1, far ends of the table first.

    A group is formed of the k records nearest to the one that is farthest from the mean, the next
    one on the opposite side. Every quasi-identifier must be a column of numbers or dates without a
    hierarchy; a group shows its lowest and highest.

    Attributes:
        k: The smallest number of records that look alike.
        constraints: Promises that groups keep about sensitive columns, as under `privacy`:
            `[{model: distinct-l-diversity, column: diagnosis, l: 2}]`. Groups that break one are
            merged with others.

    Card:
        promise: Every record looks like at least {others}.
        measure: records in the smallest group
        means: Larger is safer: a guess at whose record it is is right once in so many tries.
        unit: records
        symbol: k
        advice: When every quasi-identifier is a number or a date; groups of similar records lose
            little.
        reference: Domingo-Ferrer & Torra 2005, doi:10.1007/s10618-005-0007-5
    """

    def groups(self, space: Space, encoded: EncodedTable) -> Counts:
        """The group of each record; raises an error if a column does not hold numbers."""
        others = [encoded.columns[at].name for at in space.categories]
        if others:
            raise StudyError(
                f"method: mdav groups numbers, but {', '.join(map(repr, others))} are none, or have"
                " a hierarchy. Use `sangreea` or `mondrian`."
            )
        return groups_of(space.numbers, self.k, space.weights).astype(np.int64)
