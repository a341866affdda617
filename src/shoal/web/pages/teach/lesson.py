"""A lesson: the open question, what was learned so far, and the next answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nicegui import ui

from shoal.server.stored.study_keys import StoredKeys
from shoal.web.story import Story
from shoal.web.visit import Visit
from shoal.web.work import work

ACTION = "teach"


@dataclass
class Lesson:
    """One sitting with one study.

    Attributes:
        visit: Who answers.
        story: The study.
        found: The last result of the service: question, learned, weights, state, release.
            Empty before the first question.
    """

    visit: Visit
    story: Story
    found: Mapping[str, Any] = field(default_factory=dict)

    @property
    def has_begun(self) -> bool:
        """Whether there is a question."""
        return bool(self.found)

    async def go_on(self) -> None:
        """Continue the newest sitting with this study, if there was one."""
        job = await self.visit.find_done(ACTION, {"study": self.story.id})
        self.found = {} if job is None else job.result

    async def begin(self, place: ui.element) -> bool:
        """Start again without earlier answers; returns as `_ask`."""
        return await self._ask(place, {}, "Looking for a question")

    async def answer(self, place: ui.element, answer: str) -> bool:
        """Send an answer (first, second, skip or undo) and get the next question.

        Returns as `_ask`.
        """
        number = None if answer == "undo" else self.found["question"]["number"]
        asked = {"state": self.found["state"], "answer": answer}
        return await self._ask(
            place, asked if number is None else {**asked, "number": number}, "Learning"
        )

    async def release(self, place: ui.element) -> bool:
        """Search for the release with the weights learned so far; returns as `_ask`."""
        return await self._ask(place, {"state": self.found["state"], "again": True}, "Searching")

    async def use(self) -> list[str]:
        """Write the weights into the study; returns the problems, if any."""

        def edit(body: StoredKeys) -> None:
            for name, weight in self.found["weights"].items():
                body["columns"][name]["weight"] = weight

        return await self.story.change(edit)

    async def _ask(self, place: ui.element, more: Mapping[str, Any], title: str) -> bool:
        """Let a job go on with the lesson; returns whether it did. If not, `place` says why."""
        job = await work(self.visit, ACTION, {"study": self.story.id, **more}, title, place)
        if job is not None:
            self.found = job.result
        return job is not None
