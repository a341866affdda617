"""What the page knows about the table, so that it can say what a promise means for it."""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log

from shoal.data.regions import REGIONS
from shoal.errors import ShoalError
from shoal.server import stored
from shoal.server.stored.column_values import column_values
from shoal.server.stored.study_keys import GameKeys, StoredKeys
from shoal.web.story import Story


@dataclass(frozen=True)
class Spread:
    """How the values of a sensitive column are distributed in the table.

    Attributes:
        values: How many different ones there are.
        most: The share of the most frequent one.
        least: The share of the rarest one.
        worth: How many equally frequent values would be as mixed.
    """

    values: int
    most: float
    least: float
    worth: float


@dataclass(frozen=True)
class Facts:
    """About the table of a study.

    Attributes:
        records: How many it has.
        columns: Its columns, those that are not released included.
        spreads: The sensitive columns.
        population: How many people there are; None where nobody said.
        game: What publisher and adversary play for.
    """

    records: int
    columns: Sequence[str] = ()
    spreads: Mapping[str, Spread] = field(default_factory=dict)
    population: int | None = None
    game: GameKeys = field(default_factory=GameKeys)


GAME: GameKeys = {
    "publisher_benefit": 1200,
    "publisher_loss": 300,
    "adversary_gain": 300,
    "adversary_cost": 4,
}


async def facts_of(story: Story) -> Facts:
    """What can be told at once."""
    records, names = 0, list(story.columns)
    if story.table is not None:
        found = await story.visit.call(stored.page, story.table, count=0)
        records, names = int(found["records"]), [str(name) for name in found["columns"]]
    return Facts(records, names, {}, people(story.body, records), game_of(story.body))


async def spreads_of(story: Story) -> dict[str, Spread]:
    """The sensitive columns, which takes a moment; one that cannot be read is left out."""
    spreads = {}
    for name in story.with_role("sensitive") if story.table is not None else ():
        with contextlib.suppress(ShoalError):
            known = await story.visit.call(column_values, story.body, name)
            if len(known.counts):
                spreads[name] = spread([int(one) for one in known.counts])
    return spreads


def spread(counts: list[int]) -> Spread:
    """The distribution of values with these counts."""
    shares = [one / sum(counts) for one in counts if one]
    worth = exp(-sum(share * log(share) for share in shares))
    return Spread(len(shares), max(shares), min(shares), worth)


def people(body: StoredKeys, records: int) -> int | None:
    """How many people the population has, where the study says it without a table."""
    given = body.get("population") or {}
    if "region" in given:
        return REGIONS.get(str(given["region"]))
    if given.get("fraction"):
        return round(records / float(given["fraction"]))
    size = given.get("size")
    return int(size) if size else None


def game_of(body: StoredKeys) -> GameKeys:
    """The stakes, defaults included."""
    return {**GAME, **(body.get("game") or {})}
