"""Divergence (Machanavajjhala et al. 2007, doi:10.1145/1217299.1217302; docs/theory/losses.md).

The one of Kullback and Leibler, over combinations of quasi-identifiers. A release tells of each
class how many records it has, and nothing about where in the class they are; the divergence is what
is lost, in bits per record, if they are taken to be spread evenly.
"""

from collections.abc import Iterable, Iterator
from math import fsum, log2

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedTable
from shoal.formula import formula, frac, row, total
from shoal.plugin import plugin
from shoal.quality.model import Score, quality_models

NOTHING = 1e-12  # bits per record; logarithms are not exact
SMALL = 1 << 16  # class sizes that are counted in a table


@quality_models.register(
    "kl-divergence",
    formula=formula(total("x"), row("p ( x ) log"), frac("p(x)", "q(x)")),
)
@plugin()
class KLDivergence:
    """How far the distribution that a release suggests is from the one of the original records.

    In bits, over combinations of quasi-identifiers. The records of a class are taken to be spread
    evenly over the combinations that it covers, the suppressed ones over all.

    Attributes:
        arx_compatible: Weigh each combination by its frequency once more, as ARX does.

    Card:
        group: How much information is lost
        says: How far the distribution that the release suggests is from the true one.
        advice: When distributions are estimated from the release.
        where: p is the share of a combination x in the data, q what the release suggests.
        reference: Machanavajjhala et al. 2007, doi:10.1145/1217299.1217302
        place: 11
    """

    arx_compatible: bool = False

    def loss(self, candidate: Candidate) -> Score:
        """The divergence."""
        encoded = candidate.encoded
        weights = encoded.counts**2 if self.arx_compatible else encoded.counts
        return Score(_divergence(encoded, _terms(candidate, weights, candidate.suppressed)))

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From 0 to records spread over all combinations, plus one bit for who is suppressed."""
        volume = fsum(log2(column.values) for column in encoded.columns)
        if self.arx_compatible:
            return 0.0, float((encoded.counts**2).sum()) / encoded.records * volume
        known = fsum(_bits(encoded.counts, encoded.counts)) / encoded.records
        return 0.0, max(0.0, known - log2(encoded.records) + volume) + 1

    def bounds(self, encoded: EncodedTable, levels: Counts, most_suppressed: int) -> Floats:
        """Of all columns together no less is lost than of any single one."""
        bounds = np.zeros(len(levels))
        for at in range(len(encoded.columns)):
            np.maximum(bounds, _of_column(encoded, at)[levels[:, at]], out=bounds)
        return bounds

    def bound_above(self, candidate: Candidate, most_suppressed: int) -> float:
        """The divergence without suppression, for both forms (docs/theory/bounds.md)."""
        encoded, nothing = candidate.encoded, np.zeros_like(candidate.suppressed)
        return _divergence(encoded, _terms(candidate, encoded.counts, nothing))


def _terms(candidate: Candidate, weights: Counts, suppressed: Bools) -> Iterator[float]:
    """The terms of the divergence: of records, of their classes, and of the spread inside."""
    encoded, grouping = candidate.encoded, candidate.grouping
    yield from _bits(encoded.counts, weights)
    of_class = np.bincount(grouping.class_of_tuple, weights, len(grouping.sizes))
    kept, sizes, keys = of_class[~suppressed], grouping.sizes, grouping.keys[~suppressed]
    yield from (-term for term in _bits(sizes[~suppressed], kept))
    for at, column in enumerate(encoded.columns):
        leaves = column.leaves[candidate.levels[at]]
        codes = encoded.layout.field(keys, at)
        yield from (np.bincount(codes, kept, len(leaves)) * np.log2(leaves)).tolist()
    if suppressed.any():
        lost, volume = of_class[suppressed].sum(), fsum(log2(one.values) for one in encoded.columns)
        yield from (lost * volume, -lost * log2(max(1, sizes[suppressed].sum())))


def _divergence(encoded: EncodedTable, terms: Iterable[float]) -> float:
    """The divergence per record in bits, from its terms.

    They are added exactly, so that no order of classes or columns makes a difference.
    """
    bits = fsum(terms) / encoded.records
    return bits if bits > NOTHING else 0.0


def _bits(sizes: Counts, weights: Counts | Floats) -> Iterator[float]:
    """Terms that add up to the sum of weight times log₂ of the size.

    Weights of equal small sizes are added up before.
    """
    small = sizes < SMALL
    sums = np.bincount(sizes[small], weights[small])
    yield from (sums[1:] * np.log2(np.arange(1, len(sums)))).tolist()
    yield from (weights[~small] * np.log2(sizes[~small])).tolist()


def _of_column(encoded: EncodedTable, at: int) -> Floats:
    """The divergence of one column alone at each level."""
    counts, column = encoded.marginals[at], encoded.columns[at]
    bounds = []
    for codes, leaves in zip(column.codes, column.leaves, strict=True):
        labels = np.bincount(codes, counts, len(leaves)).astype(np.int64)
        known = (-term for term in _bits(labels, labels))
        spread = (labels * np.log2(leaves)).tolist()
        bounds.append(_divergence(encoded, [*_bits(counts, counts), *known, *spread]))
    return np.array(bounds)
