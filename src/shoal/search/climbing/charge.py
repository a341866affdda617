"""What suppressing some classes adds to each column, compiled."""

import numpy as np
from numba import int64

from shoal.engine.arrays import Bools, Counts, Floats, Keys
from shoal.engine.kernel import kernel
from shoal.search.anytime.grid import Grid, Prices


@kernel
def charge_of(
    grid: Grid, prices: Prices, keys: Keys, records: Counts, suppressed: Bools, levels: Counts
) -> Floats:
    """The charge of each column; integer sums, so any order will do."""
    columns = levels.size
    units = np.zeros(columns, np.int64)
    gone = int64(0)
    for at in range(records.size):
        if suppressed[at]:
            gone += records[at]
            for column in range(columns):
                field = keys[at, grid.word[column]] >> grid.shift[column]
                code = int64(field & grid.mask[column])
                cover = prices.covers[prices.start[column, levels[column]] + code]
                units[column] += records[at] * cover
    charge = np.empty(columns, np.float64)
    for column in range(columns):
        charge[column] = prices.record[column] * gone - prices.rate[column] * units[column]
    return charge
