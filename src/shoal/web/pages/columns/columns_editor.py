"""Changes what the study says about columns, and knows what the page shows."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass

from shoal.server.stored.column_levels import ColumnLevels, column_levels
from shoal.server.stored.column_values import ColumnValues, column_values
from shoal.server.stored.study_keys import StoredColumn, without
from shoal.study.keys.plain import Settings
from shoal.web.pages.columns.icicle import prepare
from shoal.web.story import Story
from shoal.web.visit import Visit

PAST = 100  # changes that can be undone


@dataclass(frozen=True)
class Change:
    """A change that was made.

    Attributes:
        what: What was done, in words.
        tag: Changes in a row with the same tag are undone together; empty: this one alone.
        before: The keys that its columns had before the change.
    """

    what: str
    tag: str
    before: dict[str, StoredColumn]


class ColumnsEditor:
    """The columns of the study while a person edits them on this page.

    Attributes:
        visit: Who is at the page.
        story: The study.
        chosen: The column whose panel is shown.
        picked: The columns that are selected for a change of all of them.
        past: What was changed, the newest last; at most PAST changes.
        left: The last hierarchy of columns that were generalized before, and are not now.
        on_height: Called with a column and its highest level, whenever it is known.
        watchers: Called with the names of changed columns after each change; without names when
            another column was chosen.
    """

    def __init__(self, visit: Visit, story: Story, chosen: str) -> None:
        self.visit, self.story, self.chosen = visit, story, chosen
        self.picked: set[str] = set()
        self.on_height: Callable[[str, int], None] = lambda _, __: None
        self.watchers: list[Callable[[set[str]], Awaitable[None]]] = []
        self.past: list[Change] = []
        self.left: dict[str, Settings] = {}
        self._lock, self._quiet = asyncio.Lock(), False

    def keys(self, name: str) -> StoredColumn:
        """What the study says about a column; empty if it does not name the column."""
        return self.story.columns.get(name, {})

    async def change(
        self,
        what: str,
        changed: Mapping[str, StoredColumn],
        tag: str = "",
        *,
        undoing: bool = False,
        quiet: bool = False,
    ) -> list[str]:
        """Replace the keys of some columns, store the study, and call the watchers.

        Returns the problems; with problems, nothing is changed. Nothing happens if all keys are as
        they were.

        Args:
            what: What is done, in words, for the button Undo.
            changed: The new keys by column; those whose value is empty are left out (see `tidy`).
            tag: Changes in a row with the same tag are undone together, such as typing a number.
            undoing: Whether it undoes an earlier change, and cannot be undone itself.
            quiet: Whether the panel shows it already, and need not be shown again.
        """
        async with self._lock:
            before = deepcopy(self.story.columns)
            wanted = {name: tidy(keys) for name, keys in changed.items()}
            if all(before.get(name) == keys for name, keys in wanted.items()):
                return []
            problems = await self.story.change(lambda body: body["columns"].update(wanted))
            if problems:
                return problems
            repeats = bool(tag) and bool(self.past) and self.past[-1].tag == tag
            if not undoing and not repeats:
                touched = {name: keys for name, keys in before.items() if name in wanted}
                self.past = [*self.past, Change(what, tag, touched)][-PAST:]
        self._quiet = quiet
        await self.tell(wanted)
        self._quiet = False
        return []

    async def undo(self) -> str:
        """Undo the last change: its columns get the keys that they had before it.

        Returns a sentence about it, or its problems; empty if there is nothing to undo.
        """
        if not self.past:
            return ""
        last = self.past.pop()
        problems = await self.change("", last.before, undoing=True)
        return f"Undone: {last.what}" if not problems else " ".join(problems)

    async def tell(self, names: Iterable[str]) -> None:
        """Call all watchers with the names of changed columns."""
        for watcher in self.watchers:
            await watcher(set(names))

    def stale(self, name: str, names: set[str]) -> bool:
        """Whether the panel of a column must be shown again after a change of some columns."""
        return name in names and not self._quiet

    async def values(self, name: str) -> ColumnValues:
        """The values of a column as the study reads them; raises ShoalError if they do not fit."""
        return await self.visit.call(column_values, self.story.body, name)

    async def levels(self, name: str, keys: StoredColumn | None = None) -> ColumnLevels:
        """Build the hierarchy of a column, and return it with its figures.

        It is built with `keys`, or with the keys of the study if they are None; `on_height` is
        called only then. Raises ShoalError if the hierarchy cannot be built. Its picture is
        prepared, too.
        """
        body = self.story.body
        if keys is not None:
            body = {**body, "columns": {**body["columns"], name: tidy(keys)}}
        levels = await self.visit.call(column_levels, body, name)
        await asyncio.to_thread(prepare, levels)
        if keys is None:
            self.on_height(name, levels.height)
        return levels


def tidy(keys: StoredColumn) -> StoredColumn:
    """Keys without those whose value is empty: None, False, or an empty text, list or section."""
    nothing: tuple[object, ...] = (None, "", [], {})
    # 0 is a level, although it equals False.
    return without(keys, *(k for k, given in keys.items() if given is False or given in nothing))
