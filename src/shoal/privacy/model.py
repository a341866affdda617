"""What a promise answers and what it declares."""

from enum import Enum
from typing import ClassVar, Protocol, TypeAlias, runtime_checkable

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.classes import EquivalenceClasses
from shoal.registry import Registry


class Monotonic(Enum):
    """When a promise that holds keeps holding as classes are merged.

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

    monotonic: ClassVar[Monotonic]

    def violations(self, classes: EquivalenceClasses) -> Bools:
        """One flag per class: does it break the promise?"""
        ...


@runtime_checkable
class TablePromise(Protocol):
    """A promise about all surviving classes together."""

    monotonic: ClassVar[Monotonic]

    def holds(self, sizes: Counts) -> bool:
        """Whether classes of these sizes keep the promise."""
        ...


@runtime_checkable
class Unavoidable(Protocol):
    """A promise that is not monotonic, but knows what it suppresses in every specialization."""

    def unavoidable(self, classes: EquivalenceClasses) -> Floats:
        """Records of each class that are suppressed at least, whatever the class is split into."""
        ...


Promise: TypeAlias = ClassPromise | TablePromise

privacy_models: Registry[Promise] = Registry(
    "privacy model",
    "model",
    planned=(
        "k-map",
        "delta-presence",
        "distinct-l-diversity",
        "entropy-l-diversity",
        "recursive-l-diversity",
        "t-closeness",
        "delta-disclosure",
        "basic-beta-likeness",
        "enhanced-beta-likeness",
        "average-risk",
        "sample-uniqueness",
        "population-uniqueness",
        "prosecutor-profitability",
        "journalist-profitability",
        "differential-privacy",
    ),
    group="shoal.privacy_models",
)


def decided_by_size(promise: Promise) -> bool:
    """Whether a class keeps the promise exactly if it has at least the minimum size."""
    return bool(getattr(promise, "decided_by_size", False))


def minimum_size(promise: Promise) -> int:
    """The class size below which a promise is certainly broken; 1 where it does not say."""
    return int(getattr(promise, "minimum_size", 1))
