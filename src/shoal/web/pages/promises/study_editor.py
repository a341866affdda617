"""Changes the study for all parts of the page, one change after the other.

A change that contradicts another key is not stored yet: it waits, and is tried again with the next
change. For example, a promise about a population waits until somebody gives its size.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import cast

from shoal.privacy.table_facts import TableFacts
from shoal.server.stored.study_keys import StoredKeys
from shoal.web.pages.promises.facts import game_of, people
from shoal.web.story import Edit, Story

Listener = Callable[[], Awaitable[None] | None]


class StudyEditor:
    """The study of the page while a person edits it.

    Attributes:
        story: The study.
        facts: What is known about its table.
        waiting: For each part of the page, the change that is not stored yet, and its problems.
    """

    def __init__(self, story: Story, facts: TableFacts) -> None:
        self.story, self.facts = story, facts
        self.waiting: dict[str, tuple[Edit, list[str]]] = {}
        self._one_at_a_time = asyncio.Lock()
        self._listeners: list[Listener] = []

    @property
    def body(self) -> StoredKeys:
        """The keys of the study as they are stored, without changes that wait."""
        return self.story.body

    @property
    def columns(self) -> dict[str, str]:
        """The columns of the study, each with its role."""
        return {name: str(keys.get("role")) for name, keys in self.story.columns.items()}

    def when_changed(self, listener: Listener) -> None:
        """Call a function after every change, whether it was stored or waits."""
        self._listeners.append(listener)

    async def change(self, part: str, edit: Edit) -> list[str]:
        """Store a change, and call all listeners.

        If it cannot be stored, it waits, and its problems are returned. It replaces a change of the
        same part that waits.
        """
        async with self._one_at_a_time:
            problems = await self._try(part, edit)
        population = people(self.body, self.facts.records)
        self.facts = replace(self.facts, population=population, game=game_of(self.body))
        for listener in self._listeners:
            waiting = listener()
            if waiting is not None:
                await waiting
        return problems

    async def put(self, key: str, value: object) -> list[str]:
        """Set one key of the study; an empty value takes the key out. Returns as `change`."""

        def edit(body: StoredKeys) -> None:
            keys = cast(dict[str, object], body)  # which key it is, is known at run time only
            if value in (None, {}, [], ""):
                keys.pop(key, None)
            else:
                keys[key] = value

        return await self.change(key, edit)

    async def _try(self, part: str, edit: Edit) -> list[str]:
        """Store a change together with those that wait, or alone; returns its problems."""
        others = [waits for name, (waits, _) in self.waiting.items() if name != part]

        def together(body: StoredKeys) -> None:
            for waits in (*others, edit):
                waits(body)

        if others and not await self.story.change(together):
            self.waiting.clear()
            return []
        problems = await self.story.change(edit)
        self.waiting.pop(part, None)
        if problems:
            self.waiting[part] = (edit, problems)
        elif self.waiting:
            await self._retry_waiting()
        return problems

    async def _retry_waiting(self) -> None:
        """After a change was stored, try each waiting change again."""
        for name, (edit, _) in list(self.waiting.items()):
            problems = await self.story.change(edit)
            if problems:
                self.waiting[name] = (edit, problems)
            else:
                del self.waiting[name]
