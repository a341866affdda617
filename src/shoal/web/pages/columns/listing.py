"""The list of columns, filtered by a text; each line says in a few words what becomes of it."""

from urllib.parse import quote

from nicegui import ui

from shoal.errors import ShoalError
from shoal.report.numbers import count_of
from shoal.web.explain import heading
from shoal.web.pages.columns.columns_editor import ColumnsEditor
from shoal.web.pages.columns.words import QUASI, outcome_words, type_words, way_of

TO_PANEL = "innerWidth > 900 || document.querySelector('.columns-panel').scrollIntoView()"
MOST = 60  # columns that are shown at a time
MANY = 60  # columns whose levels are counted in the background


class Listing:
    """All columns that match the filter."""

    def __init__(self, editor: ColumnsEditor) -> None:
        self._editor, self._most, self._filter = editor, MOST, ""
        self._heights: dict[str, int] = {}
        self._notes: dict[str, ui.label] = {}
        self._rows: dict[str, ui.element] = {}
        names = editor.story.columns
        heading(count_of(len(names), "column"), "columns listed")
        self._find = ui.input("Find a column", on_change=self._filter_columns)
        self._find.props('outlined dense clearable debounce=200 type="search"').mark("find-column")
        with ui.element("div").classes("line wrap picks"):
            ui.button("Select all", on_click=lambda: self.pick(self.columns_matching)).props(
                "flat dense"
            )
            ui.button("None", on_click=lambda: self.pick([])).props(
                'flat dense aria-label="Select none"'
            )
        self._place = ui.element("ul").classes("columns-rows").props('aria-label="Columns"')
        self._more = ui.button("", on_click=self._show_all).props("flat dense")
        editor.watchers.append(self._update_notes)
        editor.on_height = self.show_height
        self._show()

    @property
    def columns_matching(self) -> list[str]:
        """The columns whose name, role, type or outcome matches the filter."""
        text = self._filter.casefold()
        return [
            name
            for name in self._editor.story.columns
            if text in self._search_text(name).casefold()
        ]

    def pick(self, names: list[str]) -> None:
        """Select these columns and no others."""
        self._editor.picked = set(names)
        self._show()
        self.on_pick()

    def on_pick(self) -> None:
        """Called when the selection has changed; the part that shows it replaces this."""

    async def choose(self, name: str) -> None:
        """Show the panel of a column, and put the column into the address."""
        before, self._editor.chosen = self._editor.chosen, name
        for one in (before, name):
            self._mark_current(one)
        ui.navigate.history.replace(_address(self._editor, name))
        await self._editor.tell(())
        ui.run_javascript(TO_PANEL)

    def show_height(self, name: str, height: int) -> None:
        """Show how many levels a column has."""
        self._heights[name] = height
        if name in self._notes:
            self._notes[name].text = self._note(name)

    def count_levels(self) -> None:
        """Count levels in the background, of at most MANY columns whose levels are not known."""
        ui.timer(0.3, self._count_missing_levels, once=True)

    async def _count_missing_levels(self) -> None:
        """Build the hierarchies of which no height is known, so that `show_height` shows it."""
        names = [
            one for one in self._editor.story.columns_with_role(QUASI) if one not in self._heights
        ]
        for name in names[:MANY]:
            if way_of(self._editor.keys(name)) == "aggregate":
                continue
            try:
                await self._editor.levels(name)
            except ShoalError:
                self._notes[name].text = f"{self._note(name)} · does not work yet"

    def _filter_columns(self) -> None:
        self._filter = self._find.value or ""
        self._show()

    def _show_all(self) -> None:
        self._most = len(self._editor.story.columns)
        self._show()

    def _show(self) -> None:
        """Show the columns that match, at first no more than MOST."""
        names = self.columns_matching
        self._place.clear()
        self._notes, self._rows = {}, {}
        with self._place:
            for name in names[: self._most]:
                self._row(name)
            if not names:
                with ui.element("li"):
                    ui.label("No column matches.").classes("quiet")
        left = len(names) - self._most
        self._more.text = f"Show {left} more"
        self._more.set_visibility(left > 0)

    def _row(self, name: str) -> None:
        """Show one column: a box to select it, and a button that shows its panel."""
        keys = self._editor.keys(name)
        with ui.element("li"):
            box = ui.checkbox(value=name in self._editor.picked).props("dense")
            box.props["aria-label"] = f"Select {name}"
            box.on_value_change(lambda event: self._pick(name, bool(event.value)))
            row = ui.element("button").classes("columns-row").props('type="button"')
            row.on("click", lambda: self.choose(name))
            with row:
                with ui.element("span").classes("line"):
                    ui.label(name).classes("strong name")
                    ui.label(str(keys.get("role"))).classes(f"badge role-{keys.get('role')}")
                self._notes[name] = ui.label(self._note(name)).classes("quiet small")
            self._rows[name] = row
        self._mark_current(name)

    def _mark_current(self, name: str) -> None:
        """Mark a column as the one whose panel is shown, or remove the mark."""
        if row := self._rows.get(name):
            now = name == self._editor.chosen
            row.props('aria-current="true"') if now else row.props(remove="aria-current")

    def _pick(self, name: str, on: bool) -> None:
        (self._editor.picked.add if on else self._editor.picked.discard)(name)
        self.on_pick()

    async def _update_notes(self, names: set[str]) -> None:
        """Forget the heights of changed columns, and show their notes again."""
        for name in names:
            self._heights.pop(name, None)
            if name in self._notes:
                self._notes[name].text = self._note(name)

    def _note(self, name: str) -> str:
        """What becomes of a column, in a few words: type, outcome, levels, weight, target."""
        keys = self._editor.keys(name)
        parts = [type_words(keys), outcome_words(keys)]
        if name in self._heights:
            parts.append(_levels(self._heights[name], keys.get("min_level"), keys.get("max_level")))
        if keys.get("weight", 1) != 1:
            parts.append(f"weight {keys['weight']:g}")
        return " · ".join([*parts, "target"] if keys.get("target") else parts)

    def _search_text(self, name: str) -> str:
        """The text in which the filter looks: name, role, type, outcome."""
        keys = self._editor.keys(name)
        return f"{name} {keys.get('role')} {type_words(keys)} {outcome_words(keys)}"


def _levels(height: int, low: int | None, high: int | None) -> str:
    """How many levels there are, or which of them a release may use, in words."""
    if low is None and high is None:
        return f"{height} level{'s' if height != 1 else ''}"
    return f"levels {low or 0} to {height if high is None else high} of {height}"


def _address(editor: ColumnsEditor, name: str) -> str:
    return f"{editor.story.address('columns')}?column={quote(name)}"
