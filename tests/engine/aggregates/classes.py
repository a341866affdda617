"""Classes small enough to check by eye, as aggregate functions see them."""

import numpy as np
import polars as pl

from shoal.data.schema import column_types
from shoal.engine.aggregates import aggregates
from shoal.engine.aggregates.members import members_of
from shoal.engine.encode import encode
from shoal.engine.grouping import group
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.order import values_in_order

# docs/theory/recoding.md: two classes, the first with a missing value.
EXAMPLE = ((1, 2, 9, None), (4, 4, 16, 6))


def type_of(name="integer", **settings):
    return column_types.build({"type": name, **settings})


def texts_of(classes):
    """The values of all classes one after the other, as texts."""
    values = [None if value is None else str(value) for members in classes for value in members]
    return pl.Series(values, dtype=pl.String)


def grouped(classes, type):
    """The table with one key per class, its classes, and the column's values."""
    keys = pl.Series([str(at) for at, members in enumerate(classes) for _ in members])
    names = keys.unique(maintain_order=True)
    texts = texts_of(classes)
    table = encode(
        {"key": keys},
        {"key": Hierarchy.of([names, ["*"] * len(names)], "key")},
        aggregated={"x": texts},
        orders={"x": values_in_order(texts, type)},
    )
    return table, group(table, (0,))


def aggregate_of(function, classes=EXAMPLE, type="integer", settings=None, **parameters):
    """The aggregate of each class, in their order."""
    kind = type_of(type, **(settings or {}))
    table, grouping = grouped(classes, kind)
    plugin = aggregates.build({"function": function, **parameters})
    found = plugin.texts(members_of(table.aggregated[0].values, grouping, kind))
    firsts = np.cumsum([0, *(len(members) for members in classes[:-1])])
    return [found[int(at)] for at in grouping.class_of_tuple[table.tuple_of_record[firsts]]]
