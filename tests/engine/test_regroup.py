"""Tuples formed anew: values outside the key follow their records."""

import numpy as np
import polars as pl
import pytest

from shoal.engine.encode import encode
from shoal.engine.packing import pack_columns
from shoal.engine.parts import part_of
from shoal.engine.regroup import regroup_records
from shoal.hierarchies.hierarchy import Hierarchy

AGES = pl.Series(["1", "2", "1", "2"])
ILL = pl.Series(["flu", "flu", "angina", "angina"])


@pytest.fixture
def encoded():
    hierarchy = Hierarchy.of([["1", "2"], ["*", "*"]], "toy")
    return encode({"age": AGES}, {"age": hierarchy}, sensitive={"ill": ILL})


def test_values_follow_records_into_other_tuples(encoded):
    # The first two records become one tuple, the others another, whatever their ages were.
    layout, keys = pack_columns([np.array([0, 0, 1, 1], np.int32)], [2])
    found = regroup_records(encoded, encoded.columns, layout, keys)
    assert found.counts.tolist() == [2, 2]
    ill = found.sensitive["ill"]
    assert ill.labels.gather(ill.values).to_list() == ["flu", "angina"]
    assert ill.counts.tolist() == [2, 2]
    assert ill.reference.tolist() == encoded.sensitive["ill"].reference.tolist()


def test_a_part_of_a_table_does_not_know_its_records(encoded):
    part = part_of(encoded, np.array([True, False]))
    layout, keys = pack_columns([np.array([0], np.int32)], [2])
    with pytest.raises(ValueError, match="not known one by one"):
        regroup_records(part, part.columns, layout, keys)
