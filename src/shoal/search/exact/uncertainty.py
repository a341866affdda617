"""What suppression adds to an entropic loss: the bits needed to tell suppressed records apart.

For a column with c records of each code among n suppressed ones, that is the sum of c log2(n / c).
"""

import math

from numba import int64

from shoal.engine.arrays import Counts, Floats, Keys
from shoal.engine.kernel import inner
from shoal.search.exact.costs import Costs


@inner
def count_codes(
    shift: Keys, mask: Keys, costs: Costs, levels: Counts, key: int, count: int
) -> None:
    """Count the codes of a suppressed class."""
    for column in range(levels.size):
        code = int64((key >> shift[column]) & mask[column])
        costs.found[costs.levels[column, levels[column]].start + code] += count


@inner
def charge_uncertainty(
    codes: Counts, costs: Costs, levels: Counts, records: int, charge: Floats
) -> None:
    """What the counted records add to each column; the counts are used up."""
    for column in range(levels.size):
        bits = 0.0
        if records > 0:
            start = costs.levels[column, levels[column]].start
            for place in range(start, start + codes[column, levels[column]]):
                count = costs.found[place]
                if count > 0:
                    bits += count * math.log2(records / count)
                    costs.found[place] = 0
        charge[column] = costs.columns[column].bit * bits
