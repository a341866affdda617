"""The panel of the chosen column: what it holds, what becomes of it, and how that looks."""

from nicegui import ui

from shoal.errors import ShoalError
from shoal.server.stored.column_values import ColumnValues
from shoal.web.explain import figure
from shoal.web.pages.columns.columns_editor import ColumnsEditor
from shoal.web.pages.columns.identifier import Identifier
from shoal.web.pages.columns.reading import Reading
from shoal.web.pages.columns.way import Way
from shoal.web.pages.columns.words import QUASI, type_words
from shoal.web.problems import show_problems


class Panel:
    """The right side of the page; on narrow pages it stands below the list."""

    def __init__(self, editor: ColumnsEditor) -> None:
        self._editor, self._shown, self._turn = editor, "", 0
        self._place = ui.element("div").classes("stack columns-panel")
        editor.watchers.append(self._refresh)

    async def show(self) -> None:
        """Show the chosen column again; if another call comes meanwhile, only that one shows it."""
        self._turn += 1
        turn, name = self._turn, self._editor.chosen
        self._shown = name
        try:
            found: ColumnValues | ShoalError = await self._editor.values(name)
        except ShoalError as error:
            found = error
        if turn != self._turn:
            return
        self._place.clear()
        with self._place:
            await self._fill(name, found)

    async def _refresh(self, names: set[str]) -> None:
        """Show the panel again if another column was chosen, or this one was changed elsewhere."""
        if self._shown != self._editor.chosen or self._editor.stale(self._shown, names):
            await self.show()

    async def _fill(self, name: str, found: ColumnValues | ShoalError) -> None:
        """Show all cards of a column; `found` is the error if its values cannot be read."""
        keys = self._editor.keys(name)
        with ui.element("section").classes("card"):
            with ui.element("div").classes("line wrap"):
                ui.label(name).props('role="heading" aria-level="2"').classes("h2 name")
                role = str(keys.get("role"))
                ui.label(role).classes(f"badge role-{role}")
                ui.label(type_words(keys)).classes("quiet")
            if isinstance(found, ShoalError):
                show_problems(found, "Its values are not what the study says")
            else:
                _show_facts(found)
            await Reading(self._editor, name, found).show()
        if role == "identifier":
            await Identifier(self._editor, name).show()
        elif role == "undecided":
            _show_undecided(self._editor)
        elif not isinstance(found, ShoalError):
            await Way(self._editor, name, found, needed=role == QUASI).show()


def _show_undecided(editor: ColumnsEditor) -> None:
    with ui.element("section").classes("card"):
        ui.label("Nothing is known about this column, and nothing is released before you decide.")
        ui.link("Say in the step Data what it is", editor.story.address("data"))


def _show_facts(found: ColumnValues) -> None:
    with ui.element("div").classes("figures"):
        figure("Different values", f"{len(found.values):,}", "columns distinct")
        figure("Records with a value", f"{found.records - found.missing:,}", "columns known")
        figure("Missing", f"{found.missing:,}", "columns missing")
        rare = int((found.counts < 5).sum())
        figure("Rare values", f"{rare:,}", "columns rare")
