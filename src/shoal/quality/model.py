"""What a quality model answers and what it declares."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedTable
from shoal.registry import Registry


@dataclass(frozen=True)
class Score:
    """What a candidate costs.

    Attributes:
        loss: The model's own score; lower is better.
        by_column: The part of each column, where the model has parts.
        rank: What is compared instead of the loss, element by element, where the model says so.
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


quality_models: Registry[QualityModel] = Registry(
    "quality model",
    "model",
    planned=(
        "precision",
        "non-uniform-entropy",
        "normalized-non-uniform-entropy",
        "kl-divergence",
        "discernibility",
        "average-class-size",
        "ambiguity",
        "height",
        "entropy-based-loss",
        "publisher-payout",
        "classification",
    ),
    group="shoal.quality_models",
)


def generalization_and_suppression(gs_factor: float) -> tuple[float, float]:
    """What generalization and suppression count for (spec/utility.md §0).

    0 makes suppression free, 0.5 counts both fully, 1 makes generalization free.
    """
    generalization = 1.0 if gs_factor <= 0.5 else 1 - 2 * (gs_factor - 0.5)
    suppression = 2 * gs_factor if gs_factor < 0.5 else 1.0
    return generalization, suppression
