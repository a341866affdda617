"""The hierarchy of a column: the builder that makes it, its settings, and the result."""

from collections.abc import Awaitable, Callable

from nicegui import ui

from shoal.card import Card
from shoal.errors import ShoalError
from shoal.hierarchies.draft import Draft
from shoal.report.numbers import count_of
from shoal.server.stored.column_levels import ColumnLevels
from shoal.server.stored.column_values import ColumnValues
from shoal.server.stored.study_keys import StoredColumn
from shoal.study.keys.plain import Settings
from shoal.web.explain import explain, heading
from shoal.web.forms import Model, models
from shoal.web.glossary.entry import Entry
from shoal.web.pages.columns.columns_editor import ColumnsEditor
from shoal.web.pages.columns.hierarchy_editor import HierarchyEditor
from shoal.web.pages.columns.preview import Preview
from shoal.web.pages.columns.settings import SettingsForm
from shoal.web.pages.columns.suitable import first_settings, unsuitable
from shoal.web.pages.columns.upload import Upload
from shoal.web.pages.columns.words import KEPT, builder_name, builder_title, within_height
from shoal.web.problems import show_problems

MOST = 50_000  # values that can be edited by hand
MANY = 20_000  # with more values, building takes so long that the page says so
Choose = Callable[[str], Awaitable[None]]


class Generalizing:
    """The cards about one hierarchy: the builder with its form, the preview, and the editor.

    `found` are the values of the column.
    """

    def __init__(self, editor: ColumnsEditor, name: str, found: ColumnValues) -> None:
        self._editor, self._name, self._found, self._turn = editor, name, found, 0

    async def show(self) -> None:
        """Show two cards: how the hierarchy is made, and how it looks."""
        keys = self._editor.keys(self._name)
        builder, known = builder_name(keys), await models("hierarchy")
        with ui.element("section").classes("card"):
            heading("How its hierarchy is made", "columns builder")
            with ui.element("div").classes("line wrap"):
                ui.label(builder_title(builder)).classes("strong")
                if builder in known and builder != KEPT:
                    explain(_entry(known[builder].card))
            with ui.expansion("Choose another way", icon="tune").props("dense").classes("part"):
                show_builders(self._found, known, builder, self._choose)
            opened = builder == "file"
            with ui.expansion("Upload a hierarchy", icon="upload_file", value=opened) as line:
                line.props("dense").classes("part")
                Upload(self._use_upload, self._repair_upload).show()
            await self._form(builder, keys)
            self._message = ui.element("div")
        self._place = ui.element("section").classes("card")
        await self._show_hierarchy()

    async def _form(self, builder: str, keys: StoredColumn) -> None:
        """Show the form of a builder; a hierarchy from a file has none."""
        known = (await models("hierarchy")).get(builder)
        if known is not None and builder != "file":
            SettingsForm(known, keys.get("hierarchy") or {}, self._build_and_keep)

    async def _choose(self, builder: str) -> None:
        """Use another builder with settings that fit the values; for `file`, open the editor."""
        if builder == "file":
            await self._edit()
            return
        keys = self._with_hierarchy(first_settings(builder, self._found))
        what = f"{self._name}: {builder_title(builder).lower()}"
        await self._keep(what, keys, quiet=False)

    async def _build_and_keep(self, value: Settings) -> list[str]:
        """Build with the settings that were typed, show the result, and store them if it worked.

        Returns the problems. If other settings were typed meanwhile, nothing is stored.
        """
        builder = builder_name(self._editor.keys(self._name))
        keys = self._with_hierarchy({"builder": builder, **value})
        self._turn += 1
        turn = self._turn
        self._show_waiting()
        try:
            levels = await self._editor.levels(self._name, keys)
        except ShoalError as error:
            await self._show_hierarchy()
            return list(error.problems)
        if turn != self._turn:
            return []
        what = f"{self._name}: settings of {builder_title(builder).lower()}"
        fitting = within_height(keys, levels.height)
        problems = await self._editor.change(what, {self._name: fitting}, what, quiet=True)
        if not problems:
            self._editor.on_height(self._name, levels.height)
            self._show(levels)
        return problems

    async def _use_upload(self, id: str) -> None:
        """Use a table of labels that was uploaded."""
        await self._keep(
            f"{self._name}: uploaded labels", self._with_hierarchy({"table": id}), quiet=False
        )

    async def _repair_upload(self, problem: str, text: str) -> None:
        """Open a faulty file in the editor, where it can be repaired.

        Without its text, show why.
        """
        if text:
            await self._edit(Draft.read(text))
        else:
            self._tell([problem])

    def _with_hierarchy(self, hierarchy: Settings) -> StoredColumn:
        """The keys of the column with another hierarchy."""
        return {**self._editor.keys(self._name), "hierarchy": hierarchy}

    async def _keep(self, what: str, keys: StoredColumn, *, quiet: bool) -> None:
        """Build with other keys, and store them if that worked; otherwise show the problems."""
        try:
            levels = await self._editor.levels(self._name, keys)
        except ShoalError as error:
            self._tell(error.problems)
            return
        fitting = within_height(keys, levels.height)
        self._tell(await self._editor.change(what, {self._name: fitting}, quiet=quiet))

    def _tell(self, problems: tuple[str, ...] | list[str]) -> None:
        """Show problems below the form; nothing without problems, or if the card is gone."""
        if problems and not self._message.is_deleted:
            self._message.clear()
            with self._message:
                show_problems(problems, "Not kept")

    async def _show_hierarchy(self) -> None:
        """Build the hierarchy that the study has, and show it, or why it cannot be built."""
        self._show_waiting()
        try:
            self._show(await self._editor.levels(self._name))
        except ShoalError as error:
            self._place.clear()
            with self._place:
                show_problems(error, "The hierarchy cannot be built")
                ui.button("Edit by hand", icon="edit", on_click=self._edit_current).props("outline")

    def _show_waiting(self) -> None:
        """Show that the hierarchy is being built, where many values make it slow."""
        if len(self._found.values) > MANY and not self._place.is_deleted:
            self._place.clear()
            with self._place:
                ui.label(f"Building it for {count_of(len(self._found.values), 'value')}").props(
                    'role="status"'
                )
                ui.linear_progress(show_value=False).props(
                    'indeterminate aria-label="Building the hierarchy"'
                )

    def _show(self, levels: ColumnLevels) -> None:
        self._place.clear()
        with self._place:
            Preview(self._editor, self._name, levels, self._edit_current).show()

    async def _edit_current(self) -> None:
        await self._edit()

    async def _edit(self, draft: Draft | None = None) -> None:
        """Open the editor with a draft or the present hierarchy.

        Refuse to if there are too many values.
        """
        if len(self._found.values) > MOST:
            self._tell(
                [
                    f"{len(self._found.values):,} values are too many to edit by hand; {MOST:,} are"
                    " possible. Use a builder, or upload a table of labels."
                ]
            )
            return
        self._place.clear()
        with self._place:
            await HierarchyEditor(self._editor, self._name, self._found, self._show_hierarchy).show(
                draft
            )


def _entry(card: Card) -> Entry:
    """The card of a builder as an entry of the glossary."""
    return Entry(str(card.noun), " ".join(filter(None, [card.advice, card.more])))


def show_builders(
    found: ColumnValues, known: dict[str, Model], current: str, choose: Choose
) -> None:
    """Show a button for each builder, with its purpose or the reason why it cannot be chosen."""
    with ui.element("div").classes("builders").props('role="group" aria-label="Builders"'):
        for name, model in known.items():
            if name != KEPT:  # keeping a column as it is has its own choice (see way.py)
                _show_builder(model, unsuitable(name, found), name == current, choose)


def _show_builder(model: Model, reason: str, current: bool, choose: Choose) -> None:
    """Show the button of one builder; with a reason why it does not suit, it is disabled."""
    name = model.name
    button = ui.element("button").classes("builder").props('type="button"').mark(f"builder-{name}")
    button.props(f'aria-pressed="{str(current).lower()}"')
    with button:
        ui.label(model.card.title or "").classes("strong")
        ui.label(model.card.advice).classes("small quiet")
        if reason:
            ui.label(reason).classes("small warn")
    if reason:
        button.props("disabled")
    else:
        button.on("click", lambda: choose(name))
