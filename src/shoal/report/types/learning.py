"""How well models that learned from a release predict: evaluations and benchmarks."""

from typing import Literal, NotRequired, TypedDict

from shoal.study.keys.plain import EvaluateKeys, Settings

LearningSide = Literal["baseline", "original", "released"]
SIDES: tuple[LearningSide, ...] = ("baseline", "original", "released")
Score = Literal["accuracy", "average_error", "brier", "auc"]
ClassScore = Literal["sensitivity", "specificity", "precision", "auc", "brier"]


class ConfidencePoint(TypedDict):
    """Predictions that are at least so sure."""

    threshold: float
    precision: float | None
    recall: float | None
    coverage: float | None


class Calibration(TypedDict):
    """Predictions of a tenth of confidence: how sure they are, and how many are right."""

    records: int
    confidence: float
    right: float


class Scores(TypedDict):
    """The scores of a model on one side; curves are in the report only."""

    accuracy: float
    average_error: float
    brier: float
    auc: float | None
    undefined_folds: int
    undefined_records: int
    by_confidence: NotRequired[list[ConfidencePoint]]
    confusion: NotRequired[list[list[int]]]
    calibration: NotRequired[list[Calibration]]


class ClassScores(TypedDict):
    """The scores of one class against all others."""

    sensitivity: float
    specificity: float
    precision: float
    auc: float | None
    brier: float | None
    roc: list[list[float]]


# The key `class` cannot be written as an attribute in Python.
_Class = TypedDict("_Class", {"class": str | None})


class ClassFacts(_Class):
    """One class, on every side."""

    records: int
    relative_auc: float | None
    brier_skill: float | None
    baseline: ClassScores
    original: ClassScores
    released: ClassScores


class MembershipSide(TypedDict):
    """How well attacks tell who was learned from."""

    advantage: float
    interval: list[float]
    accuracy: float
    auc: float


class Membership(TypedDict):
    """Attacks on models that learned from the input, and from the release."""

    attacks: int
    original: MembershipSide
    released: MembershipSide


class ModelFacts(TypedDict):
    """A model for a target: always the most frequent class, by the input, by the release."""

    model: str
    parameters: Settings
    relative_accuracy: float | None
    relative_auc: float | None
    brier_skill: float | None
    baseline: Scores
    original: Scores
    released: Scores
    by_class: NotRequired[list[ClassFacts]]
    membership: NotRequired[Membership]


class TargetFacts(TypedDict):
    """All models for one target."""

    target: str
    classes: list[str | None]
    models: list[ModelFacts]


class LearningRecords(TypedDict):
    """How many records there are, are released, and were predicted."""

    input: int
    released: int
    tested: int


class PartFacts(TypedDict):
    """A part of the table that was anonymized by itself."""

    records: int
    released: int
    levels: dict[str, int] | None


class Learning(TypedDict):
    """Every model for every target; only `targets` and a reason where nothing can be judged."""

    targets: list[TargetFacts]
    records: NotRequired[LearningRecords]
    folds: NotRequired[int]
    repetitions: NotRequired[int]
    seed: NotRequired[int]
    features: NotRequired[list[str]]
    scaling: NotRequired[dict[str, str]]
    how: NotRequired[str]
    anonymized: NotRequired[str]
    parts: NotRequired[list[PartFacts]]
    reason: NotRequired[str]


class EvaluationReport(TypedDict):
    """The result of `shoal evaluate`."""

    format: int
    note: str
    shoal_version: str
    created: str
    run: str | None
    settings: EvaluateKeys
    learning: Learning
    seconds: dict[str, float]
    cpu_seconds: dict[str, float]


class Ranked(TypedDict):
    """A candidate among others, with intervals of 95% for its mean and its rank."""

    name: str
    mean: float
    interval: list[float] | None
    rank: int
    rank_interval: list[int]
    best_in: float


class BenchmarkReport(TypedDict):
    """The result of `shoal benchmark`."""

    format: int
    outer: int
    inner: int
    repetitions: int
    score: str
    candidates: list[Ranked]
    chosen: list[Ranked]
