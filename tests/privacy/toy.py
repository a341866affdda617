"""Small classes written as counts, so that an example of a paper reads as it stands there."""

import numpy as np

from shoal.engine.classes import EquivalenceClasses, Histogram

COLUMN = "ill"


def classes_with(*counts, reference=None, tree=(), people=None):
    """Classes whose values of one sensitive column occur so often, one list per class.

    The table is all classes together, unless its counts are given as `reference`.
    """
    rows = np.array(counts, np.int64)
    at, values = np.nonzero(rows)
    sizes = rows.sum(axis=1)
    histogram = Histogram(
        at.astype(np.int32),
        values.astype(np.int32),
        rows[at, values],
        np.array(rows.sum(axis=0) if reference is None else reference, np.int64),
        tuple(np.array(level, np.int32) for level in tree),
    )
    members = sizes if people is None else np.array(people, np.int64)
    return EquivalenceClasses(members, sizes, {COLUMN: histogram})
