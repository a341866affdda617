"""A forest whose rules can be chosen one by one, to find out which of them a published score needs.

Two classes, columns of numbers. Scikit-learn's forests go on drawing columns until one of them
helps; Smile's, which the program of Eicher et al. 2020 (doi:10.1186/s12911-020-1041-3) learned
with, give up, cut only between neighbors of different classes, smooth the shares in leaves
and weigh trees by what they get right of the records they did not see.
"""

from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts, Floats
from shoal.engine.kernel import inner, kernel

TIES = {"by chance": 0, "file order": 1, "reverse order": -1}


@dataclass(frozen=True)
class Forest:
    """The rules of a forest.

    Attributes:
        trees: How many trees.
        columns: How many columns are drawn for each question.
        leaf: The fewest records in a leaf; a record that is drawn twice counts twice.
        insists: Whether more columns are drawn until one helps.
        between: Whether cuts are tried between neighbors of different classes only.
        smooth: Whether a leaf counts one more record of each class.
        weighted: Whether trees weigh as much as they get right of the records they did not see.
        votes: Whether trees vote; else their shares are averaged.
        ties: In which order records with the same value are neighbors.
    """

    trees: int = 100
    columns: int = 2
    leaf: int = 5
    insists: bool = True
    between: bool = False
    smooth: bool = False
    weighted: bool = False
    votes: bool = False
    ties: str = "by chance"

    def confidences(self, known: Floats, labels: Bools, asked: Floats, seed: int) -> Floats:
        """How sure the forest is that each record that is asked is of the class."""
        rules = np.array([self.columns, self.leaf, self.insists, self.between, TIES[self.ties]])
        found, right = np.empty((self.trees, len(asked), 2)), np.empty(self.trees)
        for at in range(self.trees):
            right[at] = _learned(known, labels, asked, rules, seed * self.trees + at, found[at])
        each = found[:, :, int(self.smooth)]
        if self.votes:
            each = (each > 1 / 2).astype(np.float64)
        return np.asarray(np.average(each, axis=0, weights=right if self.weighted else None))


@kernel
def _learned(
    known: Floats, labels: Bools, asked: Floats, rules: Counts, seed: int, found: Floats
) -> float:
    """One tree: the shares in the leaves of those who are asked; what it gets right of the rest."""
    np.random.seed(seed)
    times = _drawn(labels)
    order = np.random.random(len(labels))
    if rules[4] != 0:
        order = np.arange(len(labels)) * float(rules[4])
    nodes = 2 * len(labels)
    column, below = np.full(nodes, -1), np.zeros(nodes, np.int64)
    cuts, shares = np.zeros(nodes), np.zeros((nodes, 2))
    _grow(known, labels, times, order, rules, column, below, cuts, shares)
    for record in range(len(asked)):
        found[record] = shares[_leaf(asked[record], column, below, cuts)]
    right = total = 0
    for record in range(len(labels)):
        if times[record] == 0:
            share = shares[_leaf(known[record], column, below, cuts), 0]
            right += (share > 1 / 2) == labels[record]
            total += 1
    return right / total if total else 1.0


@inner
def _drawn(labels: Bools) -> Counts:
    """How often each record is drawn: as many of each class as there are, with replacement."""
    times = np.zeros(len(labels), np.int64)
    for which in (False, True):
        those = np.flatnonzero(labels == which)
        for _ in range(len(those)):
            times[those[np.random.randint(len(those))]] += 1
    return times


@inner
def _grow(
    known: Floats, labels: Bools, times: Counts, order: Floats, rules: Counts,
    column: Counts, below: Counts, cuts: Floats, shares: Floats,
) -> None:  # fmt: skip
    """Divide node after node; the children of a node are two in a row."""
    place, at, nodes = np.where(times > 0, 0, -1), 0, 1
    while at < nodes:
        rows = np.flatnonzero(place == at)
        total, ones = times[rows].sum(), times[rows[labels[rows]]].sum()
        shares[at, 0] = ones / total
        shares[at, 1] = (ones + 1) / (total + 2) if at > 0 else ones / total
        if 0 < ones < total and total > rules[1]:
            chosen, cut = _best_column(known, labels, times, order, rules, rows)
            if chosen >= 0:
                column[at], cuts[at], below[at] = chosen, cut, nodes
                place[rows] = np.where(known[rows, chosen] <= cut, nodes, nodes + 1)
                nodes += 2
        at += 1


@inner
def _best_column(
    known: Floats, labels: Bools, times: Counts, order: Floats, rules: Counts, rows: Counts
) -> tuple[int, float]:
    """The column that helps most of those that are drawn, and its cut; -1 if none helps."""
    best, chosen, cut = 1e-12, -1, 0.0
    drawn = np.random.permutation(known.shape[1])
    for at in range(len(drawn)):
        if at >= rules[0] and (chosen >= 0 or not rules[2]):
            break
        gain, here = _best_cut(known[:, drawn[at]], labels, times, order, rules, rows)
        if gain > best:
            best, chosen, cut = gain, drawn[at], here
    return chosen, cut


@inner
def _best_cut(
    values: Floats, labels: Bools, times: Counts, order: Floats, rules: Counts, rows: Counts
) -> tuple[float, float]:
    """What the best cut of a column saves of the Gini impurity, and where it is."""
    rows = rows[np.argsort(order[rows])]
    rows = rows[np.argsort(values[rows], kind="mergesort")]
    total, ones = times[rows].sum(), times[rows[labels[rows]]].sum()
    impure, best, cut = _gini(ones, total), 0.0, 0.0
    low = low_ones = 0
    for at in range(1, len(rows)):
        before, here = rows[at - 1], rows[at]
        low += times[before]
        low_ones += times[before] * labels[before]
        if values[before] == values[here] or (rules[3] and labels[before] == labels[here]):
            continue
        if min(low, total - low) < rules[1]:
            continue
        rest = low * _gini(low_ones, low) + (total - low) * _gini(ones - low_ones, total - low)
        if impure - rest / total > best:
            best, cut = impure - rest / total, (values[before] + values[here]) / 2
    return best, cut


@inner
def _gini(ones: int, total: int) -> float:
    share = ones / total
    return 2 * share * (1 - share)


@inner
def _leaf(values: Floats, column: Counts, below: Counts, cuts: Floats) -> int:
    at = 0
    while column[at] >= 0:
        at = below[at] + (values[column[at]] > cuts[at])
    return at


def places(codes: Codes) -> Floats:
    """Values as numbers in the order in which they occur first."""
    _, first, which = np.unique(codes, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[which].astype(np.float64)
