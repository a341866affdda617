"""Which records of two inputs are the same: line by line, by their content, or by the person."""

from collections.abc import Iterator

import polars as pl

from shoal.ledger.trace import OUTSIDE

NOWHERE = pl.DataFrame(schema={"a": pl.Int64, "b": pl.Int64})
ABSENT = OUTSIDE + 3  # the state of a record that is not in this input at all


def side_by_side(
    earlier: pl.DataFrame,
    new: pl.DataFrame,
    *,
    same_input: bool,
    known: pl.DataFrame | None = None,
) -> pl.DataFrame | None:
    """Two traces as one table of their records; None if they are not about the same data.

    Columns of the earlier trace begin with `a:`, those of the new one with `b:`; `a:line` and
    `b:line` are the places of the record in the inputs, null where it is not. Then its state is
    `ABSENT`. Inputs are about the same data if their files are equal, if their rosters or at least
    half of the records of the smaller one say so, or if an identifier of one person is in both.

    Args:
        earlier: The earlier trace.
        new: The new one.
        same_input: Whether both are about the same file.
        known: The places of records that are the same by their rosters, columns a and b; `NOWHERE`
            if rosters found none, None if there are no rosters.
    """
    if same_input and earlier.height == new.height:
        places = pl.DataFrame({"a": pl.int_range(new.height, eager=True)}).with_columns(b="a")
        return _join_traces(earlier, new, places)
    places = _equal_records(earlier, new) if known is None else known
    few = known is None and 2 * places.height < min(earlier.height, new.height)
    if (few or places.is_empty()) and not _same_person(earlier, new):
        return None
    for column in _identifiers(earlier, new):
        places = pl.concat([places, _equal_on(column, earlier, new, places)])
    return _join_traces(earlier, new, _add_unmatched(earlier, new, places))


def _join_traces(earlier: pl.DataFrame, new: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    """The records of both traces at the given places, side by side."""
    sides = (("a", earlier), ("b", new))
    return pl.concat(
        [
            trace.select(pl.all().gather(places[side]))
            .select(pl.col("state").fill_null(ABSENT), pl.exclude("state", "record"))
            .with_columns(line=places[side])
            .rename(lambda name, side=side: f"{side}:{name}")  # type: ignore[misc]
            for side, trace in sides
        ],
        how="horizontal",
    )


def _equal_records(earlier: pl.DataFrame, new: pl.DataFrame) -> pl.DataFrame:
    """The places of records that are equal in all columns; several equal ones pair in order.

    Only traces in the old form can say so; otherwise `NOWHERE`.
    """
    if "record" not in earlier.columns:
        return NOWHERE
    return _equal_on("record", earlier, new, NOWHERE)


def _equal_on(
    column: str, earlier: pl.DataFrame, new: pl.DataFrame, taken: pl.DataFrame
) -> pl.DataFrame:
    """The places of records that are equal in one column, without records that are taken."""

    def number_equals(trace: pl.DataFrame, side: str) -> pl.DataFrame:
        lines = trace.select(column, pl.int_range(pl.len(), dtype=pl.Int64).alias(side))
        left = lines.drop_nulls().join(taken.select(side), on=side, how="anti")
        return left.with_columns(nth=pl.int_range(pl.len()).over(column))

    pairs = number_equals(earlier, "a").join(number_equals(new, "b"), on=[column, "nth"])
    return pairs.select("a", "b")


def _add_unmatched(earlier: pl.DataFrame, new: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    """The places, and those of records that are in one input only, with null for the other."""

    def alone(trace: pl.DataFrame, side: str) -> pl.DataFrame:
        lines = pl.DataFrame({side: pl.int_range(trace.height, dtype=pl.Int64, eager=True)})
        return lines.join(places.select(side), on=side, how="anti")

    return pl.concat([places, alone(earlier, "a"), alone(new, "b")], how="diagonal")


def _identifiers(earlier: pl.DataFrame, new: pl.DataFrame) -> Iterator[str]:
    """The columns `id:NAME` that both traces have."""
    return (name for name in earlier.columns if name.startswith("id:") and name in new.columns)


def _same_person(earlier: pl.DataFrame, new: pl.DataFrame) -> bool:
    """Whether at least one value of an identifier is in both."""
    return any(
        bool(new[name].drop_nulls().is_in(earlier[name].drop_nulls().implode()).any())
        for name in _identifiers(earlier, new)
    )
