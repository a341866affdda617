"""Tuples formed anew: values outside the key follow their records."""

import numpy as np
import polars as pl
import pytest

from shoal.engine.encode import encode
from shoal.engine.packing import packed
from shoal.engine.parts import part_of
from shoal.engine.regroup import regrouped
from shoal.hierarchies.hierarchy import Hierarchy

AGES = pl.Series(["1", "2", "1", "2"])
ILL = pl.Series(["flu", "flu", "angina", "angina"])


@pytest.fixture
def encoded():
    hierarchy = Hierarchy.of([["1", "2"], ["*", "*"]], "toy")
    return encode({"age": AGES}, {"age": hierarchy}, sensitive={"ill": ILL})


def test_values_follow_records_into_other_tuples(encoded):
    # The first two records become one tuple, the others another, whatever their ages were.
    layout, keys = packed([np.array([0, 0, 1, 1], np.int32)], [2])
    found = regrouped(encoded, encoded.columns, layout, keys)
    assert found.counts.tolist() == [2, 2]
    ill = found.sensitive["ill"]
    assert ill.labels.gather(ill.values).to_list() == ["flu", "angina"]
    assert ill.counts.tolist() == [2, 2]
    assert ill.reference.tolist() == encoded.sensitive["ill"].reference.tolist()


def test_a_part_of_a_table_does_not_know_its_records(encoded):
    part = part_of(encoded, np.array([True, False]))
    layout, keys = packed([np.array([0], np.int32)], [2])
    with pytest.raises(ValueError, match="not known one by one"):
        regrouped(part, part.columns, layout, keys)
