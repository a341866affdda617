"""The population behind a table, and promises that ask about it (docs/theory/uniques.md).

A promise that needs the size of the population has a parameter for it and a method `within`, which
fills the parameter in from the study where it was not given. A promise that needs to know how many
of the population look like each class says `needs_population`; only then is the population encoded.
"""

from typing import Protocol, TypeVar, runtime_checkable

from shoal.privacy.model import Promise

Bound_co = TypeVar("Bound_co", covariant=True)


@runtime_checkable
class InPopulation(Protocol[Bound_co]):
    """A promise that depends on how large the population is."""

    def within(self, sample: int, population: int) -> Bound_co:
        """The promise for a table of so many members of a population."""
        ...


def needs_population(model: object) -> bool:
    """Whether a promise, or a loss, asks how many of the population look like each class."""
    return bool(getattr(model, "needs_population", False))


def needs_population_size(model: object) -> bool:
    """Whether a promise needs the size of the population and does not have it yet."""
    return bool(getattr(model, "needs_population_size", False))


def within(promise: Promise, sample: int, population: int | None) -> Promise:
    """The promise with the size of the population filled in; the same if it needs none.

    Args:
        promise: The promise.
        sample: How many people are in the table.
        population: How many people the population has; None if unknown.
    """
    if population is None or not isinstance(promise, InPopulation):
        return promise
    bound: Promise = promise.within(sample, population)
    return bound
