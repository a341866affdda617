"""Nobody is born in the future: such a date was read in the wrong century, or is wrong."""

from collections.abc import Iterator
from datetime import UTC, datetime

import polars as pl

from shoal.data.column_names import KNOWN_TO_OTHERS, meaning_of
from shoal.data.table import Table
from shoal.data.types import ColumnType, DateType, IntegerType
from shoal.errors import ShoalError, StudyError
from shoal.study.study import Study

GUARD = "future-birth"


def future_births(study: Study, table: Table) -> Iterator[ShoalError]:
    """Columns of dates of birth, by their names, that hold dates after today."""
    for name, column in study.columns.items():
        if name not in table.names or f"{GUARD}:{name}" in study.acknowledge:
            continue
        if meaning_of(name, KNOWN_TO_OTHERS) != "date of birth":
            continue
        later = _later(table.texts(name, column.options.type).unique(), column.options.type)
        if later:
            yield StudyError(
                f"Column {name!r} ({GUARD}): {later:,} different dates of birth lie in the future."
                " Correct them, or the column's `format` and `pivot`. If these are no births, say"
                f" so: `acknowledge: [{GUARD}:{name}]`."
            )


def _later(texts: pl.Series, type: ColumnType) -> int:
    """How many dates are after today, or years after this one."""
    now = datetime.now(UTC).replace(tzinfo=None)
    if isinstance(type, DateType):
        return int((type.moments(texts.cast(pl.String)) > now).sum())
    if isinstance(type, IntegerType):
        years = texts.cast(pl.Int64, strict=False)
        return int(((years > now.year) & (years < 10_000)).sum())  # others are no years
    return 0
