"""How the values of a column are read: type, format, order, what counts as missing."""

from collections.abc import Callable

from nicegui import ui

from shoal.errors import ShoalError
from shoal.server.stored.column_values import ColumnValues
from shoal.server.stored.study_keys import StoredColumn, with_key, without
from shoal.web.explain import explanation
from shoal.web.pages.columns.columns_editor import ColumnsEditor
from shoal.web.pages.columns.words import QUASI, TYPES

FIELD = "outlined dense hide-bottom-space"
LISTED = 200  # values that can be put in order by hand


class Reading:
    """The fields about how the values of a column are read.

    `found` are its values as the study reads them now, or the error if they cannot be read so.
    """

    def __init__(self, editor: ColumnsEditor, name: str, found: ColumnValues | ShoalError) -> None:
        self._editor, self._name, self._found = editor, name, found

    async def show(self) -> None:
        """Show the fields in an expansion, which is open if the values cannot be read."""
        wrong = isinstance(self._found, ShoalError)
        with (
            ui.expansion("How its values are read", icon="abc", value=wrong)
            .props("dense")
            .classes("part"),
            ui.element("div").classes("fields"),
        ):
            keys = self._editor.keys(self._name)
            self._type(keys)
            if keys.get("type") == "date":
                self._format(keys)
                self._pivot(keys)
            if keys.get("type") == "ordered":
                self._order(keys)
            self._missing(keys)
            self._show_unknown(keys)
            if keys.get("role") != "identifier":
                self._target(keys)

    def _type(self, keys: StoredColumn) -> None:
        shown = ui.select(TYPES, label="Type", value=keys.get("type", "string")).props(FIELD)
        shown.props["hint"] = "Numbers and dates have an order, which builders and promises use."
        shown.mark("type")

        async def change() -> None:
            shown.error = await self._change_column(self._with_type(keys, shown.value), "type")

        shown.on_value_change(change)

    def _with_type(self, keys: StoredColumn, type: str) -> StoredColumn:
        """The keys with another type, without those that only the old type needs.

        The key `order` of an ordered column begins as its values, sorted.
        """
        typed = without(keys, "type", "order", "format", "pivot")
        if type != "string":
            typed["type"] = type
        if type == "ordered":
            typed["order"] = self._values()
        return typed

    def _values(self) -> list[str]:
        """The first values in sorted order; none if they cannot be read."""
        found = self._found
        return [] if isinstance(found, ShoalError) else found.values.head(LISTED).to_list()

    def _order(self, keys: StoredColumn) -> None:
        shown = ui.textarea("Order, lowest first", value="\n".join(keys.get("order") or ()))
        shown.props("autogrow").classes("mono")
        hint = "One value per line, every value of the column once."
        self._change_when_typed(
            shown, keys, "order", hint, lambda text: _non_empty(text.splitlines())
        )

    def _format(self, keys: StoredColumn) -> None:
        shown = ui.input("How dates are written", value=keys.get("format") or "")
        self._change_when_typed(shown, keys, "format", "%Y-%m-%d unless given")

    def _pivot(self, keys: StoredColumn) -> None:
        """Show the field that tells the century of years with two digits."""
        shown = ui.input("Last year that two digits mean", value=str(keys.get("pivot") or ""))
        hint = "Give it before a format with %y: with 2026, 65 is 1965"
        self._change_when_typed(shown, keys, "pivot", hint)

    def _missing(self, keys: StoredColumn) -> None:
        given = keys.get("missing") or []
        given = [given] if isinstance(given, str) else list(given)
        shown = ui.input("Read as missing", value=", ".join(map(str, given))).mark("missing")
        hint = "Texts that mean: no value. Put commas between them: NA, unknown."
        self._change_when_typed(
            shown, keys, "missing", hint, lambda text: _non_empty(text.split(","))
        )

    def _change_when_typed(
        self,
        shown: ui.input | ui.textarea,
        keys: StoredColumn,
        key: str,
        hint: str,
        read: Callable[[str], object] = str.strip,
    ) -> None:
        """Write what is typed into a field to a key of the column; problems stand at the field.

        `read` makes the value of the key from the text that was typed.
        """
        shown.props(f"{FIELD} debounce=600")
        shown.props["hint"] = hint

        async def change() -> None:
            typed = with_key(keys, key, read(str(shown.value or "")))
            shown.error = await self._change_column(typed, key)

        shown.on_value_change(change)

    def _show_unknown(self, keys: StoredColumn) -> None:
        """Tell what happens to values that the hierarchy does not have; nobody can change it."""
        if keys.get("role") != QUASI:
            return
        shown = ui.select(
            {"error": "tell me, and stop"}, label="Values that the hierarchy does not have",
            value="error",
        ).props(f"{FIELD} readonly")  # fmt: skip
        shown.props["hint"] = "A run stops before anything is released, and tells how many."

    def _target(self, keys: StoredColumn) -> None:
        with ui.element("div").classes("line"):
            shown = ui.switch("Models will predict it", value=bool(keys.get("target")))
            explanation("columns target")

        async def change() -> None:
            await self._change_column({**keys, "target": bool(shown.value)}, "target")

        shown.on_value_change(change)

    async def _change_column(self, keys: StoredColumn, key: str) -> str | None:
        """Give the column these keys in the study; returns the problems as a text, None if none."""
        what = f"{self._name}: {key}"
        return " ".join(await self._editor.change(what, {self._name: keys})) or None


def _non_empty(parts: list[str]) -> list[str]:
    return [part.strip() for part in parts if part.strip()]
