"""What five quality models say about every candidate of a table (k = 5).

Prasser et al. 2017 (CBMS), section VI: classification, granularity (loss), Kullback-Leibler
divergence and non-uniform entropy of all 36,864 candidates. The paper does not say how the losses
of its columns become one number, so granularity is here twice.
"""

import time
from dataclasses import dataclass, replace

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.quality.aggregate import Aggregate
from shoal.quality.classification import Classification
from shoal.quality.entropy import NonUniformEntropy
from shoal.quality.kl_divergence import KLDivergence
from shoal.quality.loss import Loss
from shoal.search.by_class.forms import form_of
from shoal.search.exact.tables import tables_of
from shoal.search.problem import Problem
from studies.questions import SMALLEST
from studies.score_walk import Counted, Labels, Packed, counted

GRANULARITY, GEOMETRIC = (
    Loss(aggregate=mean) for mean in (Aggregate.ARITHMETIC_MEAN, Aggregate.GEOMETRIC_MEAN)
)
DIVERGENCE, ENTROPY = KLDivergence(), NonUniformEntropy()
NAMES = (
    *("classification", "granularity, arithmetic mean", "granularity, geometric mean"),
    *("KL divergence", "non-uniform entropy"),
)


@dataclass(frozen=True, eq=False)
class Scored:
    """All candidates in the order of the lattice.

    Attributes:
        scores: For each quality model the score of each candidate; lower is better.
        suppressed: How many records each leaves out.
        cpu_seconds: What that took.
    """

    scores: dict[str, Floats]
    suppressed: Counts
    cpu_seconds: float

    def best(self, name: str, limit: float = 1.0, records: int = 0) -> int:
        """The best candidate of a model that leaves out at most a share of the records."""
        allowed = self.suppressed <= limit * records if limit < 1 else np.True_
        return int(np.argmin(np.where(allowed, self.scores[name], np.inf)))


def all_scores(problem: Problem) -> Scored:
    """The scores of every candidate; the problem's own quality model is classification."""
    began = time.process_time()
    predicted, divergent = form_of(problem), form_of(replace(problem, quality=DIVERGENCE))
    assert predicted is not None
    assert divergent is not None
    form, words = predicted
    assert form.words == 1
    records = problem.encoded.records
    logarithms = np.log2(np.maximum(np.arange(records + 1), 1))
    packed = Packed(words, form.bits, int(form.targets[0]), SMALLEST, logarithms)
    tables = tables_of(problem.encoded, problem.lattice)
    found = counted(tables, packed, _labels(problem))
    levels = tables.levels + np.array(problem.lattice.minimum)
    losses = _losses(problem, found, levels)
    scores = (
        _classification(problem, found),
        np.mean(losses, axis=1),
        np.expm1(np.mean(np.log1p(losses), axis=1)),
        _divergence(problem, found, divergent[0].base),
        _entropy(problem, found, levels),
    )
    spent = time.process_time() - began
    return Scored(dict(zip(NAMES, scores, strict=True)), found.suppressed, spent)


def _labels(problem: Problem) -> Labels:
    """Values of all columns and levels, one after the other."""
    lattice, start, covers, leaves = problem.lattice, [], [np.zeros(0, np.int64)], [np.zeros(0)]
    begin, most = 0, max(lattice.shape) + 1
    for column, low, size in zip(
        problem.encoded.columns, lattice.minimum, lattice.shape, strict=True
    ):
        lengths = np.array(column.sizes[low : low + size])
        ends = begin + np.concatenate([[0], np.cumsum(lengths)])
        start.append(np.pad(ends, (0, most - len(ends)), mode="edge"))
        begin = int(ends[-1])
        covers += column.covers[low : low + size]
        leaves += [np.log2(part) for part in column.leaves[low : low + size]]
    return Labels(np.stack(start), np.concatenate(covers), np.concatenate(leaves))


def _classification(problem: Problem, found: Counted) -> Floats:
    assert isinstance(problem.quality, Classification)
    prices = problem.quality.prices
    penalties = prices.minority * found.minority + prices.no_majority * found.tied
    return (penalties + prices.suppressed * found.suppressed) / problem.encoded.records


def _losses(problem: Problem, found: Counted, levels: Counts) -> Floats:
    """Of each column: what generalization costs is known by level, suppression adds a count."""
    form = GRANULARITY.separable(problem.encoded)
    charge = form.record * found.suppressed[:, None] - (form.kept - form.suppressed) * found.units
    return _by_level(form.least_column_losses(problem.encoded), levels) + charge / form.scale


def _divergence(problem: Problem, found: Counted, base: Floats) -> Floats:
    records = problem.encoded.records
    domain = sum(np.log2(column.values) for column in problem.encoded.columns)
    each = domain - np.log2(np.maximum(found.suppressed, 1))
    everything = found.sizes - records * np.log2(records)
    return base + (found.changed + found.suppressed * each - everything) / records


def _entropy(problem: Problem, found: Counted, levels: Counts) -> Floats:
    form = ENTROPY.entropic(problem.encoded)
    return np.sum(_by_level(form.generalized, levels) + form.bit * found.bits, axis=1)


def _by_level(parts: tuple[Floats, ...], levels: Counts) -> Floats:
    """For each candidate and column the part of its level."""
    return np.stack([part[levels[:, at]] for at, part in enumerate(parts)], axis=1)
