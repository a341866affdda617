"""What a type needs to know besides its name: the order of its values, or how dates are written."""

from shoal.errors import DataError
from shoal.server.stored.column_shape import column_texts
from shoal.server.stored.study_keys import StoredColumn
from shoal.web.pages.data.profiles import Profile
from shoal.web.visit import Visit

MOST = 500  # values whose order a person can look through


async def needed(
    visit: Visit, table: str, name: str, type: str, profile: Profile | None
) -> StoredColumn:
    """The keys that a type needs for a column."""
    if type == "ordered":
        return {"order": ordered(name, await visit.call(column_texts, table, name, MOST + 1))}
    return date_format(name, profile) if type == "date" else {}


def ordered(name: str, values: list[str]) -> list[str]:
    """All values, lowest first: numbers by their size, texts by the alphabet."""
    if len(values) > MOST:
        raise DataError(
            f"{name} has more than {MOST:,} distinct values; an ordered column lists all of them."
            " Choose `integer`, `decimal` or `string`."
        )
    try:
        return sorted(values, key=float)
    except ValueError:
        return sorted(values)


def date_format(name: str, profile: Profile | None) -> StoredColumn:
    """How the dates of a column seem to be written, where not year-month-day."""
    told = [one for one in profile["columns"] if one["name"] == name] if profile else []
    for one in (seen for column in told[:1] for seen in (column, *column["other_types"])):
        if one["type"] == "date" and one["format"] not in {None, "%Y-%m-%d"}:
            return {"format": one["format"]}
    return {}
