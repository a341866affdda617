"""Local recoding on the page: which columns are at which levels, and which shapes classes have."""

from collections.abc import Mapping, Sequence

from nicegui import ui

from shoal.report.numbers import count_of, number, percent
from shoal.report.types.sections import Recoding, Shape
from shoal.report.types.summary import Summary
from shoal.report.words import label
from shoal.web.charts import Options
from shoal.web.charts.chart import Chart
from shoal.web.explain import heading
from shoal.web.table import plain_table

MOST = 10  # shapes in a table


def show_local(summary: Summary) -> None:
    """Show a card about local recoding; nothing if all records have the same levels."""
    recoding = summary.get("recoding")
    if not isinstance(recoding, Mapping):
        return
    columns = recoding["records_by_level"]
    with ui.element("section").classes("card"):
        heading("How coarse each column is, class by class", "local-levels")
        told = "Share of the released records at each level of each column"
        Chart(level_map(columns), told, f"{7 + 2.2 * len(columns)}rem")
        with ui.expansion("As a table").classes("full"):
            deepest = max(map(len, columns.values()))
            heads = ("Column", *(f"Level {level}" for level in range(deepest)))
            plain_table(heads, level_lines(columns), told)
        _show_shapes(recoding)


def level_map(columns: Mapping[str, Sequence[int]]) -> Options:
    """A heat map of columns and levels; each cell is the share of records, in percent."""
    names, deepest = list(columns), max(map(len, columns.values()))
    cells = [
        [level, at, round(100 * count / max(1, sum(counts)), 2)]
        for at, counts in enumerate(columns.values())
        for level, count in enumerate(counts)
    ]
    return {
        "grid": {"left": 16, "right": 16, "top": 8, "bottom": 70, "containLabel": True},
        "tooltip": {"position": "top"},
        "xAxis": {
            "type": "category", "data": [str(level) for level in range(deepest)],
            "name": "level (0: as it was)", "nameLocation": "middle", "nameGap": 26,
        },
        "yAxis": {"type": "category", "data": [label(name, 24) for name in names], "inverse": True},
        "visualMap": {
            "min": 0, "max": 100, "orient": "horizontal", "left": "center", "bottom": 0,
            "text": ["all records", "none"], "itemHeight": 110, "calculable": False,
            "inRange": {"color": ["#eef3f4", "#7fb8bc", "#0b6e75"]},
        },
        "series": [{
            "name": "% of records", "type": "heatmap", "data": cells,
            "label": {"show": True, "formatter": "{@[2]}%", "fontSize": 11},
        }],
    }  # fmt: skip


def level_lines(columns: Mapping[str, Sequence[int]]) -> list[list[str]]:
    """A line for each column: its name, then the share of records at each level it has."""
    deepest = max(map(len, columns.values()))
    return [
        [
            label(name),
            *(percent(count / max(1, sum(counts))) for count in counts),
            *[""] * (deepest - len(counts)),
        ]
        for name, counts in columns.items()
    ]


def shape_lines(shapes: Sequence[Shape]) -> list[list[str]]:
    """A line for each shape: its levels, classes, records, and the sizes of its classes."""
    return [
        [
            *map(str, one["levels"]),
            number(one["classes"]),
            number(one["records"]),
            _sizes(one),
        ]
        for one in shapes[:MOST]
    ]


def _show_shapes(recoding: Recoding) -> None:
    """Show the combinations of levels that most records have; runs of older versions have none."""
    shapes = recoding.get("shapes")
    if not shapes:
        return
    heading("Combinations of levels that most records have", "local-shapes", 3)
    names = [label(name, 24) for name in recoding["records_by_level"]]
    heads = (*names, "Classes", "Records", "Sizes of classes")
    plain_table(heads, shape_lines(shapes), "Levels of classes, with their number and sizes")
    if len(shapes) > MOST:
        total = count_of(recoding["level_vectors"], "combination")
        ui.label(f"{MOST} of {total}.").classes("quiet small")


def _sizes(shape: Shape) -> str:
    """The sizes of the classes of a shape, from the smallest to the largest."""
    low, high = number(shape["smallest"]), number(shape["largest"])
    return low if low == high else f"{low} to {high}"
