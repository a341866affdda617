"""The result of `shoal frontier`: what every k and every suppression limit would cost."""

from typing import NotRequired, TypedDict

from shoal.study.keys.plain import Settings


class FrontierPoint(TypedDict):
    """A candidate of a frontier; `k` where it was asked."""

    levels: dict[str, int]
    loss: float
    loss_normalized: float
    suppressed_records: int
    suppressed_share: float
    smallest_class: int | None
    highest_risk: float
    k: NotRequired[int]


class FrontierAnswer(TypedDict):
    """The best candidate for a k and a limit; levels are None where there is no release."""

    k: int
    suppression_limit: float
    levels: dict[str, int] | None
    loss: NotRequired[float]
    loss_normalized: NotRequired[float]
    suppressed_records: NotRequired[int]
    suppressed_share: NotRequired[float]
    smallest_class: NotRequired[int | None]
    highest_risk: NotRequired[float]


class LimitLosses(TypedDict):
    """The least loss of every k within a limit; None where there is no release."""

    suppression_limit: float
    loss_normalized: list[float | None]


class Losses(TypedDict):
    """The least loss of every k, one list per limit."""

    k: list[int]
    by_limit: list[LimitLosses]


class FrontierInput(TypedDict):
    """The size of the input."""

    records: int


class FrontierStudy(TypedDict):
    """What the study itself asks."""

    k: int
    suppression_limit: float


class FrontierCosts(TypedDict):
    """Time and memory that it took."""

    seconds: dict[str, float]
    cpu_seconds: dict[str, float]
    sweep_mb: float
    peak_memory_mb: float | None


class FrontierReport(FrontierCosts):
    """The content of `frontier.json`."""

    format: int
    note: str
    shoal_version: str
    created: str
    input: FrontierInput
    quasi_identifiers: list[str]
    lattice_size: int
    maximum_k: int
    quality: Settings
    study: FrontierStudy
    answers: list[FrontierAnswer]
    pareto: list[FrontierPoint]
    losses: Losses
