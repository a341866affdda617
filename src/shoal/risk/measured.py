"""How well a table keeps every promise, made or not: the measured value of each privacy model.

A promise has one parameter that says how much is promised. Its measured value is the tightest one
that all classes keep: the smallest class for k-anonymity, the largest distance for t-closeness.
Where nothing can be measured, a reason is given.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, isinf
from typing import Any

from shoal.engine.classes import EquivalenceClasses
from shoal.errors import StudyError
from shoal.privacy.model import Measuring, Promise, privacy_models
from shoal.privacy.population import needs_population, needs_population_size, within
from shoal.risk.variants import Variant, variants


@dataclass(frozen=True)
class Measured:
    """The measured value of one promise.

    Attributes:
        model: The name of the model.
        parameters: What the number depends on: column, distance, estimator.
        measures: The parameter that is measured; None if the model has none.
        value: The tightest value of it that all classes keep; infinite if none is loose enough,
            None if nothing can be measured.
        reason: Why there is no value; None if there is one.
    """

    model: str
    parameters: Mapping[str, Any]
    measures: str | None
    value: float | None
    reason: str | None = None

    def plain(self) -> dict[str, Any]:
        """For JSON: a value that is not finite becomes null, with the reason."""
        finite = self.value is not None and isfinite(self.value)
        reason = self.reason
        if self.value is not None and isinf(self.value):
            reason = f"some class breaks it for every {self.measures}"
        return {
            "model": self.model,
            "parameters": dict(self.parameters),
            "measures": self.measures,
            "measured": self.value if finite else None,
            "reason": reason,
        }


# Why there is no value.
EMPTY = "there is no class: all records are suppressed"
NO_COLUMN = "it is about a sensitive column, and none was named"
NO_POPULATION = "no table of the population was given"
NO_SIZE = "the size of the population was not given"
NO_METHOD = "the model has no number to measure"
NO_SOLUTION = "the estimator has no solution for these class sizes"


def measure_models(
    classes: EquivalenceClasses, sensitive: Sequence[str] = (), population: int | None = None
) -> list[Measured]:
    """The measured value of every registered privacy model, once for each of its variants.

    Args:
        classes: The classes of a table; its population too, where one is known.
        sensitive: The sensitive columns.
        population: How many people the table is from, where that is known.
    """
    members = int(classes.sizes.sum())
    return [
        found
        for name in privacy_models
        for found in (
            _measure_model(name, variants(name, sensitive), classes, members, population)
            if hasattr(privacy_models.class_of(name), "measured")
            else [Measured(name, {}, None, None, NO_METHOD)]
        )
    ]


def _measure_model(
    name: str,
    found: Sequence[Variant],
    classes: EquivalenceClasses,
    members: int,
    population: int | None,
) -> Iterator[Measured]:
    """The measured value of each variant of a model; without any, one that says why."""
    measures = getattr(privacy_models.class_of(name), "measures", None)
    if not found:
        yield Measured(name, {}, measures, None, NO_COLUMN)
    for variant in found:
        promise = within(variant.promise, members, population)
        value, reason = _value(promise, classes)
        if value is not None and isfinite(value) and _is_whole(name, measures):
            value = round(value)
        yield Measured(name, variant.shown, measures, value, reason)


def _is_whole(name: str, parameter: str | None) -> bool:
    """Whether a parameter of a model is a whole number."""
    properties = privacy_models.schema(name)["properties"]
    return bool(properties.get(parameter, {}).get("type") == "integer")


def _value(promise: Promise, classes: EquivalenceClasses) -> tuple[float | None, str | None]:
    """The measured value, or why there is none."""
    if not isinstance(promise, Measuring):
        return None, NO_METHOD
    if not classes.sizes.any():
        return None, EMPTY
    if needs_population(promise) and classes.population is None:
        return None, NO_POPULATION
    if needs_population_size(promise):
        return None, NO_SIZE
    try:
        value = promise.measured(classes)
    except StudyError as error:  # the column has no hierarchy
        return None, " ".join(error.problems)
    return value, NO_SOLUTION if value is None else None
