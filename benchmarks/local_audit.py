"""Audit a local release by definition: from texts and hierarchies alone, nothing of the search."""

from dataclasses import dataclass

import polars as pl

from shoal.hierarchies.hierarchy import Hierarchy


@dataclass(frozen=True)
class Audit:
    """What a release is, counted.

    Attributes:
        loss: The mean over records and columns of (leaves covered - 1) / (leaves - 1).
        smallest: The smallest class.
        classes: How many classes there are.
        full: Records at the top in every column.
        values: The fewest different sensitive values of a class.
        distance: The largest distance of a class from the table, all values equally far apart.
    """

    loss: float
    smallest: int
    classes: int
    full: int
    values: int | None = None
    distance: float | None = None


def audited(
    table: pl.DataFrame,
    release: pl.DataFrame,
    hierarchies: dict[str, Hierarchy],
    sensitive: pl.Series | None = None,
) -> Audit:
    """Count everything again; both tables have the same records in the same order."""
    losses, tops = [], []
    for name, hierarchy in hierarchies.items():
        pairs = pl.DataFrame({"value": table[name], "text": release[name]})
        known = {pair: _covered(hierarchy, *pair) for pair in pairs.unique().iter_rows()}
        found = [known[pair] for pair in pairs.iter_rows()]
        leaves = len(hierarchy.levels[0])
        losses.append(sum(covered - 1 for covered, _ in found) / (leaves - 1) / len(found))
        tops.append([top for _, top in found])
    sizes = release.group_by(release.columns).len()["len"]
    full = sum(all(record) for record in zip(*tops, strict=True))
    found = Audit(sum(losses) / len(losses), int(sizes.min()), len(sizes), full)
    return found if sensitive is None else _with_values(found, release, sensitive)


def _covered(hierarchy: Hierarchy, value: str, text: str) -> tuple[int, bool]:
    """How many leaves a shown text covers, and whether it is the top; it must be an ancestor."""
    row = list(hierarchy.levels[0]).index(value)
    for level, labels in enumerate(hierarchy.levels):
        if labels[row] == text:
            return list(labels).count(text), level == len(hierarchy.levels) - 1
    raise AssertionError("a cell is no ancestor of its value")


def _with_values(audit: Audit, release: pl.DataFrame, sensitive: pl.Series) -> Audit:
    names = release.columns
    frame = release.with_columns(sensitive.alias("\0value"))
    whole = frame["\0value"].value_counts(normalize=True, name="whole")
    counts = frame.group_by([*names, "\0value"]).len()
    classes = frame.group_by(names).len(name="size")
    shares = counts.join(classes, on=names).join(whole, on="\0value")
    above = (pl.col("len") / pl.col("size") - pl.col("whole")).clip(lower_bound=0)
    far = shares.group_by(names).agg(above.sum().alias("far"))["far"].max()
    values = counts.group_by(names).len(name="values")["values"].min()
    return Audit(audit.loss, audit.smallest, audit.classes, audit.full, values, far)
