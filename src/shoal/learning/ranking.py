"""Ranks models by scores on the same test parts, and tells how certain the ranks are.

Nadeau & Bengio 2003, doi:10.1023/A:1024068626366: training parts overlap, so the variance of a mean
over parts is larger than if they were independent, by the ratio of test to training records.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from shoal.engine.arrays import Floats

DRAWS, SEED = 2000, 0
ENDS = (0.025, 0.975)


def rank_models(scores: Mapping[str, Sequence[float]], test_share: float) -> list[dict[str, Any]]:
    """All candidates, the best mean first, with intervals of 95% for mean and rank.

    Args:
        scores: The scores of each candidate on the same parts in the same order; more is better.
        test_share: The number of test records divided by the number of training records.
    """
    names = list(scores)
    table = np.array([scores[name] for name in names], np.float64)
    places = _ranks_of_draws(table)
    lines = [
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
    return sorted(lines, key=lambda line: (line["rank"], names.index(line["name"])))


def _interval(row: Floats, test_share: float) -> list[float] | None:
    """The interval that holds the mean in 95 of 100 cases; None if there is only one part."""
    if len(row) < 2:
        return None
    from scipy.stats import t  # noqa: PLC0415  (heavy)

    spread = np.sqrt((1 / len(row) + test_share) * row.var(ddof=1))
    wide = float(t.ppf(ENDS[1], len(row) - 1) * spread)
    return [float(row.mean()) - wide, float(row.mean()) + wide]


def _ranks_of_draws(table: Floats) -> Floats:
    """The rank of each candidate (column) in each bootstrap sample of the parts (row)."""
    dice, parts = np.random.default_rng(SEED), table.shape[1]
    drawn = dice.integers(0, parts, (DRAWS, parts))
    means = table[:, drawn].mean(axis=2).T
    ranks: Floats = 1 + (means[:, None, :] > means[:, :, None] + 1e-15).sum(axis=2)
    return ranks
