"""The burdens that the kernels give the classes of a grouping, as an array."""

import numpy as np

from shoal.engine.kernel import kernel
from shoal.search.exact.checks import checks_of
from shoal.search.exact.entry import entries_of
from shoal.search.exact.judge import KEPT, judge
from shoal.search.exact.sensitive import check_of


def burdens_of(encoded, grouping, promise):
    """What one promise says of each class: -1 where it is kept."""
    check = check_of(promise, encoded)
    found = encoded.sensitive[check.column]
    table = np.zeros((len(grouping.sizes), len(found.labels)), np.int64)
    np.add.at(table, (grouping.class_of_tuple[found.tuples], found.values), found.counts)
    classes, values = np.nonzero(table)
    starts = np.append(0, np.cumsum(np.bincount(classes, minlength=len(table))))
    entries = entries_of(values, table[classes, values])
    burden = np.full(len(table), KEPT)
    checks = checks_of(encoded, [check], [check.column])
    low, high = np.empty(len(table), np.int64), np.empty(len(table), np.int64)
    _judge(checks, entries, starts, grouping.sizes, low, high, burden)
    return burden


@kernel
def _judge(checks, entries, starts, counts, low, high, burden):
    judge(checks, entries, starts, counts, 0, counts.size, low, high, burden)
