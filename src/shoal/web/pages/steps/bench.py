"""The work bench: what was done by hand so far, and the study that it amounts to."""

from dataclasses import dataclass, field
from typing import TypedDict, cast

from nicegui import ui

from shoal.server import stored
from shoal.server.actions.by_hand import ColumnLevel, with_method
from shoal.study.keys.plain import Json, Settings
from shoal.web.story import Story
from shoal.web.visit import Visit
from shoal.web.work import work


class Step(TypedDict, total=False):
    """One thing that was done, as a study writes it."""

    do: str
    column: str
    level: int


class Effect(TypedDict):
    """What the steps led to."""

    unsafe_records: int
    smallest_bin: int
    blank_cells: dict[str, int]
    detail: int
    different_values: dict[str, int]
    unsafe_combinations: dict[str, int]


class Looked(TypedDict, total=False):
    """What the action `steps` tells; empty before the first look."""

    effect: Effect
    columns: list[ColumnLevel]


@dataclass
class Bench:
    """One sitting; only its steps count, everything else follows from them.

    Attributes:
        story: The study it began with.
        method: What counts as rare.
        steps: What was done.
        undone: What was taken back, the next to do again last.
        found: What the steps led to; empty before the first look.
        before: Records with something rare after each number of steps that was looked at.
    """

    story: Story
    method: Settings
    steps: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)
    found: Looked = field(default_factory=Looked)
    before: dict[str, int] = field(default_factory=dict)

    async def look(self, visit: Visit, place: ui.element, title: str = "Looking") -> bool:
        """Have the steps done, without releasing anything; whether that worked."""
        asked = {
            "study": self.story.id, "method": self.method,
            "steps": self.steps, "undone": self.undone,
        }  # fmt: skip
        job = await work(visit, "steps", asked, title, place)
        if job is not None:
            self.found = job.result
            self.before[self.trace] = job.result["effect"]["unsafe_records"]
        return job is not None

    async def do(self, visit: Visit, place: ui.element, step: Step) -> bool:
        """One step more; it is forgotten if it cannot be done."""
        kept = self.steps, self.undone
        self.steps, self.undone = [*self.steps, step], []
        if await self.look(visit, place, told(step)):
            return True
        self.steps, self.undone = kept
        return False

    async def back(self, visit: Visit, place: ui.element) -> bool:
        """One step less."""
        *self.steps, last = self.steps
        self.undone = [*self.undone, last]
        return await self.look(visit, place, "Undoing")

    async def again(self, visit: Visit, place: ui.element) -> bool:
        """The step that was taken back last."""
        *self.undone, step = self.undone
        self.steps = [*self.steps, step]
        return await self.look(visit, place, "Doing again")

    @property
    def trace(self) -> str:
        """The steps as one text."""
        return " → ".join(map(told, self.steps))

    @property
    def course(self) -> list[tuple[str, int | None]]:
        """Each step with the records that had something rare after it, where it was looked at."""
        traces = [" → ".join(map(told, self.steps[:n])) for n in range(len(self.steps) + 1)]
        names = ["Start", *map(told, self.steps)]
        return [(name, self.before.get(one)) for name, one in zip(names, traces, strict=True)]

    async def study(self, visit: Visit) -> str:
        """Keep a study that does these steps; its id."""
        body = with_method(self.story.body, {**self.method, "steps": cast(list[Json], self.steps)})
        kept = await visit.call(stored.keep_study, body, f"{self.story.name}, by hand")
        return kept.id


def told(step: Step) -> str:
    """A step in words."""
    words = {
        "set-level": "{column} to level {level}",
        "blank-column": "{column} blank",
        "blank-rare": "Blank what is rare",
        "complement": "Complement single blanks",
    }
    return words[step["do"]].format(**step)
