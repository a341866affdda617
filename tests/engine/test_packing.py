"""Codes of several columns in one key, and out of it again."""

import numpy as np
import pytest

from shoal.engine.packing import pack_columns


@pytest.mark.parametrize("sizes", [[3, 5], [1, 2**20, 7], [2**20] * 8])
def test_what_was_packed_can_be_read_again(sizes):
    random = np.random.default_rng(1)
    columns = [random.integers(0, size, 50).astype(np.int32) for size in sizes]
    layout, keys = pack_columns(columns, sizes)
    for at, column in enumerate(columns):
        assert np.array_equal(layout.field(keys, at), column)


def test_different_records_have_different_keys():
    every = np.array(np.meshgrid(range(3), range(4))).reshape(2, -1).astype(np.int32)
    _, keys = pack_columns(list(every), [3, 4])
    assert len(np.unique(keys, axis=0)) == 12
