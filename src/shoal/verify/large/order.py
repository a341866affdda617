"""Does the beginning of a large release stand in the order of the input?

A release that kept the order of its input shows it from the first record on. So the first records
of both are compared, place by place, with how many would agree by chance.
"""

from math import sqrt

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.verify.findings.verdict import Finding
from shoal.verify.large.counting import Side
from shoal.verify.large.match import Match, Sides
from shoal.verify.large.whole import numbers_of_cells, numbers_of_values, suppressed_classes
from shoal.verify.origins.hidden_order import Seen, means_by_key, order_tells_finding
from shoal.verify.origins.hidden_values import code_columns, place_in_input, rank_columns
from shoal.verify.origins.order import DEVIATIONS, KEPT, PLACES

FIRST = 200_000  # records that are compared


def order_finding(sides: Sides, match: Match, files: tuple[Side, Side]) -> Finding:
    """Whether the first released records stand where they stood in the input."""
    names = [column.terms.name for column in sides.label_columns]
    cells = [f"c{at}" for at in range(len(names))]
    whole = files[0].first(files[0].names, FIRST)
    before, after = whole.select(by_name(names)), files[1].first(names, FIRST)
    tables = (
        numbers_of_values(sides, each, match.levels[each.terms.name])
        for each in sides.label_columns
    )
    everybody = inside = _label_numbers(before, names, list(tables))
    inside = inside.join(
        suppressed_classes(sides, match), on=cells, how="anti", maintain_order="left"
    )
    outside = _label_numbers(
        after, names, [numbers_of_cells(sides, each) for each in sides.label_columns]
    )
    if sides.terms.mode == "blank":
        outside = outside.filter(~pl.all_horizontal(after.select(pl.all().is_null())))
    if sides.missing:  # such records are left out of the release side, too
        numbers = [int(column.release.missing) for column in sides.label_columns]
        nothing = (by_name(cell) == number for cell, number in zip(cells, numbers, strict=True))
        inside = inside.filter(~pl.all_horizontal(nothing))
    if sides.terms.is_strict:
        hidden = _value_order_finding(sides, whole, everybody, outside)
        if hidden.holds is False or not _agree_more_than_by_chance(inside, outside):
            return hidden
    elif not _agree_more_than_by_chance(inside, outside):
        return Finding("order", True)
    return Finding("order", False, KEPT)


def _value_order_finding(
    sides: Sides, whole: pl.DataFrame, before: pl.DataFrame, after: pl.DataFrame
) -> Finding:
    """Whether the order betrays hidden values of the input's first records.

    Args:
        sides: Columns of input and release.
        whole: The first input records, all columns.
        before: The same as numbers of labels.
        after: The first released records as numbers of labels.
    """
    both = pl.concat([before, after])
    kinds = both.select(pl.struct(pl.all()).rank("dense")).to_series().to_numpy().astype(np.int64)
    means = means_by_key(kinds[: before.height], int(kinds.max(initial=0)) + 1)
    hidden = [place_in_input(whole.height), *rank_columns(code_columns(sides.terms, whole))]
    return order_tells_finding([Seen(kinds[before.height :], means)], hidden)


def _label_numbers(
    frame: pl.DataFrame, names: list[str], tables: list[pl.DataFrame]
) -> pl.DataFrame:
    """Every cell as the number of its label; columns become c0, c1 and so on."""
    for at, (name, table) in enumerate(zip(names, tables, strict=True)):
        numbers = table.rename({"value": name, "label": f"c{at}"})
        frame = frame.join(
            numbers, on=by_name(name), how="left", nulls_equal=True, maintain_order="left"
        )
    return frame.select(f"c{at}" for at in range(len(names)))


def _agree_more_than_by_chance(before: pl.DataFrame, after: pl.DataFrame) -> bool:
    """Whether more places agree than by chance; False for few records or equal ones."""
    places = min(before.height, after.height)
    if places < PLACES:
        return False
    both = pl.concat([before.head(places), after.head(places)])
    kinds = both.select(pl.struct(pl.all()).rank("dense")).to_series().to_numpy().astype(np.int64)
    first, second = kinds[:places], kinds[places:]
    if len(np.unique(second)) == 1:
        return False
    shares = [np.bincount(side, minlength=kinds.max() + 1) / places for side in (first, second)]
    expected = float(shares[0] @ shares[1]) * places
    agreeing = int(np.count_nonzero(first == second))
    return agreeing - expected > max(DEVIATIONS * sqrt(expected), PLACES)
