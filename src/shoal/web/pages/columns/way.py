"""What becomes of the values of a column: they are generalized, aggregated per class, or kept."""

from nicegui import ui

from shoal.report.numbers import count_of
from shoal.server.stored.column_values import ColumnValues
from shoal.server.stored.study_keys import StoredColumn, without
from shoal.study.keys.plain import Settings
from shoal.study.keys.plugins import aggregates
from shoal.web.explain import heading
from shoal.web.forms import form_of, models
from shoal.web.pages.columns.columns_editor import ColumnsEditor
from shoal.web.pages.columns.generalizing import Generalizing
from shoal.web.pages.columns.limits import Weight
from shoal.web.pages.columns.others import Others
from shoal.web.pages.columns.words import TYPES, way_of
from shoal.web.problems import replace_problems

WAYS = {
    "generalize": "Generalize: values become labels of a hierarchy",
    "aggregate": "Aggregate: each class shows one value for all its members",
    "keep": "Keep as it is: every value stays, and tells records apart",
}
LEVELS = ("hierarchy", "min_level", "max_level")


class Way:
    """The part of the panel about what becomes of values; `needed` for a quasi-identifier."""

    def __init__(
        self, editor: ColumnsEditor, name: str, found: ColumnValues, *, needed: bool
    ) -> None:
        self._editor, self._name, self._found, self._needed = editor, name, found, needed

    async def show(self) -> None:
        """Show the choice for a quasi-identifier; other columns are released as they are."""
        if not self._needed:
            await Others(self._editor, self._name, self._found).show()
            return
        keys = self._editor.keys(self._name)
        with ui.element("section").classes("card"):
            heading("What becomes of its values", "columns way")
            shown = ui.radio(WAYS, value=way_of(keys)).props("dense").mark("way")
            shown.props["aria-label"] = "What becomes of its values"
            shown.on_value_change(lambda event: self._choose(str(event.value)))
            self._message = ui.element("div")
        await self._part(keys)
        Weight(self._editor, self._name)

    async def _part(self, keys: StoredColumn) -> None:
        """Show the cards that belong to the present way."""
        way = way_of(keys)
        if way == "aggregate":
            await Aggregating(self._editor, self._name, self._found).show()
        if way == "generalize" or (keys.get("aggregate") or {}).get("clustering"):
            await Generalizing(self._editor, self._name, self._found).show()
        if way == "keep":
            with ui.element("div").classes("box hint"):
                ui.icon("info").props('aria-hidden="true"')
                own = count_of(len(self._found.values), "value forms", "values form")
                ui.label(
                    f"Its {own} classes as they are. Promises"
                    " about class sizes then have to be kept by the other columns alone."
                )

    async def _choose(self, way: str) -> None:
        """Store another way; the hierarchy that is given up is remembered for the way back."""
        before, left = self._editor.keys(self._name), self._editor.left
        hierarchy = before.get("hierarchy")
        if way_of(before) == "generalize" and hierarchy:
            left[self._name] = hierarchy
        keys = keys_for_way(before, way, self._found.column.type, left.get(self._name))
        problems = await self._editor.change(f"{self._name}: {way}", {self._name: keys})
        replace_problems(self._message, problems, "Not kept")


def keys_for_way(
    keys: StoredColumn, way: str, type: str, left: Settings | None = None
) -> StoredColumn:
    """The keys of a column for another way; `left` is the hierarchy that it had before."""
    rest = without(keys, *LEVELS, "aggregate")
    if way == "keep":
        return {**rest, "hierarchy": {"builder": "identity"}}
    if way == "aggregate":
        function = "mean" if type in {"integer", "decimal", "date"} else "mode"
        return {**rest, "aggregate": {"function": function}}
    return {**rest, "hierarchy": left or {"builder": "automatic"}}


class Aggregating:
    """The choice of an aggregate function, and its form (microaggregation)."""

    def __init__(self, editor: ColumnsEditor, name: str, found: ColumnValues) -> None:
        self._editor, self._name, self._found = editor, name, found

    async def show(self) -> None:
        """Show a card with the functions that fit the column's type."""
        known = await models("aggregate")
        keys = self._editor.keys(self._name).get("aggregate") or {}
        name = str(keys.get("function"))
        type = self._found.column.type
        fits = [one for one in known if type in aggregates().class_of(one).types]  # type: ignore[attr-defined]
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
                form_of(known[name], keys, self._keep_form)

    async def _choose(self, function: str) -> None:
        await self._keep({"function": function}, quiet=False)

    async def _keep_form(self, value: Settings) -> list[str]:
        """Store the parameters; the panel is shown again only if `clustering` was switched."""
        now = self._editor.keys(self._name).get("aggregate") or {}
        quiet = bool(now.get("clustering")) == bool(value.get("clustering"))
        return await self._keep({"function": now["function"], **value}, quiet=quiet)

    async def _keep(self, aggregate: Settings, *, quiet: bool) -> list[str]:
        """Store the function; without `clustering`, the column needs no hierarchy and loses it."""
        keys: StoredColumn = {**self._editor.keys(self._name), "aggregate": aggregate}
        if not aggregate.get("clustering"):
            keys = without(keys, "hierarchy", "min_level", "max_level")
        what = f"{self._name}: {aggregate['function']} of the class"
        return await self._editor.change(what, {self._name: keys}, what, quiet=quiet)
