"""Hierarchies that nobody derived from the data: what differential privacy asks of every column.

A hierarchy tells how values are generalized and, by its rows, how large their domain is. Made from
the values that occur, both would depend on single records. Here a hierarchy is read from a file, or
built from the domain that the study declares: all values of an ordered column, or all whole numbers
between the ends of intervals. A value outside its domain is read as missing, whoever else has it.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

import polars as pl

from shoal.errors import ShoalError, StudyError

if TYPE_CHECKING:
    from shoal.data.table import Table
    from shoal.hierarchies import Hierarchy
    from shoal.study.keys.columns import Column
    from shoal.study.study import Study

LARGEST = 100_000  # whole numbers that are listed one by one
MANY = 20  # values that a complete domain hardly has by chance


def domain_problem(column: "Column") -> str | None:
    """Why a column's hierarchy would depend on the data; None where it would not."""
    builder = column.hierarchy
    if builder is None:
        return "without a `hierarchy`, one is made from the values that occur"
    if getattr(builder, "path", None) is not None:
        return None
    name = _name(builder)
    if name == "automatic" or getattr(builder, "needs_counts", False):
        return f"the builder `{name}` looks at the data"
    if declared_domain(column) is None:
        return f"the builder `{name}` makes a row for each value that occurs"
    return None


def declared_domain(column: "Column") -> list[str] | None:
    """All values that a column can have, where the study says so without looking at the data."""
    if column.type == "ordered":
        return list(column.order or ())
    bounds = getattr(column.hierarchy, "bounds", None)
    if column.type != "integer" or bounds is None:
        return None
    low, high = bounds[2], bounds[5]  # the extremes of both ends
    if not all(isinstance(end, int) or _is_whole(end) for end in (low, high)):
        return None
    numbers = range(int(low), int(high))
    return [str(number) for number in numbers] if len(numbers) <= LARGEST else None


def private_hierarchies(
    study: "Study",
) -> "tuple[Study, dict[str, Hierarchy], list[ShoalError]]":
    """The study with explicit hierarchies, the hierarchies, and what is wrong with the others."""
    from shoal.hierarchies import built, typed  # noqa: PLC0415  (rules are read without engine)
    from shoal.hierarchies.listed import Listed  # noqa: PLC0415
    from shoal.hierarchies.spelled import spelled  # noqa: PLC0415
    from shoal.pipeline.prepare.prepare import builder_of  # noqa: PLC0415

    made: dict[str, Hierarchy] = {}
    listed: dict[str, Listed] = {}
    problems: list[ShoalError] = []
    for name in study.generalized:
        column = study.columns[name]
        builder = typed(builder_of(column, study.folder), column.options.type)
        domain = pl.Series(declared_domain(column) or [], dtype=pl.String)
        try:
            hierarchy = spelled(built(builder, domain), column.options.type)
        except ShoalError as error:
            kind = type(error)
            problems.append(kind(*(f"Column {name!r}: {text}" for text in error.problems)))
            continue
        made[name] = hierarchy.with_missing()
        if getattr(builder, "path", None) is None:
            listed[name] = Listed(hierarchy)
    columns = {
        name: column.model_copy(update={"hierarchy": listed[name]}) if name in listed else column
        for name, column in study.columns.items()
    }
    return study.model_copy(update={"columns": columns}), made, problems


def known_values(
    texts: Mapping[str, pl.Series], hierarchies: "Mapping[str, Hierarchy]"
) -> dict[str, pl.Series]:
    """Columns in which everything outside the hierarchy is missing."""
    found = {}
    for name, values in texts.items():
        if name not in hierarchies:
            continue  # it could not be built, and somebody says so
        known = values.is_in(hierarchies[name].levels[0].drop_nulls().to_list())
        found[name] = values.set(~known.fill_null(value=True), None)
    return found


def forgotten(texts: Mapping[str, pl.Series], known: Mapping[str, pl.Series]) -> Iterator[str]:
    """What the steward should know about values outside their domain; the release does not say."""
    for name in known:
        count = known[name].null_count() - texts[name].null_count()
        if count:
            yield (
                f"Column {name!r}: the values of {count:,} of {len(texts[name]):,} drawn records"
                " are not in its hierarchy; they are read as missing."
            )


def suspicious(
    study: "Study", whole: "Table", hierarchies: "Mapping[str, Hierarchy]"
) -> Iterator[str]:
    """Hierarchies that look as if somebody had made them from these data."""
    for name, hierarchy in hierarchies.items():
        column, leaves = study.columns[name], hierarchy.levels[0].drop_nulls()
        if getattr(column.hierarchy, "path", None) is None or len(leaves) < MANY:
            continue
        values = whole.texts(name, column.options.type).drop_nulls().unique()
        if len(values) == len(leaves) and set(values) == set(leaves):
            yield (
                f"Column {name!r}: its hierarchy has exactly the {len(leaves):,} values that occur."
                " If it was made from these data, differential privacy does not hold."
            )


def fixed_levels(study: "Study", hierarchies: "Mapping[str, Hierarchy]") -> tuple[int, ...]:
    """The levels that the study fixes; a degree stays within the levels that a column may have."""
    levels, problems = [], []
    for name, hierarchy in hierarchies.items():
        column, given = study.columns[name], (study.private.levels or {}).get(name)
        low = column.min_level or 0
        high = hierarchy.height if column.max_level is None else column.max_level
        level = study.private.level(name, hierarchy.height)
        if isinstance(given, int) and not isinstance(given, str) and not low <= level <= high:
            problems.append(
                f"privacy: level {level} of {name!r} is not between its lowest, {low}, and highest,"
                f" {high}."
            )
        levels.append(min(max(level, low), high))
    if problems:
        raise StudyError(*problems)
    return tuple(levels)


def _is_whole(end: object) -> bool:
    given = Decimal(end) if isinstance(end, float | Decimal) else Decimal("nan")
    return given.is_finite() and given == given.to_integral_value()


def _name(builder: object) -> str:
    from shoal.study.keys.plugins import builders  # noqa: PLC0415

    return str(builders().name_of(builder))
