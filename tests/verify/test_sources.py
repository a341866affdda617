"""Which input records a released record can stem from: by walking, and by trying all pairs."""

import random

import numpy as np
import pytest

from shoal.verify.origins import sources
from shoal.verify.origins.sources import Shown, kinds_of, pairs_of

# Values 0..3; codes 0..3 are the values, 4 and 5 their halves, 6 is everything.
HALVES = Shown.of([np.arange(4), np.array([4, 4, 5, 5]), np.full(4, 6)], 7)


def tried(columns, inputs, outputs):
    """All pairs, cell by cell."""
    return {
        (released, given)
        for released, shown in enumerate(outputs)
        for given, values in enumerate(inputs)
        if all(
            shown[at] in column.becomes[:, values[at]].tolist() for at, column in enumerate(columns)
        )
    }


def walked(columns, inputs, outputs, most=1000):
    released, given = pairs_of(columns, np.array(inputs), np.array(outputs), most)
    found = list(zip(released.tolist(), given.tolist(), strict=True))
    assert len(found) == len(set(found))
    return set(found)


def test_a_released_record_stems_from_those_that_it_covers():
    inputs = [(0, 0), (1, 3), (2, 3)]
    outputs = [(4, 6), (6, 3), (2, 5)]
    assert walked([HALVES, HALVES], inputs, outputs) == {(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)}


@pytest.mark.parametrize("room", [0, 1 << 24])
def test_walking_finds_what_trying_finds(monkeypatch, room):
    monkeypatch.setattr(sources, "ROOM", room)
    monkeypatch.setattr(sources, "BLOCK", 3)
    draw = random.Random(4)
    repeated = Shown.of([np.array([0, 1, -1, 2]), np.array([0, 0, 3, 2]), np.full(4, 0)], 4)
    columns = [HALVES, repeated, HALVES]
    for _ in range(50):
        inputs = sorted({tuple(draw.randrange(4) for _ in columns) for _ in range(8)})
        outputs = sorted({tuple(draw.randrange(c.size) for c in columns) for _ in range(8)})
        assert walked(columns, inputs, outputs) == tried(columns, inputs, outputs)


def test_too_many_pairs_are_said_not_guessed():
    everything = np.array([[6]])
    assert pairs_of([HALVES], np.arange(4).reshape(-1, 1), everything, 3) is None
    assert pairs_of([HALVES], np.arange(4).reshape(-1, 1), everything, 4) is not None


def test_equal_records_are_one_kind():
    first, second = np.array([0, 1, 0, 0]), np.array([5, 5, 5, 2])
    rows, counts, kind = kinds_of([(first, 2), (second, 6)])
    assert rows[kind].tolist() == [[0, 5], [1, 5], [0, 5], [0, 2]]
    assert counts[kind].tolist() == [2, 1, 2, 1]


def test_kinds_of_very_many_columns_are_told_apart():
    columns = [(np.array([1000, 1000, at, 1000]), 1001) for at in range(9)]
    rows, counts, _ = kinds_of(columns)
    assert sorted(counts.tolist()) == [1, 3]
    assert rows.shape == (2, 9)
