"""Changes the roles and types of columns, as a person decides them."""

from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import ui
from nicegui.element import Element

from shoal.errors import ShoalError
from shoal.report.numbers import percent
from shoal.server import stored
from shoal.server.stored import StoredTable
from shoal.server.stored.column_shape import ColumnShape, column_shape
from shoal.server.stored.study_keys import StoredColumn, StoredKeys
from shoal.study.keys.columns import TYPES
from shoal.web.assets import STATIC
from shoal.web.grid import Grid
from shoal.web.pages.data.edits import accept_all, set_role, set_type, type_keys
from shoal.web.pages.data.lines import Line, lines
from shoal.web.pages.data.profiles import Profile
from shoal.web.problems import replace_problems
from shoal.web.story import Edit, Story

Told = Callable[..., Awaitable[None]]


class RoleEditor:
    """Keeps the list of columns, the header of the grid and the problems in step with the study.

    Attributes:
        story: The study.
        table: Its table.
        profile: What the profile found; None until somebody has profiled the table.
        grid: The grid with the records, once it is shown.
        place: Where problems are shown.
        list: The list of columns in the browser.
        confirm: Asks whether several columns are harmless; returns whether they are.
        changed: Called after each change, stored or not, and after the table was profiled.
        looked: Called after the table was profiled.
    """

    def __init__(self, story: Story, table: StoredTable, profile: Profile | None) -> None:
        self.story, self.table, self.profile = story, table, profile
        self.grid: Grid | None = None
        self.place = ui.element("div")
        self.list = ColumnList(self._lines(), self.change_role, self.change_type, self.show_shapes)
        self.confirm: Callable[[list[str]], Awaitable[bool]] = _nobody_asks
        self.changed: list[Callable[[], Any]] = []
        self.looked: list[Callable[[], Any]] = []

    def _lines(self) -> list[Line]:
        return lines(self.table.columns, self.story.columns, self.profile)

    @property
    def roles(self) -> dict[str, str]:
        """The role of each column that the study names."""
        return {name: str(keys.get("role", "")) for name, keys in self.story.columns.items()}

    @property
    def proposals(self) -> dict[str, StoredColumn]:
        """The keys proposed for each column; empty before the table was profiled."""
        return dict(self.profile["study"]["columns"]) if self.profile else {}

    def show_profile(self, profile: Profile) -> None:
        """Show what a profile says about the columns."""
        self.profile = profile
        self.list.show(self._lines())
        for tell in (*self.looked, *self.changed):
            tell()

    async def change_role(self, names: list[str], role: str) -> None:
        """Give columns a role; insensitive must be confirmed for several columns at once."""
        if role == "insensitive" and len(names) > 1 and not await self.confirm(names):
            return
        called = names[0] if len(names) == 1 else f"{len(names):,} columns"
        sentence = f"{called}: {role or 'not released'}."
        await self._change(lambda body: set_role(body, names, role, self.proposals), sentence)

    async def change_type(self, name: str, type: str) -> None:
        """Read a column as another type."""
        was_reset: list[bool] = []
        try:
            more = await type_keys(self.story.visit, self.table.id, name, type, self.profile)
        except ShoalError as error:
            self._tell(list(error.problems))
            return

        def edit(body: StoredKeys) -> None:
            was_reset.append(set_type(body, name, type, more))

        await self._change(edit, f"{name}: {type}.")
        if any(was_reset):
            ui.notify(f"The hierarchy of {name} is made for its new type: automatic.")

    async def accept(self) -> None:
        """Accept every suggestion."""
        person = self.profile["study"].get("person") or None if self.profile else None
        await self._change(
            lambda body: accept_all(body, self.proposals, person), "All suggestions are accepted."
        )

    async def show_shapes(self, names: list[str]) -> None:
        """Show the distribution of columns that came into view; those the table lacks have none."""
        for name in names:
            if name in self.table.columns:
                shape = await self.story.visit.call(column_shape, self.table.id, name)
                self.list.show_shape(name, shape, percent(shape["alone"]))

    async def _change(self, edit: Edit, sentence: str) -> None:
        """Store an edit, show problems or the sentence about it, and call `changed`."""
        problems = await self.story.change(edit)
        self._tell(problems)
        self.list.show(self._lines(), "" if problems else sentence)
        if self.grid is not None:
            self.grid.show_roles(self.roles)
        for tell in self.changed:
            tell()

    def _tell(self, problems: list[str]) -> None:
        replace_problems(self.place, problems, "Nothing was changed")


async def _nobody_asks(_: list[str]) -> bool:
    """The answer until the page has a part that asks: yes."""
    return True


async def table_of(story: Story) -> StoredTable | None:
    """The table of a study; None if it names none, or one that was forgotten."""
    if story.table is None:
        return None
    try:
        return await story.visit.call(stored.table, story.table)
    except stored.NotFound:
        return None


class ColumnList(Element, component="column_list.js"):
    """The list of columns in the browser, with one line for each column.

    Args:
        lines: The lines (see `lines.lines`).
        on_role: Called with names and a role.
        on_type: Called with a name and a type.
        on_seen: Called with the names of columns that have come into view.
    """

    def __init__(self, lines: list[Line], on_role: Told, on_type: Told, on_seen: Told) -> None:
        super().__init__()
        ui.add_head_html(f'<link rel="stylesheet" href="{STATIC}/data.css">')
        self._props |= {"columns": lines, "types": list(TYPES), "said": ""}
        self.on("role", lambda event: on_role(event.args["names"], event.args["role"]))
        self.on("type", lambda event: on_type(event.args["name"], event.args["type"]))
        self.on("seen", lambda event: on_seen(list(event.args)))

    def show(self, lines: list[Line], said: str = "") -> None:
        """Show other lines, and a sentence about what has changed."""
        self._props |= {"columns": lines, "said": said}
        self.update()

    def show_shape(self, name: str, shape: ColumnShape, alone: str) -> None:
        """Show how one column is distributed, and the share of records that are unique by it."""
        self.run_method("show", name, {**shape, "alone": alone})
