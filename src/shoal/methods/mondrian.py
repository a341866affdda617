"""Mondrian, strict multidimensional partitions (LeFevre, DeWitt, Ramakrishnan 2006).

Mondrian multidimensional k-anonymity, ICDE 2006, doi:10.1109/ICDE.2006.101. The paper cuts ordered
domains; here numbers are cut so, and categories fall apart along their hierarchy, so that what is
released are its labels.
"""

from shoal.engine.arrays import Counts
from shoal.engine.encoded import EncodedTable
from shoal.methods.cluster_release import Grouping
from shoal.methods.clustering.space import Space
from shoal.methods.clustering.splitting import parts_of
from shoal.methods.registry import methods
from shoal.plugin import plugin


@methods.register("mondrian", begin={"k": 5})
@plugin()
class Mondrian(Grouping):
    """The table is split again and again, as long as every piece keeps at least k records.

    A part is split in the column in which it loses most: numbers where both halves are most even,
    categories into the children of their lowest common ancestor. Each part shows its lowest and
    highest number and the lowest common ancestor of its categories. Columns count in proportion to
    their `weight` in the study. Much faster than clusters, and coarser.

    Attributes:
        k: The smallest number of records that look alike.
        constraints: Promises that parts keep about sensitive columns, as under `privacy`:
            `[{model: distinct-l-diversity, column: diagnosis, l: 2}]`. Parts that break one are
            merged with others.

    Card:
        promise: Every record looks like at least {others}.
        measure: records in the smallest piece
        means: Larger is safer: a guess at whose record it is is right once in so many tries.
        unit: records
        symbol: k
        advice: For many records and numbers: quick, and pieces of the table keep narrow ranges.
        reference: LeFevre, DeWitt & Ramakrishnan 2006, doi:10.1109/ICDE.2006.101
    """

    def groups(self, space: Space, encoded: EncodedTable) -> Counts:
        """The part of each record."""
        return parts_of(space, self.k)
