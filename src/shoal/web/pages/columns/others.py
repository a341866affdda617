"""Columns that are released as they are: dates may be shifted, promises may use a hierarchy."""

from nicegui import ui

from shoal.server.stored.column_values import ColumnValues
from shoal.server.stored.study_keys import StoredColumn
from shoal.study.keys.plain import Settings, ShiftKeys
from shoal.study.keys.shift import Shift
from shoal.web.explain import explanation, heading
from shoal.web.forms import Form
from shoal.web.pages.columns.columns_editor import ColumnsEditor
from shoal.web.pages.columns.generalizing import Generalizing
from shoal.web.pages.columns.secrets import Secrets

MEANINGS = {
    "days": "The largest number of days, forward or back.",
    "domain": "Which kind of person it is (patients); tables of one domain are shifted alike.",
    "recipient": "Who gets the release; for others, dates are shifted differently.",
    "zero": "Whether somebody's dates may by chance stay what they are.",
}


class Others:
    """A sensitive or an insensitive column."""

    def __init__(self, editor: ColumnsEditor, name: str, found: ColumnValues) -> None:
        self._editor, self._name, self._found = editor, name, found

    async def show(self) -> None:
        """Show what becomes of its values, and what can be changed."""
        keys = self._editor.keys(self._name)
        with ui.element("section").classes("card"):
            heading("What becomes of its values")
            if keys.get("shift"):
                ui.label("All dates of a person are moved by the same number of days.")
            else:
                ui.label("It is released as it is; only suppressed records are left out.")
            if keys.get("type") == "date":
                await self._shift(keys)
            if keys.get("role") == "sensitive":
                self._hierarchy(keys)
        if keys.get("role") == "sensitive" and keys.get("hierarchy"):
            await Generalizing(self._editor, self._name, self._found).show()

    def _hierarchy(self, keys: StoredColumn) -> None:
        """Show a switch for the hierarchy of a sensitive column, which some promises use."""
        with ui.element("div").classes("line"):
            shown = ui.switch("It has a hierarchy", value=bool(keys.get("hierarchy")))
            explanation("columns sensitive hierarchy")

        async def change() -> None:
            hierarchy: Settings | None = {"builder": "automatic"} if shown.value else None
            what = f"{self._name}: {'a' if shown.value else 'no'} hierarchy"
            await self._editor.change(what, {self._name: {**keys, "hierarchy": hierarchy}})

        shown.on_value_change(change)

    async def _shift(self, keys: StoredColumn) -> None:
        """Show a switch for shifted dates; the study changes only once a key is chosen below it."""
        given = keys.get("shift")
        with ui.element("div").classes("line"):
            shown = ui.switch("Shift its dates", value=bool(given)).mark("shift")
            explanation("columns shift")
        place = ui.element("div").classes("stack")
        if given:
            await self._form(given, place)

        async def change() -> None:
            if not shown.value:
                await self._keep(None)
                return
            await self._form({"days": 365, "domain": "patients"}, place)

        shown.on_value_change(change)

    async def _form(self, given: ShiftKeys, place: ui.element) -> None:
        """Show in `place` which column tells people apart, the form of the shift, and the keys."""
        place.clear()
        with place:
            self._person()
            schema = Shift.model_json_schema()
            form: Form[ShiftKeys] = Form(
                schema, given, self._keep, meanings=MEANINGS,
                without=("key", "create_key"),
            )  # fmt: skip
            keys = Secrets(self._editor, str(given.get("key", "")))

            async def use_key(id: str) -> None:
                form.complain(await self._keep({**form.value, "key": id}))

            await keys.show(use_key)

    def _person(self) -> None:
        """Ask which column tells people apart; promises count people from then on."""
        story = self._editor.story
        if story.body.get("person"):
            ui.label(f"People are told apart by {story.body['person']}.").classes("quiet")
            return
        shown = ui.select(list(story.columns), label="Column that tells whose record it is")
        shown.props("outlined dense hide-bottom-space").mark("person")
        shown.props["hint"] = "Promises then count people instead of records (key person)."

        async def change() -> None:
            chosen = str(shown.value)
            problems = await story.change(lambda body: body.update({"person": chosen}))
            shown.error = " ".join(problems) or None

        shown.on_value_change(change)

    async def _keep(self, value: ShiftKeys | None) -> list[str]:
        """Store how dates are shifted, None for not at all; returns the problems.

        A key that the study names already stays unless `value` has another.
        """
        now = self._editor.keys(self._name)
        before, shift = now.get("shift"), value
        if before and value is not None:
            shift = {"key": before["key"], **value}
        if shift is not None and not shift.get("key"):
            return ["Choose a key below: it decides by how much dates are moved."]
        what = f"{self._name}: {'shifted dates' if shift else 'dates as they are'}"
        quiet = bool(shift) and bool(now.get("shift"))
        return await self._editor.change(
            what, {self._name: {**now, "shift": shift}}, what, quiet=quiet
        )
