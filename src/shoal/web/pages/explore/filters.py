"""Which candidates are listed: their levels, their state, their loss, and what comes first."""

from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import ui

from shoal.engine.lattice import Lattice
from shoal.web.explain import explanation
from shoal.web.labels import labeled

STATES = {"all": "All", "yes": "Satisfies", "no": "Does not satisfy"}
SORTS = {
    "loss": "Least loss",
    "suppressed": "Fewest suppressed",
    "smallest": "Largest smallest class",
}
Look = Callable[..., Awaitable[None]]


class Filters:
    """Boxes for levels, a choice of state, a range of losses."""

    def __init__(self, columns: list[str], lattice: Lattice, look: Look) -> None:
        self._look, self._columns, self._lattice = look, columns, lattice
        self._state, self._loss, self._sort = "all", (0.0, 100.0), "loss"
        self._levels = {name: set(self._all(at)) for at, name in enumerate(columns)}
        self._boxes: list[ui.checkbox] = []
        with ui.expansion("Filter and sort", icon="filter_list").classes("wide-expansion"):
            with ui.element("div").classes("line wrap"):
                self._choices()
            ui.label("Levels that a column may have").classes("quiet small")
            with ui.element("div").classes("thirds"):
                for at, name in enumerate(columns):
                    self._column(at, name)
            ui.button("Show all again", on_click=self._reset).props("flat dense")

    @property
    def where(self) -> dict[str, Any]:
        """As a sweep is asked."""
        where: dict[str, Any] = {}
        some = {
            name: sorted(chosen)
            for at, (name, chosen) in enumerate(self._levels.items())
            if len(chosen) < len(self._all(at))
        }
        if some:
            where["levels"] = some
        if self._state != "all":
            where["accepted"] = self._state == "yes"
        if self._loss != (0.0, 100.0):
            where["loss"] = (self._loss[0] / 100, self._loss[1] / 100)
        return where

    def _all(self, at: int) -> range:
        return range(self._lattice.minimum[at], self._lattice.maximum[at] + 1)

    def _choices(self) -> None:
        self._states = ui.select(STATES, value="all", label="State", on_change=self._set_state)
        self._sorts = ui.select(SORTS, value="loss", label="First", on_change=self._set_sort)
        for field in (self._states, self._sorts):
            field.props("dense outlined").classes("choice")
        with ui.element("div").classes("control range"):
            with ui.element("div").classes("line"):
                self._told = ui.label("Loss 0 % to 100 %").classes("small")
                explanation("loss")
            start = {"min": 0.0, "max": 100.0}
            self._range = ui.range(min=0, max=100, step=1, value=start, on_change=self._set_loss)
            self._range.props('left-thumb-aria-label="Least loss" aria-label="Range of losses"')

    def _column(self, at: int, name: str) -> None:
        with ui.element("fieldset").classes("levels"):
            with ui.element("legend"):
                ui.label(name).classes("small strong")
            for level in self._all(at):
                box = ui.checkbox(str(level), value=True, on_change=self._setter(name, level))
                self._boxes.append(labeled(box.props("dense"), f"{name} level {level}"))

    def _setter(self, name: str, level: int) -> Callable[[Any], Awaitable[None]]:
        async def change(event: Any) -> None:  # noqa: ANN401
            chosen = self._levels[name]
            chosen.add(level) if event.value else chosen.discard(level)
            await self._ask()

        return change

    async def _set_state(self, event: Any) -> None:  # noqa: ANN401
        self._state = event.value
        await self._ask()

    async def _set_sort(self, event: Any) -> None:  # noqa: ANN401
        self._sort = event.value
        await self._ask()

    async def _set_loss(self, event: Any) -> None:  # noqa: ANN401
        self._loss = (float(event.value["min"]), float(event.value["max"]))
        self._told.set_text(f"Loss {self._loss[0]:g} % to {self._loss[1]:g} %")
        await self._ask()

    async def _reset(self) -> None:
        self._levels = {name: set(self._all(at)) for at, name in enumerate(self._columns)}
        for box in self._boxes:
            box.set_value(True)
        self._states.set_value("all")
        self._range.set_value({"min": 0, "max": 100})
        await self._ask()

    async def _ask(self) -> None:
        await self._look(where=self.where, sort=self._sort, first=0)
