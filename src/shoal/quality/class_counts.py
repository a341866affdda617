"""How many classes candidates have at most, known without grouping."""

import numpy as np

from shoal.engine.arrays import Counts
from shoal.engine.encoded import EncodedTable


def most_classes(encoded: EncodedTable, levels: Counts) -> Counts:
    """For each line of levels, an upper bound of the number of classes.

    It is the number of combinations of codes, or of distinct tuples if these are fewer.
    """
    tuples = np.count_nonzero(encoded.counts)
    most = np.ones(len(levels), np.int64)
    for at, column in enumerate(encoded.columns):
        used = encoded.marginals[at] > 0
        codes = [len(np.unique(codes[used])) for codes in column.codes]
        # Cut at every step, so that no product overflows.
        most = np.minimum(most * np.array(codes)[levels[:, at]], tuples)
    return most
