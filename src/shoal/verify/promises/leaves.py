"""What released classes may stand for: how many combinations of values are under their labels.

From these whole numbers follows which share of the information about its values a class has lost:
the logarithm of its combinations over that of all (Wan et al. 2015).
"""

from collections.abc import Mapping

import numpy as np

from shoal.verify.case.case import Case
from shoal.verify.case.linked import Linked
from shoal.verify.case.records import Whole
from shoal.verify.promises.answer import Invisible
from shoal.verify.values.dictionary import positions
from shoal.verify.values.hierarchies import whole_hierarchy

OTHER_SHARES = "Labels cover shares of a domain that this verifier does not know."
AMBIGUOUS = "A label stands on several levels, so it cannot be told what it covers."
HIDDEN = "Quasi-identifiers that are not written, or aggregated, would be needed."


def combinations(
    case: Case, levels: Mapping[str, int] | None, places: Whole
) -> tuple[list[int], int]:
    """How many combinations are under each class, and how many there are in all.

    Raises Invisible where that cannot be known.

    Args:
        case: The release and its input.
        levels: The level of each column; None where records have levels of their own.
        places: The place of a released record of each class.
    """
    if len(case.label_columns) != len(case.terms.quasi_identifiers):
        raise Invisible(HIDDEN)
    under, everything = [1] * len(places), 1
    for column in case.label_columns:
        level = None if levels is None else levels[column.terms.name]
        leaves, values = _leaves(case, column, level)
        counts = leaves[column.release.codes[places]].tolist()
        under = [product * count for product, count in zip(under, counts, strict=True)]
        everything *= values
    return under, everything


def _leaves(case: Case, column: Linked, level: int | None) -> tuple[Whole, int]:
    """How many values are under each released text, and how many the column has."""
    settings = column.terms.hierarchy or {}
    if settings.get("shares") not in (None, "values"):
        raise Invisible(OTHER_SHARES)
    steps = whole_hierarchy(column.terms, column.data.texts, case.folder)
    chosen = steps if level is None else steps[level : level + 1]
    counts = np.zeros((len(chosen), len(column.release.texts)), np.int64)
    for at, labels in enumerate(chosen):
        places = positions(column.comparable(labels), column.release.texts)
        np.add.at(counts[at], places[places >= 0], 1)
    fewest = np.where(counts > 0, counts, np.iinfo(np.int64).max).min(axis=0)
    most = counts.max(axis=0)
    if (most > fewest).any():
        raise Invisible(AMBIGUOUS)
    return np.maximum(most, 1), len(steps[0])
