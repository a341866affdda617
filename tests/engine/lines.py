"""Histograms over a line of values, and the distance by its definition."""

from fractions import Fraction
from itertools import accumulate

import numpy as np
from hypothesis import strategies as st

from shoal.engine.classes import Histogram
from shoal.engine.ordered_distance import NARROW


def histogram(*classes: list[int], reference: list[int] | None = None) -> Histogram:
    """One list of counts per class, zeros included."""
    dense = np.array(classes, np.int64)
    at, values = np.nonzero(dense)
    whole = dense.sum(axis=0) if reference is None else np.array(reference, np.int64)
    return Histogram(at.astype(np.int32), values.astype(np.int32), dense[at, values], whole)


# Charges of 50, 60 and 70 thousand in classes e1 and e2 (paper 004, figure 1).
PAPER = histogram([1, 1, 0], [0, 2, 1])


@st.composite
def histograms(draw):
    """Some classes over a line: of few values, of many, or with long gaps between few."""
    values = draw(st.integers(2, 3 * NARROW))
    present = st.dictionaries(st.integers(0, values - 1), st.integers(1, 30), min_size=1)
    chosen = draw(st.lists(present, min_size=1, max_size=4))
    others = draw(st.lists(st.integers(0, 30), min_size=values, max_size=values))
    classes = [[counts.get(value, 0) for value in range(values)] for counts in chosen]
    return histogram(*classes, reference=[sum(column) for column in zip(*classes, others)])  # noqa: B905


def defined(counts: list[int], reference: list[int]) -> Fraction:
    """The definition: the mean of |cumulative p - cumulative q| over all steps but the last."""
    both = zip(accumulate(counts), accumulate(reference), strict=True)
    areas = [abs(Fraction(p, sum(counts)) - Fraction(q, sum(reference))) for p, q in both]
    return sum(areas, Fraction(0)) / (len(counts) - 1)
