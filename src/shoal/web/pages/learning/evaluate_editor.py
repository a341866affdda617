"""Changes the key `evaluate` of a study; faulty settings wait on the page until they are right."""

import asyncio
from collections.abc import Awaitable, Callable

from shoal.server.stored import StoredRun
from shoal.server.stored.study_keys import StoredKeys
from shoal.study.keys.plain import EvaluateKeys
from shoal.web.pages.learning import settings
from shoal.web.story import Story
from shoal.web.visit import Visit

Show = Callable[[list[str]], None]
Listener = Callable[[], Awaitable[None]]


class EvaluateEditor:
    """The key `evaluate` of a study while a person edits it.

    Attributes:
        visit: Who is at the page.
        story: The study.
        run: The run whose release is judged.
        section: The settings on the page; stored in the study once they are right.
        problems: What is wrong with them, in the words of the library.
    """

    def __init__(self, visit: Visit, story: Story, run: StoredRun) -> None:
        self.visit, self.story, self.run = visit, story, run
        self.section: EvaluateKeys = {**(story.body.get("evaluate") or {})}
        self.problems: list[str] = []
        self._one_at_a_time = asyncio.Lock()
        self._shows: dict[str, Show] = {}
        self._listeners: list[Listener] = []

    @property
    def body(self) -> StoredKeys:
        """The keys of the study, as they are stored."""
        return self.story.body

    @property
    def targets(self) -> list[str]:
        """The columns to predict."""
        return settings.targets(self.body, self.section)

    @property
    def features(self) -> list[str]:
        """The columns to predict from."""
        return settings.features(self.body, self.section)

    def tell(self, part: str, show: Show) -> None:
        """Let `show` show the problems of one part of the settings, after each change.

        Parts are named as in `settings.problems_by_part`. Without problems, it gets an empty list.
        """
        self._shows[part] = show

    def when_changed(self, listener: Listener) -> None:
        """Call a function after every change, stored or not."""
        self._listeners.append(listener)

    async def put(self, key: str, value: object) -> None:
        """Give one setting another value, and store the settings (see `keep`)."""
        await self.keep(settings.with_setting(self.body, self.section, key, value))

    async def judge(self, given: EvaluateKeys) -> list[str]:
        """Change how models are judged; returns the problems of that part."""
        await self.keep(settings.with_judging(self.section, given))
        return settings.problems_by_part(self.problems).get("how", [])

    async def keep(self, section: EvaluateKeys) -> None:
        """Take these settings, and store them in the study if they are right.

        Otherwise they stay on the page only, and each problem is shown at its part. All listeners
        are called in either case.
        """
        self.section = section
        async with self._one_at_a_time:
            self.problems = await self.story.change(self._edit)
        by_part = settings.problems_by_part(self.problems)
        for part, show in self._shows.items():
            show(by_part.get(part, []))
        for listener in self._listeners:
            await listener()

    def _edit(self, body: StoredKeys) -> None:
        """Replace the key `evaluate` of a study by the settings; take it out if there are none."""
        body.pop("evaluate", None)
        if self.section:
            body["evaluate"] = self.section
