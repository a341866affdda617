"""Edits of what a study says about columns: other roles and types, with the keys that fit them."""

from collections.abc import Iterable, Mapping

from shoal.errors import DataError
from shoal.server.stored.column_shape import column_texts
from shoal.server.stored.study_keys import StoredColumn, StoredKeys, only
from shoal.study.keys.plain import Settings
from shoal.web.pages.data.profiles import Profile
from shoal.web.visit import Visit

QUASI = "quasi-identifier"
ALWAYS = {"type", "order", "format", "missing"}
# The keys that a column of each role may have; the library refuses others.
FITTING = {
    "identifier": {"pseudonym"},
    QUASI: {"hierarchy", "weight", "min_level", "max_level", "aggregate", "target"},
    "sensitive": {"hierarchy", "target", "shift"},
    "insensitive": {"hierarchy", "target", "shift"},
    "undecided": set(),
}
AUTOMATIC: Settings = {"builder": "automatic"}
MOST = 500  # values that a person can put in order


def set_role(
    body: StoredKeys, names: Iterable[str], role: str, proposed: Mapping[str, StoredColumn]
) -> None:
    """Give columns a role; an empty one takes them out of the study, so they are not released.

    Args:
        body: The keys of the study, which are changed.
        names: The columns.
        role: Their role from now on.
        proposed: The keys that the profile proposed for each column.
    """
    columns = body.setdefault("columns", {})
    for name in names:
        if role:
            columns[name] = keys_for_role(columns.get(name), role, proposed.get(name, {}))
        else:
            columns.pop(name, None)
    _ask_again(body)


def _ask_again(body: StoredKeys) -> None:
    """Forget which column tells people apart if it is no identifier any more."""
    person = body.get("person")
    if person and body["columns"].get(person, {}).get("role") != "identifier":
        del body["person"]


def keys_for_role(known: StoredColumn | None, role: str, proposed: StoredColumn) -> StoredColumn:
    """The keys of a column that has this role: those it had, as far as the role allows them.

    A column that the study did not name (`known` is None) begins with the proposed keys. A
    quasi-identifier always gets a hierarchy or an aggregate.
    """
    keys = proposed if known is None else known
    kept = only(keys, *ALWAYS, *FITTING[role])
    if role == QUASI and "hierarchy" not in kept and "aggregate" not in kept:
        kept["hierarchy"] = proposed.get("hierarchy", AUTOMATIC)
    return {"role": role, **kept}


def set_type(body: StoredKeys, name: str, type: str, more: StoredColumn) -> bool:
    """Read a column as another type; returns whether its hierarchy was reset to automatic.

    Args:
        body: The keys of the study, which are changed.
        name: The column.
        type: Its type from now on.
        more: `order` or `format`, where the type needs one.
    """
    keys = body["columns"][name]
    keys.pop("type", None)
    keys.pop("order", None)
    keys.pop("format", None)
    if type != "string":
        keys["type"] = type
    keys.update(more)
    if "hierarchy" not in keys:
        return False
    keys["hierarchy"] = dict(AUTOMATIC)
    keys.pop("min_level", None)
    keys.pop("max_level", None)
    return True


def accept_all(
    body: StoredKeys, proposed: Mapping[str, StoredColumn], person: str | None = None
) -> None:
    """Give all columns the proposed keys; of proposed columns, what a person has decided stays.

    Columns that the proposal does not name are taken out of the study. Columns that the study does
    not name, and that the proposal leaves undecided, stay out.

    Args:
        body: The keys of the study, which are changed.
        proposed: The keys that the profile proposed for each column.
        person: The column proposed to tell people apart; used if the study says nothing of it.
    """
    before = body.get("columns", {})
    body["columns"] = {
        name: before[name] if name in before and _stays(before[name], keys) else keys
        for name, keys in proposed.items()
        if name in before or keys["role"] != "undecided"
    }
    if person is not None and body.get("person") is None:
        body["person"] = person
    _ask_again(body)


def _stays(said: StoredColumn, proposed: StoredColumn) -> bool:
    """Whether the keys of a column stay: a suggestion never undoes a decision."""
    return proposed["role"] in {said.get("role"), "undecided"}


async def type_keys(
    visit: Visit, table: str, name: str, type: str, profile: Profile | None
) -> StoredColumn:
    """The keys that a column of this type needs besides the type: the order, or the date format."""
    if type == "ordered":
        return {"order": sort_values(name, await visit.call(column_texts, table, name, MOST + 1))}
    return date_format(name, profile) if type == "date" else {}


def sort_values(name: str, values: list[str]) -> list[str]:
    """All values, lowest first: numbers by size, texts by the alphabet; DataError for too many."""
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
    """The key `format` of a column of dates, as the profile saw it; empty if year-month-day."""
    columns = [one for one in profile["columns"] if one["name"] == name] if profile else []
    for one in (seen for column in columns[:1] for seen in (column, *column["other_types"])):
        if one["type"] == "date" and one["format"] not in {None, "%Y-%m-%d"}:
            return {"format": one["format"]}
    return {}
