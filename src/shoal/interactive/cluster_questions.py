"""Would this record rather join this cluster or that one?

As on the similarity slide of paper 002.

For a record two clusters are made of the table's own records: one as somebody with certain weights
would make it, one as somebody with other weights would. So they differ in what they keep, and the
answer tells which weights are nearer to the person's. What joining costs is what the record and
the members lose in each column when they look alike (spec/privacy.md §10).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.interactive.question import Question
from shoal.interactive.scales import Scale, losses_of

LEAST, MOST = 20, 240  # from so many other records are the members of a cluster taken
CONTRAST = 0.5  # of the Dirichlet draw: most of the weight is on a few columns


@dataclass(frozen=True, eq=False)
class Joining:
    """A record and two clusters, as places among the distinct tuples of a table."""

    record: int
    first: Counts
    second: Counts

    def shown(self, scales: Sequence[Scale], codes: Codes) -> list[dict[str, Any]]:
        """One line per column: the record's value, and what it becomes in either cluster."""
        return [
            {
                "column": scale.name,
                "value": scale.value(int(codes[self.record, at])),
                "first": scale.text(codes[[self.record, *self.first], at]),
                "second": scale.text(codes[[self.record, *self.second], at]),
            }
            for at, scale in enumerate(scales)
        ]


def cluster_questions(
    scales: Sequence[Scale],
    codes: Codes,
    members: int,
    count: int,
    random: np.random.Generator,
) -> list[Question]:
    """Questions about records and clusters of a table; fewer where the table has little to ask.

    Args:
        scales: The columns.
        codes: The value code of each distinct tuple in each column.
        members: How many records a cluster has before another joins.
        count: How many questions.
        random: Where chance comes from.
    """
    if len(codes) < 3:
        return []
    records = random.integers(0, len(codes), count)
    size = min(int(random.integers(LEAST, MOST)), len(codes))
    others = random.choice(len(codes), size, replace=False)
    alone = _pairs(scales, codes, records, others)
    weights = random.dirichlet(np.full(len(scales), CONTRAST), (2, count))
    first, second = (_nearest(alone, others, drawn, min(members, size - 1)) for drawn in weights)
    losses = [
        losses_of(scales, codes, np.column_stack((records, cluster))) for cluster in (first, second)
    ]
    abouts = [Joining(int(one), *two) for one, *two in zip(records, first, second, strict=True)]
    found = [Question(*parts) for parts in zip(*losses, abouts, strict=True)]
    return [question for question in found if is_open(question)]


def is_open(question: Question) -> bool:
    """Whether each option is better than the other in some column: else all would agree."""
    return bool((question.difference < 0).any() and (question.difference > 0).any())


def _pairs(scales: Sequence[Scale], codes: Codes, records: Counts, others: Counts) -> Floats:
    """What each record loses with each of the others alone; with itself everything."""
    pairs = np.column_stack((np.repeat(records, len(others)), np.tile(others, len(records))))
    losses = losses_of(scales, codes, pairs)
    losses[pairs[:, 0] == pairs[:, 1]] = np.inf
    return losses.reshape(len(records), len(others), len(scales))


def _nearest(alone: Floats, others: Counts, weights: Floats, members: int) -> Counts:
    """The members that somebody with these weights would take, for each record."""
    costs = np.einsum("qsm,qm->qs", alone, weights + 1e-9)
    return np.asarray(others[np.argsort(costs, axis=1, kind="stable")[:, :members]])
