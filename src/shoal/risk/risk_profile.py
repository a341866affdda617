"""How many records have which risk (paper 001 Fig. 8, docs/theory/risk.md)."""

from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Counts, Floats

# Upper edges of the intervals of risk; fine where releases usually are, coarse elsewhere.
EDGES = (
    *(1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3),
    *(0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1),
    *(0.125, 0.143, 0.167, 0.2, 0.25, 0.334, 0.5, 1.0),
)


@dataclass(frozen=True, eq=False)
class RiskProfile:
    """The share of records in each interval of risk.

    Attributes:
        edges: The upper edge of each interval; the lower one is the edge before, or 0.
        shares: The share of records whose risk is in the interval.
        cumulative: The share of records whose risk is at most the upper edge.
    """

    edges: tuple[float, ...]
    shares: Floats
    cumulative: Floats

    def plain(self) -> list[dict[str, float]]:
        """For reports: one row per interval."""
        rows = zip(self.edges, self.shares.tolist(), self.cumulative.tolist(), strict=True)
        return [
            {"up_to": edge, "share": share, "cumulative": cumulative}
            for edge, share, cumulative in rows
        ]


def risk_profile(sizes: Counts) -> RiskProfile:
    """The profile of classes of these sizes; every share is 0 where there is no record."""
    sizes = sizes[sizes > 0]
    at = np.searchsorted(EDGES, 1 / sizes, side="left")
    records = np.bincount(at, weights=sizes, minlength=len(EDGES))
    total = max(1, int(sizes.sum()))
    return RiskProfile(EDGES, records / total, np.cumsum(records) / total)
