"""Which levels of a column a release may use, and how much its loss counts."""

from collections.abc import Awaitable, Callable

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from shoal.web.explain import explanation, heading
from shoal.web.pages.columns.columns_editor import ColumnsEditor
from shoal.web.pages.columns.words import level_name, level_range
from shoal.web.problems import replace_problems


class Sliders(Element, component="level_range.js"):
    """Two sliders: the lowest and the highest level."""

    def __init__(
        self, names: list[str], low: int, high: int, moved: Callable[[int, int], Awaitable[None]]
    ) -> None:
        super().__init__()
        self._props |= {"names": names, "low": low, "high": high}

        async def move(event: GenericEventArguments) -> None:
            await moved(int(event.args["low"]), int(event.args["high"]))

        self.on("levels", move)


class Range:
    """The lowest and the highest level of a column.

    Args:
        editor: Keeps the change.
        name: The column.
        height: The highest level of its hierarchy.
        moved: Called after other levels were kept.
    """

    def __init__(
        self, editor: ColumnsEditor, name: str, height: int, moved: Callable[[], None]
    ) -> None:
        self._editor, self._name, self._height, self._moved = editor, name, height, moved
        keys = editor.keys(name)
        with ui.element("div").classes("line"):
            ui.label("Levels that a release may use").classes("strong")
            explanation("columns range")
        names = [level_name(level, height) for level in range(height + 1)]
        low, high = level_range(keys, height)
        Sliders(names, min(low, height), min(high, height), self._keep_levels).mark("levels-range")
        self._message = ui.element("div")

    async def _keep_levels(self, low: int, high: int) -> None:
        """Store the levels, of which 0 and the height are not written, and show problems."""
        keys = self._editor.keys(self._name)
        keys["min_level"] = low or None
        keys["max_level"] = high if high < self._height else None
        what = f"{self._name}: levels {low} to {high}"
        problems = await self._editor.change(what, {self._name: keys}, quiet=True)
        self._editor.on_height(self._name, self._height)
        replace_problems(self._message, problems, "Not kept")
        self._moved()


class Weight:
    """How much the loss of a column counts."""

    def __init__(self, editor: ColumnsEditor, name: str) -> None:
        self._editor, self._name = editor, name
        keys = editor.keys(name)
        with ui.element("section").classes("card"):
            heading("How much it matters", "columns weight")
            self._shown = ui.number("Weight", value=float(keys.get("weight") or 1), step=0.5)
            self._shown.props("outlined dense debounce=400 hide-bottom-space").mark("weight")
            self._shown.props["hint"] = "1 is usual; 2 counts twice. The search keeps it finer."
            self._shown.on_value_change(self._keep_weight)

    async def _keep_weight(self) -> None:
        """Store the weight; 1 is not written."""
        keys = self._editor.keys(self._name)
        given = self._shown.value
        keys["weight"] = None if given in (None, 1) else given
        tag = f"{self._name}: weight"
        problems = await self._editor.change(tag, {self._name: keys}, tag, quiet=True)
        self._shown.error = " ".join(problems) or None
