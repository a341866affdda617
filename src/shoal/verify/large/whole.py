"""Do whole records agree, with the columns that are released as they are?

Classes and promises are checked on counted combinations. The other columns may have a different
value in every record; they are compared where the records lie: every record of the input becomes
what the release should show, and both sides are counted against each other (exactly; nothing is
hashed into fewer bits).
"""

from collections.abc import Callable, Mapping

import polars as pl

from shoal.verify.case.linked import Linked, input_values
from shoal.verify.findings.verdict import Finding
from shoal.verify.large.counting import Counter, Side, text_in_sql
from shoal.verify.large.match import Match, Sides
from shoal.verify.study.terms import ColumnTerms
from shoal.verify.values.spellings import in_canonical_spelling
from shoal.verify.values.texts import spellings_of

GONE = "shoal_suppressed"  # the stored table of the suppressed classes
TEXTS = ("varchar", "string")  # in DuckDB, and in Spark


def whole_records_finding(sides: Sides, match: Match, files: tuple[Side, Side]) -> Finding:
    """Check that every released record is an input record, with all its columns.

    The small tables that the comparison joins are stored with the counter, under names that begin
    with `shoal_`. `files` are the input and the release.
    """
    terms, counter = sides.terms, files[0].counter
    if terms.neutralized:
        return Finding("whole records", "not_checked", "Texts were made harmless for spreadsheets.")
    for at, column in enumerate(sides.label_columns):
        level = match.levels[column.terms.name]
        counter.store(f"shoal_before_{at}", numbers_of_values(sides, column, level))
        counter.store(f"shoal_after_{at}", numbers_of_cells(sides, column))
    for name, at in _columns_in_one_spelling(sides, files[0]).items():
        counter.store(f"shoal_spelled_{at}", _spellings(terms.columns[name], files[0]))
    for name, at in _columns_in_one_spelling(sides, files[1]).items():
        counter.store(f"shoal_shown_{at}", _spellings(terms.columns[name], files[1]))
        if counter.ask(_double_spellings_sql(name, at, files[1])).item():
            reason = f"Column {name!r} shows the same value in several spellings."
            return Finding("whole records", False, reason)
    for name in _columns_turned_to_text(sides, files) if terms.is_strict else ():
        if _count_misspelled(terms.columns[name], files):
            reason = f"Column {name!r} does not show its values in their one spelling."
            return Finding("whole records", False, reason)
    counter.store(GONE, suppressed_classes(sides, match))
    differing = counter.ask(_difference_sql(sides, files)).item()
    reason = f"{differing} kinds of records differ in number between the input and the release."
    return Finding("whole records", not differing, reason if differing else "")


def _columns_turned_to_text(sides: Sides, files: tuple[Side, Side]) -> list[str]:
    """The columns that are texts in the release and something else in the input."""
    before, after = (_kinds(side) for side in files)
    leveled = {column.terms.name for column in sides.label_columns}
    return [
        name
        for name in sides.terms.released
        if name not in leveled
        and after[name].lower() in TEXTS
        and before[name].lower() not in TEXTS
    ]


def _count_misspelled(column: ColumnTerms, files: tuple[Side, Side]) -> int:
    """How many different released texts of a column are not the spelling of their value.

    Only those are looked at that the database would write otherwise.
    """
    before, after = files
    name, kind = after.counter.name(column.name), _kinds(before)[column.name]
    odd = f"{_text(f'TRY_CAST({name} AS {kind})')} IS DISTINCT FROM {name}"
    asked = f"SELECT DISTINCT {name} AS text FROM {after.table} WHERE {odd}"  # noqa: S608
    texts = after.counter.ask(asked)["text"].cast(pl.String).drop_nulls()
    kinds = before.counter.ask(f"SELECT {name} FROM {before.table} LIMIT 1")  # noqa: S608
    forms = spellings_of(texts, kinds[column.name].dtype, column)
    return min(int((texts != form).sum()) for form in forms) if len(texts) else 0


def _difference_sql(sides: Sides, files: tuple[Side, Side]) -> str:
    """SQL that counts the combinations whose numbers differ between release and expectation."""
    cells = ", ".join(f"v{at}" for at in range(len(sides.terms.released)))
    inside = f"SELECT {cells}, 1 AS sign FROM ({_input_sql(sides, files[0])})"  # noqa: S608
    outside = f"SELECT {cells}, -1 AS sign FROM ({_release_sql(sides, files)})"  # noqa: S608
    both = f"{inside} UNION ALL {outside}"
    grouped = f"SELECT sum(sign) AS more FROM ({both}) GROUP BY {cells}"  # noqa: S608
    return f"SELECT count(*) FROM ({grouped}) WHERE more <> 0"  # noqa: S608


def _input_sql(sides: Sides, before: Side) -> str:
    """SQL for what the release should show: numbers of labels, and texts of other values."""
    typed = _columns_in_one_spelling(sides, before)

    def value(name: str) -> str:
        return _one_spelling(_value(sides.terms.columns[name], before), typed.get(name))

    cells, odd = _cells_sql(sides, value), _joins_of_spellings("spelled", typed, before)
    same = " AND ".join(f"l{at}.label = g.c{at}" for at in range(len(sides.label_columns)))
    gone = f"LEFT JOIN {GONE} AS g ON {same}"
    joins = _label_joins(sides, "before", before.counter)
    source = f"{before.table} AS t {joins} {odd} {gone}"
    there = f" AND NOT ({_all_missing(sides, before.counter)})" if sides.missing else ""
    return f"SELECT {cells} FROM {source} WHERE g.c0 IS NULL{there}"  # noqa: S608


def _all_missing(sides: Sides, counter: Counter) -> str:
    """SQL: whether a record of the input shows nothing when it is released, as if suppressed."""
    labels = [
        f"l{at}.label = {int(column.release.missing)}"
        for at, column in enumerate(sides.label_columns)
    ]
    names = {column.terms.name for column in sides.label_columns}
    others = [name for name in sides.terms.released if name not in names]
    return " AND ".join([*labels, *(f"t.{counter.name(name)} IS NULL" for name in others)])


def _release_sql(sides: Sides, files: tuple[Side, Side]) -> str:
    """SQL for what the release shows, in the types of the input, without suppressed records."""
    counter, names = files[1].counter, sides.terms.released
    kinds = _kinds(files[0])
    typed = _columns_in_one_spelling(sides, files[1])

    def value(name: str) -> str:
        plain = _text(f"CAST(t.{counter.name(name)} AS {kinds[name]})")
        return _one_spelling(plain, typed.get(name))

    cells = _cells_sql(sides, value)
    some = " OR ".join(f"t.{counter.name(name)} IS NOT NULL" for name in names)
    joins = (
        f"{_label_joins(sides, 'after', counter)} {_joins_of_spellings('shown', typed, files[1])}"
    )
    where = f" WHERE {some}" if sides.terms.mode == "blank" else ""
    return f"SELECT {cells} FROM {files[1].table} AS t {joins}{where}"  # noqa: S608


def _cells_sql(sides: Sides, value: Callable[[str], str]) -> str:
    """SQL for all released columns as v0, v1, …: numbers of labels, or what `value` says."""
    places = {column.terms.name: at for at, column in enumerate(sides.label_columns)}
    return ", ".join(
        f"{f'l{places[name]}.label' if name in places else value(name)} AS v{at}"
        for at, name in enumerate(sides.terms.released)
    )


def _label_joins(sides: Sides, side: str, counter: Counter) -> str:
    """SQL that joins each quasi-identifier with the number of its label."""
    return " ".join(
        f"JOIN shoal_{side}_{at} AS l{at}"
        f" ON t.{counter.name(column.terms.name)} IS NOT DISTINCT FROM l{at}.value"
        for at, column in enumerate(sides.label_columns)
    )


def _kinds(side: Side) -> dict[str, str]:
    """The type of each column, as the database names it."""
    return side.counter.kinds(side.table)


def _text(expression: str) -> str:
    """SQL for an expression as text."""
    return f"CAST({expression} AS STRING)"


def _value(column: ColumnTerms, before: Side) -> str:
    """SQL for a value of the input as the release writes it: missing ones are null."""
    cell, kind = f"t.{before.counter.name(column.name)}", _kinds(before)[column.name]
    text = _text(cell)
    if column.type == "decimal" and column.decimal == ",":
        text = f"replace({text}, ',', '.')"
    if not column.missing:
        return text
    if kind.lower() not in TEXTS:  # 0 is missing, so 0.0 is
        same = ", ".join(f"TRY_CAST({text_in_sql(word)} AS {kind})" for word in column.missing)
        return f"CASE WHEN {cell} IN ({same}) THEN NULL ELSE {text} END"
    listed = pl.Series(column.missing, dtype=pl.String)
    missing = ", ".join(map(text_in_sql, {*listed, *in_canonical_spelling(listed, column)}))
    return f"CASE WHEN {text} IN ({missing}) THEN NULL ELSE {text} END"


# What texts in the one spelling of their type match; dates must be parsed, so no text matches.
_CANONICAL = {
    "integer": "^(0|-?[1-9][0-9]*)$",
    "decimal": "^(0|-?[1-9][0-9]*|-?(0|[1-9][0-9]*)[.][0-9]*[1-9])$",
    "boolean": "^(true|false)$",
    "date": "^$",
}


def _columns_in_one_spelling(sides: Sides, side: Side) -> dict[str, int]:
    """The texts that are no labels and whose type has one spelling, by name.

    The number is the place among the released columns.
    """
    kinds, columns = _kinds(side), sides.terms.columns
    leveled = {column.terms.name for column in sides.label_columns}
    return {
        name: at
        for at, name in enumerate(sides.terms.released)
        if kinds[name].lower() in TEXTS and name not in leveled and columns[name].type in _CANONICAL
    }


def _joins_of_spellings(which: str, typed: Mapping[str, int], side: Side) -> str:
    """SQL that joins each text of another spelling with the one of its value."""
    return " ".join(
        f"LEFT JOIN shoal_{which}_{at} AS s{at} ON t.{side.counter.name(name)} = s{at}.value"
        for name, at in typed.items()
    )


def _one_spelling(plain: str, at: int | None) -> str:
    """SQL for a text in its one spelling, looked up in table s`at`; as it is without a table."""
    return (
        plain if at is None else f"CASE WHEN s{at}.value IS NULL THEN {plain} ELSE s{at}.shown END"
    )


def _double_spellings_sql(name: str, at: int, after: Side) -> str:
    """SQL that counts the values that the release spells in several ways."""
    cell = f"t.{after.counter.name(name)}"
    pairs = (
        f"SELECT DISTINCT {cell} AS text, {_one_spelling(cell, at)} AS known"  # noqa: S608
        f" FROM {after.table} AS t {_joins_of_spellings('shown', {name: at}, after)}"
    )
    several = f"SELECT known FROM ({pairs}) GROUP BY known HAVING count(*) > 1"  # noqa: S608
    return f"SELECT count(*) FROM ({several})"  # noqa: S608


def _spellings(column: ColumnTerms, before: Side) -> pl.DataFrame:
    """Texts that are not in the one spelling of their value (`value`), and that one (`shown`).

    `before` is the side, input or release, whose texts are looked at.
    """
    name, pattern = before.counter.name(column.name), text_in_sql(_CANONICAL[column.type])
    text = f"replace({name}, ',', '.')" if column.decimal == "," else name
    odd = f"regexp_replace({text}, {pattern}, '') <> ''"
    texts = before.counter.ask(f"SELECT DISTINCT {name} AS value FROM {before.table} WHERE {odd}")  # noqa: S608
    known = input_values(texts["value"].cast(pl.String), column)
    return texts.with_columns(known.texts.gather(known.codes).alias("shown"))


def numbers_of_values(sides: Sides, column: Linked, level: int) -> pl.DataFrame:
    """Each value of the input (`value`, in its type) with the number of its label (`label`)."""
    labels = column.levels[level][column.data.codes].astype("int32")
    raw = sides.before.frame[column.terms.name]
    return pl.DataFrame({"value": raw, "label": labels}).unique()


def numbers_of_cells(sides: Sides, column: Linked) -> pl.DataFrame:
    """Each released cell (`value`) with its number (`label`)."""
    raw = sides.after.frame[column.terms.name]
    return pl.DataFrame({"value": raw, "label": column.release.codes.astype("int32")}).unique()


def suppressed_classes(sides: Sides, match: Match) -> pl.DataFrame:
    """The classes that are not released, one line each: numbers of labels in c0, c1 and so on."""
    levels = [(column, match.levels[column.terms.name]) for column in sides.label_columns]
    columns = {
        f"c{at}": column.levels[level][column.data.codes[~match.kept]].astype("int32")
        for at, (column, level) in enumerate(levels)
    }
    return pl.DataFrame(columns).unique()
