"""How far the values of a class are from those of the table: earth mover's distances.

Each function returns one number per class. All of them are in [0, 1] and convex in the
distribution of the class. Absent values are never looked at, so the work for a class grows with
the number of its different values (Li et al. 2007, doi:10.1109/ICDE.2007.367856; paper 004).
"""

import numpy as np

from shoal.engine.arrays import Codes, Floats
from shoal.engine.classes import Histogram
from shoal.engine.ordered_distance import ordered_distances
from shoal.errors import StudyError
from shoal.privacy.per_class import sums, totals


def equal(histogram: Histogram, classes: int) -> Floats:
    """Every two values are equally far apart: half the sum of |p - q|.

    Absent values contribute q each, and all q add up to 1; so only present ones are needed:
    D = (1 + Σ (|q - p| - q)) / 2, here in whole numbers, multiplied by both totals.
    """
    total, everything = totals(histogram, classes), int(histogram.reference.sum())
    expected = histogram.reference[histogram.values] * total[histogram.classes]
    parts = np.abs(expected - histogram.counts * everything) - expected
    return 0.5 + sums(histogram, parts, classes) / (2.0 * everything * np.maximum(total, 1))


def in_order(histogram: Histogram, classes: int) -> Floats:
    """Values stand in a line: the sum of |cumulative p - cumulative q| over m - 1 steps."""
    return ordered_distances(histogram, classes)


def hierarchical(histogram: Histogram, classes: int) -> Floats:
    """Values are as far apart as their lowest common ancestor is high, relative to the root.

    At a node, min(positive, negative) = (Σ |extra of children| - |extra of the node|) / 2. Summed
    over nodes with their heights this telescopes: D is the mean, over all levels below the root, of
    the equal distance between the distributions on that level.
    """
    below = _below_root(histogram)
    if not below:
        return np.zeros(classes)
    levels = [equal(_merge_values(histogram, nodes), classes) for nodes in below]
    return np.asarray(np.mean(levels, axis=0), np.float64)


DISTANCES = {"equal": equal, "ordered": in_order, "hierarchical": hierarchical}


def _below_root(histogram: Histogram) -> list[Codes]:
    """The levels below the root; if the highest level has several nodes, the root is above it.

    Raises StudyError if the column has no hierarchy.
    """
    if not histogram.tree:
        raise StudyError("t-closeness with `distance: hierarchical` needs a hierarchy.")
    top = histogram.tree[-1]
    return list(histogram.tree[:-1] if np.all(top == top[0]) else histogram.tree)


def _merge_values(histogram: Histogram, nodes: Codes) -> Histogram:
    """The histogram of a level: values of one node added up; `nodes` is the node of each value."""
    size = int(nodes.max()) + 1
    pairs = histogram.classes * np.int64(size) + nodes[histogram.values]
    found, entries = np.unique(pairs, return_inverse=True)
    classes, values = np.divmod(found, size)
    counts = np.bincount(entries, histogram.counts).astype(np.int64)
    reference = np.bincount(nodes, histogram.reference, size).astype(np.int64)
    return Histogram(classes.astype(np.int32), values.astype(np.int32), counts, reference)
