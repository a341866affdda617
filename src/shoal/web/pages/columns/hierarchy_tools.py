"""Tools for picked values and whole levels of a hierarchy that is edited by hand."""

from collections.abc import Callable
from typing import Any

from nicegui import ui

from shoal.hierarchies.draft import Draft
from shoal.web.pages.columns.words import level_name

LABELS = 300  # labels that can be chosen from a list


class Tools:
    """A level, a label, and the buttons that use them."""

    def __init__(self, editor: Any) -> None:  # noqa: ANN401  (a HierarchyEditor, which imports this file)
        self._editor = editor
        with ui.element("div").classes("fields tools"):
            self._level = ui.select({1: "level 1"}, label="On level", value=1)
            self._level.props("outlined dense options-dense hide-bottom-space").mark("edit-level")
            self._level.on_value_change(self.refresh)
            self._label = ui.input("Label", autocomplete=[]).mark("edit-label")
            self._label.props("outlined dense hide-bottom-space")
        with ui.element("div").classes("line wrap"):
            self._move = _button(
                "Group or move picked values", "drive_file_move", self._move_picked
            )
            self._merge = _button("Merge their groups", "merge", self._merge_groups)
            self._rename = _button("Rename their group", "edit", self._rename_group)
            _button("Add a level above", "add", self._add_level)
            self._remove = _button("Remove this level", "delete_outline", self._remove_level)

    @property
    def _draft(self) -> Draft:
        draft: Draft = self._editor.draft
        return draft

    def refresh(self) -> None:
        """Offer the present levels and labels; disable the buttons that would do nothing."""
        height = self._draft.height
        options = {at: level_name(at, height) for at in range(1, height + 1)} or {0: "values"}
        level = self._level.value if self._level.value in options else max(options)
        if self._level.options != options or self._level.value != level:
            self._level.set_options(options, value=level)
        self._label.set_autocomplete(self._draft.labels(level)[:LABELS])
        picked, groups = bool(self._editor.picked), self._groups()
        self._move.set_enabled(picked and level > 0)
        self._merge.set_enabled(len(groups) > 1)
        self._rename.set_enabled(len(groups) == 1)
        self._remove.set_enabled(height > 0)

    def _groups(self) -> list[str]:
        """The different labels of the picked values at the chosen level."""
        level, lines = int(self._level.value or 0), self._draft.lines
        picked = [lines[at] for at in sorted(self._editor.picked)]
        return list(dict.fromkeys(line[level] for line in picked if 0 < level < len(line)))

    def _move_picked(self) -> None:
        """Give all picked values the typed label at the chosen level."""
        level, label = self._level_and_label()
        picked = sorted(self._editor.picked)

        def move(draft: Draft) -> Draft:
            for at in picked:
                draft = draft.relabel(at, level, label)
            return draft

        self._apply_change(move)

    def _merge_groups(self) -> None:
        """Give the groups of picked values one label: the typed one, else that of the first."""
        level, label = self._level_and_label()
        groups = self._groups()
        self._apply_change(lambda draft: draft.merge_groups(level, groups, label or groups[0]))

    def _rename_group(self) -> None:
        level, label = self._level_and_label()
        (group,) = self._groups()
        self._apply_change(lambda draft: draft.rename_group(level, group, label))

    def _add_level(self) -> None:
        level = int(self._level.value or 0)
        self._apply_change(lambda draft: draft.with_level(level))

    def _remove_level(self) -> None:
        level = int(self._level.value or 0)
        self._apply_change(lambda draft: draft.without_level(level))

    def _level_and_label(self) -> tuple[int, str]:
        return int(self._level.value or 0), str(self._label.value or "").strip()

    def _apply_change(self, change: Callable[[Draft], Draft]) -> None:
        """Change the draft; if it worked, empty the field of the label."""
        if self._editor.apply(change):
            self._label.value = ""


def _button(text: str, icon: str, act: Callable[[], None]) -> ui.button:
    return ui.button(text, icon=icon, on_click=act).props("outline dense")
