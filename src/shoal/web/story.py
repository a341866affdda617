"""A story: one study on its way from a table to a release, as its steward edits it.

Every change is stored at once if the study is well formed, so that nothing is lost when the browser
is closed, and every step can be bookmarked.
"""

import asyncio
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from shoal.errors import ShoalError
from shoal.server import stored
from shoal.server.stored.study_keys import StoredColumn, StoredKeys
from shoal.web.visit import Visit

Edit = Callable[[StoredKeys], None]


@dataclass(frozen=True)
class Step:
    """One of the five steps: its title, and what is done there."""

    title: str
    purpose: str


STEPS = {
    "data": Step("Data", "Look at the records; say what each column is."),
    "columns": Step("Columns & hierarchies", "Say how values may become less precise."),
    "promises": Step("Promises", "Say what must hold, and what should be kept."),
    "explore": Step("Explore", "See what is possible, and choose."),
    "release": Step("Analyze & release", "Look at what was made; give it away."),
}
# Pages that belong to a step besides its own page.
PART_OF = {
    "utility": "release",
    "risk": "release",
    "learning": "release",
    "give": "release",
    "teach": "explore",
    "steps": "explore",
}


@dataclass
class Story:
    """One study of one steward.

    Attributes:
        visit: Who is at the page.
        id: The id of the study, which its addresses contain.
        name: What its owner calls it.
        body: Its keys as they were stored when this page last read or changed them.
    """

    visit: Visit
    id: str
    name: str
    body: StoredKeys = field(default_factory=StoredKeys)

    @property
    def table(self) -> str | None:
        """The id of the table of the study; None if the study names none."""
        data = self.body.get("data")
        return data.get("table") if data else None

    @property
    def columns(self) -> dict[str, StoredColumn]:
        """What the study says about each column, in its order.

        The dictionaries are copies; sections inside them, such as `hierarchy`, are not.
        """
        return {name: keys.copy() for name, keys in self.body.get("columns", {}).items()}

    def columns_with_role(self, role: str) -> list[str]:
        """The columns that have one role."""
        return [name for name, keys in self.columns.items() if keys.get("role") == role]

    def address(self, step: str) -> str:
        """The address of a step of the study, or of a page of PART_OF."""
        return f"/studies/{self.id}/{step}"

    async def change(self, edit: Edit) -> list[str]:
        """Edit the keys of the study and store them; returns the problems.

        With problems, nothing is stored and `body` stays as it was; otherwise `body` is what was
        stored. The edit starts from the keys that are stored now, since another page of the person
        may have changed some of them.
        """
        async with _one_at_a_time(self.id):
            try:
                body = deepcopy((await self.visit.call(stored.study, self.id)).body)
                edit(body)
                kept = await self.visit.call(stored.change_study, self.id, body)
            except ShoalError as error:
                return list(error.problems)
            self.body = deepcopy(kept.body)
        return []

    async def rename(self, name: str) -> None:
        """Give the study another name."""
        kept = await self.visit.call(stored.rename_study, self.id, name)
        self.name = kept.name


_LOCKS: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


def _one_at_a_time(study: str) -> asyncio.Lock:
    """The lock that all pages of a study share, as long as a page holds it or waits for it."""
    return _LOCKS.setdefault(study, asyncio.Lock())


async def story_of(visit: Visit, id: str) -> Story:
    """The story of a stored study; raises NotFound unless it is the person's own."""
    study = await visit.call(stored.study, id)
    return Story(visit, study.id, study.name, deepcopy(study.body))
