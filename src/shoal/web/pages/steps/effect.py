"""The effect of the steps, and buttons for the next one."""

from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import ui

from shoal.report.numbers import count_of
from shoal.server.actions.by_hand import ColumnLevel
from shoal.web.charts import Options
from shoal.web.charts.chart import chart_section
from shoal.web.explain import explanation, figure, heading
from shoal.web.labels import with_label
from shoal.web.pages.steps.bench import Bench, Effect, Step
from shoal.web.visit import Visit

Act = Callable[[], Awaitable[None]]


def show_effect(visit: Visit, bench: Bench, place: ui.element, result: ui.element) -> None:
    """Show in `result` everything below the settings; called again after each step.

    `place` shows the progress of steps, and why one was not possible.
    """

    def handler(act: Callable[[], Awaitable[bool]]) -> Act:
        async def handle() -> None:
            if await act():
                show_effect(visit, bench, place, result)

        return handle

    def step(one: Step) -> Act:
        return handler(lambda: bench.do(visit, place, one))

    result.clear()
    with result:
        _show_figures(bench.found["effect"])
        with ui.element("section").classes("card"):
            heading("What next?", "by-hand")
            with ui.element("div").classes("line wrap"):
                ui.button("Blank what is rare", on_click=step({"do": "blank-rare"}))
                complement = ui.button(
                    "Complement single blanks", on_click=step({"do": "complement"})
                )
                complement.props("outline")
                _turn_button("Undo", bench.steps, handler(lambda: bench.undo(visit, place)))
                _turn_button("Redo", bench.undone, handler(lambda: bench.redo(visit, place)))
            for column in bench.found["columns"]:
                _show_column(bench.found["effect"], column, step)
        _show_charts(bench)
        _show_ending(visit, bench)


def _turn_button(name: str, steps: list[Step], act: Act) -> None:
    """Show the button Undo or Redo; it is disabled without steps to undo or redo."""
    button = ui.button(name, icon=name.lower(), on_click=act).props("flat")
    button.set_enabled(bool(steps))


def _show_figures(effect: Effect) -> None:
    # Never green: whether a release is safe is decided by its run.
    rare, tone = effect["unsafe_records"], "bad" if effect["unsafe_records"] else ""
    with ui.element("div").classes("figures"):
        figure("Records with something rare", f"{rare:,}", "unsafe-records", tone)
        figure("Smallest bin", f"{effect['smallest_bin']:,}", "smallest-bin")
        figure("Blank cells", f"{sum(effect['blank_cells'].values()):,}", "blank-cells")
        figure("Detail", count_of(effect["detail"], "bit"), "detail")


def _show_column(effect: Effect, column: ColumnLevel, step: Callable[[Step], Act]) -> None:
    """Show one column: its level, and buttons to make it finer, coarser or blank."""
    name, level = column["name"], column["level"]
    with ui.element("div").classes("line wrap"):
        ui.label(name).classes("strong").style("min-width: 9rem")
        with ui.element("div").classes("line"):
            _level_button("finer", column, level - 1, step).set_enabled(level > column["lowest"])
            ui.label(f"level {level} of {column['highest']}")
            _level_button("coarser", column, level + 1, step).set_enabled(level < column["highest"])
        values, blank = effect["different_values"][name], effect["blank_cells"][name]
        ui.label(f"{count_of(values, 'different value')}, {blank:,} blank").classes("quiet small")
        explanation("different-values")
        ui.element("span").classes("grow")
        empty = ui.button("Blank", on_click=step({"do": "blank-column", "column": name}))
        with_label(empty, f"Blank {name}").props("flat dense")


def _level_button(
    name: str, column: ColumnLevel, level: int, step: Callable[[Step], Act]
) -> ui.button:
    """Show a button that sets a column to a level; returns it."""
    act = step({"do": "set-level", "column": column["name"], "level": level})
    button = ui.button(icon="remove" if name == "finer" else "add", on_click=act)
    return with_label(button, f"{column['name']} {name}").props("flat round dense")


def _show_charts(bench: Bench) -> None:
    """Show rare combinations by size, and the records with something rare after each step."""
    effect = bench.found["effect"]
    sizes = effect["unsafe_combinations"]
    course = [(name, rare) for name, rare in bench.course if rare is not None]
    with ui.element("div").classes("halves"):
        if sizes:
            label = "Rare combinations by their number of columns"
            names = ["1 column" if size == "1" else f"{size} columns" for size in sizes]
            chart_section(label, _bars(names, list(sizes.values())), label, "unsafe-combinations")
        if len(course) > 1:
            label = "Records with something rare after each step"
            chart_section(
                label, _bars(*map(list, zip(*course, strict=True))), label, "unsafe-records"
            )


def _bars(names: list[Any], values: list[Any]) -> Options:
    return {
        "grid": {"left": 8, "right": 48, "top": 8, "bottom": 8, "containLabel": True},
        "tooltip": {},
        "xAxis": {"type": "value", "axisLabel": {"hideOverlap": True}},
        "yAxis": {"type": "category", "data": names, "inverse": True},
        "series": [{"type": "bar", "data": [_mark(value) for value in values]}],
    }


def _mark(value: int) -> Options:
    label = {"show": True, "position": "right", "formatter": f"{value:,}"}
    return {"value": value, "label": label}


def _show_ending(visit: Visit, bench: Bench) -> None:
    """Show the button that makes a study of the steps and goes there."""

    async def make() -> None:
        id = await bench.make_study(visit)
        ui.navigate.to(f"/studies/{id}/explore")

    with ui.element("section").classes("card"):
        heading("Done?")
        ui.label(
            "A new study takes these steps, and blanks what is still rare. Run it to get a release"
            " that is verified like every other; the study you came from stays as it is."
        )
        ui.button("Make a study of these steps", icon="arrow_forward", on_click=make)
