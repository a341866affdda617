"""Edits a hierarchy by hand: relabel, group, rename and move values, add levels, undo."""

from collections.abc import Awaitable, Callable

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from shoal.errors import ShoalError
from shoal.hierarchies.draft import Draft
from shoal.report.numbers import count_of
from shoal.server.stored.column_values import ColumnValues
from shoal.server.stored.inline import keep_hierarchy
from shoal.server.stored.study_keys import StoredColumn
from shoal.web.explain import heading
from shoal.web.pages.columns.columns_editor import ColumnsEditor
from shoal.web.pages.columns.hierarchy_tools import Tools
from shoal.web.pages.columns.icicle import order_of
from shoal.web.pages.columns.preview import download
from shoal.web.pages.columns.upload import Upload
from shoal.web.pages.columns.words import level_name, within_height
from shoal.web.problems import replace_problems

Change = Callable[[Draft], Draft]
Leave = Callable[[], Awaitable[None]]
PAGE = 40  # lines
KNOWN = 200  # labels that are proposed while a person types


class HierarchyEditor:
    """The draft of a hierarchy, until the person keeps it or leaves.

    Attributes:
        draft: The lines as they are now.
        picked: The places of picked lines in the draft.

    Args:
        columns: Stores the hierarchy.
        name: The column.
        found: Its values.
        leave: Called after the draft was kept, or if the person leaves without keeping it.
    """

    def __init__(
        self, columns: ColumnsEditor, name: str, found: ColumnValues, leave: Leave
    ) -> None:
        self._columns, self._name, self._found, self._leave = columns, name, found, leave
        self._past: list[Draft] = []
        self.draft = Draft(())
        self.picked: set[int] = set()
        self._first, self._text = 0, ""

    async def show(self, draft: Draft | None = None) -> None:
        """Show a draft: by default the hierarchy of the column, or its values if that is faulty."""
        self.draft = draft or await self._first_draft()
        heading("Edit its hierarchy by hand", "columns editor")
        with ui.expansion("Begin with a file", icon="upload_file").props("dense") as line:
            line.classes("part")
            Upload(self._use_upload, self._repair_upload).show()
        self._tools = Tools(self)
        with ui.element("div").classes("line wrap"):
            find = ui.input("Find a label", on_change=lambda event: self._find(event.value or ""))
            find.props("outlined dense clearable debounce=300")
            self._status = ui.label().classes("quiet").props('role="status"')
        self._lines = Lines(self._relabel, self._pick)
        self._show_pager()
        self._message = ui.element("div")
        with ui.element("div").classes("line wrap"):
            self._keep_button = ui.button(
                "Keep this hierarchy", icon="check", on_click=self._keep
            ).mark("keep")
            self._undo_button = ui.button("Undo", icon="undo", on_click=self._undo).props("outline")
            self._undo_button.mark("undo-edit")
            ui.button("Repair", icon="healing", on_click=self._repair).props("outline")
            ui.button("Download", icon="download", on_click=self._download).props("flat")
            ui.button("Leave without keeping", on_click=self._leave).props("flat")
        self.refresh()

    def apply(self, change: Change) -> bool:
        """Change the draft, and show it; returns True. Nothing is picked then.

        If the change is not possible, show why, and return False.
        """
        try:
            changed = change(self.draft)
        except ShoalError as error:
            self._tell(list(error.problems), "This does not work")
            return False
        self._past.append(self.draft)
        self.draft, self.picked = changed, set()
        self.refresh()
        return True

    def refresh(self) -> None:
        """Show the draft as it is now."""
        text = self._text.casefold()
        matching = [
            at
            for at, line in enumerate(self.draft.lines)
            if not text or any(text in label.casefold() for label in line)
        ]
        self._first = min(self._first, max(0, len(matching) - 1) // PAGE * PAGE)
        end = min(self._first + PAGE, len(matching))
        self._lines.show(self.draft, matching[self._first : end], self.picked)
        self._where.text = f"{self._first + 1:,} to {end:,} of {count_of(len(matching), 'value')}"
        self._back.set_enabled(self._first > 0)
        self._on.set_enabled(end < len(matching))
        self._undo_button.set_enabled(bool(self._past))
        self._tools.refresh()
        self._show_pick_count()
        self._tell(self.draft.problems(self._found.values), "Not right yet")

    async def _first_draft(self) -> Draft:
        """The hierarchy of the column, or if it cannot be built, each value below `*`."""
        try:
            levels = await self._columns.levels(self._name)
            lines = levels.lines()
            return Draft.of(lines[int(at)] for at in order_of(levels))
        except ShoalError:
            return Draft.of([value, "*"] for value in self._found.values)

    def _show_pager(self) -> None:
        with ui.element("div").classes("line wrap"):
            self._back = ui.button(
                "Earlier", icon="chevron_left", on_click=lambda: self._turn_page(-PAGE)
            )
            self._where = ui.label().classes("quiet")
            self._on = ui.button(
                "Later", icon="chevron_right", on_click=lambda: self._turn_page(PAGE)
            )
        for one in (self._back, self._on):
            one.props("flat dense")

    def _turn_page(self, by: int) -> None:
        """Show an earlier or later page; `by` is a number of lines."""
        self._first = max(0, self._first + by)
        self.refresh()

    def _find(self, text: str) -> None:
        self._text, self._first = text, 0
        self.refresh()

    async def _relabel(self, at: int, level: int, label: str) -> None:
        """Give a line another label at a level; if that is not possible, show the old one again."""
        if not self.apply(lambda draft: draft.relabel(at, level, label)):
            self._lines.update()

    def _pick(self, at: int, on: bool) -> None:
        (self.picked.add if on else self.picked.discard)(at)
        self._show_pick_count()
        self._tools.refresh()

    def _show_pick_count(self) -> None:
        many = len(self.picked)
        self._status.text = f"{many} picked" if many else "Pick values to group or move them"

    def _tell(self, problems: list[str], title: str) -> None:
        replace_problems(self._message, problems, title)

    def _undo(self) -> None:
        if self._past:
            self.draft, self.picked = self._past.pop(), set()
            self.refresh()

    def _repair(self) -> None:
        """Repair the draft, so that it fits the values of the column, and say what was done."""
        done: list[str] = []

        def repair(draft: Draft) -> Draft:
            repaired, repairs = draft.repair(self._found.values)
            done.extend(repairs)
            return repaired

        if self.apply(repair):
            ui.notify("; ".join(done) + "." if done else "There was nothing to repair.")

    def _download(self) -> None:
        download(self._name, self.draft.text)

    async def _use_upload(self, id: str) -> None:
        """Make a draft of an uploaded table of labels."""
        keys: StoredColumn = {**self._columns.keys(self._name), "hierarchy": {"table": id}}
        levels = await self._columns.levels(self._name, keys)
        self.apply(lambda _: Draft.of(levels.lines()))

    async def _repair_upload(self, problem: str, text: str) -> None:
        """Make a draft of a faulty file, so that it can be repaired."""
        if not text:
            self._tell([problem], "The file was refused")
            return
        self.apply(lambda _: Draft.read(text))

    async def _keep(self) -> None:
        """Store the draft as a table of labels for the column, and leave; or show the problems."""
        problems = self.draft.problems(self._found.values)
        if problems:
            self._tell(problems, "Not kept yet")
            return
        try:
            id = await self._columns.visit.call(keep_hierarchy, self._name, self.draft.text)
        except ShoalError as error:
            self._tell(list(error.problems), "Not kept")
            return
        keys: StoredColumn = {**self._columns.keys(self._name), "hierarchy": {"table": id}}
        fitting = within_height(keys, self.draft.height)
        what = f"{self._name}: hierarchy edited by hand"
        self._tell(await self._columns.change(what, {self._name: fitting}), "Not kept")
        if not self._message.is_deleted:
            await self._leave()


class Lines(Element, component="label_lines.js"):
    """A page of lines; a line is given by its place in the draft.

    Args:
        on_label: Called with the line, the level and the label that was typed.
        on_pick: Called with the line and whether it is picked now.
    """

    def __init__(
        self,
        on_label: Callable[[int, int, str], Awaitable[None]],
        on_pick: Callable[[int, bool], None],
    ) -> None:
        super().__init__()
        self.on("relabel", lambda event: _pass_label(event, on_label))
        self.on("pick", lambda event: on_pick(*_pick_of(event)))

    def show(self, draft: Draft, shown: list[int], picked: set[int]) -> None:
        """Show these lines of a draft, in this order."""
        height = draft.height
        self._props["heads"] = [level_name(at, height) for at in range(height + 1)]
        self._props["lines"] = [
            {"at": at, "labels": list(draft.lines[at]), "picked": at in picked} for at in shown
        ]
        self._props["version"] = (
            self._props.get("version", 0) + 1
        )  # makes the browser set the checkboxes again
        self._props["labels"] = [draft.labels(at)[:KNOWN] for at in range(1, height + 1)]
        self.update()


async def _pass_label(
    event: GenericEventArguments, on_label: Callable[[int, int, str], Awaitable[None]]
) -> None:
    """Pass line, level and label from the browser to `on_label`."""
    given = event.args
    await on_label(int(given["at"]), int(given["level"]), str(given["label"]))


def _pick_of(event: GenericEventArguments) -> tuple[int, bool]:
    """The line that a person clicked, and whether it is picked now."""
    return int(event.args["at"]), bool(event.args["on"])
