"""Sub-combination analysis the plain way: every pair of records, every combination of columns."""

from itertools import combinations

import numpy as np
import polars as pl


def random_table(rng, blanks):
    """A small table of texts, with some cells blank if asked for; and a bin size."""
    records, columns = int(rng.integers(5, 60)), int(rng.integers(1, 7))
    codes = rng.integers(0, rng.integers(2, 6), (records, columns))
    blank = rng.random(codes.shape) < (rng.choice([0.05, 0.2, 0.5]) if blanks else 0)
    data = {
        f"c{at}": [None if gone else f"v{code}" for code, gone in zip(*column, strict=True)]
        for at, column in enumerate(zip(codes.T, blank.T, strict=True))
    }
    frame = pl.DataFrame(data, schema=dict.fromkeys(data, pl.String))
    return frame, int(rng.choice([2, 3, 5]))


def match(one, other, columns):
    """Whether two records match: a blank cell (None) matches everything."""
    return all(one[at] is None or other[at] is None or one[at] == other[at] for at in columns)


def bins(frame, columns):
    """The number of records that match each record on some columns."""
    records = frame.rows()
    return [sum(match(one, other, columns) for other in records) for one in records]


def bins_of_all(frame):
    """The bin of each record and combination of columns."""
    texts = [np.array([value or "" for value in column], dtype="U8") for column in frame]
    alike = [(one[:, None] == one) | (one[:, None] == "") | (one == "") for one in texts]
    everybody = np.ones((frame.height, frame.height), bool)
    return {
        chosen: np.logical_and.reduce([everybody, *(alike[at] for at in chosen)]).sum(axis=1)
        for size in range(frame.width + 1)
        for chosen in combinations(range(frame.width), size)
    }


def minimal(frame, bin_size, largest=None):
    """Each record with the columns of each of its minimal unsafe combinations."""
    sizes = bins_of_all(frame)
    return {
        (record, tuple(frame.columns[at] for at in chosen))
        for chosen, counted in sizes.items()
        for record in np.flatnonzero(counted < bin_size).tolist()
        if len(chosen) <= (frame.width if largest is None else largest)
        if all(
            sizes[tuple(at for at in chosen if at != left_out)][record] >= bin_size
            for left_out in chosen
        )
    }


def least_cost(asked, weights):
    """What the cheapest set of columns costs that meets every asked set."""
    names = list(weights)
    chosen = (set(some) for size in range(len(names) + 1) for some in combinations(names, size))
    return min(
        sum(weights[name] for name in some)
        for some in chosen
        if all(some & set(one) for one in asked)
    )
