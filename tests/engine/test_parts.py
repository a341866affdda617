import numpy as np
import polars as pl
import pytest

from bridge import encoded_of
from engine.conftest import DISEASES, PEOPLE
from golden.tables import column
from shoal.engine.classes import classes_of
from shoal.engine.grouping import group
from shoal.engine.parts import part_of, recoded
from shoal.engine.transform import transform

AGES = pl.Series(["34", "45", "66", "70", "34", "70", "45"])


@pytest.fixture
def toy():
    columns = (column("toy", "age"), column("toy", "sex"))
    return encoded_of(
        columns, sensitive={"dis": DISEASES}, person=PEOPLE, aggregated={"years": AGES}
    )


def women(toy):
    """The tuples of records 2, 4 and 5."""
    chosen = np.zeros(len(toy.counts), bool)
    chosen[toy.tuple_of_record[[1, 3, 4]]] = True
    return chosen


def test_a_part_has_the_records_and_values_of_its_tuples(toy):
    part = part_of(toy, women(toy))
    assert part.records == 3
    assert part.counts.tolist() == [1, 1, 1]
    classes = classes_of(part, group(part, (1, 0)))
    assert classes.records.tolist() == [2, 1]  # below 50, and not
    assert classes.sizes.tolist() == [1, 1]  # two records of q, one of r
    assert part.aggregated[0].values.counts.sum() == 3


def test_a_part_is_compared_with_the_whole_table(toy):
    part = part_of(toy, women(toy))
    assert part.sensitive["dis"].reference.tolist() == toy.sensitive["dis"].reference.tolist()
    again = part_of(part, np.array([True, False, False]))
    assert again.sensitive["dis"].reference.tolist() == toy.sensitive["dis"].reference.tolist()
    assert part.aggregated[0].domain == toy.aggregated[0].domain == 4


def test_each_tuple_can_have_levels_of_its_own(toy):
    levels = np.zeros((len(toy.counts), 2), np.int16)
    levels[women(toy)] = (1, 1)
    table = recoded(toy, levels)
    cells = transform(table, (0, 0), np.zeros(7, bool))
    assert cells["age"].to_list() == ["34", "<50", "66", ">=50", "<50", "70", "45"]
    assert cells["sex"].to_list() == ["m", "*", "m", "*", "*", "m", "m"]
    assert sorted(group(table, (0, 0)).sizes.tolist()) == [1, 1, 1, 1, 1, 2]


def test_labels_cover_what_they_covered_on_their_level(toy):
    levels = np.full((len(toy.counts), 2), 1, np.int16)
    table = recoded(toy, levels)
    covered = table.columns[0].covers[0][table.codes(0)]
    assert covered[table.tuple_of_record].tolist() == [2] * 7
    assert [column.domain for column in table.columns] == [4, 2]


def test_recoding_everything_to_one_vector_is_generalization(toy):
    table = recoded(toy, np.tile(np.array([1, 0], np.int16), (len(toy.counts), 1)))
    ours, theirs = classes_of(table, group(table, (0, 0))), classes_of(toy, group(toy, (1, 0)))
    assert ours.records.tolist() == theirs.records.tolist()
    assert ours.sizes.tolist() == theirs.sizes.tolist()
    assert ours.histogram("dis").tolist() == theirs.histogram("dis").tolist()
