"""What each class loses by itself: the order in which classes of one size are suppressed."""

from functools import reduce
from weakref import WeakKeyDictionary

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedTable
from shoal.quality.aggregate import Aggregate
from shoal.quality.model import QualityModel
from shoal.quality.separable import Separable


def class_losses(quality: QualityModel, candidate: Candidate, chosen: Counts) -> Floats | None:
    """One number for each chosen class; None where the model has no loss of single classes.

    A model may offer `class_losses(candidate)`. For one that is a sum over records in each column
    it is what the records of the class cover, combined as the model combines columns.
    """
    own = getattr(quality, "class_losses", None)
    if own is not None:
        losses: Floats = own(candidate)[chosen]
        return losses
    form = _form(quality, candidate.encoded)
    return None if form is None else _loss_by_class(form, candidate, chosen)


_forms: WeakKeyDictionary[EncodedTable, tuple[QualityModel, Separable]] = WeakKeyDictionary()


def _form(quality: QualityModel, encoded: EncodedTable) -> Separable | None:
    """The parts of a separable loss, which a search asks for again and again."""
    known = _forms.get(encoded)
    if known is not None and known[0] == quality:
        return known[1]
    separable = getattr(quality, "separable", None)
    if separable is None:
        return None
    _forms[encoded] = quality, separable(encoded)
    return _forms[encoded][1]


def _loss_by_class(form: Separable, candidate: Candidate, chosen: Counts) -> Floats:
    layout, grouping = candidate.encoded.layout, candidate.grouping
    keys, sizes = grouping.keys[chosen], grouping.sizes[chosen]
    parts = []
    for at, level in enumerate(candidate.levels):
        units = form.covers[at][level][layout.field(keys, at)]
        domain = candidate.encoded.columns[at].domain
        parts.append(form.weights[at] * sizes * units / domain)
    return combine_columns(form.aggregate, parts)


def combine_columns(aggregate: Aggregate, parts: list[Floats]) -> Floats:
    """Columns combined class by class."""
    if aggregate is Aggregate.MAXIMUM:
        return reduce(np.maximum, parts)
    if aggregate in (Aggregate.SUM, Aggregate.ARITHMETIC_MEAN):
        return reduce(np.add, parts)
    return reduce(np.add, [np.log1p(part) for part in parts])
