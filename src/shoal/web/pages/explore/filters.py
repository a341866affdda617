"""Which candidates are listed: their levels, their state, their loss, and what comes first."""

from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import ui

from shoal.engine.lattice import Lattice
from shoal.web.explain import explanation
from shoal.web.labels import with_label
from shoal.web.pages.explore.settings import Where
from shoal.web.slide import Slide

STATES = {"all": "All", "yes": "Satisfies", "no": "Does not satisfy"}
SORTS = {
    "loss": "Least loss",
    "suppressed": "Fewest suppressed",
    "smallest": "Largest smallest class",
}
Look = Callable[..., Awaitable[None]]


class Filters:
    """Boxes for levels, a choice of state, a range of losses.

    Each change calls `look` with the filter and the order, and from the top of the list.
    """

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
    def where(self) -> Where:
        """The filter as a sweep is asked for it."""
        where: Where = {}
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
        """All levels of a column, which is given by its place."""
        return range(self._lattice.minimum[at], self._lattice.maximum[at] + 1)

    def _choices(self) -> None:
        self._states = ui.select(STATES, value="all", label="State", on_change=self._set_state)
        self._sorts = ui.select(SORTS, value="loss", label="First", on_change=self._set_sort)
        for field in (self._states, self._sorts):
            field.props("dense outlined").classes("choice")
        with ui.element("div").classes("control range"):
            with ui.element("div").classes("line"):
                self._message = ui.label("Loss 0% to 100%").classes("small")
                explanation("loss")
            self._low = Slide("Least loss in the list (%)", (0, 100, 1), self._set_low)
            self._high = Slide("Largest loss in the list (%)", (0, 100, 1), self._set_high)
            self._high.show(100)

    def _column(self, at: int, name: str) -> None:
        with ui.element("fieldset").classes("levels"):
            with ui.element("legend"):
                ui.label(name).classes("small strong")
            for level in self._all(at):
                box = ui.checkbox(str(level), value=True, on_change=self._setter(name, level))
                self._boxes.append(with_label(box.props("dense"), f"{name} level {level}"))

    def _setter(self, name: str, level: int) -> Callable[[Any], Awaitable[None]]:
        """The handler of one box: adds the level to those that may be listed, or takes it out."""

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

    async def _set_low(self, value: float) -> None:
        """Set the lower end of the range; the upper end moves along if it would be below."""
        if value > self._loss[1]:
            self._high.show(value)
        await self._set_loss(value, max(value, self._loss[1]))

    async def _set_high(self, value: float) -> None:
        """Set the upper end of the range; the lower end moves along if it would be above."""
        if value < self._loss[0]:
            self._low.show(value)
        await self._set_loss(min(value, self._loss[0]), value)

    async def _set_loss(self, low: float, high: float) -> None:
        """Set the range of losses, in percent, and ask."""
        self._loss = (low, high)
        self._message.set_text(f"Loss {low:g}% to {high:g}%")
        await self._ask()

    async def _reset(self) -> None:
        """Show all candidates again; the order stays."""
        self._levels = {name: set(self._all(at)) for at, name in enumerate(self._columns)}
        for box in self._boxes:
            box.set_value(True)
        self._states.set_value("all")
        self._low.show(0)
        self._high.show(100)
        await self._set_loss(0.0, 100.0)

    async def _ask(self) -> None:
        await self._look(where=self.where, sort=self._sort, first=0)
