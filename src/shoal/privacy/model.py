"""What a promise answers and what it declares."""

from enum import Enum
from typing import ClassVar, Protocol, TypeAlias, runtime_checkable

from pydantic import AllowInfNan

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.classes import EquivalenceClasses
from shoal.registry import Registry

# Marks a parameter as a finite number: an infinite one would promise nothing.
FINITE = AllowInfNan(allow_inf_nan=False)


class Monotonic(Enum):
    """When a promise that holds keeps holding as classes are merged.

    NEVER: nothing is known; merging classes may break it.
    WITHOUT_SUPPRESSION: if all classes keep it, so do all classes after merging any of them.
    ALWAYS: a class that breaks it breaks it in every part, too; so no generalization ever adds to
    the number of records that must be suppressed.
    """

    NEVER = "never"
    WITHOUT_SUPPRESSION = "without suppression"
    ALWAYS = "always"


@runtime_checkable
class ClassPromise(Protocol):
    """A promise about each class on its own; violating classes are suppressed."""

    @property
    def monotonic(self) -> Monotonic:
        """What it declares, perhaps depending on its parameters."""
        ...

    def violations(self, classes: EquivalenceClasses) -> Bools:
        """One flag per class: does it break the promise?"""
        ...


@runtime_checkable
class TablePromise(Protocol):
    """A promise about all surviving classes together."""

    @property
    def monotonic(self) -> Monotonic:
        """What it declares, perhaps depending on its parameters."""
        ...

    def holds(self, sizes: Counts) -> bool:
        """Whether classes of these sizes, all that are released, keep the promise."""
        ...


@runtime_checkable
class Vetoing(Protocol):
    """A promise that may forbid a candidate whatever is suppressed, and everything below it."""

    def vetoes(self, classes: EquivalenceClasses) -> bool:
        """Whether no suppression can help; splitting classes must not help either."""
        ...


@runtime_checkable
class Unavoidable(Protocol):
    """A promise that is not monotonic, but knows what it suppresses in every specialization."""

    def unavoidable(self, classes: EquivalenceClasses) -> Floats:
        """Records of each class that are suppressed at least, whatever the class is split into."""
        ...


@runtime_checkable
class Measuring(Protocol):
    """A promise that knows how much of it some classes keep."""

    measures: ClassVar[str]  # the parameter whose value is measured

    def measured(self, classes: EquivalenceClasses) -> float | None:
        """The tightest value of the parameter that all classes keep; None without classes."""
        ...


Promise: TypeAlias = ClassPromise | TablePromise

privacy_models: Registry[Promise] = Registry(
    "privacy model",
    "model",
    group="shoal.privacy_models",
    tells=("advice", "says", "promise", "measure", "group"),
)


def monotonic(promise: Promise, *, people: bool) -> Monotonic:
    """What a promise declares, as far as it holds when people are counted.

    A person may have records in several classes. In the merged class they count once, so counts of
    values do not add up any more, and only a promise that is always monotonic stays so.
    """
    declared = promise.monotonic
    return Monotonic.NEVER if people and declared is not Monotonic.ALWAYS else declared


def is_decided_by_size(promise: Promise) -> bool:
    """Whether a class keeps the promise exactly if it has at least the minimum size."""
    return bool(getattr(promise, "decided_by_size", False))


def minimum_size(promise: Promise) -> int:
    """The class size below which a promise is certainly broken; 1 if the promise does not say."""
    return int(getattr(promise, "minimum_size", 1))
