"""A frontier as a plain dict: what each k and suppression limit costs, and the Pareto points."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

import numpy as np

from shoal.report.summary import STEWARD
from shoal.report.types.frontier import (
    FrontierAnswer,
    FrontierCosts,
    FrontierPoint,
    FrontierReport,
    Losses,
)
from shoal.search.frontier.answers import Answer, Frontier
from shoal.search.frontier.pareto import Point, least_losses
from shoal.study.keys.plain import Settings
from shoal.version import __version__

FORMAT = 1
KS = (2, 3, 5, 10, 20, 50, 100)
LIMITS = tuple(map(Decimal, ("0", "0.01", "0.02", "0.05", "0.1", "1")))


@dataclass(frozen=True)
class Asked:
    """What the study itself asks; it is shown among the other answers."""

    k: int
    limit: Decimal
    quality: Settings


def frontier_report(
    frontier: Frontier, points: Sequence[Point], asked: Asked, costs: FrontierCosts
) -> FrontierReport:
    """The content of `frontier.json`.

    Args:
        frontier: Answers for any k and suppression limit.
        points: The Pareto points: no other candidate is better in everything.
        asked: What the study asks; its k and limit are added to the usual ones.
        costs: Seconds and memory.
    """
    ks = sorted({k for k in (*KS, asked.k) if k <= frontier.maximum_k})
    limits = sorted({*LIMITS, asked.limit})
    return {
        "format": FORMAT,
        "note": STEWARD,
        "shoal_version": __version__,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "input": {"records": frontier.problem.encoded.records},
        "quasi_identifiers": _names(frontier),
        "lattice_size": frontier.problem.lattice.size,
        "maximum_k": frontier.maximum_k,
        "quality": dict(asked.quality),
        "study": {"k": asked.k, "suppression_limit": float(asked.limit)},
        "answers": [_answer(frontier, k, limit) for k in ks for limit in limits],
        "pareto": [figures(frontier, point) for point in points],
        "losses": _losses(frontier, points, limits),
        **costs,
    }


def _answer(frontier: Frontier, k: int, limit: Decimal) -> FrontierAnswer:
    """The best candidate for a k and a limit; its levels are None if there is no release."""
    best = frontier.answer(k, limit)
    if best is None:
        return {"k": k, "suppression_limit": float(limit), "levels": None}
    return {"k": k, "suppression_limit": float(limit), **figures(frontier, best)}


def figures(frontier: Frontier, candidate: Answer | Point) -> FrontierPoint:
    """A candidate as plain values; shares and risks are from 0 to 1."""
    return {
        "levels": dict(zip(_names(frontier), candidate.levels, strict=True)),
        "loss": candidate.loss,
        "loss_normalized": candidate.loss_normalized,
        "suppressed_records": candidate.suppressed,
        "suppressed_share": candidate.suppressed / frontier.problem.encoded.records,
        "smallest_class": candidate.smallest,
        "highest_risk": 1 / candidate.smallest if candidate.smallest else 0.0,
    }


def _losses(frontier: Frontier, points: Sequence[Point], limits: Sequence[Decimal]) -> Losses:
    """The least normalized loss of every k, one list per limit; null where there is no release."""
    ks = range(2, frontier.maximum_k + 1)
    allowed = [frontier.problem_of(2, limit).maximum_suppressed for limit in limits]
    least = least_losses(points, ks, allowed)
    return {
        "k": list(ks),
        "by_limit": [
            {
                "suppression_limit": float(limit),
                "loss_normalized": [None if np.isnan(loss) else float(loss) for loss in column],
            }
            for limit, column in zip(limits, least.T, strict=True)
        ],
    }


def _names(frontier: Frontier) -> list[str]:
    return [column.name for column in frontier.problem.encoded.columns]
