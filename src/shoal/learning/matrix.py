"""Turns features into the matrix of a model, with one line per distinct combination of values.

Records that look alike are computed once; models that take weights get the number of each line.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts
from shoal.learning.features import UNSEEN, Feature, Features
from shoal.learning.libraries import learning_libraries
from shoal.learning.model import Layout, Matrix
from shoal.utility.grouping import group_rows

MOST_CODES = 254  # categories that gradient boosting tells apart
MOST_CELLS = 20_000_000  # of a matrix that is not sparse


@dataclass(frozen=True, eq=False)
class Design:
    """The matrix of all distinct combinations, and the line of each record.

    Attributes:
        matrix: One line per combination.
        categorical: Which columns are indicators or codes, not numbers.
        training: The line of each record, for training.
        testing: The line of each record, for prediction.
    """

    matrix: Matrix
    categorical: Bools
    training: Codes
    testing: Codes


def design_of(features: Features, layout: Layout) -> Design:
    """The matrix of features in the layout that a model needs."""
    sides = [features.training]
    if features.testing is not features.training:
        sides.append(features.testing)
    columns = [np.concatenate(codes) for codes in zip(*sides, strict=True)]
    records = len(features.kept) * len(sides)
    first, lines = _distinct(columns, features.columns, records)
    distinct = [codes[first] for codes in columns]
    build = indicators if layout is Layout.INDICATORS else codes_matrix
    matrix, categorical = build(features.columns, distinct, len(first))
    places = np.split(lines, len(sides))
    return Design(matrix, categorical, places[0], places[-1])


def indicators(
    columns: Sequence[Feature], codes: Sequence[Codes], lines: int
) -> tuple[Matrix, Bools]:
    """A sparse matrix: per column one place for its numbers, and one for each other value.

    The flags tell which places are indicators.

    Args:
        columns: The features.
        codes: The code of each line in each feature.
        lines: How many lines the matrix has.
    """
    with learning_libraries():
        from scipy.sparse import csr_array  # noqa: PLC0415  (an extra)

    places, values, width, kinds = [], [], 0, []
    for feature, own in zip(columns, codes, strict=True):
        place, kind = _places(feature)
        value = np.where(feature.is_number, feature.numbers, 1.0)
        places.append(np.where(own == UNSEEN, UNSEEN, place[own] + width))
        values.append(value[own])
        width += len(kind)
        kinds.append(kind)
    if not width:  # a constant: without features every record looks alike
        return csr_array(np.ones((lines, 1))), np.ones(1, np.bool_)
    at, data = np.stack(places, axis=1), np.stack(values, axis=1)
    there = at != UNSEEN
    starts = np.append(0, np.cumsum(there.sum(axis=1)))
    return csr_array((data[there], at[there], starts), shape=(lines, width)), np.concatenate(kinds)


def codes_matrix(
    columns: Sequence[Feature], codes: Sequence[Codes], lines: int
) -> tuple[Matrix, Bools]:
    """An array with up to two columns per feature, its numbers and its codes, after a constant one.

    The flags tell which columns hold codes. Arguments are those of `indicators`.
    """
    parts, kinds = [np.zeros(lines)], [False]  # a constant: without features all look alike
    for feature, own in zip(columns, codes, strict=True):
        number = feature.is_number
        if number.any():
            parts.append(np.where(own == UNSEEN, np.nan, feature.numbers[own]))
            kinds.append(False)
        if not number.all():
            values = np.where(number, np.nan, _frequent(feature, own))
            parts.append(np.where(own == UNSEEN, np.nan, values[own]))
            kinds.append(True)
    return np.stack(parts, axis=1), np.array(kinds)


def nonempty_columns(matrix: Matrix) -> Bools:
    """Which columns of a matrix have a value in at least one line."""
    if hasattr(matrix, "indices"):
        counts: Counts = np.bincount(matrix.indices, minlength=matrix.shape[1])
        return counts > 0
    known: Bools = ~np.isnan(matrix).all(axis=0)
    return known


def dense_if_small(matrix: Matrix) -> Matrix:
    """The matrix as an array if it is small enough, since trees read arrays faster."""
    small = matrix.shape[0] * matrix.shape[1] <= MOST_CELLS
    return matrix.toarray() if small and hasattr(matrix, "toarray") else matrix


def weighted_lines(lines: Codes, labels: Codes, classes: int) -> tuple[Codes, Codes, Counts]:
    """Each line with each class that it occurs with, and the number of these records.

    Args:
        lines: The line of each record.
        labels: The class of each record.
        classes: How many classes there are.
    """
    pairs, counts = np.unique(lines.astype(np.int64) * classes + labels, return_counts=True)
    return (pairs // classes).astype(np.int32), (pairs % classes).astype(np.int32), counts


def _distinct(
    columns: Sequence[Codes], features: Sequence[Feature], records: int
) -> tuple[Codes, Codes]:
    """The first record of each combination of codes, and the combination of each record."""
    if not columns:
        return np.zeros(1, np.int32), np.zeros(records, np.int32)
    shifted = [codes + 1 for codes in columns]  # unseen values are values here
    first, lines, _ = group_rows(shifted, [len(feature.labels) + 1 for feature in features])
    return first.astype(np.int32), lines.astype(np.int32)


def _places(feature: Feature) -> tuple[Codes, Bools]:
    """The place of each code among those of its column, and whether each place is an indicator."""
    number = feature.is_number
    numeric = int(number.any())
    places = np.where(number, 0, np.cumsum(~number) - 1 + numeric).astype(np.int32)
    indicator = np.arange(numeric + int(np.count_nonzero(~number))) >= numeric
    return places, indicator


def _frequent(feature: Feature, codes: Codes) -> Codes:
    """The place of each code in the order of frequency, the most frequent first.

    Rare codes, beyond `MOST_CODES`, are not-a-number.
    """
    records = np.bincount(codes + 1, minlength=len(feature.labels) + 1)[1:]
    order = np.argsort(np.where(feature.is_number, 1, -records), kind="stable")
    ranks = np.empty(len(order))
    ranks[order] = np.arange(len(order))
    return np.where(ranks < MOST_CODES, ranks, np.nan)
