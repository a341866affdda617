"""Small tables as clustering sees them, and a plain scan that takes no shortcut."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import polars as pl

from shoal.engine.encode import encode
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.methods.clustering.space import Space

# Countries: two regions of two, one continent, everything.
COUNTRIES = Hierarchy.of(
    [
        ["Austria", "France", "Peru", "Chile", "Japan"],
        ["Western Europe", "Western Europe", "South America", "South America", "*"],
        ["Europe", "Europe", "America", "America", "*"],
        ["*"] * 5,
    ],
    "countries",
)


def encoded(numbers=None, trees=None, weights=None):
    """A table of columns of numbers (None is missing) and of columns with hierarchies."""
    numbers = {
        name: pl.Series(name, values, pl.Float64) for name, values in (numbers or {}).items()
    }
    texts = {name: values.cast(pl.String) for name, values in numbers.items()}
    hierarchies = {name: Hierarchy.of([values.unique()], name) for name, values in texts.items()}
    for name, (values, tree) in (trees or {}).items():
        texts[name] = pl.Series(name, list(values), pl.String)
        hierarchies[name] = tree.with_missing() if texts[name].null_count() else tree
    table = encode(texts, hierarchies, weights=weights)
    columns = tuple(
        replace(column, numbers=column.labels[0].cast(pl.Float64).fill_null(np.nan).to_numpy())
        if column.name in numbers
        else column
        for column in table.columns
    )
    return replace(table, columns=columns)


def space(numbers=None, trees=None, weights=None):
    """The same as clustering sees it."""
    return Space.of(encoded(numbers, trees, weights))


def random_space(rng, records=60, missing=False):
    """A table of two columns of numbers and two of countries."""
    country = np.append(COUNTRIES.levels[0].to_numpy(), None) if missing else COUNTRIES.levels[0]
    ages = rng.integers(0, 30, records).astype(float).tolist()
    if missing:
        ages = [None if rng.random() < 0.2 else age for age in ages]
    return space(
        {"age": ages, "pay": rng.integers(0, 5, records).tolist()},
        {name: (rng.choice(country, records).tolist(), COUNTRIES) for name in ("birth", "home")},
        {"age": 3.0, "pay": 1.0, "birth": 2.0, "home": 0.5},
    )


@cache
def exact(number):
    """The fraction that a float stands for: shares of tables have denominators of few digits."""
    return Fraction(number).limit_denominator(10**8)


def cost_of(space, members):
    """What a cluster costs, from its members alone, without any rounding."""
    cost = Fraction(0)
    for column in range(space.leaves.shape[1]):
        values = {int(space.leaves[member, column]) for member in members}
        level = 0
        while len({int(space.up[column, level, value]) for value in values}) > 1:
            level += 1
        cost += exact(float(space.costs[column, space.up[column, level, values.pop()]]))
    for column in range(space.numbers.shape[1]):
        numbers = [exact(float(space.numbers[member, column])) for member in members]
        cost += min(max(numbers) - min(numbers), exact(float(space.limits[column])))
    return cost


def plainly_grown(space, k):
    """The clusters of records; who is left over has none. Every record is looked at every time."""
    left, clusters = list(range(space.records)), []
    while len(left) >= k:
        members = [left.pop(0)]
        while len(members) < k:
            best = min(left, key=lambda one: (cost_of(space, [*members, one]), one))
            members.append(best)
            left.remove(best)
        clusters.append(members)
    return clusters, left


def numbered(clusters, records):
    """The number of the cluster of each record; -1 for none."""
    found = np.full(records, -1)
    for number, members in enumerate(clusters):
        found[members] = number
    return found
