"""What a quality model answers and what it declares."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from shoal.engine.arrays import Counts, Floats
from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedTable
from shoal.quality.aggregate import Aggregate
from shoal.registry import Registry


@dataclass(frozen=True)
class Score:
    """What a candidate costs.

    Attributes:
        loss: The model's own score; lower is better.
        by_column: The part of each column; empty if the model has no parts.
        rank: What is compared instead of the loss, element by element; empty to compare the loss.
    """

    loss: float
    by_column: Mapping[str, float] = field(default_factory=dict)
    rank: tuple[float, ...] = ()


class QualityModel(Protocol):
    """How much a candidate loses."""

    def loss(self, candidate: Candidate) -> Score:
        """The score of a candidate."""
        ...

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """The smallest and largest loss that any candidate of this table can have."""
        ...


@runtime_checkable
class BoundedByColumn(Protocol):
    """A loss with one part per column that says what each level of a column costs at least."""

    @property
    def aggregate(self) -> Aggregate:
        """How the columns' losses become one number."""
        ...

    def least(self, encoded: EncodedTable, most_suppressed: int) -> tuple[Floats, ...]:
        """Per column and level: what the column loses at least, at this level and at higher ones.

        Args:
            encoded: The table.
            most_suppressed: How many records may be suppressed.
        """
        ...


@runtime_checkable
class Bounded(Protocol):
    """A loss that says what candidates cost at least, before any is looked at."""

    def bounds(self, encoded: EncodedTable, levels: Counts, most_suppressed: int) -> Floats:
        """For each line of levels: a loss that no candidate there or above it is below.

        Args:
            encoded: The table.
            levels: A line per candidate, a level per column.
            most_suppressed: How many records may be suppressed.
        """
        ...


@runtime_checkable
class BoundedAbove(Protocol):
    """A loss that learns from a candidate what everything above it costs at least."""

    def bound_above(self, candidate: Candidate, most_suppressed: int) -> float:
        """A loss that neither the candidate nor any above it is below."""
        ...


quality_models: Registry[QualityModel] = Registry(
    "quality model", "model", group="shoal.quality_models", tells=("advice", "says", "group")
)


def generalization_and_suppression(gs_factor: float) -> tuple[float, float]:
    """The factors of generalization and of suppression, each from 0 to 1 (docs/theory/losses.md).

    A `gs_factor` of 0 makes suppression free, 0.5 counts both fully, 1 makes generalization free.
    """
    generalization = 1.0 if gs_factor <= 0.5 else 1 - 2 * (gs_factor - 0.5)
    suppression = 2 * gs_factor if gs_factor < 0.5 else 1.0
    return generalization, suppression
