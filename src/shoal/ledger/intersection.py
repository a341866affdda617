"""Intersecting two releases: how many candidates, and how many sensitive values, are left.

For a person with classes a and b, and for every tuple o of the columns that link records, class a
has A(o) records and class b has B(o). At most the sum of min(A(o), B(o)) people can be in both, and
at least those who are. A release alone leaves |a| or |b| candidates, so a promise of k is broken
by the pair only if k is at most both of them and more than what is left.

A person who is looked up in a sample may not have been drawn for it. So every person of class a (or
b) who was not drawn for the other release is one candidate more (column `undrawn` counts them).
"""

from collections.abc import Iterator

import polars as pl

from shoal.ledger.pair import Pair

CHUNK, PATIENCE = 4_000_000, 60_000_000  # lines that are joined at once, and altogether, at most
BOTH = ["a", "b"]


def exposed_classes(pair: Pair) -> pl.DataFrame:
    """The pairs of classes that leave fewer candidates than promised.

    Columns a and b (the two classes), joint (how many are in both), left (candidates), need
    (candidates promised), undrawn, and the sizes of both classes.
    """
    suspects = pairs_of_classes(pair).filter(pl.col("joint") < pl.col("need"))
    if not pair.links:  # nothing tells which records belong together
        return suspects.clear()
    counts = [
        pair.visible_records(side)
        .group_by(side, link=f"{side}:link")
        .agg(pair.count.alias(f"n{side}"))
        for side in BOTH
    ]
    left = [
        chunk.group_by(BOTH).agg(candidates=pl.min_horizontal("na", "nb").sum())
        for chunk in _join_on_link(suspects, counts[0], counts[1])
    ]
    known = pl.concat(left) if left else suspects.select(*BOTH, candidates="joint").clear()
    # Pairs that were too many to look at count as the worst case: only those in both are left.
    most = pl.max_horizontal("joint", pl.col("candidates").fill_null(0))
    return (
        suspects.join(known, on=BOTH, how="left")
        .with_columns(left=most)
        .filter(pl.col("left") < pl.col("need"))
    )


def exposed_values(pair: Pair) -> Iterator[tuple[str, pl.DataFrame]]:
    """The sensitive columns, each with the pairs of classes that leave fewer values than promised.

    Columns a, b, joint, left, need, undrawn as those of `exposed_classes`; but left and need count
    values of the sensitive column. Nothing is yielded if no column links records.
    """
    sensitive = dict.fromkeys(name for side in pair.sides for name in side.diversity)
    for name in sensitive if pair.links else ():
        yield name, _fewer_values(pair, name)


def pairs_of_classes(pair: Pair) -> pl.DataFrame:
    """The pairs of classes that at least one common record has, one line each.

    Columns a, b, joint (how many are in both), size_a, size_b, need (how many candidates a promise
    needs; 0 if each release alone leaves fewer), undrawn.
    """
    pairs = pair.common_records.group_by(BOTH).agg(joint=pair.count)
    for side in BOTH:
        sizes = pair.visible_records(side).group_by(side).agg(pair.count.alias(f"size_{side}"))
        pairs = pairs.join(sizes, on=side)
    alone = pl.min_horizontal("size_a", "size_b")
    pairs = pairs.with_columns(need=_largest_kept_promise(alone, [side.k for side in pair.sides]))
    return _with_undrawn(pair, pairs)


def _with_undrawn(pair: Pair, pairs: pl.DataFrame) -> pl.DataFrame:
    """The pairs with one more column: `undrawn`, as the module docstring explains it."""
    if not pair.is_sampled:
        return pairs.with_columns(undrawn=0)
    for side, other in (BOTH, BOTH[::-1]):
        missed = pair.visible_records(side).filter(pair.is_undrawn(other))
        counted = missed.group_by(side).agg(pair.count.alias(f"undrawn_{side}"))
        pairs = pairs.join(counted, on=side, how="left")
    both = (pl.col(f"undrawn_{side}").fill_null(0) for side in BOTH)
    return pairs.with_columns(undrawn=pl.sum_horizontal(both))


def _largest_kept_promise(alone: pl.Expr, promised: list[int]) -> pl.Expr:
    """The largest promise that neither release breaks alone; 0 if there is none.

    Args:
        alone: What the smaller class has.
        promised: What each release promises.
    """
    kept = [pl.when(alone >= number).then(number).otherwise(0) for number in promised]
    return pl.max_horizontal(kept)


def _fewer_values(pair: Pair, name: str) -> pl.DataFrame:
    """The pairs of classes that leave fewer values of a column than promised, at worst.

    First, `left` counts the values of the records in both classes. Then it grows to the values of
    all records of one class that the other class could have, by the link.
    """
    showing = [side for side, shown in zip(BOTH, pair.sides, strict=True) if name in shown.columns]
    cell = f"{showing[0]}:cell:{name}"
    pairs = pair.common_records.group_by(BOTH).agg(
        pl.col(cell).n_unique().alias("left"), joint=pair.count
    )
    pairs = _with_undrawn(pair, pairs)
    for side in showing:
        values = (
            pair.visible_records(side)
            .group_by(side)
            .agg(pl.col(f"{side}:cell:{name}").n_unique().alias(f"of_{side}"))
        )
        pairs = pairs.join(values, on=side)
    alone = pl.min_horizontal([f"of_{side}" for side in showing])
    promised = [side.diversity.get(name, 2) for side in pair.sides]
    suspects = pairs.with_columns(need=_largest_kept_promise(alone, promised)).filter(
        pl.col("left") < pl.col("need")
    )
    first, second = showing[0], "b" if showing[0] == "a" else "a"
    values = (
        pair.visible_records(first)
        .select(first, pl.col(cell).alias("value"), link=f"{first}:link")
        .unique()
    )
    others = pair.visible_records(second).select(second, link=f"{second}:link").unique()
    chunks = [
        chunk.group_by(BOTH).agg(pl.col("value").n_unique())
        for chunk in _join_on_link(suspects, values, others)
    ]
    known = pl.concat(chunks) if chunks else suspects.select(*BOTH, value="left").clear()
    worst = pl.max_horizontal("left", pl.col("value").fill_null(0))
    counted = suspects.join(known, on=BOTH, how="left").with_columns(left=worst)
    return counted.filter(pl.col("left") < pl.col("need"))


def _join_on_link(
    suspects: pl.DataFrame, first: pl.DataFrame, second: pl.DataFrame
) -> Iterator[pl.DataFrame]:
    """For suspicious pairs, in chunks, the lines of both sides that agree on the link.

    Cheap pairs come first; pairs beyond `PATIENCE` are left out.

    Args:
        suspects: The pairs, columns a and b.
        first: Lines of one side: its class (column a or b), `link`, and what is wanted.
        second: The same for the other side.
    """
    sides = [next(name for name in BOTH if name in lines.columns) for lines in (first, second)]
    ordered = suspects
    for side, lines in zip(sides, (first, second), strict=True):
        ordered = ordered.join(lines.group_by(side).agg(pl.len().alias(f"cost_{side}")), on=side)
    ordered = ordered.sort(f"cost_{sides[0]}", *BOTH)
    cost = ordered[f"cost_{sides[0]}"].cum_sum()
    within = ordered.select(*BOTH).with_columns(chunk=cost // CHUNK).filter(cost <= PATIENCE)
    for chunk in within.partition_by("chunk", include_key=False, maintain_order=True):
        yield chunk.join(first, on=sides[0]).join(second, on=[sides[1], "link"])
