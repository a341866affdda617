"""Do whole records agree, with the columns that are released as they are?

Classes and promises are checked on counted combinations. The other columns may have a value of
its own in every record; they are compared where the records lie: every record of the input becomes
what the release should show, and both sides are counted against each other (exactly; nothing is
hashed into fewer bits).
"""

from collections.abc import Callable

import polars as pl

from shoal.verify.large.counting import Counter, Side, text_in_sql
from shoal.verify.large.match import Match, Sides
from shoal.verify.linked import Linked, input_values
from shoal.verify.spellings import canonical
from shoal.verify.terms import ColumnTerms
from shoal.verify.verdict import Finding

GONE = "shoal_suppressed"


def whole_records(sides: Sides, found: Match, files: tuple[Side, Side]) -> Finding:
    """Every released record is an input record, with all its columns."""
    terms, counter = sides.terms, files[0].counter
    if terms.neutralized:
        return Finding("whole records", "not_checked", "Texts were made harmless for spreadsheets.")
    for at, column in enumerate(sides.leveled):
        level = found.levels[column.terms.name]
        counter.store(f"shoal_before_{at}", values(sides, column, level))
        counter.store(f"shoal_after_{at}", labels(sides, column))
    for at, name in enumerate(terms.released):
        if name in _typed(sides, files[0]):
            counter.store(f"shoal_spelled_{at}", _spellings(terms.columns[name], files[0]))
    counter.store(GONE, suppressed(sides, found))
    differing = counter.ask(_difference(sides, files)).item()
    reason = f"{differing} kinds of records differ in number between the input and the release."
    return Finding("whole records", not differing, reason if differing else "")


def _difference(sides: Sides, files: tuple[Side, Side]) -> str:
    """Counts the combinations that do not occur as often here as there."""
    cells = ", ".join(f"v{at}" for at in range(len(sides.terms.released)))
    inside = f"SELECT {cells}, 1 AS sign FROM ({_expected(sides, files[0])})"  # noqa: S608
    outside = f"SELECT {cells}, -1 AS sign FROM ({_shown(sides, files)})"  # noqa: S608
    both = f"{inside} UNION ALL {outside}"
    grouped = f"SELECT sum(sign) AS more FROM ({both}) GROUP BY {cells}"  # noqa: S608
    return f"SELECT count(*) FROM ({grouped}) WHERE more <> 0"  # noqa: S608


def _expected(sides: Sides, before: Side) -> str:
    """What the release should show of the input: numbers of labels, and texts of other values."""
    names, typed = sides.terms.released, _typed(sides, before)

    def value(name: str) -> str:
        plain, at = _value(sides.terms.columns[name], before.counter), names.index(name)
        if name not in typed:
            return plain
        return f"CASE WHEN s{at}.value IS NULL THEN {plain} ELSE s{at}.shown END"

    cells = _cells(sides, value)
    odd = " ".join(
        f"LEFT JOIN shoal_spelled_{at} AS s{at} ON t.{before.counter.name(name)} = s{at}.value"
        for at, name in enumerate(names)
        if name in typed
    )
    same = " AND ".join(f"l{at}.label = g.c{at}" for at in range(len(sides.leveled)))
    gone = f"LEFT JOIN {GONE} AS g ON {same}"
    joins = _joins(sides, "before", before.counter)
    source = f"{before.table} AS t {joins} {odd} {gone}"
    return f"SELECT {cells} FROM {source} WHERE g.c0 IS NULL"  # noqa: S608


def _shown(sides: Sides, files: tuple[Side, Side]) -> str:
    """What the release shows, in the types of the input; suppressed records left out."""
    counter, names = files[1].counter, sides.terms.released
    kinds = files[0].counter.kinds(files[0].table)
    cells = _cells(sides, lambda name: _text(f"CAST(t.{counter.name(name)} AS {kinds[name]})"))
    some = " OR ".join(f"t.{counter.name(name)} IS NOT NULL" for name in names)
    joins = _joins(sides, "after", counter)
    where = f" WHERE {some}" if sides.terms.mode == "blank" else ""
    return f"SELECT {cells} FROM {files[1].table} AS t {joins}{where}"  # noqa: S608


def _cells(sides: Sides, value: Callable[[str], str]) -> str:
    places = {column.terms.name: at for at, column in enumerate(sides.leveled)}
    return ", ".join(
        f"{f'l{places[name]}.label' if name in places else value(name)} AS v{at}"
        for at, name in enumerate(sides.terms.released)
    )


def _joins(sides: Sides, side: str, counter: Counter) -> str:
    """From each quasi-identifier to the number of its label."""
    return " ".join(
        f"JOIN shoal_{side}_{at} AS l{at}"
        f" ON t.{counter.name(column.terms.name)} IS NOT DISTINCT FROM l{at}.value"
        for at, column in enumerate(sides.leveled)
    )


def _text(expression: str) -> str:
    return f"CAST({expression} AS STRING)"


def _value(column: ColumnTerms, counter: Counter) -> str:
    """A value of the input as the release writes it: missing ones are gone."""
    text = _text(f"t.{counter.name(column.name)}")
    if column.type == "decimal" and column.decimal == ",":
        text = f"replace({text}, ',', '.')"
    if not column.missing:
        return text
    listed = pl.Series(column.missing, dtype=pl.String)
    missing = ", ".join(map(text_in_sql, {*listed, *canonical(listed, column)}))
    return f"CASE WHEN {text} IN ({missing}) THEN NULL ELSE {text} END"


# Texts in the one spelling of their value; those of dates are read to be known.
_CANONICAL = {
    "integer": "^(0|-?[1-9][0-9]*)$",
    "decimal": "^(0|-?[1-9][0-9]*|-?(0|[1-9][0-9]*)[.][0-9]*[1-9])$",
    "boolean": "^(true|false)$",
    "date": "^$",
}


def _typed(sides: Sides, before: Side) -> list[str]:
    """The columns that are released as they are, but in one spelling."""
    kinds, columns = before.counter.kinds(before.table), sides.terms.columns
    leveled = {column.terms.name for column in sides.leveled}
    texts = [name for name in sides.terms.released if kinds[name].lower() in ("varchar", "string")]
    return [name for name in texts if name not in leveled and columns[name].type in _CANONICAL]


def _spellings(column: ColumnTerms, before: Side) -> pl.DataFrame:
    """What texts of other spellings become."""
    name, pattern = before.counter.name(column.name), text_in_sql(_CANONICAL[column.type])
    text = f"replace({name}, ',', '.')" if column.decimal == "," else name
    odd = f"regexp_replace({text}, {pattern}, '') <> ''"
    found = before.counter.ask(f"SELECT DISTINCT {name} AS value FROM {before.table} WHERE {odd}")  # noqa: S608
    known = input_values(found["value"].cast(pl.String), column)
    return found.with_columns(known.texts.gather(known.codes).alias("shown"))


def values(sides: Sides, column: Linked, level: int) -> pl.DataFrame:
    """The number of the label of each value of the input, in the type of the input."""
    labels = column.levels[level][column.data.codes].astype("int32")
    raw = sides.before.frame[column.terms.name]
    return pl.DataFrame({"value": raw, "label": labels}).unique()


def labels(sides: Sides, column: Linked) -> pl.DataFrame:
    """The number of each released cell."""
    raw = sides.after.frame[column.terms.name]
    return pl.DataFrame({"value": raw, "label": column.release.codes.astype("int32")}).unique()


def suppressed(sides: Sides, found: Match) -> pl.DataFrame:
    """The classes that are not released, by the numbers of their labels."""
    levels = [(column, found.levels[column.terms.name]) for column in sides.leveled]
    columns = {
        f"c{at}": column.levels[level][column.data.codes[~found.kept]].astype("int32")
        for at, (column, level) in enumerate(levels)
    }
    return pl.DataFrame(columns).unique()
