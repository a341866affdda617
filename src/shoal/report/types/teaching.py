"""Teaching as plain values: questions, the weights so far, what they change, and what is kept."""

from typing import Literal, NotRequired, TypedDict


class QuestionLine(TypedDict):
    """A column of a question: a record's value, and what it becomes by either option."""

    column: str
    value: str | None
    first: str | None
    second: str | None
    first_loss: NotRequired[float]
    second_loss: NotRequired[float]


class LeftOut(TypedDict):
    """How many records each release leaves out."""

    first: int
    second: int


class ShownQuestion(TypedDict):
    """What a person sees of a question about clusters or releases."""

    kind: Literal["cluster", "release"]
    columns: list[QuestionLine]
    members: NotRequired[int]
    left_out: NotRequired[LeftOut]
    records: NotRequired[int]


class TeachingQuestion(ShownQuestion):
    """A question with its number, and how much its answer is expected to tell, in bits."""

    number: int
    question: str
    information: float
    settled: bool
    note: str


class LearnedWeights(TypedDict):
    """The weights so far, where nine of ten possible ones are, and answers that do not fit."""

    answers: int
    weights: dict[str, float]
    interval: dict[str, list[float]]
    contradicting: list[int]


class ColumnChange(TypedDict):
    """A column before and after; levels where all records have the same."""

    column: str
    weight: list[float]
    loss: list[float]
    level: NotRequired[list[int]]


class ReleaseChange(TypedDict):
    """What the release becomes with other weights."""

    columns: list[ColumnChange]
    suppressed: list[int]
    changed: bool
    note: str


class TeachingStep(TypedDict):
    """A question by what its options lose, and its answer."""

    kind: str
    first: list[float]
    second: list[float]
    answer: str


class TeachingState(TypedDict):
    """Everything that is needed to continue later; holds no value of the data."""

    format: int
    columns: list[str]
    seed: int
    steps: list[TeachingStep]
    kinds: list[str]
    pending: TeachingStep | None
