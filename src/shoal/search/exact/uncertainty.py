"""What suppression adds to an entropic loss: the bits that tell the suppressed records apart.

For a column with c records of each code among n suppressed ones, that is the sum of c log2(n / c).
"""

import math

from numba import int64

from shoal.engine.arrays import Counts, Floats
from shoal.engine.kernel import inner
from shoal.search.exact.costs import Costs
from shoal.search.exact.tables import Tables


@inner
def count_codes(tables: Tables, costs: Costs, levels: Counts, key: int, count: int) -> None:
    """Count the codes of a suppressed class."""
    for column in range(levels.size):
        code = int64((key >> tables.shift[column]) & tables.mask[column])
        costs.found[costs.start[column, levels[column]] + code] += count


@inner
def charge_uncertainty(
    tables: Tables, costs: Costs, levels: Counts, records: int, charge: Floats
) -> None:
    """What the counted records add to each column; the counts are used up."""
    for column in range(levels.size):
        bits = 0.0
        if records > 0:
            start = costs.start[column, levels[column]]
            for code in range(start, start + tables.codes[column, levels[column]]):
                count = costs.found[code]
                if count > 0:
                    bits += count * math.log2(records / count)
                    costs.found[code] = 0
        charge[column] = costs.bit[column] * bits
