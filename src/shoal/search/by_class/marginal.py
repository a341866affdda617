"""What is known of every candidate from one column at a time: sums over its codes at each level."""

from collections.abc import Callable, Sequence

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.engine.lattice import Lattice
from shoal.search.exact.tables import spread
from shoal.search.problem import Problem

SMALL = 1 << 16  # numbers whose logarithms are kept in a table


def by_level(encoded: EncodedTable, lattice: Lattice, weights: Counts) -> list[list[Floats]]:
    """Per column and allowed level: the weight of each code."""
    found = []
    for at, column in enumerate(encoded.columns):
        leaves = np.bincount(encoded.codes(at), weights, column.sizes[0])
        levels = range(lattice.minimum[at], lattice.maximum[at] + 1)
        found.append(
            [np.bincount(column.codes[level], leaves, column.sizes[level]) for level in levels]
        )
    return found


def entropy(weights: Floats) -> float:
    """The entropy of a column, in bits, from the weights of its codes."""
    used = weights[weights > 0]
    total = used.sum()
    return float(np.log2(total) - (used * np.log2(used)).sum() / total) if total > 0 else 0.0


def collision(weights: Floats) -> float:
    """How likely two records share a code, as a logarithm."""
    return float(np.log(((weights / max(1.0, weights.sum())) ** 2).sum() + 1e-300))


def total(parts: Sequence[Sequence[float]]) -> Floats:
    """One number per candidate: the sum of one per column."""
    return spread([np.array(part, float) for part in parts], np.add)


def units_of(units: Sequence[Sequence[Floats]]) -> tuple[Counts, Floats]:
    """Numbers per column, level and code in one array, and where each level starts."""
    start = np.zeros((len(units), max(map(len, units))), np.int64)
    length = 0
    for at, levels in enumerate(units):
        for level, codes in enumerate(levels):
            start[at, level], length = length, length + len(codes)
    return start, np.concatenate([codes for levels in units for codes in levels])


def unit_of(column: EncodedColumn) -> int:
    """What a single value covers."""
    return int(column.covers[0].min())


def units_by_code(
    problem: Problem, units: Callable[[EncodedColumn, int], Floats]
) -> list[list[Floats]]:
    """Numbers per column, allowed level and code."""
    lattice = problem.lattice
    ends = zip(problem.encoded.columns, lattice.minimum, lattice.maximum, strict=True)
    return [[units(column, level) for level in range(low, high + 1)] for column, low, high in ends]


def logarithms(records: int) -> Floats:
    """log2 of numbers up to that of all records, as far as they are small; 0 counts as 1."""
    numbers = np.arange(min(SMALL, records + 1), dtype=np.float64)
    numbers[0] = 1.0
    return np.log2(numbers)
