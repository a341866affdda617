"""What four quality models say about every candidate of the discharge table (k = 5).

Prasser et al. 2017 (CBMS), section VI: classification, granularity (loss), Kullback-Leibler
divergence and non-uniform entropy of all 36,864 candidates.
"""

import time
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from pathlib import Path

import numpy as np
from numba import int64

from shoal.data.example import write_example
from shoal.data.files import read
from shoal.engine.arrays import Counts, Floats, Keys
from shoal.engine.grouping import group
from shoal.engine.kernel import kernel
from shoal.quality.aggregate import Aggregate
from shoal.quality.classification import Classification
from shoal.quality.entropy import NonUniformEntropy
from shoal.quality.kl_divergence import KLDivergence
from shoal.quality.loss import Loss
from shoal.search.by_class.sweep import scores
from shoal.search.problem import Problem
from shoal.service.pipeline import problem_of
from shoal.service.prepare import Prepared, prepare
from shoal.service.study import Study, read_study
from shoal.service.verbs import source_of

GRANULARITY, ENTROPY = Loss(aggregate=Aggregate.ARITHMETIC_MEAN), NonUniformEntropy()
TARGET = "charge"
SMALLEST = 5  # the example promises k = 5
OUTER = 6  # columns of a candidate that stay while the others change
NAMES = ("classification", "granularity", "KL divergence", "non-uniform entropy")


@dataclass(frozen=True, eq=False)
class Question:
    """The discharge table, ready to be asked about any candidate."""

    study: Study
    prepared: Prepared
    problem: Problem

    @classmethod
    def of_example(cls, folder: Path) -> "Question":
        """The built-in example, every column counting the same, any number suppressed."""
        file = folder / "study.yaml"
        study = read_study(file if file.exists() else write_example(folder))
        columns = {
            name: column.model_copy(update={"weight": 1}) for name, column in study.columns.items()
        }
        quality = Classification(targets=(TARGET,))
        changed = {"suppression_limit": Decimal(1), "columns": columns, "quality": quality}
        study = study.model_copy(update=changed)
        prepared = prepare(study, read(source_of(study)), ".")
        return cls(study, prepared, problem_of(study, prepared))

    @cached_property
    def size(self) -> int:
        """How many candidates there are."""
        return self.problem.lattice.size


def all_scores(problem: Problem) -> tuple[dict[str, Floats], float]:
    """The scores of every candidate, lower is better; and the processor seconds it took."""
    began = time.process_time()
    columns, entropies = both_by_column(problem, range(problem.lattice.size))
    divergence = scores(replace(problem, quality=KLDivergence()))
    predicted = scores(problem)
    assert divergence is not None
    assert predicted is not None
    found = (predicted[0], columns, divergence[0], entropies)
    return dict(zip(NAMES, found, strict=True)), time.process_time() - began


def both_by_column(problem: Problem, places: range) -> tuple[Floats, Floats]:
    """Granularity and entropy of candidates: both are sums over columns, counted once for both."""
    encoded, layout = problem.encoded, problem.encoded.layout
    separable, entropic = GRANULARITY.separable(encoded), ENTROPY.entropic(encoded)
    least = separable.least(encoded)
    found = np.empty((2, len(places)))
    outer, classes = None, encoded
    for at, place in enumerate(places):
        levels = problem.lattice.at(place)
        if levels[:OUTER] != outer:  # the last columns are raised from classes, not from tuples
            outer = levels[:OUTER]
            begun = group(encoded, (*outer, *(0 for _ in levels[OUTER:])))
            classes = replace(encoded, keys=begun.keys, counts=begun.sizes)
        grouping = group(classes, (*(0 for _ in outer), *levels[OUTER:]))
        counted = [
            column.sizes[level] for column, level in zip(encoded.columns, levels, strict=True)
        ]
        covers = np.concatenate([separable.covers[i][level] for i, level in enumerate(levels)])
        start = np.concatenate([[0], np.cumsum(counted)])
        units, bits = np.zeros(len(levels)), np.zeros(len(levels))
        left_out = _left_out(
            grouping.keys[:, 0], grouping.sizes, SMALLEST, layout.shift, layout.mask, start, covers,
            units, bits,
        )  # fmt: skip
        # What generalization costs is known by level; suppression adds what was counted.
        charge = separable.record * left_out - (separable.kept - separable.suppressed) * units
        parts = [part[level] for part, level in zip(least, levels, strict=True)]
        told = [part[level] for part, level in zip(entropic.generalized, levels, strict=True)]
        found[0, at] = np.mean(parts + charge / separable.scale)
        found[1, at] = np.sum(told + entropic.bit * bits)
    return found[0], found[1]


@kernel
def _left_out(
    keys: Keys,
    sizes: Counts,
    smallest: int,
    shift: Keys,
    mask: Keys,
    start: Counts,
    covers: Counts,
    units: Floats,
    bits: Floats,
) -> int:
    """Suppressed records; the units they cover and the bits that tell them apart, by column."""
    records = int64(0)
    counts = np.zeros(covers.size, np.int64)
    for at in range(keys.size):
        size = sizes[at]
        if size < smallest:
            records += size
            for column in range(units.size):
                code = int64((keys[at] >> shift[column]) & mask[column])
                counts[start[column] + code] += size
    for column in range(units.size):
        for code in range(start[column], start[column + 1]):
            if counts[code] > 0:
                units[column] += counts[code] * covers[code]
                bits[column] += counts[code] * np.log2(records / counts[code])
    return records
