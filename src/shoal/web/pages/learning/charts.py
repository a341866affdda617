"""What the charts of learning draw (paper 001, figures 5 to 8); nothing here touches a page.

The original always comes first and the release second, so they have the first two colors of the
theme.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from shoal.report.numbers import count_of, is_number, percent
from shoal.report.words import label
from shoal.web.charts import Options

SIDES = {"original": "Original", "released": "Released", "baseline": "Baseline"}
MOST_CLASSES = 25  # classes of a matrix that can still be read
LIGHT, DARK = "#1d2a30", "#ffffff"  # texts on light and dark cells
MIDDLE = 76  # percent at which both colors are equally readable


def roc(one: Mapping[str, Any]) -> Options:
    """The ROC curves of one class with their areas, in percent; the baseline is the diagonal."""
    series = []
    for side, name in SIDES.items():
        area = one[side]["auc"]
        legend = f"{name} {percent(area)}" if is_number(area) else name
        series.append(_line(legend, [_in_percent(point) for point in one[side]["roc"]], side))
    axes = ("Others taken for it (false positives)", "Found (true positives)")
    return _unit_square(series, axes)


def by_confidence(scores: Mapping[str, Any]) -> Options:
    """Precision, recall and coverage of the predictions that are at least so sure, in percent."""
    series = []
    for key, name in (("precision", "Precision"), ("recall", "Recall"), ("coverage", "Coverage")):
        points = [(at["threshold"], at[key]) for at in scores["by_confidence"]]
        shown = [_in_percent(point) for point in points if point[1] is not None]
        series.append(_line(name, shown, "baseline" if key == "coverage" else key))
    return _unit_square(series, ("Confidence at least", "Share of predictions"))


def calibration(model: Mapping[str, Any]) -> Options | None:
    """How often predictions are right, by their confidence; None if the result does not say it."""
    if "calibration" not in model["released"]:
        return None
    series = []
    for side in ("original", "released"):
        points = [(one["confidence"], one["right"]) for one in model[side]["calibration"]]
        line = _line(SIDES[side], [_in_percent(point) for point in points], side)
        series.append({**line, "showSymbol": True, "symbolSize": 8})
    ideal = _line("Perfect", [[0, 0], [100, 100]], "baseline")
    return _unit_square([*series, ideal], ("How sure", "How often right"))


def bars(learned: Mapping[str, Any]) -> Options:
    """The accuracy of each model for each target, beside original and baseline."""
    pairs = [(one["target"], model) for one in learned["targets"] for model in one["models"]]
    several = len(learned["targets"]) > 1
    names = [
        f"{label(target, 18)}: {model['model']}" if several else str(model["model"])
        for target, model in pairs
    ]
    return {
        "grid": {"left": 20, "right": 24, "top": 36, "bottom": 24, "containLabel": True},
        "legend": {"top": 0, "itemGap": 20},
        "tooltip": {"trigger": "axis"},
        "yAxis": {
            "type": "category", "data": names, "inverse": True,
            "axisLabel": {"width": 130, "overflow": "truncate"},
        },
        "xAxis": {"type": "value", "max": 100, "name": "%", "nameLocation": "end", "nameGap": 6},
        "series": [
            {
                "name": name,
                "type": "bar",
                "data": [round(100 * model[side]["accuracy"], 2) for _, model in pairs],
            }
            for side, name in SIDES.items()
        ],
    }  # fmt: skip


def drawable_matrix(
    classes: Sequence[str | None], counts: Sequence[Sequence[int]]
) -> tuple[list[str], list[list[int]]]:
    """A matrix small enough to draw: the most frequent classes, and all others as one.

    Args:
        classes: The names of the classes; None for missing values.
        counts: For each true class, how many records were predicted as each class.

    Returns:
        The names and the counts of at most MOST_CLASSES classes.
    """
    names = [label(one, 24) for one in classes]
    if len(names) <= MOST_CLASSES:
        return names, [list(line) for line in counts]
    sizes = [sum(line) for line in counts]
    order = sorted(range(len(names)), key=lambda at: -sizes[at])[: MOST_CLASSES - 1]
    kept = sorted(order)
    group = {at: place for place, at in enumerate(kept)}
    matrix = [[0] * (len(kept) + 1) for _ in range(len(kept) + 1)]
    for at, line in enumerate(counts):
        for to, count in enumerate(line):
            matrix[group.get(at, len(kept))][group.get(to, len(kept))] += count
    return [*(names[at] for at in kept), f"{count_of(len(names) - len(kept), 'other')}"], matrix


def confusion(classes: Sequence[str | None], counts: Sequence[Sequence[int]]) -> Options:
    """What the records of each class are predicted as, in percent of the class; darker is more."""
    names, matrix = drawable_matrix(classes, counts)
    points = [
        _cell(x, y, count, sum(line))
        for y, line in enumerate(matrix)
        for x, count in enumerate(line)
    ]
    turned = 40 if len(names) > 4 or any(len(name) > 10 for name in names) else 0
    shown = {"width": 90, "overflow": "truncate", "hideOverlap": True}
    return {
        "grid": {"left": 28, "right": 12, "top": 34, "bottom": 76, "containLabel": True},
        "tooltip": {"position": "top"},
        "xAxis": {
            "type": "category", "data": names, "name": "Taken for", "nameLocation": "middle",
            "nameGap": 58 if turned else 30, "axisLabel": {**shown, "rotate": turned},
        },
        "yAxis": {
            "type": "category", "data": names, "inverse": True, "name": "Truly",
            "nameLocation": "start", "axisLabel": shown,
        },
        "visualMap": {
            "min": 0, "max": 100, "calculable": False, "orient": "horizontal", "left": "center",
            "bottom": 0, "itemHeight": 90, "text": ["100%", "0%"], "dimension": 2,
            "inRange": {"color": ["#e6f2f2", "#0b6e75"]},
        },
        "series": [
            {
                "type": "heatmap",
                "name": "% of the class",
                "data": points,
                "label": {"show": len(names) <= 8},
            }
        ],
    }  # fmt: skip


def _cell(x: int, y: int, count: int, total: int) -> Options:
    """A cell of the matrix with its share of the class, in a color that can be read on it."""
    share = round(100 * count / total, 1) if total else 0.0
    text = {"color": DARK if share > MIDDLE else LIGHT, "formatter": f"{share:g}%"}
    return {"value": [x, y, share, count], "label": text}


def _in_percent(point: Sequence[float]) -> list[float]:
    return [round(100 * one, 2) for one in point]


def _line(name: str, points: list[list[float]], kind: str) -> Options:
    """A line of a chart; `kind` decides how it is drawn: dashed for a baseline."""
    line: Options = {"name": name, "type": "line", "data": points, "showSymbol": False}
    if kind == "baseline":
        line["lineStyle"] = {"type": "dashed", "width": 1.5}
    elif kind in {"released", "recall"}:
        line["lineStyle"] = {"width": 2.5}
    return line


def _unit_square(series: list[Options], axes: tuple[str, str]) -> Options:
    """A chart of lines whose axes both go from 0 to 100 percent; `axes` are their names."""
    across, up = axes
    axis = {"type": "value", "min": 0, "max": 100, "nameLocation": "middle"}
    return {
        "grid": {"left": 30, "right": 16, "top": 64, "bottom": 30, "containLabel": True},
        "legend": {"top": 0, "itemGap": 24},
        "tooltip": {"trigger": "axis"},
        "xAxis": {**axis, "name": f"{across}, %", "nameGap": 26},
        "yAxis": {**axis, "name": f"{up}, %", "nameGap": 36},
        "series": series,
    }
