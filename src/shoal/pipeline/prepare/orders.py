"""Numbers and dates are never ordered as texts: a column whose order matters needs a type.

As texts, 9 comes after 10, so a promise about the order of values would be about a wrong order.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import polars as pl

from shoal.data.date_formats import has_two_digit_years
from shoal.data.detection import NOT_A_NUMBER, detect
from shoal.data.table import Table
from shoal.errors import ShoalError, StudyError
from shoal.study.keys.plain import ColumnKeys
from shoal.study.study import Study

MIXED = 0.5  # the share of numbers among different texts from which on a type is asked for


def order_problems(study: Study, table: Table) -> Iterator[ShoalError]:
    """Errors about columns whose order is used but not known.

    These have no type, and hold numbers or dates, or numbers among other texts.
    """
    for name, what in columns_with_order(study).items():
        if name not in table.names or study.columns[name].type != "string":
            continue
        texts = table.texts(name)
        if keys := type_keys_for(texts):
            written = ", ".join(f"`{key}: {value}`" for key, value in keys.items())
            yield StudyError(
                f"Column {name!r}: {what} orders its values, which are numbers or dates, but the"
                f" study does not say so and they would be ordered as texts. Add {written}."
            )
        elif _is_mixed(texts):
            yield StudyError(
                f"Column {name!r}: {what} orders its values, but they are numbers and other texts."
                " List all of them, lowest first: `type: ordered` with `order`."
            )


def missing_problems(study: Study, table: Table) -> Iterator[ShoalError]:
    """Errors about missing values, which have no place in the order that a promise uses."""
    for name in _columns_of_ordered_promises(study):
        missing = table.frame[name].null_count() if name in table.names else 0
        if missing:
            yield StudyError(
                f"Column {name!r}: {missing:,} values are missing, and a missing value has no place"
                " in the order of t-closeness with `distance: ordered`. Use `distance: equal`, or"
                " leave these records out with `subset`."
            )


def columns_with_order(study: Study) -> dict[str, str]:
    """The columns whose order matters, each with what orders it, as the subject of a sentence.

    A builder orders values if it has a setting `order` that the study leaves open.
    """
    reasons = dict.fromkeys(
        _columns_of_ordered_promises(study), "t-closeness with `distance: ordered`"
    )
    for name, column in study.columns.items():
        builder = type(column.hierarchy).__name__
        if getattr(column.hierarchy, "order", "") is None:
            reasons[name] = f"the builder of its hierarchy ({builder})"
    return reasons


def type_keys_for(texts: pl.Series) -> ColumnKeys:
    """The keys `type`, `format` and `missing` for texts that are numbers or dates; else empty."""
    counts = texts.drop_nulls().alias("value").value_counts(name="records")
    if not counts.height:
        return {}
    best = detect(counts["value"], counts["records"])[0]
    if best.type in {"integer", "decimal", "date"}:
        keys: ColumnKeys = {"type": best.type}
        if best.format:
            keys["format"] = best.format
        if best.missing:
            keys["missing"] = list(best.missing)
        return keys
    whole = counts["value"].cast(pl.Int64, strict=False)
    numbers = counts["value"].cast(pl.Float64, strict=False)
    if numbers.null_count():
        return {}
    return {"type": "decimal" if whole.null_count() else "integer"}


def missing_types(study: Study, table: Table) -> dict[str, ColumnKeys]:
    """The keys to add to each column whose order is used but not known, by column.

    Columns whose values are neither numbers nor dates are left out.
    """
    texts = [
        name
        for name in columns_with_order(study)
        if name in table.names and study.columns[name].type == "string"
    ]
    proposed = {name: type_keys_for(table.texts(name)) for name in texts}
    return {name: keys for name, keys in proposed.items() if keys}


def missing_pivots(keys: Mapping[str, Any]) -> dict[str, int]:
    """The `pivot` to add to columns with years of two digits: this year, by column.

    Without a `pivot`, a study with such a column is refused.
    """
    columns = {str(name): dict(column or {}) for name, column in keys["columns"].items()}
    return {
        name: datetime.now(UTC).year
        for name, column in columns.items()
        if has_two_digit_years(str(column.get("format") or "")) and column.get("pivot") is None
    }


def _columns_of_ordered_promises(study: Study) -> list[str]:
    """The columns of promises with `distance: ordered`, by name."""
    promises = (each for each in study.all_promises if getattr(each, "distance", None) == "ordered")
    return sorted({promise.column for promise in promises})


def _is_mixed(texts: pl.Series) -> bool:
    """Whether the share of numbers among the different texts is at least `MIXED`."""
    different = texts.drop_nulls().unique()
    different = different.filter(~different.is_in(NOT_A_NUMBER))
    numbers = different.cast(pl.Float64, strict=False).is_not_null().sum()
    return len(different) > 0 and numbers >= MIXED * len(different)
