"""Which of several models is better, and how sure that is, from scores on the same test parts.

Nadeau & Bengio 2003, doi:10.1023/A:1024068626366: training parts overlap, so the variance of a mean
over parts is larger than if they were independent, by the share of test to training records.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from shoal.engine.arrays import Floats

DRAWS, SEED = 2000, 0
ENDS = (0.025, 0.975)


def ranked(scores: Mapping[str, Sequence[float]], test_share: float) -> list[dict[str, Any]]:
    """All candidates, the best mean first, with intervals of 95% for mean and rank.

    Args:
        scores: The scores of each candidate on the same parts in the same order; more is better.
        test_share: How many records are tested for each that is learned from.
    """
    names = list(scores)
    table = np.array([scores[name] for name in names], np.float64)
    places = _ranks_of_draws(table)
    found = [
        {
            "name": name,
            "mean": float(row.mean()),
            "interval": _interval(row, test_share),
            "rank": 1 + sum(bool(other.mean() > row.mean()) for other in table),
            "rank_interval": [int(end) for end in np.quantile(ranks, ENDS, method="nearest")],
            "best_in": float(np.mean(ranks == 1)),
        }
        for name, row, ranks in zip(names, table, places.T, strict=True)
    ]
    return sorted(found, key=lambda one: (one["rank"], names.index(one["name"])))


def _interval(row: Floats, test_share: float) -> list[float] | None:
    """Where the mean lies in 95 of 100 cases; None where one part cannot tell."""
    if len(row) < 2:
        return None
    from scipy.stats import t  # noqa: PLC0415  (heavy)

    spread = np.sqrt((1 / len(row) + test_share) * row.var(ddof=1))
    wide = float(t.ppf(ENDS[1], len(row) - 1) * spread)
    return [float(row.mean()) - wide, float(row.mean()) + wide]


def _ranks_of_draws(table: Floats) -> Floats:
    """The rank of each candidate if other parts had been drawn: parts are drawn again."""
    dice, parts = np.random.default_rng(SEED), table.shape[1]
    drawn = dice.integers(0, parts, (DRAWS, parts))
    means = table[:, drawn].mean(axis=2).T
    ranks: Floats = 1 + (means[:, None, :] > means[:, :, None] + 1e-15).sum(axis=2)
    return ranks
