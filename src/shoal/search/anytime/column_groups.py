"""Lower bounds from groups of columns: each group's candidates are few enough to see them all.

Leave out all columns but those of a group. Classes only merge, so a candidate suppresses, and its
columns lose, at least what they do when the group stands alone. The columns' losses therefore are
at least those of the group's own levels; groups that share no column add up (or multiply, or the
largest counts), and the best levels of each group bound the whole lattice. This is the idea of
additive pattern databases (Korf & Felner 2002, doi:10.1016/S0004-3702(01)00092-3).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.distinct import distinct
from shoal.engine.encoded import EncodedTable
from shoal.engine.lattice import Lattice
from shoal.engine.layout import Layout
from shoal.quality.separable import Separable
from shoal.search.anytime.evaluator import Compiled
from shoal.search.problem import Problem


@dataclass(frozen=True, eq=False)
class Group:
    """Columns seen on their own, at each of their levels.

    Attributes:
        columns: The columns.
        lattice: Their levels.
        suppressed: Records that must be suppressed, per candidate of the group.
        possible: Which candidates of the group do not suppress too many.
        charge: What suppression adds to each column, per candidate that is possible.
    """

    columns: tuple[int, ...]
    lattice: Lattice
    suppressed: Counts
    possible: Bools
    charge: Floats


def group_of(
    problem: Problem, form: Separable, columns: Sequence[int], breathe: Callable[[], None]
) -> Group:
    """See every candidate of some columns; `breathe` is called before each."""
    chosen = list(columns)
    encoded = project(problem.encoded, chosen)
    low, high = problem.lattice.minimum, problem.lattice.maximum
    lattice = Lattice(tuple(low[at] for at in chosen), tuple(high[at] for at in chosen))
    part = Problem(encoded, lattice, problem.privacy, problem.quality, problem.suppression_limit)
    evaluator = Compiled(part, _restrict(form, chosen))
    suppressed = np.zeros(lattice.size, np.int64)
    possible = np.zeros(lattice.size, np.bool_)
    charge = np.zeros((lattice.size, len(chosen)))
    for at, levels in enumerate(lattice):
        breathe()
        look = evaluator.look(levels)
        suppressed[at] = look.suppressed
        if look.charge is not None:
            possible[at], charge[at] = True, look.charge
    return Group(tuple(chosen), lattice, suppressed, possible, charge)


def project(encoded: EncodedTable, columns: Sequence[int]) -> EncodedTable:
    """A table without its other columns; instead of records it knows which tuple became which."""
    kept = tuple(encoded.columns[at] for at in columns)
    layout = Layout.of([column.sizes[0] for column in kept])
    keys = np.zeros((len(encoded.counts), layout.words), np.uint64)
    for at, column in enumerate(columns):
        codes = encoded.codes(column).astype(np.uint64)
        keys[:, layout.word[at]] |= codes << layout.shift[at]
    return EncodedTable(encoded.records, kept, layout, *distinct(keys, encoded.counts))


def partition(lattice: Lattice, codes: Sequence[int], cells: int) -> list[tuple[int, ...]]:
    """The fewest groups that have at most `cells` candidates together, of about equal size.

    Columns with many codes come first, so that each group gets some of them. There are two groups
    at least: one alone would mean to look at the whole lattice.
    """
    order = sorted(range(len(codes)), key=lambda at: -codes[at])
    for count in range(2, len(codes)):
        groups: list[list[int]] = [[] for _ in range(count)]
        for at in order:
            min(groups, key=lambda group: (_size(lattice, group), len(group))).append(at)
        if sum(_size(lattice, group) for group in groups) <= cells:
            return [tuple(group) for group in groups]
    return [(at,) for at in order]


def _size(lattice: Lattice, group: Sequence[int]) -> int:
    shape = lattice.shape
    return prod(shape[at] for at in group)


def _restrict(form: Separable, columns: list[int]) -> Separable:
    """A loss of some columns only; weights stay as they are."""
    return replace(
        form,
        covers=tuple(form.covers[at] for at in columns),
        kept=form.kept[columns],
        suppressed=form.suppressed[columns],
        record=form.record[columns],
        smallest=form.smallest[columns],
        scale=form.scale[columns],
        weights=form.weights[columns],
    )


def levels_of(lattice: Lattice) -> Counts:
    """The levels of every candidate of a lattice, in lexicographic order."""
    shape = lattice.shape
    steps = np.indices(shape, dtype=np.int64).reshape(len(shape), -1).T
    levels: Counts = steps + np.array(lattice.minimum, np.int64)
    return levels
