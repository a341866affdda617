"""Non-uniform entropy (Gionis & Tassa 2009, doi:10.1109/TKDE.2008.129; docs/theory/losses.md)."""

from collections.abc import Callable
from functools import wraps
from math import fsum
from typing import TypeVar
from weakref import WeakKeyDictionary

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedTable
from shoal.formula import formula, frac, row, sub, total
from shoal.plugin import plugin
from shoal.quality.aggregate import Aggregate
from shoal.quality.columns import ByColumn, combine_columns, score_of, weights_of
from shoal.quality.entropic import Entropic, uncertainty
from shoal.quality.model import Score, generalization_and_suppression, quality_models

Result = TypeVar("Result")


@quality_models.register(
    "non-uniform-entropy",
    formula=formula(
        row("−"),
        total("r"),
        row("log"),
        frac(row("f (") + sub("v", "r") + row(")"), row("F (") + sub("w", "r") + row(")")),
    ),
)
@plugin()
class NonUniformEntropy(ByColumn):
    """Bits it takes to tell the original values from the released ones, all records together.

    Suppressed records pay what they are generalized to as well, and the bits it takes to tell
    these generalized values from each other. Suppressing a single record therefore costs nothing.

    Card:
        group: How much information is lost
        says: How many bits it would take to tell the original values again.
        advice: When rare values matter: merging two frequent values costs more than two rare ones.
        where: f is how often the original value v of record r occurs, F how often the released one
            w.
        reference: Gionis & Tassa 2009, doi:10.1109/TKDE.2008.129
        place: 8
    """

    def loss(self, candidate: Candidate) -> Score:
        """The bits of generalization, from one-column counts, and those of suppression."""
        return _loss(self.entropic(candidate.encoded), candidate)

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From nothing lost to columns known by their distribution only."""
        most = generalization_and_suppression(self.gs_factor)[0] if self.monotonic else 1.0
        return 0.0, combine_columns(encoded, self.aggregate, (most * _all_bits(encoded)).tolist())

    def least(self, encoded: EncodedTable, most_suppressed: int) -> tuple[Floats, ...]:
        """What generalization alone costs: suppression only adds to it."""
        return self.entropic(encoded).generalized

    def entropic(self, encoded: EncodedTable) -> Entropic:
        """The form that the compiled search takes."""
        generalization, suppression = generalization_and_suppression(self.gs_factor)
        ones = np.ones(len(encoded.columns))
        return Entropic(
            generalized=tuple(generalization * part for part in _generalization_bits(encoded)),
            bit=ones * (0.0 if self.monotonic else suppression),
            scale=ones,
            weights=np.array(weights_of(encoded)),
            aggregate=self.aggregate,
        )


@quality_models.register(
    "normalized-non-uniform-entropy",
    formula=formula(frac(sub("H", "i"), row("max") + sub("H", "i"))),
)
@plugin()
class NormalizedNonUniformEntropy:
    """Non-uniform entropy as a share of what each column could lose at most.

    Attributes:
        aggregate: How the columns' losses become one number.

    Card:
        group: How much information is lost
        says: The same as a share of what each column could lose at most.
        advice: When columns with few values should count as much as those with many.
        where: H is the non-uniform entropy of column i.
        reference: Gionis & Tassa 2009, doi:10.1109/TKDE.2008.129
        place: 9
    """

    aggregate: Aggregate = Aggregate.SUM

    def loss(self, candidate: Candidate) -> Score:
        """Each column's bits over all its bits."""
        return _loss(self.entropic(candidate.encoded), candidate)

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From nothing lost to every column lost."""
        return 0.0, combine_columns(
            encoded, self.aggregate, (_all_bits(encoded) > 0).astype(float).tolist()
        )

    def least(self, encoded: EncodedTable, most_suppressed: int) -> tuple[Floats, ...]:
        """What generalization alone costs: suppression only adds to it."""
        form = self.entropic(encoded)
        scale = np.maximum(form.scale, 1e-300)
        return tuple(part / one for part, one in zip(form.generalized, scale, strict=True))

    def entropic(self, encoded: EncodedTable) -> Entropic:
        """The form that the compiled search takes."""
        return Entropic(
            generalized=_generalization_bits(encoded),
            bit=np.ones(len(encoded.columns)),
            scale=_all_bits(encoded),
            weights=np.array(weights_of(encoded)),
            aggregate=self.aggregate,
        )


def _loss(form: Entropic, candidate: Candidate) -> Score:
    """The score of a candidate; bits of suppression are counted only where they cost something."""
    columns = range(len(candidate.encoded.columns))
    bits = np.zeros(len(columns))
    if candidate.suppressed_records and form.bit.any():
        bits = np.array([uncertainty(candidate.suppressed_counts(at)) for at in columns])
    losses = form.column_losses(candidate.levels, bits)
    return score_of(candidate.encoded, form.aggregate, losses.tolist())


def per_table(function: Callable[[EncodedTable], Result]) -> Callable[[EncodedTable], Result]:
    """A function that remembers its result for each table, for as long as the table is in use."""
    results: WeakKeyDictionary[EncodedTable, Result] = WeakKeyDictionary()

    @wraps(function)
    def remember(encoded: EncodedTable) -> Result:
        if encoded not in results:
            results[encoded] = function(encoded)
        return results[encoded]

    return remember


@per_table
def _generalization_bits(encoded: EncodedTable) -> tuple[Floats, ...]:
    """Per column and level: the bits it takes to tell all records' values from their labels."""
    return tuple(
        np.array([_bits(encoded.marginals[at], codes) for codes in column.codes])
        for at, column in enumerate(encoded.columns)
    )


def _bits(counts: Counts, codes: Codes) -> float:
    """The bits it takes to tell values from their labels at one level.

    Terms are never negative and added exactly: equal columns cost the same to the last bit.
    """
    labels = np.bincount(codes, counts)[codes]
    found = counts > 0
    return fsum((counts[found] * np.log2(labels[found] / counts[found])).tolist())


@per_table
def _all_bits(encoded: EncodedTable) -> Floats:
    """Per column: the bits it takes to tell each record's value."""
    return np.array([uncertainty(counts) for counts in encoded.marginals])
