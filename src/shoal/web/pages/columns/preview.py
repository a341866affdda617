"""The preview of a hierarchy: its levels, examples, a picture, and every label."""

import asyncio
import json
from collections.abc import Awaitable, Callable

import numpy as np
from nicegui import ui

from shoal.hierarchies.automatic_categories import LAST_RESORTS
from shoal.hierarchies.draft import Draft
from shoal.report.numbers import count_of
from shoal.server.stored.column_levels import ColumnLevels
from shoal.web.explain import explanation, heading
from shoal.web.pages.columns.columns_editor import ColumnsEditor
from shoal.web.pages.columns.icicle import MOST, picture
from shoal.web.pages.columns.labels import Labels
from shoal.web.pages.columns.limits import Range
from shoal.web.pages.columns.words import QUASI, builder_name, level_name, level_range
from shoal.web.problems import show_problems, show_warnings
from shoal.web.table import plain_table

EXAMPLES = 3
NAMED = 5  # values missing in the hierarchy that are listed by name


class Preview:
    """The card of a hierarchy that was built.

    Args:
        editor: The columns of the study.
        name: The column.
        levels: Its hierarchy.
        edit: Called when the person wants to edit it by hand.
    """

    def __init__(
        self,
        editor: ColumnsEditor,
        name: str,
        levels: ColumnLevels,
        edit: Callable[[], Awaitable[None]],
    ) -> None:
        self._editor, self._name, self._levels, self._edit = editor, name, levels, edit

    def show(self) -> None:
        """Show the levels, examples, limits, picture and labels."""
        levels = self._levels
        with ui.element("div").classes("line wrap").mark("preview"):
            heading(f"Its hierarchy: {_count(levels.height, 'level')}", "columns levels")
            ui.element("span").classes("grow")
            ui.button("Edit by hand", icon="edit", on_click=self._edit).props("outline dense")
            ui.button("Download", icon="download", on_click=self._download).props("flat dense")
        if builder_name(self._editor.keys(self._name)) == "automatic":
            ui.label(f"Chosen from its values: {levels.builder}.").classes("quiet")
        if levels.builder in LAST_RESORTS:
            show_warnings([_meaningless_warning(levels.builder)])
        if levels.absent:
            show_problems(_absent_sentences(levels.absent), "Values without a label")
        self._show_levels()
        keys = self._editor.keys(self._name)
        if keys.get("role") == QUASI and levels.height:
            Range(self._editor, self._name, levels.height, self._draw)
        self._picture()
        with ui.expansion("All labels as a table", icon="table_rows").props("dense") as line:
            line.classes("part")
            Labels(levels).show()

    def _show_levels(self) -> None:
        self._examples = self._levels.column.frequent(EXAMPLES)
        with ui.element("div").classes("line wrap"):
            ui.label("What examples become").classes("strong")
            explanation("columns examples")
            ui.element("span").classes("grow")
            own = ui.input("Try a value").props("dense outlined debounce=300").mark("try-value")
            own.classes("try")
            own.on_value_change(lambda event: self._try(str(event.value or "").strip()))
        self._table = ui.element("div")
        self._try("")

    def _try(self, value: str) -> None:
        """Show what examples become; a value that the person typed comes first."""
        found = [value, *self._examples[: EXAMPLES - 1]] if value else self._examples
        self._table.clear()
        with self._table:
            plain_table(
                [
                    "Level",
                    "Groups",
                    "Smallest group",
                    *(f"Example {at + 1}" for at in range(len(found))),
                ],
                level_lines(self._levels, found),
                "Levels of the hierarchy, and what examples become",
            )

    def _picture(self) -> None:
        levels = self._levels
        with ui.element("div").classes("line"):
            ui.label("Picture").classes("strong")
            explanation("columns picture")
        label = f"The hierarchy of {self._name}: {_level_words(levels)}"
        with ui.element("div").classes("scroll tall").props('tabindex="0" role="region"') as place:
            place.props["aria-label"] = label
            self._drawn = ui.html("", sanitize=False)
        self._draw()
        left = [at for at, many in enumerate(levels.groups) if many > MOST and at < levels.height]
        if left:
            names = ", ".join(level_name(at, levels.height) for at in left)
            ui.label(f"Too fine to be drawn: {names}. The table below has them.").classes(
                "quiet small"
            )

    def _draw(self) -> None:
        """Draw the picture again, with the levels that a release may use now."""
        low, high = level_range(self._editor.keys(self._name), self._levels.height)
        self._drawn.content = picture(self._levels, low, high)

    async def _download(self) -> None:
        text = await asyncio.to_thread(lambda: Draft.of(self._levels.lines()).text)
        download(self._name, text)


def _meaningless_warning(source: str) -> str:
    return (
        f"Nothing is known about these values, so they are grouped {LAST_RESORTS[source]}."
        " Press “Edit by hand” and make groups that mean something."
    )


def download(name: str, text: str) -> None:
    """Let the browser save a hierarchy as a file."""
    ui.run_javascript(f"shoalColumns.download({json.dumps(f'{name}.csv')}, {json.dumps(text)})")


def level_lines(levels: ColumnLevels, examples: list[str]) -> list[list[str]]:
    """One line per level: its name, groups, smallest group, and what the examples become there.

    The smallest group is counted in records, and has at least one.
    """
    becoming = [levels.labels_of(one) for one in examples]
    lines = []
    for level, many in enumerate(levels.groups):
        records = levels.records[level]
        used = records[records > 0]
        smallest = _count(int(np.min(used)), "record") if len(used) else "–"
        shown = ["not in it" if one is None else one[level] for one in becoming]
        lines.append([f"{level_name(level, levels.height)}", f"{many:,}", smallest, *shown])
    return lines


def _level_words(levels: ColumnLevels) -> str:
    return ", ".join(
        f"{level_name(at, levels.height)} with {count_of(many, 'label')}"
        for at, many in enumerate(levels.groups)
    )


def _absent_sentences(values: list[str]) -> list[str]:
    """The sentence about values of the data that the hierarchy lacks."""
    named = ", ".join(values[:NAMED])
    more = f", and {len(values) - NAMED:,} more" if len(values) > NAMED else ""
    return [
        f"{_count(len(values), 'value')} of the data {'is' if len(values) == 1 else 'are'} not in"
        f" the hierarchy: {named}{more}. Edit it by hand: Repair adds them."
    ]


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
