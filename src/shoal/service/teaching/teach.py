"""The verb `teach`: column weights learned from a person's answers (paper 002, "iML").

A session asks short questions about the person's own table: would this record rather join this
cluster or that one, which of two releases is more useful? The weights that the answers leave
possible choose the next question, and at any time the study can be run again with the mean of them.
A face keeps `state()`, a plain dict without a value of the data, and can restore the session.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, cast

import numpy as np

from shoal.engine.arrays import Codes, Floats
from shoal.errors import StudyError
from shoal.interactive.cluster_questions import Joining, cluster_questions
from shoal.interactive.lesson import ANSWERS, Answer, Lesson, Step, plain_step, step_of
from shoal.interactive.question import Question
from shoal.interactive.release_questions import Choice, Offer, release_questions
from shoal.interactive.scales import Scale, cluster_scales_of, scales_of
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of
from shoal.pipeline.states.prepared import Prepared
from shoal.pipeline.ways.choice import read_input, way_of
from shoal.privacy.model import minimum_size
from shoal.progress import Watch, ignore_progress
from shoal.report.types.teaching import (
    LearnedWeights,
    LeftOut,
    QuestionLine,
    ReleaseChange,
    ShownQuestion,
    TeachingQuestion,
    TeachingState,
)
from shoal.search.problem import Problem
from shoal.service.teaching.offers import offer_of, offers
from shoal.service.teaching.result import change, weights_for_study, with_weights
from shoal.study.given import StudyLike, as_study
from shoal.study.study import Study

POOL = 150  # questions of which the best is asked
MEMBERS = (2, 9)  # of a cluster, before another record joins
EVERY = 3  # every third question is about releases, which are the purpose of it all,
ENOUGH = 0.5  # if it tells at least this share of what the best question tells
SETTLED = 0.01  # bits: a question that tells less is hardly worth a person's time
KINDS = ("cluster", "release")
NOTE = "Questions show values of the table as they are: they are for its data steward only."
WORDS = {
    "cluster": "Would this record rather join the first cluster or the second?",
    "release": "Which release is more useful, the first or the second?",
}


class TeachingSession:
    """Questions about a study's columns, the answers, and what they say.

    Args:
        study: The study.
        prepared: Its table.
        lesson: The answers so far.
        kinds: What may be asked about.
    """

    def __init__(
        self,
        study: Study,
        prepared: Prepared,
        lesson: Lesson | None = None,
        kinds: tuple[str, ...] = KINDS,
    ) -> None:
        self.study, self.prepared, self.kinds = study, prepared, kinds
        self.problem: Problem = problem_of(prepared)
        columns = tuple(column.name for column in self.problem.encoded.columns)
        self.lesson = lesson or Lesson(columns, study.seed or 0)
        self.pending: Step | None = None
        self.watch: Watch = ignore_progress

    def next_question(self) -> TeachingQuestion:
        """The open question again, or the one whose answer is expected to tell most."""
        questions = self._pool()
        if not questions:
            raise StudyError(
                "There is nothing to ask: no two clusters or releases of this table differ in what"
                " they keep. Questions need at least two quasi-identifiers with several values."
            )
        information = self.lesson.preferences.information(questions)
        chosen = self._choose(questions, information)
        question = questions[chosen]
        shown = self._show(question)
        self.pending = _open_step(question, shown["kind"])
        asked = {"number": self.number, "question": WORDS[shown["kind"]], **shown}
        bits = float(information[chosen])
        about = {"information": bits, "settled": bits < SETTLED, "note": NOTE}
        return cast(TeachingQuestion, asked | about)

    def answer(self, answer: Answer, number: int | None = None) -> None:
        """Take an answer to the last question: `first`, `second` or `skip`.

        Args:
            answer: What was answered.
            number: The number of the question that was answered, where a face can be late.
        """
        if self.pending is None:
            raise StudyError("No question is open. Ask for the next one first.")
        if answer not in ANSWERS:
            raise StudyError(f"An answer is one of {', '.join(ANSWERS)}.")
        if number is not None and number != self.number:
            raise StudyError(
                f"Question {number} was answered or taken back; {self.number} is open."
            )
        self.lesson = self.lesson.add_answer(replace(self.pending, answer=answer))
        self.pending = None

    def undo(self) -> None:
        """Take back the last answer, a skipped question included; the question is open again."""
        before = self.lesson.take_back()
        self.pending = replace(self.lesson.steps[-1], answer="skip")
        self.lesson = before

    @property
    def number(self) -> int:
        """The number of the question that is open or comes next."""
        return len(self.lesson.steps) + 1

    def weights(self) -> LearnedWeights:
        """The weights so far: mean, interval of 90 %, and answers that contradict others."""
        known = self.lesson.preferences
        return {
            "answers": self.lesson.answers,
            "weights": known.weights,
            "interval": {name: [*ends] for name, ends in known.interval().items()},
            "contradicting": [*self.lesson.contradiction_numbers],
        }

    def taught(self) -> Study:
        """The study with the weights that were learned."""
        return with_weights(self.study, self.learned())

    def learned(self) -> dict[str, float]:
        """The weights as a study holds them."""
        return weights_for_study(self.lesson.preferences.weights)

    def again(self) -> ReleaseChange:
        """How the release changes with the learned weights; nothing is written.

        The new release becomes one that later questions can be about.
        """
        weights = self.learned()
        after, _ = offer_of(self.study, self.prepared, self.problem, weights, self.watch)
        if "_offers" in self.__dict__:  # whether the new release is better can be asked, too
            self._offers.append(after)
        return change(self.study, self._before, after, weights)

    def state(self) -> TeachingState:
        """Everything that is needed to continue later, without a value of the data."""
        pending = None if self.pending is None else plain_step(self.pending)
        state = {**self.lesson.plain(), "kinds": [*self.kinds], "pending": pending}
        return cast(TeachingState, state)

    def go_on(self, state: Mapping[str, Any]) -> None:
        """Continue with what `state()` of an earlier session returned."""
        self.lesson = Lesson.of(state, self.lesson.columns)
        pending = state.get("pending")
        try:
            self.pending = None if pending is None else step_of(pending, len(self.lesson.columns))
        except (KeyError, TypeError, ValueError):
            raise StudyError("The answers that were kept are damaged. Start again.") from None

    def _pool(self) -> list[Question]:
        """Questions that are worth asking, none of them asked before."""
        random = np.random.default_rng([self.lesson.seed, 0, len(self.lesson.steps)])
        questions: list[Question] = []
        if "cluster" in self.kinds:
            questions += cluster_questions(self._scales, self._codes, self._members, POOL, random)
        if "release" in self.kinds:
            questions += release_questions(self._offers)
        asked = {(step.first, step.second) for step in self.lesson.steps}
        return [each for each in questions if _losses(each) not in asked]

    def _choose(self, questions: list[Question], information: Floats) -> int:
        """The open question, or the one that tells most.

        Now and then it is one about releases, if it tells enough.
        """
        for at, question in enumerate(questions):
            if self.pending is not None and _open_step(question, self.pending.kind) == self.pending:
                return at
        best = int(np.argmax(information))
        of_releases = np.array([isinstance(one.about, Choice) for one in questions])
        if len(self.lesson.steps) % EVERY != EVERY - 1 or not of_releases.any():
            return best
        other = int(np.argmax(np.where(of_releases, information, -1.0)))
        return other if information[other] >= ENOUGH * information[best] else best

    def _show(self, question: Question) -> ShownQuestion:
        """What a person sees of a question."""
        about = question.about
        if isinstance(about, Joining):
            lines = about.column_lines(self._scales, self._codes)
            columns = cast(list[QuestionLine], lines)
            return {"kind": "cluster", "members": len(about.first), "columns": columns}
        choice: Choice = about
        random = np.random.default_rng([self.lesson.seed, 2, len(self.lesson.steps)])
        record = int(random.choice(choice.records))
        place = int(self.problem.encoded.tuple_of_record[record])
        values = [scale.value(int(self._codes[place, at])) for at, scale in enumerate(self._scales)]
        return {
            "kind": "release",
            "columns": cast(list[QuestionLine], choice.column_lines(record, values)),
            "left_out": cast(LeftOut, {**choice.left_out}),
            "records": self.problem.encoded.records,
        }

    @property
    def _members(self) -> int:
        """How many members a cluster has before another record joins: one fewer than promised."""
        promised = max(map(minimum_size, self.prepared.privacy), default=0)
        size = promised or int(getattr(self.prepared.way.recipe, "k", 0))
        return int(np.clip(size - 1, *MEMBERS))

    @cached_property
    def _codes(self) -> Codes:
        """The value code of each distinct tuple (lines) in each column (columns)."""
        encoded = self.problem.encoded
        return np.stack([encoded.codes(at) for at in range(len(encoded.columns))], axis=1)

    @cached_property
    def _scales(self) -> tuple[Scale, ...]:
        """The columns of questions: their values, and what they lose in a group."""
        if self.prepared.way.own_cells:
            return cluster_scales_of(self.problem.encoded)
        return scales_of(self.problem.encoded, self.problem.lattice)

    @cached_property
    def _offers(self) -> list[Offer]:
        """The releases to compare; they are searched when first asked for."""
        return offers(self.study, self.prepared, self.problem, self.lesson.seed, self.watch)

    @cached_property
    def _before(self) -> Offer:
        """The release with the weights of the study."""
        given = {name: self.study.columns[name].weight for name in self.lesson.columns}
        return offer_of(self.study, self.prepared, self.problem, given, self.watch)[0]


def teach(
    study: StudyLike,
    data: object | None = None,
    *,
    state: Mapping[str, Any] | None = None,
    kinds: tuple[str, ...] = KINDS,
    watch: Watch = ignore_progress,
) -> TeachingSession:
    """A session of questions about the columns of a study.

    Args:
        study: A study, its keys, or the path of its file.
        data: A pandas, Polars or Arrow table; without it, the file of the study.
        state: What `state()` of an earlier session returned, to continue with it.
        kinds: What may be asked about: `cluster`, `release` or both.
        watch: Called now and then; raises Canceled to stop.
    """
    asked = as_study(study)
    _refuse_unfit(asked, kinds)
    session = TeachingSession(asked, prepare(read_input(asked, data)), kinds=kinds)
    session.watch = watch
    if state is not None:
        session.go_on(state)
    return session


def _refuse_unfit(study: Study, kinds: tuple[str, ...]) -> None:
    """Refuse studies that cannot be taught, and unknown kinds of questions."""
    if way_of(study).draws:
        raise StudyError(
            "privacy: weights that are learned by looking at records depend on them in a way that"
            " `differential-privacy` does not account for. Teach another study, or set weights"
            " without looking at the data."
        )
    if len(study.generalized) < 2:
        raise StudyError(
            "columns: weights are compared, so at least two quasi-identifiers are needed."
        )
    if not kinds or set(kinds) - set(KINDS):
        raise StudyError(f"Questions can be about: {', '.join(KINDS)}.")


def _open_step(question: Question, kind: str) -> Step:
    """A question that was asked; it counts as skipped until it is answered."""
    return Step(kind, *_losses(question), "skip")


def _losses(question: Question) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What both options of a question lose in each column."""
    return tuple(question.first.tolist()), tuple(question.second.tolist())
