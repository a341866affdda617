"""A lesson: all questions and answers so far, which can be stored and continued later.

A lesson holds no value of the data: only the losses of each option in each column, and the answer.
The preference model needs nothing else, so a lesson can be read again without the table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from shoal.errors import StudyError
from shoal.interactive.preferences import Preferences
from shoal.interactive.question import Question

FORMAT = 1
Answer = Literal["first", "second", "skip"]
ANSWERS: tuple[Answer, ...] = ("first", "second", "skip")


@dataclass(frozen=True)
class Step:
    """One question and its answer.

    Attributes:
        kind: What the question was about: clusters or releases.
        first: What the first option loses in each column.
        second: What the second option loses in each column.
        answer: Which one was preferred, or `skip`.
    """

    kind: str
    first: tuple[float, ...]
    second: tuple[float, ...]
    answer: Answer

    @property
    def question(self) -> Question:
        """The question as the preference model sees it."""
        return Question(np.array(self.first), np.array(self.second))


@dataclass(frozen=True)
class Lesson:
    """All answers of a person about the columns of a study.

    Attributes:
        columns: The columns whose weights are learned.
        seed: The seed of questions and possible weights.
        steps: The questions and answers, in order.
    """

    columns: tuple[str, ...]
    seed: int = 0
    steps: tuple[Step, ...] = ()

    @cached_property
    def preferences(self) -> Preferences:
        """What the answers say about the weights; computed once, skipped questions are left out."""
        state = Preferences.unknown(self.columns, self.seed)
        for step in self.steps:
            if step.answer != "skip":
                state = state.add_answer(step.question, first=step.answer == "first")
        return state

    @property
    def answers(self) -> int:
        """How many questions were answered, without those that were skipped."""
        return sum(step.answer != "skip" for step in self.steps)

    @property
    def contradiction_numbers(self) -> list[int]:
        """The numbers of the steps whose answers do not fit the weights.

        All steps are counted from 1, those that were skipped, too.
        """
        answered = [at for at, step in enumerate(self.steps, 1) if step.answer != "skip"]
        return [answered[at] for at in self.preferences.contradiction_places]

    def add_answer(self, step: Step) -> "Lesson":
        """The lesson with one more answer; its preferences continue from those computed so far."""
        after = replace(self, steps=(*self.steps, step))
        state = self.preferences
        if step.answer != "skip":
            state = state.add_answer(step.question, first=step.answer == "first")
        after.__dict__["preferences"] = state
        return after

    def take_back(self) -> "Lesson":
        """The lesson without its last step, skipped or not; a `StudyError` if there is none."""
        if not self.steps:
            raise StudyError("There is no answer to take back.")
        return replace(self, steps=self.steps[:-1])

    def plain(self) -> dict[str, Any]:
        """The lesson as plain values, for JSON."""
        return {
            "format": FORMAT,
            "columns": [*self.columns],
            "seed": self.seed,
            "steps": [plain_step(step) for step in self.steps],
        }

    @classmethod
    def of(cls, plain: Mapping[str, Any], columns: Sequence[str]) -> "Lesson":
        """The lesson that `plain` describes.

        A `StudyError` if it is damaged, of another version, or about other columns.
        """
        try:
            if plain["format"] != FORMAT:
                raise StudyError("The answers were kept by another version of Shoal. Start again.")
            lesson = cls(
                tuple(map(str, plain["columns"])),
                int(plain["seed"]),
                tuple(step_of(step, len(plain["columns"])) for step in plain["steps"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            raise StudyError("The answers that were kept are damaged. Start again.") from None
        if lesson.columns != tuple(columns):
            raise StudyError(
                f"The answers that were kept are about the columns {', '.join(lesson.columns)}; the"
                f" study now has {', '.join(columns)}. Start again."
            )
        return lesson


def plain_step(step: Step) -> dict[str, Any]:
    """A step as plain values, for JSON."""
    return {
        "kind": step.kind,
        "first": [*step.first],
        "second": [*step.second],
        "answer": step.answer,
    }


def step_of(plain: Mapping[str, Any], columns: int) -> Step:
    """The step that plain values describe, with losses in this number of columns.

    Raises ValueError, KeyError or TypeError if they do not describe one.
    """
    first, second = (tuple(map(float, plain[side])) for side in ("first", "second"))
    if not len(first) == len(second) == columns or not np.isfinite((*first, *second)).all():
        raise ValueError
    if plain["answer"] not in ANSWERS:
        raise ValueError
    return Step(str(plain["kind"]), first, second, plain["answer"])
