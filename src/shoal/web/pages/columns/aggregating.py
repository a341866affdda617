"""One value for all members of a class (microaggregation)."""

from nicegui import ui

from shoal.server.stored.column_values import ColumnValues
from shoal.server.stored.study_keys import StoredColumn, without
from shoal.study.keys.plain import Settings
from shoal.study.keys.plugins import aggregates
from shoal.web.explain import heading
from shoal.web.forms import form_of, models
from shoal.web.pages.columns.board import Board
from shoal.web.pages.columns.words import TYPES


class Aggregating:
    """The choice of a function, and its form."""

    def __init__(self, board: Board, name: str, found: ColumnValues) -> None:
        self._board, self._name, self._found = board, name, found

    async def show(self) -> None:
        """A card with what fits the column's type."""
        known = await models("aggregate")
        keys = self._board.keys(self._name).get("aggregate") or {}
        name = str(keys.get("function"))
        type = self._found.column.type
        fits = [one for one in known if type in aggregates().named(one).types]  # type: ignore[attr-defined]
        with ui.element("section").classes("card"):
            heading("One value per class", "columns aggregate")
            shown = ui.select(fits, label="Function", value=name if name in fits else None)
            shown.props("outlined dense").mark("function")
            shown.on_value_change(lambda event: self._choose(str(event.value)))
            left = [one for one in known if one not in fits]
            if left:
                ui.label(f"Not for {TYPES[type]}: {', '.join(left)}.").classes("quiet small")
            if name in known:
                ui.label(known[name].definition)
                form_of(known[name], keys, self._changed)

    async def _choose(self, function: str) -> None:
        await self._keep({"function": function}, quiet=False)

    async def _changed(self, value: Settings) -> list[str]:
        now = self._board.keys(self._name).get("aggregate") or {}
        quiet = bool(now.get("clustering")) == bool(value.get("clustering"))
        return await self._keep({"function": now["function"], **value}, quiet=quiet)

    async def _keep(self, aggregate: Settings, *, quiet: bool) -> list[str]:
        keys: StoredColumn = {**self._board.keys(self._name), "aggregate": aggregate}
        if not aggregate.get("clustering"):
            keys = without(keys, "hierarchy", "min_level", "max_level")
        what = f"{self._name}: {aggregate['function']} of the class"
        return await self._board.change(what, {self._name: keys}, what, quiet=quiet)
