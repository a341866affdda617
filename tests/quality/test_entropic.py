"""Losses in bits: what the compiled search is told."""

from math import log2

import numpy as np
import pytest

from quality.toy import NODES, losses, problem_of
from shoal.quality.entropic import uncertainty


@pytest.mark.parametrize(
    ("counts", "bits"),
    [([], 0), ([5], 0), ([1, 1], 2), ([2, 2], 4), ([3, 1], 3 * log2(4 / 3) + 2), ([0, 4, 0], 0)],
)
def test_uncertainty_is_the_bits_that_tell_values_apart(counts, bits):
    assert uncertainty(np.array(counts, np.int64)) == pytest.approx(bits)


def test_the_order_of_values_makes_no_difference():
    counts = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 97, 93])
    assert len({uncertainty(np.roll(counts, step)) for step in range(len(counts))}) == 1


@pytest.mark.parametrize("model", ["non-uniform-entropy", "normalized-non-uniform-entropy"])
def test_the_form_gives_the_losses_of_the_toy_table(model):
    problem = problem_of(model)
    form = problem.quality.entropic(problem.encoded)
    for levels, loss in zip(NODES, losses(model), strict=True):
        candidate = problem.candidate(levels)
        bits = np.array([uncertainty(candidate.suppressed_counts(at)) for at in range(2)])
        assert form.column_losses(levels, bits).sum() == pytest.approx(loss, rel=1e-14)
