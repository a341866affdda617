"""Who may be released, and whom the records could be about."""

from random import Random
from typing import Any

from fuzz.case import Row
from fuzz.draw_table import Drawn, records

Tables = dict[str, tuple[Row, ...]]


def population(
    dice: Random, keys: dict[str, Any], columns: list[Drawn], rows: tuple[Row, ...], kind: str
) -> Tables:
    """A population as a table, or as its size; gives the table."""
    if kind == "size":
        size = dice.choice((1, 2, 5, 30)) * max(1, len(rows))
        keys["population"] = dice.choice(({"size": size}, {"fraction": 0.25}))
        return {}
    more = records(dice, columns, dice.randint(0, 20), people=False, start=1000)
    names = [*(c.name for c in columns), *(["id"] if keys.get("person") else [])]
    everybody: list[Row] = [{n: row[n] for n in names} for row in (*rows, *more)]
    dice.shuffle(everybody)
    keys["population"] = {"table": "population.csv"}
    return {"population.csv": tuple(everybody)}


def subset(
    dice: Random, keys: dict[str, Any], name: str, rows: tuple[Row, ...], *, samples: bool
) -> Tables:
    """Some of the records, chosen by a value, a query or a list; gives the list."""
    value = dice.choice([row["note"] for row in rows if row["note"]] or ["x"])
    other = dice.choice([row[name] for row in rows if row[name]] or ["x"])
    ways: list[dict[str, Any]] = [
        {"column": "note", "equals": value},
        {"query": f"not note = '{value}'"},
        {"query": f"note = '{value}' or {name} = '{other}'"},
        {"records": "chosen.csv"},
        *([{"sample": 0.6}] if samples else []),
    ]
    keys["subset"] = dice.choice(ways)
    if "records" not in keys["subset"]:
        return {}
    return {"chosen.csv": tuple(row for row in rows if dice.random() < 0.7) or rows[:1]}
