"""The detail that a table holds, in bits (paper 003, Tables 6a and 6b).

"The quality is simply the total number of bits required to account for all bins in all fields in
all records." A column with b different values needs ⌈log₂ b⌉ bits for each record; generalizing it
leaves fewer values, dropping records fewer records, and blank cells are one more value. Since
a column could gain bits by being blanked, `shown` counts the same without blank cells.
"""

from typing import Any

import numpy as np

from shoal.engine.arrays import Bools, Counts
from shoal.utility.cells import SUPPRESSED, Side
from shoal.utility.comparison import Comparison


def bits(bins: int) -> int:
    """How many bits tell this many values apart.

    Example:
        >>> [bits(bins) for bins in (1, 2, 3, 4, 5, 128)]
        [0, 1, 2, 2, 3, 7]
    """
    return max(0, bins - 1).bit_length()


def detail(compared: Comparison) -> dict[str, Any]:
    """The bits of all key columns together, before and after, and of each (`columns`).

    `shown_before` and `shown_after` are the same without blank cells.
    """
    everybody = np.ones(len(compared.before_counts), np.bool_)
    sides = {
        column.name: {
            "before": _column(column.before, compared.before_counts, everybody),
            "after": _column(column.after, compared.counts, ~compared.suppressed),
        }
        for column in compared.key_columns
    }
    return {
        "before": sum(side["before"]["detail"] for side in sides.values()),
        "after": sum(side["after"]["detail"] for side in sides.values()),
        "shown_before": sum(side["before"]["shown"] for side in sides.values()),
        "shown_after": sum(side["after"]["shown"] for side in sides.values()),
        "columns": sides,
    }


def _column(side: Side, counts: Counts, shown: Bools) -> dict[str, int]:
    """The bins, bits per record, records and bits of one side of a column.

    `shown` says which rows are in the table.
    """
    codes = side.codes[shown]
    # A missing value and a blank cell look the same: both are in the bin of unknown values.
    unknown = (codes == SUPPRESSED) | (codes == side.missing)
    records, cells = int(counts[shown].sum()), int(counts[shown][~unknown].sum())
    values = len(np.unique(codes[~unknown]))
    bins = values + bool(unknown.any())
    return {
        "bins": bins,
        "bits": bits(bins),
        "records": records,
        "detail": records * bits(bins),
        "shown": cells * bits(values),
    }
