"""What the page knows about the table, so that it can say what a promise means for it."""

import contextlib
from collections.abc import Mapping
from math import exp, log
from typing import Any, cast

from shoal.data.regions import REGIONS
from shoal.errors import ShoalError
from shoal.privacy import privacy_models
from shoal.privacy.table_facts import Meaningful, Spread, TableFacts
from shoal.server import stored
from shoal.server.stored.column_values import column_values
from shoal.server.stored.study_keys import GameKeys, StoredKeys
from shoal.web.story import Story

GAME: GameKeys = {
    "publisher_benefit": 1200,
    "publisher_loss": 300,
    "adversary_gain": 300,
    "adversary_cost": 4,
}


async def facts_of(story: Story) -> TableFacts:
    """The facts about the table that are known at once; `spreads` are not, and stay empty."""
    records, names = 0, list(story.columns)
    if story.table is not None:
        page = await story.visit.call(stored.page, story.table, count=0)
        records, names = int(page["records"]), [str(name) for name in page["columns"]]
    return TableFacts(records, names, {}, people(story.body, records), game_of(story.body))


async def spreads_of(story: Story) -> dict[str, Spread]:
    """The distribution of each sensitive column, which takes a moment.

    Unreadable ones are left out.
    """
    spreads = {}
    for name in story.columns_with_role("sensitive") if story.table is not None else ():
        with contextlib.suppress(ShoalError):
            column = await story.visit.call(column_values, story.body, name)
            if len(column.counts):
                spreads[name] = spread([int(one) for one in column.counts])
    return spreads


def spread(counts: list[int]) -> Spread:
    """The distribution of values that so many records have each; at least one count is not 0."""
    shares = [one / sum(counts) for one in counts if one]
    worth = exp(-sum(share * log(share) for share in shares))
    return Spread(len(shares), max(shares), min(shares), worth)


def people(body: StoredKeys, records: int) -> int | None:
    """The size of the population; None if the study does not say it, or by a table only."""
    given = body.get("population") or {}
    if "region" in given:
        return REGIONS.get(str(given["region"]))
    if given.get("fraction"):
        return round(records / float(given["fraction"]))
    size = given.get("size")
    return int(size) if size else None


def game_of(body: StoredKeys) -> dict[str, float]:
    """The costs and gains of the study, defaults included."""
    return cast(dict[str, float], {**GAME, **(body.get("game") or {})})


def promise_meaning(settings: Mapping[str, Any], facts: TableFacts) -> str:
    """What a promise means for the table, in a sentence.

    Empty while its parameters are not right, or if the model has no such sentence.
    """
    try:
        promise = privacy_models.build(settings)
        return promise.meaning(facts) if isinstance(promise, Meaningful) else ""
    except (ShoalError, ZeroDivisionError, OverflowError):
        return ""
