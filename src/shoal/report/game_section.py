"""Publisher and adversary on the page: a table of payouts and a chart."""

from typing import Literal, TypedDict

from markupsafe import Markup

from shoal.report import charts
from shoal.report.numbers import number
from shoal.report.types.sections import SIDES, GameFacts

Figure = Literal["publisher", "adversary", "attacked_records", "found"]
ROWS: dict[Figure, tuple[str, str]] = {
    "publisher": (
        "The publisher’s payout",
        "The benefit of all that is told, less what successful attacks cost.",
    ),
    "adversary": (
        "The adversary’s payout",
        "Of somebody who tries every record that is worth it, and no other.",
    ),
    "attacked_records": (
        "Records worth an attack",
        "Their chance of being found, times the gain, is more than a try costs.",
    ),
    "found": ("People found", "By these attacks, on average."),
}
ATTACKERS = {
    "prosecutor": "who knows that a person is in the data",
    "journalist": "who only knows that a person is in the population",
}


class PayoutRow(TypedDict):
    """A figure of the game, before and after."""

    name: str
    meaning: str
    before: float | None
    after: float | None


class GameRows(TypedDict):
    """A game, as the page shows it."""

    stakes: dict[str, float]
    attacker: str
    rows: list[PayoutRow]
    chart: Markup


def game_section(game: GameFacts) -> GameRows | None:
    """What the page shows of a game; None without one."""
    if not game:
        return None
    before, after = game["before"], game["after"]
    return {
        "stakes": {name.replace("_", " "): value for name, value in game["stakes"].items()},
        "attacker": ATTACKERS.get(game["attacker"], ""),
        "rows": [
            {"name": name, "meaning": meaning, "before": before.get(key), "after": after.get(key)}
            for key, (name, meaning) in ROWS.items()
        ],
        "chart": _chart(game),
    }


def _chart(game: GameFacts) -> Markup:
    """A chart of payouts beside the most that the publisher could get; a loss has no bar."""
    most = game["maximum"]
    sums = [("Most possible", most)]
    for side in SIDES:
        sums += [(f"{who.capitalize()}, {side}", game[side][who]) for who in PLAYERS]
    rows = [charts.Bar(name, max(0.0, value), number(round(value))) for name, value in sums]
    longest = max([most, *(value for _, value in sums), 1e-9])
    return charts.bars("Payouts of both players", rows, longest=longest, kind="after")


PLAYERS: tuple[Literal["publisher", "adversary"], ...] = ("publisher", "adversary")
