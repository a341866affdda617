"""Changes of several columns at once, with a summary of the changes and undo."""

from collections.abc import Callable
from typing import Any

from nicegui import ui

from shoal.report.numbers import count_of
from shoal.web.explain import explanation
from shoal.web.pages.columns.bulk_edits import EDITS, Edit, changes
from shoal.web.pages.columns.columns_editor import ColumnsEditor
from shoal.web.pages.columns.listing import Listing
from shoal.web.problems import show_problems


class Bulk:
    """The bar below the list of columns: one change for all selected columns, and undo."""

    def __init__(self, editor: ColumnsEditor, listing: Listing) -> None:
        self._editor, self._listing = editor, listing
        listing.on_pick = self._refresh  # type: ignore[method-assign]
        with ui.element("div").classes("stack bulk").props('role="group"') as place:
            place.props["aria-label"] = "Change several columns"
            with ui.element("div").classes("line"):
                self._title = ui.label().classes("strong").props('role="status"')
                explanation("columns bulk")
            with ui.element("div").classes("line wrap"):
                titles = {name: edit.title for name, edit in EDITS.items()}
                self._choice = ui.select(titles, label="Do with all of them", value="automatic")
                self._choice.props("outlined dense options-dense").classes("grow")
                self._choice.mark("bulk-choice")
                self._apply = ui.button("Apply", on_click=self._apply_edit).mark("bulk-apply")
            self._undo = ui.button("Undo", icon="undo", on_click=self._undo_last).props(
                "outline dense"
            )
            self._undo.mark("undo")
            self._message = ui.element("div").props('role="status"').classes("small")
        editor.watchers.append(self._refresh_after_change)
        self._refresh()

    def _refresh(self) -> None:
        """Show how many columns are selected, and what Undo would undo."""
        many = len(self._editor.picked)
        self._title.text = f"{many} selected" if many else "Select columns to change them together"
        self._apply.set_enabled(many > 0)
        past = self._editor.past
        self._undo.set_enabled(bool(past))
        self._undo.text = f"Undo: {past[-1].what}" if past else "Undo"

    async def _refresh_after_change(self, _: set[str]) -> None:
        self._refresh()

    async def _apply_edit(self) -> None:
        """Make the chosen change in all selected columns that it fits, and say what was done."""
        edit: Edit = EDITS[str(self._choice.value)]
        picked = [name for name in self._editor.story.columns if name in self._editor.picked]
        changed, left = changes(edit, {name: self._editor.keys(name) for name in picked})
        what = f"{edit.title.lower()} for {count_of(len(changed), 'column')}"
        problems = await self._editor.change(what, changed) if changed else []
        self._tell(lambda: _show_summary(list(changed), left, problems))
        self._listing.count_levels()

    async def _undo_last(self) -> None:
        done = await self._editor.undo()
        self._refresh()
        self._tell(lambda: ui.label(done))
        self._listing.count_levels()

    def _tell(self, show: Callable[[], Any]) -> None:
        """Replace the message below the buttons by what `show` shows."""
        self._message.clear()
        with self._message:
            show()


def _show_summary(changed: list[str], left: dict[str, str], problems: list[str]) -> None:
    """Show which columns changed, and why others did not; or the problems, if none was changed."""
    if problems:
        show_problems(problems, "Nothing was changed")
        return
    ui.label(f"Changed: {', '.join(changed) if changed else 'none'}.")
    for name, reason in left.items():
        ui.label(f"{name}: {reason}").classes("quiet")
