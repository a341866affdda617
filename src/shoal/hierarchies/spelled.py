"""Spells the values of a hierarchy like those of its column, whatever its file says."""

import polars as pl

from shoal.data.types import ColumnType
from shoal.errors import DataError
from shoal.hierarchies.hierarchy import Hierarchy


def spell_hierarchy(hierarchy: Hierarchy, type: ColumnType) -> Hierarchy:
    """The hierarchy with its values in the spelling of a type.

    An error if spellings of one value, such as 4 and 04, have different labels.
    """
    values = type.canonical(hierarchy.levels[0])
    if values.equals(hierarchy.levels[0], null_equal=True):
        return hierarchy
    levels = pl.DataFrame(
        {str(at): values if at == 0 else level for at, level in enumerate(hierarchy.levels)}
    ).unique(maintain_order=True)
    twice = levels.height - levels["0"].n_unique()
    if twice:
        raise DataError(
            f"{twice:,} values of its hierarchy ({hierarchy.source}) are there in several spellings"
            " with different labels. Give each value one line."
        )
    return Hierarchy.of(levels.get_columns(), hierarchy.source)
