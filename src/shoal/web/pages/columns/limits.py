"""Which levels a release may use, and how much the loss of a column counts."""

from typing import Any

from nicegui import ui

from shoal.web.explain import explanation, heading
from shoal.web.pages.columns.board import Board
from shoal.web.pages.columns.words import level_name


class Range:
    """The lowest and the highest level of a column."""

    def __init__(self, board: Board, name: str, height: int, groups: list[int]) -> None:
        self._board, self._name, self._height = board, name, height
        keys = board.keys(name)
        names = {
            level: f"{level}: {level_name(level, height)}, {groups[level]:,}"
            f" group{'s' if groups[level] != 1 else ''}"
            for level in range(height + 1)
        }
        low = min(int(keys.get("min_level") or 0), height)
        high = min(int(keys.get("max_level", height)), height)
        with ui.element("div").classes("line"):
            ui.label("Levels that a release may use").classes("strong")
            explanation("columns range")
        with ui.element("div").classes("fields"):
            self._low = ui.select(names, label="Lowest level", value=low).mark("min-level")
            self._high = ui.select(names, label="Highest level", value=high).mark("max-level")
        for one in (self._low, self._high):
            one.props("outlined dense options-dense hide-bottom-space")
            one.on_value_change(self._changed)

    async def _changed(self) -> None:
        low, high = int(self._low.value or 0), int(self._high.value or 0)
        keys = {**self._board.keys(self._name)}
        keys["min_level"] = low or None
        keys["max_level"] = high if high < self._height else None
        what = f"{self._name}: levels {low} to {high}"
        problems = await self._board.change(what, {self._name: keys}, quiet=True)
        self._low.error = self._high.error = " ".join(problems) or None


class Weight:
    """How much the loss of a column counts."""

    def __init__(self, board: Board, name: str) -> None:
        self._board, self._name = board, name
        keys = board.keys(name)
        with ui.element("section").classes("card"):
            heading("How much it matters", "columns weight")
            self._shown = ui.number("Weight", value=float(keys.get("weight", 1)), step=0.5)
            self._shown.props("outlined dense debounce=400 hide-bottom-space").mark("weight")
            self._shown.props["hint"] = "1 is usual; 2 counts twice. The search keeps it finer."
            self._shown.on_value_change(self._changed)

    async def _changed(self) -> None:
        keys: dict[str, Any] = {**self._board.keys(self._name)}
        given = self._shown.value
        keys["weight"] = None if given in (None, 1) else given
        tag = f"{self._name}: weight"
        problems = await self._board.change(tag, {self._name: keys}, tag, quiet=True)
        self._shown.error = " ".join(problems) or None
