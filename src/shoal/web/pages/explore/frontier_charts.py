"""What the charts of the frontier draw: loss against k, suppressed records and risk."""

from collections.abc import Mapping, Sequence
from typing import TypedDict, cast

from shoal.service.candidate_figures import Point, Stair
from shoal.web.charts import Options
from shoal.web.pages.explore.figures_text import count, count_and_share, level_words, percent

POINTS = 3000  # marks that a chart holds
KS = (2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 75, 100, 150, 200, 256)
CHOICE, YOURS = "#b8860b", "your choice"


class Take(TypedDict, total=False):
    """What a click on a point selects.

    Attributes:
        levels: The candidate.
        k: The k of the sliders; stays as it is if not given.
        limit: The suppression limit, from 0 to 1; stays as it is if not given.
    """

    levels: list[int]
    k: int
    limit: float


class Mark(TypedDict):
    """A point of a chart: its place, its words, and what a click on it selects."""

    value: list[float]
    name: str
    take: Take


def best_at(points: Sequence[Point], k: int, limit: float) -> Point | None:
    """The Pareto point with the least loss for a k and a limit; None if there is none."""
    within = [
        one
        for one in points
        if (one["smallest_class"] or 0) >= k and one["suppressed_share"] <= limit
    ]
    return min(within, key=lambda one: one["loss_normalized"], default=None)


def steps(points: Sequence[Point], maximum_k: int, limit: float) -> list[Point]:
    """The best point for each k from 2 to `maximum_k`, with its k added.

    Only the ks where the best point changes, and both ends, are in the list; a k that no point
    keeps is not.

    Args:
        points: The Pareto points.
        maximum_k: The largest k.
        limit: The largest share of suppressed records.
    """
    within = sorted(
        (one for one in points if one["suppressed_share"] <= limit),
        key=lambda one: -(one["smallest_class"] or 0),
    )
    best_by_k: list[tuple[int, Point | None]] = []
    at, best = 0, None
    for k in range(maximum_k, 1, -1):
        while at < len(within) and (within[at]["smallest_class"] or 0) >= k:
            if best is None or within[at]["loss_normalized"] < best["loss_normalized"]:
                best = within[at]
            at += 1
        best_by_k.append((k, best))
    best_by_k.reverse()
    kept = [
        (k, one)
        for place, (k, one) in enumerate(best_by_k)
        if place in {0, len(best_by_k) - 1}
        or one is not best_by_k[place - 1][1]
        or one is not best_by_k[place + 1][1]
    ]
    return [{**one, "k": k} for k, one in kept if one is not None]


def by_k(
    lines: Mapping[str, Sequence[Point]],
    choice: Point | None,
    k: int,
    columns: Sequence[str],
    most: int = 256,
) -> Options:
    """Loss against k, one line per limit, and a mark where the sliders are.

    Args:
        lines: The points of each line, by its name; at most three, the first is drawn thicker.
        choice: The best candidate for the sliders; None if there is none.
        k: The k of the sliders.
        columns: The quasi-identifiers, in the order of the levels.
        most: The largest k on the axis.
    """
    series = [
        {
            "type": "line",
            "name": name,
            "symbolSize": 6 if place == 0 else 4,
            "lineStyle": {
                "width": 3 if place == 0 else 1.5,
                "type": ("solid", "dashed", "dotted")[place],
            },
            "data": [_mark(one["k"], one, columns) for one in points],
        }
        for place, (name, points) in enumerate(lines.items())
    ]
    series.append(choice_mark(k, choice, columns))
    return {
        **_frame("k, the smallest class (log scale)", "Loss"),
        "legend": {"bottom": 0, "type": "scroll", "data": [*lines, YOURS]},
        "xAxis": {"type": "log", "name": "k, the smallest class (log scale)", "min": 2, "max": most,
                  "nameLocation": "middle", "nameGap": 28},
        "series": series,
    }  # fmt: skip


def by_suppressed(
    stairs: Sequence[Stair], records: int, choice: Point | None, columns: Sequence[str]
) -> Options:
    """The least loss against the share of records that may be suppressed, at one k.

    Args:
        stairs: The points where more suppressed records make the loss smaller.
        records: The number of all records.
        choice: The best candidate for the sliders; None if there is none.
        columns: The quasi-identifiers, in the order of the levels.
    """
    shares = [one["suppressed_records"] / records for one in stairs]
    data = [
        _mark(round(100 * share, 4), one, columns, limit=share)
        for share, one in zip(shares, stairs, strict=True)
    ]
    series: list[Options] = [{"type": "line", "step": "end", "symbolSize": 6, "data": data}]
    share = 100 * choice["suppressed_records"] / records if choice else 0.0
    series.append(choice_mark(round(share, 4), choice, columns))
    return {
        **_frame("Suppressed records", "Loss"),
        "xAxis": {"type": "value", "name": "Suppressed records", "nameLocation": "middle",
                  "nameGap": 28, "axisLabel": {"formatter": "{value}%"}},
        "series": series,
    }  # fmt: skip


def by_risk(points: Sequence[Point], choice: Point | None, columns: Sequence[str]) -> Options:
    """Pareto-optimal candidates: loss against highest risk, colored by suppressed records.

    Of more than POINTS, an even selection is drawn.
    """
    shown = points if len(points) <= POINTS else points[:: -(-len(points) // POINTS)]
    data = []
    for one in shown:
        mark = _mark(risk_of(one), one, columns, limit=one["suppressed_share"])
        mark["value"] = [*mark["value"], round(100 * one["suppressed_share"], 3)]
        data.append(mark)
    series: list[Options] = [
        {"type": "scatter", "name": "Pareto-optimal", "symbolSize": 8, "data": data},
        choice_mark(risk_of(choice), choice, columns),
    ]
    most = max((100 * one["suppressed_share"] for one in shown), default=1) or 1
    return {
        **_frame("Highest risk of a person (log scale)", "Loss"),
        "grid": {"left": 8, "right": 16, "top": 24, "bottom": 84, "containLabel": True},
        "visualMap": {"type": "continuous", "dimension": 2, "min": 0, "max": most, "seriesIndex": 0,
                      "orient": "horizontal", "left": "center", "bottom": 0, "itemHeight": 120,
                      "text": [f"{most:.0f}% suppressed", "none"],
                      "inRange": {"color": ["#1f8a70", "#8a6fc0", "#d0497a"]}},
        "xAxis": {"type": "log", "name": "Highest risk of a person (log scale)",
                  "nameLocation": "middle", "nameGap": 28, "axisLabel": {"formatter": "{value}%"}},
        "series": series,
    }  # fmt: skip


def _frame(x: str, y: str) -> Options:
    """What all charts here have in common: margins, texts at marks, legend, axis of loss."""
    return {
        "animation": False,
        "grid": {"left": 8, "right": 16, "top": 24, "bottom": 60, "containLabel": True},
        "tooltip": {"trigger": "item", "formatter": "{b}", "extraCssText": "white-space: pre-line"},
        "legend": {"top": 0, "right": 8, "data": [YOURS]},
        "yAxis": {"type": "value", "name": y, "min": 0, "axisLabel": {"formatter": "{value}%"}},
    }


def _mark(
    x: float, one: Point | Stair, columns: Sequence[str], *, limit: float | None = None
) -> Mark:
    """A point at `x` with its words, and what a click on it selects.

    A click also sets the limit if one is given.
    """
    levels = one["levels"]
    vector = list(levels.values()) if isinstance(levels, Mapping) else list(levels)
    point = cast(Point, one)  # a stair has neither of these two keys
    k, smallest = point.get("k"), point.get("smallest_class")
    words = [
        f"loss {percent(one['loss_normalized'])}, {count(one['suppressed_records'])} suppressed",
        f"k {k or count(smallest)}" if k or smallest else "",
        level_words(columns, vector),
    ]
    take: Take = {"levels": vector}
    if taken := k or smallest:
        take["k"] = taken
    if limit is not None:
        take["limit"] = limit
    return {
        "value": [x, round(100 * one["loss_normalized"], 3)],
        "name": "\n".join(part for part in words if part),
        "take": take,
    }


def risk_of(one: Point | None) -> float:
    """The highest risk in percent, at least 0.001 so that a logarithmic axis can show it."""
    return max(100 * one["highest_risk"], 0.001) if one else 0.001


def choice_mark(x: float, one: Point | None, columns: Sequence[str]) -> Options:
    """The mark of the present choice; a series without points if nothing is possible."""
    marks = [] if one is None else [_mark(x, one, columns)]
    for mark in marks:
        mark["name"] = f"Your choice\n{mark['name']}"
    return {
        "type": "scatter",
        "id": "choice",
        "name": YOURS,
        "symbol": "diamond",
        "symbolSize": 18,
        "z": 10,
        "itemStyle": {"color": CHOICE, "borderColor": "#ffffff", "borderWidth": 1.5},
        "data": marks,
    }


def table_by_k(points: Sequence[Point], records: int) -> list[list[str]]:
    """The line of the current limit as a table, for the ks of KS that some point keeps."""
    # For a k between two points of a line, the least loss is that of the next point.
    least = [(k, next((one for one in points if one["k"] >= k), None)) for k in KS]
    return [
        [
            str(k),
            percent(one["loss_normalized"]),
            count_and_share(one["suppressed_records"], records),
            " ".join(map(str, one["levels"].values())),
        ]
        for k, one in least
        if one is not None
    ]
