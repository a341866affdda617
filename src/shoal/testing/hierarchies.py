"""Laws of hierarchy builders."""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from shoal.hierarchies import Hierarchy, build_hierarchy, builders
from shoal.hierarchies.builder import Builder, depends_on
from shoal.testing.plugins import check_plugin, demand


def check_builder(name: str, parameters: Mapping[str, Any], values: Sequence[str]) -> None:
    """Run every law of hierarchy builders over one of them.

    Args:
        name: Its study name.
        parameters: Parameters that a study could give it.
        values: Different values of a column that it suits, at least four.
    """
    builder = check_plugin(builders, name, parameters)
    known = pl.Series("values", sorted(set(values)), dtype=pl.String)
    demand(len(known) >= 4, "Give at least four different values.")
    hierarchy = build_hierarchy(builder, known)
    _keeps_values(name, hierarchy, known)
    _each_level_decides_the_next(name, hierarchy)
    _has_labels(name, hierarchy)
    _is_repeatable(name, builder, hierarchy, known)
    _tells_nothing_of_others(name, builder, hierarchy, known)


def _keeps_values(name: str, hierarchy: Hierarchy, known: pl.Series) -> None:
    """Level 0 has the values of the column, and every level has as many labels."""
    same = set(hierarchy.levels[0].to_list()) == set(known.to_list())
    demand(same, f"Level 0 of {name} must be the values of the column.")
    lengths = {len(level) for level in hierarchy.levels}
    demand(lengths == {len(known)}, f"Every level of {name} must have a label for each value.")


def _each_level_decides_the_next(name: str, hierarchy: Hierarchy) -> None:
    """Values that share a label share one on all levels above."""
    for at, (below, above) in enumerate(zip(hierarchy.levels, hierarchy.levels[1:], strict=False)):
        pairs = pl.DataFrame({"below": below, "above": above}).unique()
        sentence = f"Values that share a label on level {at} of {name} differ on level {at + 1}."
        demand(pairs["below"].n_unique() == pairs.height, sentence)


def _has_labels(name: str, hierarchy: Hierarchy) -> None:
    """No label is empty."""
    empty = sum(level.null_count() + int((level == "").sum()) for level in hierarchy.levels[1:])
    demand(not empty, f"{name} has labels that are empty.")


def _is_repeatable(name: str, builder: Builder, hierarchy: Hierarchy, known: pl.Series) -> None:
    """The same values make the same hierarchy."""
    sentence = f"{name} makes two hierarchies of the same values."
    demand(_labels(build_hierarchy(builder, known)) == _labels(hierarchy), sentence)


def _tells_nothing_of_others(
    name: str, builder: Builder, hierarchy: Hierarchy, known: pl.Series
) -> None:
    """The label of a value does not tell which other values there are.

    Builders that say that their labels depend on others (`relabel`, `depends_on`) may do so.
    """
    if hasattr(builder, "relabel") or depends_on(builder) is not None:
        return
    whole = _labels(hierarchy)
    for some in (known[::2], known[1::2]):
        fewer = _labels(build_hierarchy(builder, some))
        sentence = (
            f"A label of {name} depends on the other values of the column. Add relabel(values,"
            " shown) or depends_on(), so that a release can tell."
        )
        demand(all(whole[value] == labels for value, labels in fewer.items()), sentence)


def _labels(hierarchy: Hierarchy) -> dict[str, tuple[str, ...]]:
    """The labels of each value, level 0 first."""
    rows = zip(*(level.to_list() for level in hierarchy.levels), strict=True)
    return {row[0]: row for row in rows}
