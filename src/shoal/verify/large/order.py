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
from shoal.verify.large.whole import labels, suppressed, values
from shoal.verify.origins.hidden_order import Seen, by_key, hidden_order
from shoal.verify.origins.hidden_values import coded_columns, place, ranked
from shoal.verify.origins.order import DEVIATIONS, KEPT, PLACES

FIRST = 200_000  # records that are compared


def order_finding(sides: Sides, match: Match, files: tuple[Side, Side]) -> Finding:
    """Whether the first released records stand where they stood in the input."""
    names = [column.terms.name for column in sides.leveled]
    cells = [f"c{at}" for at in range(len(names))]
    whole = files[0].first(files[0].names, FIRST)
    before, after = whole.select(by_name(names)), files[1].first(names, FIRST)
    tables = (values(sides, each, match.levels[each.terms.name]) for each in sides.leveled)
    everybody = inside = _numbered(before, names, list(tables))
    inside = inside.join(suppressed(sides, match), on=cells, how="anti", maintain_order="left")
    outside = _numbered(after, names, [labels(sides, each) for each in sides.leveled])
    if sides.terms.mode == "blank":
        outside = outside.filter(~pl.all_horizontal(after.select(pl.all().is_null())))
    if sides.missing:  # such records are left out of the release side, too
        numbers = [int(column.release.missing) for column in sides.leveled]
        nothing = (by_name(cell) == number for cell, number in zip(cells, numbers, strict=True))
        inside = inside.filter(~pl.all_horizontal(nothing))
    if sides.terms.is_strict:
        hidden = _told(sides, whole, everybody, outside)
        if hidden.holds is False or not _agree(inside, outside):
            return hidden
    elif not _agree(inside, outside):
        return Finding("order", True)
    return Finding("order", False, KEPT)


def _told(sides: Sides, whole: pl.DataFrame, before: pl.DataFrame, after: pl.DataFrame) -> Finding:
    """Whether the order betrays hidden values of the input's first records."""
    both = pl.concat([before, after])
    kinds = both.select(pl.struct(pl.all()).rank("dense")).to_series().to_numpy().astype(np.int64)
    means = by_key(kinds[: before.height], int(kinds.max(initial=0)) + 1)
    hidden = [place(whole.height), *ranked(coded_columns(sides.terms, whole))]
    return hidden_order([Seen(kinds[before.height :], means)], hidden)


def _numbered(frame: pl.DataFrame, names: list[str], tables: list[pl.DataFrame]) -> pl.DataFrame:
    """Every cell as the number of its label."""
    for at, (name, table) in enumerate(zip(names, tables, strict=True)):
        numbers = table.rename({"value": name, "label": f"c{at}"})
        frame = frame.join(
            numbers, on=by_name(name), how="left", nulls_equal=True, maintain_order="left"
        )
    return frame.select(f"c{at}" for at in range(len(names)))


def _agree(before: pl.DataFrame, after: pl.DataFrame) -> bool:
    """Whether more places agree than by chance."""
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
