"""What the charts of utility draw: values, detail, and pairs of values, before and after."""

from collections.abc import Sequence

from shoal.report.types.comparison import PairShares, ValueCounts
from shoal.report.types.quality import Detail
from shoal.report.words import label
from shoal.web.charts import Options

BARS = 60  # bars of a chart that can still be told apart
INPUT, RELEASE = "Input", "Release"
SUPPRESSED = "*"


def bars(side: ValueCounts, name: str) -> Options:
    """How frequent each value of one side is, in percent; `name` is INPUT or RELEASE."""
    labels, shares = shares_of(side)
    # The second color means the release: an empty series takes the first one.
    series = [_bars(name, shares) | {"barGap": "-100%"}]
    unseen = [{"type": "bar", "data": []}] if name == RELEASE else []
    return {
        "grid": {"left": 8, "right": 12, "top": 24, "bottom": 8, "containLabel": True},
        "tooltip": {"trigger": "axis"},
        "xAxis": _labels(labels),
        "yAxis": {"type": "value", "name": "%", "minInterval": 1},
        "series": [*unseen, *series],
    }


def overlay(before: ValueCounts, after: ValueCounts) -> Options:
    """Both sides in one chart; a value of one side only is 0 on the other."""
    first, second = (dict(zip(*shares_of(side), strict=True)) for side in (before, after))
    labels = list(dict.fromkeys([*first, *second]))
    sides = ((INPUT, first), (RELEASE, second))
    return {
        "grid": {"left": 20, "right": 12, "top": 36, "bottom": 28, "containLabel": True},
        "legend": {"top": 0},
        "tooltip": {"trigger": "axis"},
        "xAxis": _labels(labels),
        "yAxis": {"type": "value", "name": "%", "minInterval": 1},
        "series": [_bars(name, [found.get(one, 0) for one in labels]) for name, found in sides],
    }


def shares_of(side: ValueCounts) -> tuple[list[str], list[float]]:
    """Labels and percentages of the values of one side; at most BARS, and "others".

    If there are more values, neighbors are joined.
    """
    records: list[tuple[str, float]] = [(label(name, 30), count) for name, count in side["records"]]
    others = side.get("others") or 0
    total = sum(count for _, count in records) + others or 1
    grouped = _join_neighbors(records)
    if others:
        grouped.append(("others", others))
    return [name for name, _ in grouped], [round(100 * count / total, 3) for _, count in grouped]


def have_the_same_values(before: ValueCounts, after: ValueCounts) -> bool:
    """Whether the release still has values of the input, so that one chart can show both."""
    names = {name for name, _ in before["records"]}
    return any(name in names for name, _ in after["records"] if name != SUPPRESSED)


def detail(found: Detail) -> Options:
    """How many bits each column tells of a record, before and after."""
    names, sides = [label(name, 24) for name in found["columns"]], found["columns"].values()
    return {
        "grid": {"left": 20, "right": 12, "top": 36, "bottom": 28, "containLabel": True},
        "legend": {"top": 0},
        "tooltip": {"trigger": "axis"},
        "yAxis": {"type": "category", "data": names, "inverse": True},
        "xAxis": {"type": "value", "name": "bits", "nameLocation": "middle", "nameGap": 24},
        "series": [
            {"name": INPUT, "type": "bar", "data": [one["before"]["bits"] for one in sides]},
            {"name": RELEASE, "type": "bar", "data": [one["after"]["bits"] for one in sides]},
        ],
    }


def heat_map(side: PairShares, largest: float) -> Options:
    """The share of records with each pair of values, in percent; darker is more.

    `largest` is the share, from 0 to 1, that has the darkest color.
    """
    return _heat(side["rows"], side["columns"], side["shares"], 0, 100 * largest, "%")


def difference(before: PairShares, after: PairShares) -> Options | None:
    """What the release has more or less of, in points.

    None if it has other values than the input.
    """
    if not set(after["rows"]) & set(before["rows"]) - {SUPPRESSED}:
        return None
    if not set(after["columns"]) & set(before["columns"]) - {SUPPRESSED}:
        return None
    one, two = _pairs(before), _pairs(after)
    rows = list(dict.fromkeys([*before["rows"], *after["rows"]]))
    columns = list(dict.fromkeys([*before["columns"], *after["columns"]]))
    shares = [[two.get((r, c), 0) - one.get((r, c), 0) for c in columns] for r in rows]
    most = max(abs(share) for line in shares for share in line) or 0.01
    return _heat(rows, columns, shares, -100 * most, 100 * most, " points")


def _heat(
    rows: Sequence[str],
    columns: Sequence[str],
    shares: Sequence[Sequence[float]],
    low: float,
    high: float,
    unit: str,
) -> Options:
    """A heat map of shares, shown in percent; colors go from `low` to `high` percent."""
    points = [
        [x, y, round(100 * share, 3)]
        for y, line in enumerate(shares)
        for x, share in enumerate(line)
    ]
    colors = ["#e6f2f2", "#0b6e75"] if low == 0 else ["#b5541a", "#f3f3f3", "#0b6e75"]
    return {
        "grid": {"left": 20, "right": 12, "top": 8, "bottom": 56, "containLabel": True},
        "tooltip": {"position": "top"},
        "xAxis": {**_labels([label(name, 18) for name in columns]), "splitArea": {"show": False}},
        "yAxis": {
            "type": "category",
            "data": [label(name, 18) for name in rows],
            "inverse": True,
        },
        "visualMap": {
            "min": round(low, 3),
            "max": round(high, 3),
            "calculable": False,
            "orient": "horizontal",
            "left": "center",
            "bottom": 0,
            "itemHeight": 90,
            "text": [f"{high:.3g}{unit}", f"{low:.3g}{unit}"],
            "inRange": {"color": colors},
        },
        "series": [{"type": "heatmap", "data": points}],
    }


def _pairs(side: PairShares) -> dict[tuple[str, str], float]:
    """The share of each pair of values."""
    return {
        (row, column): side["shares"][y][x]
        for y, row in enumerate(side["rows"])
        for x, column in enumerate(side["columns"])
    }


def _join_neighbors(records: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """Values with counts, joined to at most BARS groups; a group is named by its ends."""
    if len(records) <= BARS:
        return records
    size = -(-len(records) // BARS)
    parts = [records[at : at + size] for at in range(0, len(records), size)]
    return [
        (f"{part[0][0]} … {part[-1][0]}" if len(part) > 1 else part[0][0], sum(n for _, n in part))
        for part in parts
    ]


def _labels(names: Sequence[str]) -> Options:
    """An axis with names, turned if they are many or long."""
    turned = 40 if len(names) > 6 or any(len(name) > 10 for name in names) else 0
    shown = {"rotate": turned, "hideOverlap": True, "width": 110, "overflow": "truncate"}
    return {"type": "category", "data": list(names), "axisLabel": shown}


def _bars(name: str, shares: Sequence[float]) -> Options:
    return {
        "name": name, "type": "bar", "data": list(shares), "barCategoryGap": "15%",
        "barGap": "0%",
    }  # fmt: skip
