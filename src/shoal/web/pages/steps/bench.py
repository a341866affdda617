"""The work bench: the steps taken by hand so far, and the study that they amount to."""

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
    """One step, as a study writes it."""

    do: str
    column: str
    level: int


class Effect(TypedDict):
    """The state of the release after the steps.

    Attributes:
        unsafe_records: Records with something rare.
        smallest_bin: The fewest records that match a record.
        blank_cells: Blank cells by column.
        detail: How much the release tells, in bits.
        different_values: Different values by column.
        unsafe_combinations: Rare combinations by the number of their columns.
    """

    unsafe_records: int
    smallest_bin: int
    blank_cells: dict[str, int]
    detail: int
    different_values: dict[str, int]
    unsafe_combinations: dict[str, int]


class Looked(TypedDict, total=False):
    """The result of the action `steps`; empty before it was run."""

    effect: Effect
    columns: list[ColumnLevel]


@dataclass
class Bench:
    """The steps of one sitting; everything else follows from them.

    Attributes:
        story: The study it began with, which stays as it is.
        method: What counts as rare, as a study writes it.
        steps: The steps so far.
        undone: The steps that were undone; the last one is redone first.
        found: The result of the steps; empty before the first look.
        before: The number of records with something rare, by the text of the steps taken.
    """

    story: Story
    method: Settings
    steps: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)
    found: Looked = field(default_factory=Looked)
    before: dict[str, int] = field(default_factory=dict)

    async def look(self, visit: Visit, place: ui.element, title: str = "Looking") -> bool:
        """Let a job run the steps without releasing anything, with its progress in `place`.

        Returns whether that worked; otherwise `found` stays, and `place` says why.
        """
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
        """Take one more step; returns whether that worked. If not, the step is dropped."""
        kept = self.steps, self.undone
        self.steps, self.undone = [*self.steps, step], []
        if await self.look(visit, place, step_words(step)):
            return True
        self.steps, self.undone = kept
        return False

    async def undo(self, visit: Visit, place: ui.element) -> bool:
        """Undo the last step and look again; returns whether that worked."""
        *self.steps, last = self.steps
        self.undone = [*self.undone, last]
        return await self.look(visit, place, "Undoing")

    async def redo(self, visit: Visit, place: ui.element) -> bool:
        """Redo the step that was undone last and look again; returns whether that worked."""
        *self.undone, step = self.undone
        self.steps = [*self.steps, step]
        return await self.look(visit, place, "Doing again")

    @property
    def trace(self) -> str:
        """The steps as one text."""
        return " → ".join(map(step_words, self.steps))

    @property
    def course(self) -> list[tuple[str, int | None]]:
        """Start and each step, with the number of records with something rare after it.

        The number is None if nobody has looked there.
        """
        traces = [" → ".join(map(step_words, self.steps[:n])) for n in range(len(self.steps) + 1)]
        names = ["Start", *map(step_words, self.steps)]
        return [(name, self.before.get(one)) for name, one in zip(names, traces, strict=True)]

    async def make_study(self, visit: Visit) -> str:
        """Store a study that takes these steps; returns its id."""
        body = with_method(self.story.body, {**self.method, "steps": cast(list[Json], self.steps)})
        kept = await visit.call(stored.keep_study, body, f"{self.story.name}, by hand")
        return kept.id


def step_words(step: Step) -> str:
    """A step in words."""
    words = {
        "set-level": "{column} to level {level}",
        "blank-column": "{column} blank",
        "blank-rare": "Blank what is rare",
        "complement": "Complement single blanks",
    }
    return words[step["do"]].format(**step)
