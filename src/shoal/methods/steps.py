"""Steps done by hand, as in µ-Argus: apply one, see its effect, undo it, redo it (paper 003).

"The m-Argus program operates in an interactive mode so the user can see the effect of generalizing
and can then select to undo the step." A session never changes: every step gives a new one. What is
kept of it is its steps, which name columns and levels and no value of the data.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, Protocol

import numpy as np
import polars as pl
from annotated_types import Ge
from pydantic import TypeAdapter, ValidationError

from shoal.engine.arrays import Bools
from shoal.engine.lattice import Levels
from shoal.errors import StudyError, did_you_mean
from shoal.methods.combinations.coded import Crowd
from shoal.methods.complementary import complement_blanks
from shoal.methods.effect import Effect, effect_of
from shoal.methods.subcombinations import UnsafeCombinations
from shoal.methods.texts import crowd_of, labels_at, new_blanks
from shoal.plugin import plugin
from shoal.search.problem import Problem


@plugin()
class Step:
    """One thing that is done by hand.

    Attributes:
        do: `set-level`: a column stands at a level from now on; `blank-column`: all its cells
            become blank; `blank-rare`: the method blanks cells until nothing it checks is rare;
            `complement`: a column with a single blank cell gets another one.
        column: The column, where the step is about one.
        level: The level to set.
    """

    do: Literal["set-level", "blank-column", "blank-rare", "complement"]
    column: str | None = None
    level: Annotated[int, Ge(0)] | None = None

    def __post_init__(self) -> None:
        """Refuses what belongs to other steps, and asks for what is needed."""
        needs = {"set-level": ("column", "level"), "blank-column": ("column",)}.get(self.do, ())
        for name in ("column", "level"):
            if (getattr(self, name) is None) is (name in needs):
                verb = "needs" if name in needs else "has no"
                raise StudyError(f"The step {self.do!r} {verb} {name!r}.")

    def plain(self) -> dict[str, Any]:
        """The step as JSON can hold it."""
        given = {"do": self.do, "column": self.column, "level": self.level}
        return {key: value for key, value in given.items() if value is not None}


class Interactive(Protocol):
    """A method that can be gone through by hand."""

    def unsafe(self, frame: pl.DataFrame, crowd: Crowd | None = None) -> list[UnsafeCombinations]:
        """The rare combinations of a table, for each set of columns that is looked at."""
        ...

    def blank_rare(
        self, frame: pl.DataFrame, weights: Mapping[str, float], crowd: Crowd | None = None
    ) -> pl.DataFrame:
        """The table after cells were blanked until nothing that the method checks is rare.

        Args:
            frame: Texts; null is blank.
            weights: What blanking a cell of each column costs.
            crowd: The people who are counted instead of records.
        """
        ...


@dataclass(frozen=True, eq=False)
class State:
    """A table after some steps.

    Attributes:
        levels: The level of each column.
        blank: Which cells are blank: a line per record, an entry per column.
    """

    levels: Levels
    blank: Bools

    @classmethod
    def first(cls, problem: Problem) -> "State":
        """The table at its lowest levels, nothing blank."""
        shape = problem.encoded.records, len(problem.encoded.columns)
        return cls(problem.lattice.minimum, np.zeros(shape, np.bool_))

    def frame(self, problem: Problem) -> pl.DataFrame:
        """The table as texts."""
        columns = range(len(problem.encoded.columns))
        return labels_at(problem.encoded, self.levels, columns, self.blank)

    def crowd(self, problem: Problem) -> Crowd | None:
        """The people of the table at these levels, if the study counts people."""
        return crowd_of(problem.encoded, self.levels)

    def after(self, step: Step, problem: Problem, method: Interactive) -> "State":
        """The state that a step leads to; raises StudyError if the step does not fit the table."""
        if step.do == "set-level":
            return replace(self, levels=_set_level(self.levels, step, problem))
        if step.do == "blank-column":
            blank = self.blank.copy()
            blank[:, _place(step, problem)] = True
            return replace(self, blank=blank)
        before = self.frame(problem)
        if step.do == "blank-rare":
            weights = {column.name: column.weight for column in problem.encoded.columns}
            shown = method.blank_rare(before, weights, self.crowd(problem))
        else:
            whole = replace(self, blank=np.zeros_like(self.blank))
            shown = complement_blanks(before, whole.frame(problem))
        return replace(self, blank=self.blank | new_blanks(before, shown))


@dataclass(frozen=True, eq=False)
class Session:
    """What somebody did with a table so far; never changed, only followed by others.

    Attributes:
        problem: The table.
        method: What counts as rare, and what blanks cells when asked to.
        steps: What was done.
        undone: What was undone and can be done again, the next last.
        states: The table before the first step, and after each.
    """

    problem: Problem
    method: Interactive
    steps: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    states: tuple[State, ...] = ()

    @classmethod
    def start(cls, problem: Problem, method: Interactive) -> "Session":
        """A session in which nothing was done."""
        return cls(problem, method, states=(State.first(problem),))

    @property
    def state(self) -> State:
        """The table as it is now."""
        return self.states[-1]

    @property
    def effect(self) -> Effect:
        """What is rare and what is left now; computed again at each call."""
        frame = self.state.frame(self.problem)
        before = State.first(self.problem).frame(self.problem)
        crowd = self.state.crowd(self.problem)
        return effect_of(frame, before, self.method.unsafe(frame, crowd), crowd)

    def apply(self, step: Step) -> "Session":
        """One step more; what was undone before is forgotten."""
        state = self.state.after(step, self.problem, self.method)
        return replace(self, steps=(*self.steps, step), undone=(), states=(*self.states, state))

    def undo(self) -> "Session":
        """One step less; it can be done again. Raises StudyError if there is none."""
        if not self.steps:
            raise StudyError("There is no step to undo.")
        return replace(
            self,
            steps=self.steps[:-1],
            undone=(*self.undone, self.steps[-1]),
            states=self.states[:-1],
        )

    def redo(self) -> "Session":
        """The step that was undone last, again; raises StudyError if there is none."""
        if not self.undone:
            raise StudyError("There is no step to do again.")
        return replace(self.apply(self.undone[-1]), undone=self.undone[:-1])

    def plain(self) -> dict[str, Any]:
        """The steps as JSON can hold them."""
        return {
            "steps": [step.plain() for step in self.steps],
            "undone": [step.plain() for step in self.undone],
        }

    @classmethod
    def restore(cls, problem: Problem, method: Interactive, plain: Mapping[str, Any]) -> "Session":
        """The session that `plain` was made of: all its steps are done again."""
        session = cls.start(problem, method)
        for step in _read_steps(plain, "steps"):
            session = session.apply(step)
        return replace(session, undone=_read_steps(plain, "undone"))


def step_for_report(step: Step) -> dict[str, Any]:
    """A step as the report tells it: like `Step.plain`, with `step` instead of `do`."""
    found = step.plain()
    return {"step": found.pop("do"), **found}


_STEPS = TypeAdapter(tuple[Step, ...])


def _read_steps(plain: Mapping[str, Any], key: str) -> tuple[Step, ...]:
    """The steps that a stored session holds under a key; raises StudyError if they are none."""
    try:
        return _STEPS.validate_python(plain.get(key) or ())
    except ValidationError:
        raise StudyError(
            f"{key}: these are no steps of a session, as `plain()` gives them."
        ) from None


def _place(step: Step, problem: Problem) -> int:
    """Where the column of a step stands among the quasi-identifiers."""
    names = [column.name for column in problem.encoded.columns]
    if step.column not in names:
        raise StudyError(
            f"The step {step.do!r}: {step.column!r} is no quasi-identifier."
            f"{did_you_mean(str(step.column), names)}"
        )
    return names.index(step.column)


def _set_level(levels: Levels, step: Step, problem: Problem) -> Levels:
    """The levels after a step has set one of them, within what the study allows."""
    at, level = _place(step, problem), step.level or 0
    low, high = problem.lattice.minimum[at], problem.lattice.maximum[at]
    if not low <= level <= high:
        raise StudyError(
            f"The step 'set-level': level {level} of {step.column!r} is not between {low} and"
            f" {high}."
        )
    return (*levels[:at], level, *levels[at + 1 :])
