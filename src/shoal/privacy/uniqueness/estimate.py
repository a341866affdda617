"""The four estimators by name, and which one answered (docs/theory/uniques.md)."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from shoal.engine.size_histogram import SizeHistogram
from shoal.privacy.uniqueness.pitman import pitman
from shoal.privacy.uniqueness.snb import snb
from shoal.privacy.uniqueness.zayatz import zayatz

SMALL_FRACTION = 0.1  # up to this share of the population, Pitman's model does best


class UniquenessEstimator(StrEnum):
    """How population uniques are estimated."""

    DANKAR = "dankar"
    PITMAN = "pitman"
    ZAYATZ = "zayatz"
    SNB = "snb"


@dataclass(frozen=True)
class Estimate:
    """How many people of a population are unique.

    Attributes:
        uniques: The estimated number; None where the estimator has no solution.
        estimator: The estimator that answered, or was asked last.
    """

    uniques: float | None
    estimator: str


def estimate(
    classes: SizeHistogram, population: int, estimator: str, *, fall_back: bool = False
) -> Estimate:
    """The estimate for a sample with these classes.

    Args:
        classes: The class sizes of the sample.
        population: The size of the population.
        estimator: The name of an estimator; `dankar` chooses by the sampling fraction.
        fall_back: Whether Dankar's rule turns to Zayatz where Pitman's model has no solution; a
            report may, a promise must not.
    """
    if not classes.classes_of_size(1):
        return Estimate(0.0, estimator)
    if population < classes.records:  # no population that the sample could be from
        return Estimate(None, estimator)
    if estimator != "dankar":
        return Estimate(_valid(MODELS[estimator](classes, population)), estimator)
    return _dankar(classes, population, fall_back=fall_back)


def _dankar(classes: SizeHistogram, population: int, *, fall_back: bool) -> Estimate:
    """Pitman for a small share of the population, else the smaller of SNB and Zayatz."""
    if classes.records / population <= SMALL_FRACTION:
        found = _valid(pitman(classes, population))
        if found is not None or not fall_back:
            return Estimate(found, "pitman")
        return Estimate(_valid(zayatz(classes, population)), "zayatz")
    larger, smaller = _valid(zayatz(classes, population)), _valid(snb(classes, population))
    if smaller is not None and (larger is None or smaller < larger):
        return Estimate(smaller, "snb")
    return Estimate(larger, "zayatz")


def _valid(uniques: float | None) -> float | None:
    """The estimate, or None for 0: with uniques in the sample, the population must have some."""
    return uniques if uniques else None


MODELS: dict[str, Callable[[SizeHistogram, int], float | None]] = {
    "pitman": pitman,
    "zayatz": zayatz,
    "snb": snb,
}
