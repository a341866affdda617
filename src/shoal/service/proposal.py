"""A study proposed for a table, with the reason for each line and what is left to decide.

A column that nothing is known about is proposed as undecided, and a run waits until a person has
decided about it. Where an identifier repeats, people are counted and not records.

The search compares every combination of levels, so a proposal limits their number: at most ten
quasi-identifiers, and fewer levels for each the more there are. What is left out is listed as a
comment; what does not tell who a person is can be put back by a person who knows the data.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import prod
from pathlib import Path

import polars as pl
from polars.selectors import by_name

from shoal.data.checks import check_table
from shoal.data.column_names import KNOWN_TO_OTHERS, meaning_of, words_of
from shoal.data.encoding import encoding_note
from shoal.data.plain import DataKeys
from shoal.data.profile import ColumnProfile, Profile
from shoal.data.roles import SuggestedRole
from shoal.data.schema import Role
from shoal.data.source import Source
from shoal.data.suspicion import repeats_identifier
from shoal.data.table import Table
from shoal.errors import DataError, StudyError
from shoal.hierarchies import Builder, build_hierarchy, builders
from shoal.hierarchies.automatic import Automatic
from shoal.hierarchies.listed import Listed
from shoal.hierarchies.masking import Masking
from shoal.pipeline.prepare.automatic import checkable_builder
from shoal.pipeline.prepare.people import find_person_column_in
from shoal.study import text as study_text
from shoal.study.keys.columns import Column
from shoal.study.keys.plain import ColumnKeys
from shoal.study.keys.plugins import plugin_settings

K = 5
LIMIT = 0.05
MOST = 10  # quasi-identifiers
CANDIDATES = 150_000  # combinations of levels that are searched in seconds
POSTAL = {"zip", "zip3", "zipcode", "postal", "postcode", "plz", "postleitzahl"}
SHORT = 40  # a hierarchy with more numbers than this is left to the builder `automatic`


@dataclass(frozen=True, eq=False)
class Quasi:
    """A quasi-identifier: its values, and what they become with any number of levels."""

    profile: ColumnProfile
    keys: ColumnKeys
    values: pl.Series
    # What `builder` returned so far, by the number of levels.
    made: dict[int, tuple[Builder, int]] = field(default_factory=dict)

    def builder(self, levels: int) -> tuple[Builder, int]:
        """The builder for the column with at most `levels` levels, and its height."""
        if levels not in self.made:
            builder = self._choose_builder(levels)
            self.made[levels] = builder, build_hierarchy(builder, self.values).height
        return self.made[levels]

    def _choose_builder(self, levels: int) -> Builder:
        """Masking for postal codes; else what `automatic` chooses, as the verifier can check it."""
        if POSTAL & set(words_of(self.profile.name)):
            return Masking()
        column = _column(self.keys)
        builder = Automatic(levels=levels).choose(
            self.values, column.type, column.format, name=self.profile.name
        )
        return checkable_builder(builder, self.values, column.type)

    def choices(self, levels: int) -> int:
        """How many levels a release could choose from, if there were at most `levels`."""
        height = min(self.builder(Automatic().levels)[1], levels)
        return height + 1 - self.lowest(height)

    def lowest(self, height: int) -> int:
        """The lowest level: 1 if nearly every value occurs once, so that none is released."""
        return 1 if self.profile.near_unique and height > 1 else 0


def proposal(profile: Profile, table: Table, source: Source, home: Path) -> str:
    """The text of a study that lies in the folder `home`."""
    columns, left_out = choose_roles(profile)
    columns = _without_copies(columns, table)
    keys = {column.name: _type_keys(column, table, source.decimal or ".") for column in columns}
    quasi = [
        Quasi(
            column,
            keys[column.name],
            _values(table, column.name, keys[column.name], source.decimal or "."),
        )
        for column in columns
        if column.suggested.role is Role.QUASI_IDENTIFIER
    ]
    levels = _affordable(quasi)
    hierarchies = {column.profile.name: _hierarchy(column, levels) for column in quasi}
    described: list[tuple[ColumnProfile, ColumnKeys]] = [
        (column, {**keys[column.name], **hierarchies.get(column.name, {})}) for column in columns
    ]
    undecided = _with_role(columns, Role.UNDECIDED)
    return "\n".join(
        [
            *_head(profile, source, home, len(undecided)),
            *_columns(described),
            *_lines_about_left_out(left_out),
            *_lines_about_undecided(undecided),
            *_person(columns, table),
            *_tail(),
        ]
    )


def choose_roles(profile: Profile) -> tuple[list[ColumnProfile], list[ColumnProfile]]:
    """The columns with their final roles, and quasi-identifiers that are too many."""
    columns = list(profile.columns)
    if not _with_role(columns, Role.QUASI_IDENTIFIER):
        columns = _promote_columns(columns)
    quasi = sorted(_with_role(columns, Role.QUASI_IDENTIFIER), key=_importance)
    if not quasi:
        raise StudyError(
            "No column can be released: all identify people, or have a single value."
            " Write the study by hand, and say in it what each column is."
        )
    too_many = {column.name for column in quasi[MOST:]}
    kept = [column for column in columns if column.name not in too_many]
    return kept, [column for column in columns if column.name in too_many]


def _promote_columns(columns: list[ColumnProfile]) -> list[ColumnProfile]:
    """The columns with quasi-identifiers; used if no name of a column suggests one."""
    uncertain = [column for column in columns if not column.suggested.certain]
    maybe = uncertain or _with_role(columns, Role.SENSITIVE)
    names = {column.name for column in sorted(maybe, key=lambda column: -column.distinct)[:MOST]}
    reason = "no name of a column tells what others may know, so they might know this"
    role = SuggestedRole(Role.QUASI_IDENTIFIER, reason)
    return [
        replace(column, suggested=role) if column.name in names else column for column in columns
    ]


def _without_copies(columns: list[ColumnProfile], table: Table) -> list[ColumnProfile]:
    """The columns; those that repeat an identifier become identifiers, unless generalized."""
    identifiers = [each.name for each in _with_role(columns, Role.IDENTIFIER)]

    def correct_role(column: ColumnProfile) -> ColumnProfile:
        if column.suggested.role not in {Role.SENSITIVE, Role.UNDECIDED}:
            return column
        for name in identifiers:
            if repeats_identifier(table.texts(name), table.texts(column.name)):
                reason = f"records repeat their {name!r} here"
                return replace(column, suggested=SuggestedRole(Role.IDENTIFIER, reason))
        return column

    return [correct_role(column) for column in columns]


def _with_role(columns: list[ColumnProfile], role: Role) -> list[ColumnProfile]:
    """The columns that have a role."""
    return [column for column in columns if column.suggested.role is role]


def _importance(column: ColumnProfile) -> tuple[bool, int]:
    """Sorts columns that are recognized by name first, then those with fewer values."""
    return meaning_of(column.name, KNOWN_TO_OTHERS) is None, column.distinct


def _type_keys(column: ColumnProfile, table: Table, decimal: str) -> ColumnKeys:
    """The keys `type`, `format` and `missing`, where every value agrees with them."""
    postal = POSTAL & set(words_of(column.name))
    match = column.match
    missing: ColumnKeys = {"missing": list(match.missing)} if match.missing else {}
    keys: ColumnKeys = {}
    if match.type != "string" and not postal:
        keys["type"] = match.type
        if match.format is not None and match.format != "%Y-%m-%d":
            keys["format"] = match.format
    keys = {**keys, **missing}
    try:
        _values(table, column.name, keys, decimal)
    except DataError:  # the sample that was looked at did not hold every value
        return missing
    return keys


def _values(table: Table, name: str, keys: ColumnKeys, decimal: str) -> pl.Series:
    """The values of a column, read as the keys say; an error if some do not agree with them."""
    options = _column(keys).options
    alone = Table(table.frame.select(by_name(name)))
    return check_table(alone, {name: options}, decimal).texts(name, options.type)


def _column(keys: ColumnKeys) -> Column:
    """A quasi-identifier with these keys."""
    return Column(**{**keys, "role": "quasi-identifier"})


def _affordable(quasi: list[Quasi]) -> int:
    """The most levels per column with which all combinations can be searched."""
    for levels in range(Automatic().levels, 2, -1):
        if prod(column.choices(levels) for column in quasi) <= CANDIDATES:
            return levels
    return 2


def _hierarchy(column: Quasi, levels: int) -> ColumnKeys:
    """The keys `hierarchy` and `min_level` of a quasi-identifier."""
    builder, height = column.builder(levels)
    low = column.lowest(height)
    bound: ColumnKeys = {"min_level": low} if low else {}
    if not isinstance(builder, Listed):
        settings = plugin_settings(builders, builder)
        if len(str(settings)) <= SHORT * 10:
            return {"hierarchy": settings, **bound}
    return {"hierarchy": {"builder": "automatic", "levels": levels}, **bound}


def _head(profile: Profile, source: Source, home: Path, undecided: int) -> Iterator[str]:
    name = source.path.name if source.path else "a query"
    yield f"# A study proposed by `shoal profile` for {name} ({profile.records:,} records)."
    if undecided:
        yield f"# It waits for you to decide: nothing is known about {undecided:,} of its columns."
    else:
        yield "# It can run as it is, and should be read first."
    yield "# Only you know what others may know about the people."
    yield "# Change a role where it is wrong, and a hierarchy where its groups make no sense."
    yield "#   identifier        names one person; never released"
    yield "#   quasi-identifier  others may know it; made coarser until nobody stands out, by a"
    yield "#                     hierarchy such as {builder: automatic}"
    yield "#   sensitive         nobody should learn it about a person; released as it is"
    yield "#   insensitive       harmless, as you know; released as it is"
    yield "#   undecided         nothing is known about it; give it one of the roles above"
    yield study_text.write({"data": _data(source, home)}).rstrip()
    yield "columns:"


def _data(source: Source, home: Path) -> DataKeys:
    """The key `data`; a path is relative to `home`."""
    if source.path is None:
        return source.settings()
    place: DataKeys = {"path": os.path.relpath(source.path.resolve(), home.resolve())}
    if source.sheet:
        return {**source.settings(), **place}
    # Written down where a person should look at it, or has said it.
    said = source.encoding and encoding_note(source.name, source.encoding)
    return {**place, "encoding": source.encoding} if said and source.encoding else place


def _columns(described: list[tuple[ColumnProfile, ColumnKeys]]) -> Iterator[str]:
    """The lines of the columns, each after two lines of comment."""
    for column, keys in described:
        yield f"  # {_facts(column)}"
        yield f"  # {column.suggested.role}: {column.suggested.reason}."
        entry: dict[str, ColumnKeys] = {column.name: {"role": str(column.suggested.role), **keys}}
        yield from study_text.write({"columns": entry}).splitlines()[1:]


def _facts(column: ColumnProfile) -> str:
    sample = ", by a sample" if column.sampled else ""
    return f"{column.match.type}{sample}; {column.distinct:,} distinct, {column.missing:,} missing"


def _lines_about_left_out(columns: list[ColumnProfile]) -> Iterator[str]:
    for column in columns:
        yield f"  # left out, since {MOST} quasi-identifiers are enough: {column.name!r}"


def _lines_about_undecided(columns: list[ColumnProfile]) -> Iterator[str]:
    if columns:
        yield "# To release none of the undecided columns, take the mark (#) off the next line:"
        yield "# undecided: drop"


def _person(columns: list[ColumnProfile], table: Table) -> Iterator[str]:
    """The key `person`, where somebody has several records."""
    repeated = find_person_column_in(
        table, {column.name: str(column.suggested.role) for column in columns}
    )
    if repeated is not None:
        counted = f"{repeated.values:,} values in {repeated.known:,} records"
        yield f"# Whose record it is: {counted}. Promises count people; false would count records."
        yield study_text.line("person", repeated.name)


def _tail() -> Iterator[str]:
    yield "privacy:"
    yield f"  # Every released record looks like at least {K - 1} others."
    yield f"  - {{model: k-anonymity, k: {K}}}"
    yield "# At most this share of the records may be left out to keep the others more precise."
    yield f"suppression_limit: {LIMIT}"
    yield ""
