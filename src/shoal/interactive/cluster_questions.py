"""Questions about clusters: should this record rather join this cluster or that one?

They follow the similarity slide of paper 002. For a record, two clusters are formed of the table's
own records, each with weights of the columns that are drawn at random: its members are those that a
person with these weights would choose. The clusters preserve different columns, so the answer tells
which weights are closer to those of the person who answers. Joining costs what the record and the
members lose in each column when they become alike (docs/theory/clusters.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.interactive.question import Question
from shoal.interactive.scales import Scale, losses_of

LEAST, MOST = 20, 240  # how many other records there are to choose the members of a cluster from
CONTRAST = 0.5  # of the Dirichlet draw: most of the weight is on a few columns


@dataclass(frozen=True, eq=False)
class Joining:
    """A record and the members of two clusters: positions among the distinct tuples of a table."""

    record: int
    first: Counts
    second: Counts

    def column_lines(self, scales: Sequence[Scale], codes: Codes) -> list[dict[str, Any]]:
        """One line per column: the record's value, and what it would become in each cluster."""
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
    """Questions about records drawn from a table; those that are not open are left out.

    Args:
        scales: The columns.
        codes: The value code of each distinct tuple in each column.
        members: How many records a cluster has before the record joins it; fewer in a small table.
        count: How many questions to draw; fewer may be returned.
        random: The source of randomness.
    """
    if len(codes) < 3:
        return []
    records = random.integers(0, len(codes), count)
    size = min(int(random.integers(LEAST, MOST)), len(codes))
    others = random.choice(len(codes), size, replace=False)
    pair_losses = _pair_losses(scales, codes, records, others)
    weights = random.dirichlet(np.full(len(scales), CONTRAST), (2, count))
    first, second = (
        _nearest(pair_losses, others, drawn, min(members, size - 1)) for drawn in weights
    )
    losses = [
        losses_of(scales, codes, np.column_stack((records, cluster))) for cluster in (first, second)
    ]
    joinings = [
        Joining(int(record), *clusters)
        for record, *clusters in zip(records, first, second, strict=True)
    ]
    questions = [Question(*parts) for parts in zip(*losses, joinings, strict=True)]
    return [question for question in questions if is_open(question)]


def is_open(question: Question) -> bool:
    """Whether each option is better in some column; otherwise everybody would answer the same."""
    return bool((question.difference < 0).any() and (question.difference > 0).any())


def _pair_losses(scales: Sequence[Scale], codes: Codes, records: Counts, others: Counts) -> Floats:
    """The loss of each record with each of the others, by column; infinite with itself."""
    pairs = np.column_stack((np.repeat(records, len(others)), np.tile(others, len(records))))
    losses = losses_of(scales, codes, pairs)
    losses[pairs[:, 0] == pairs[:, 1]] = np.inf
    return losses.reshape(len(records), len(others), len(scales))


def _nearest(pair_losses: Floats, others: Counts, weights: Floats, members: int) -> Counts:
    """For each record, the members that a person with these weights would choose.

    Args:
        pair_losses: By record, other record and column.
        others: The records to choose from.
        weights: By record and column.
        members: How many to choose.
    """
    # A weight of 0 times the infinite loss of a record with itself would be no number.
    costs = np.einsum("qsm,qm->qs", pair_losses, weights + 1e-9)
    return np.asarray(others[np.argsort(costs, axis=1, kind="stable")[:, :members]])
