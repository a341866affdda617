"""What each class loses by itself: the order in which classes of one size are suppressed."""

from functools import reduce

import numpy as np

from shoal.engine.arrays import Floats
from shoal.engine.candidate import Candidate
from shoal.quality.aggregate import Aggregate
from shoal.quality.model import QualityModel
from shoal.quality.separable import Separable


def class_losses(quality: QualityModel, candidate: Candidate) -> Floats | None:
    """One number per class; None where the model tells nothing about single classes.

    A model may offer `class_losses(candidate)`. For one that is a sum over records in each column
    it is what the records of the class cover, combined as the model combines columns.
    """
    own = getattr(quality, "class_losses", None)
    if own is not None:
        losses: Floats = own(candidate)
        return losses
    separable = getattr(quality, "separable", None)
    return None if separable is None else _covered(separable(candidate.encoded), candidate)


def _covered(form: Separable, candidate: Candidate) -> Floats:
    layout, grouping = candidate.encoded.layout, candidate.grouping
    parts = []
    for at, level in enumerate(candidate.levels):
        units = form.covers[at][level][layout.field(grouping.keys, at)]
        domain = candidate.encoded.columns[at].domain
        parts.append(form.weights[at] * grouping.sizes * units / domain)
    return combined(form.aggregate, parts)


def combined(aggregate: Aggregate, parts: list[Floats]) -> Floats:
    """Columns combined class by class."""
    if aggregate is Aggregate.MAXIMUM:
        return reduce(np.maximum, parts)
    if aggregate in (Aggregate.SUM, Aggregate.ARITHMETIC_MEAN):
        return reduce(np.add, parts)
    return reduce(np.add, [np.log1p(part) for part in parts])
