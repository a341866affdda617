"""What the charts of risk draw: how many records have which risk, and what identifies them."""

from collections.abc import Mapping, Sequence
from typing import Literal

from shoal.report.numbers import percent
from shoal.report.types.measured_risk import RiskSide
from shoal.report.types.sections import GameFacts, Side
from shoal.web.charts import Options
from shoal.web.pages.risk.figures import TriedAttack

SYMBOLS = ("circle", "rect", "triangle", "diamond")  # curves differ by more than their color
HALO = {"width": 8, "opacity": 0.35}  # Dankar follows one of the others, which lies on it
SMALLEST = 1e-4  # percent; where the logarithmic axis begins


def profile(named: Sequence[tuple[str, RiskSide]], log: bool) -> Options:
    """The share of records in each interval of risk, in percent; one series per side.

    Empty intervals at both ends are left out.

    Args:
        named: The name and the measured risk of each side.
        log: Whether the axis of shares is logarithmic.
    """
    used = [at for at in range(len(named[0][1]["profile"])) if _any(named, at)]
    first, last = (used[0], used[-1] + 1) if used else (0, 1)
    steps = named[0][1]["profile"][first:last]
    axis = {"type": "log", "min": SMALLEST} if log else {"type": "value", "min": 0}
    return {
        "grid": {"left": 16, "right": 16, "top": 36, "bottom": 36, "containLabel": True},
        "legend": {"top": 0},
        "tooltip": {"trigger": "axis"},
        "xAxis": {
            "type": "category",
            "data": [f"≤ {percent(one['up_to'])}" for one in steps],
            "name": "risk of a record",
            "nameLocation": "middle",
            "nameGap": 62,
            "axisLabel": {"rotate": 60, "hideOverlap": True},
        },
        "yAxis": {**axis, "name": "% of records"},
        "series": [
            {
                "name": name,
                "type": "bar",
                "barGap": "0%",
                "data": [_point(one["share"], log) for one in side["profile"][first:last]],
            }
            for name, side in named
        ],
    }


def lines(named: Sequence[tuple[str, RiskSide]]) -> list[list[str]]:
    """The profile as a table: each interval with its share and the share up to it, by side."""
    steps = named[0][1]["profile"]
    return [
        [
            f"≤ {percent(steps[at]['up_to'])}",
            *(
                percent(share)
                for _, side in named
                for share in (side["profile"][at]["share"], side["profile"][at]["cumulative"])
            ),
        ]
        for at in range(len(steps))
        if _any(named, at)
    ]


def contributions(named: Sequence[tuple[str, Mapping[str, float]]]) -> Options:
    """How much each column contributes to telling people apart, in percent; the largest first."""
    names = sorted(named[0][1], key=lambda name: -named[0][1][name])
    return {
        "grid": {"left": 16, "right": 16, "top": 36, "bottom": 8, "containLabel": True},
        "legend": {"top": 0},
        "tooltip": {"trigger": "axis"},
        "yAxis": {"type": "category", "data": names, "inverse": True},
        "xAxis": {"type": "value", "name": "%"},
        "series": [
            {"name": name, "type": "bar", "data": [found.get(one, 0) for one in names]}
            for name, found in named
        ],
    }


def uniqueness(side: RiskSide) -> Options:
    """The share of unique people over sampling fractions, in percent; a curve per estimator."""
    points = side["uniqueness"].get("by_fraction") or []
    names = points[0]["unique_share"] if points else {}
    return {
        "grid": {"left": 16, "right": 24, "top": 60, "bottom": 36, "containLabel": True},
        "legend": {"top": 0},
        "tooltip": {"trigger": "axis"},
        "xAxis": {
            "type": "category",
            "data": [f"{100 * one['fraction']:g}%" for one in points],
            "name": "share of the population that is in the data",
            "nameLocation": "middle",
            "nameGap": 30,
            "axisLabel": {"hideOverlap": True},
        },
        "yAxis": {"type": "value", "min": 0, "name": "% of people unique", "nameGap": 12,
                  "nameTextStyle": {"align": "left"}},
        "series": [
            {"name": name, "type": "line", "symbolSize": 7, "symbol": symbol,
             "lineStyle": HALO if name == "dankar" else {},
             "data": [_percent(one["unique_share"].get(name)) for one in points]}
            for name, symbol in zip(names, SYMBOLS, strict=False)
        ],
    }  # fmt: skip


def payouts(game: GameFacts) -> Options:
    """What publisher and adversary get by input and release, beside the most possible."""
    players: dict[Literal["publisher", "adversary"], str] = {
        "publisher": "Publisher", "adversary": "Adversary",
    }  # fmt: skip
    sides: dict[Side, str] = {"before": "Input", "after": "Release"}
    most = game["maximum"]
    line = {
        "symbol": "none", "data": [{"xAxis": most}], "lineStyle": {"type": "dashed"},
        "label": {"formatter": "most possible", "position": "insideEndTop", "color": "inherit"},
    }  # fmt: skip
    longest = max([most, *(game[side][player] for side in sides for player in players)])
    return {
        "grid": {"left": 16, "right": 32, "top": 36, "bottom": 8, "containLabel": True},
        "legend": {"top": 0},
        "tooltip": {"trigger": "axis"},
        "yAxis": {"type": "category", "data": list(players.values()), "inverse": True},
        "xAxis": {"type": "value", "max": longest, "axisLabel": {"hideOverlap": True}},
        "series": [
            {
                "name": name,
                "type": "bar",
                "data": [round(game[side][player], 2) for player in players],
                **({"markLine": line} if side == "before" else {}),
            }
            for side, name in sides.items()
        ],
    }


def attacks(found: Sequence[TriedAttack]) -> Options:
    """How often each attack succeeds: on the input, on the release, by guessing."""
    series: dict[Literal["before", "after", "guess"], str] = {
        "before": "Input", "after": "Release", "guess": "Guessing",
    }  # fmt: skip
    return {
        "grid": {"left": 130, "right": 32, "top": 36, "bottom": 28},
        "legend": {"top": 0},
        "tooltip": {"trigger": "axis"},
        "yAxis": {
            "type": "category", "data": [one["name"] for one in found], "inverse": True,
            "axisLabel": {"width": 115, "overflow": "break", "lineHeight": 15},
        },
        "xAxis": {"type": "value", "min": 0, "max": 100, "name": "%"},
        "series": [
            {
                "name": name,
                "type": "bar",
                "data": [_percent(one[key]) for one in found],
            }
            for key, name in series.items()
        ],
    }  # fmt: skip


def _any(named: Sequence[tuple[str, RiskSide]], at: int) -> bool:
    """Whether a side has records in the interval at this place."""
    return any(side["profile"][at]["share"] for _, side in named)


def _percent(share: float | None) -> float | None:
    return None if share is None else round(100 * share, 3)


def _point(share: float, log: bool) -> float | None:
    """A share in percent; None, no bar, if it is too small for a logarithmic axis."""
    value = round(100 * share, 6)
    return None if log and value < SMALLEST else value
