"""The worked example of docs/theory/promises.md: two of twelve records are unique."""

import numpy as np

from shoal.engine.classes import EquivalenceClasses
from shoal.engine.size_histogram import SizeHistogram
from shoal.privacy import Monotonic
from shoal.privacy.sample_uniqueness import SampleUniqueness

SIZES = np.array([1, 1, 2, 3, 5])


def test_the_share_of_unique_records_is_limited():
    assert SampleUniqueness(threshold=2 / 12).holds(SIZES)
    assert not SampleUniqueness(threshold=0.16).holds(SIZES)
    assert SampleUniqueness(threshold=0.1).measured(EquivalenceClasses(SIZES, SIZES)) == 2 / 12


def test_one_unique_record_must_go_for_a_tenth():
    # 1 of 11 is 0.09.
    assert SampleUniqueness(threshold=0.1).least_suppressed(SizeHistogram.of(SIZES)) == 1
    assert SampleUniqueness(threshold=0.0).least_suppressed(SizeHistogram.of(SIZES)) == 2
    assert SampleUniqueness(threshold=1.0).least_suppressed(SizeHistogram.of(SIZES)) == 0


def test_nothing_released_is_not_unique():
    nothing = np.zeros(0, np.int64)
    assert SampleUniqueness(threshold=0.0).holds(nothing)
    assert SampleUniqueness(threshold=0.0).measured(EquivalenceClasses(nothing, nothing)) is None


def test_it_is_always_monotonic():
    assert SampleUniqueness.monotonic is Monotonic.ALWAYS
