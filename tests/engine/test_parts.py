import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import encoded_of
from engine.conftest import DISEASES, PEOPLE
from golden.tables import column
from shoal.engine.classes import classes_of
from shoal.engine.encode import encode
from shoal.engine.grouping import group
from shoal.engine.parts import part_of, recode_table, recode_tuples
from shoal.engine.transform import transform
from shoal.hierarchies.hierarchy import Hierarchy

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
    table = recode_tuples(toy, levels)
    cells = transform(table, (0, 0), np.zeros(7, bool))
    assert cells["age"].to_list() == ["34", "<50", "66", ">=50", "<50", "70", "45"]
    assert cells["sex"].to_list() == ["m", "*", "m", "*", "*", "m", "m"]
    assert sorted(group(table, (0, 0)).sizes.tolist()) == [1, 1, 1, 1, 1, 2]


def test_labels_cover_what_they_covered_on_their_level(toy):
    levels = np.full((len(toy.counts), 2), 1, np.int16)
    table = recode_tuples(toy, levels)
    covered = table.columns[0].covers[0][table.codes(0)]
    assert covered[table.tuple_of_record].tolist() == [2] * 7
    assert [column.domain for column in table.columns] == [4, 2]


def test_recoding_everything_to_one_vector_is_generalization(toy):
    table = recode_tuples(toy, np.tile(np.array([1, 0], np.int16), (len(toy.counts), 1)))
    ours, theirs = classes_of(table, group(table, (0, 0))), classes_of(toy, group(toy, (1, 0)))
    assert ours.records.tolist() == theirs.records.tolist()
    assert ours.sizes.tolist() == theirs.sizes.tolist()
    assert ours.histogram("dis").tolist() == theirs.histogram("dis").tolist()


def test_records_of_one_tuple_can_part(toy):
    levels = np.zeros((7, 2), np.int16)
    levels[5] = (1, 0)
    table = recode_table(toy, levels)
    cells = transform(table, (0, 0), np.zeros(7, bool))
    assert cells["age"].to_list() == ["34", "45", "66", "70", "34", ">=50", "45"]
    assert table.counts.sum() == 7


def test_values_follow_their_records():
    """Three equal records with different values: one of them goes its own way."""
    texts = {"age": pl.Series(["34", "34", "34"])}
    hierarchy = {"age": Hierarchy.of([["34", "45"], ["<50", "<50"]], "age")}
    values, people = pl.Series(["a", "b", "c"]), pl.Series(["p", "q", "p"])
    toy = encode(texts, hierarchy, sensitive={"dis": values}, joint={"dis": values})
    levels = np.array([[0], [1], [0]], np.int16)
    table = recode_table(toy, levels)
    classes = classes_of(table, group(table, (0,)))
    assert classes.histogram("dis").tolist() == [[1, 0, 1], [0, 1, 0]]
    assert table.sensitive["dis"].reference.tolist() == [1, 1, 1]
    assert table.joint.tuples.tolist() == [0, 1, 0]
    counted = recode_table(encode(texts, hierarchy, person=people), levels)
    assert classes_of(counted, group(counted, (0,))).sizes.tolist() == [1, 1]


def test_an_entry_that_stands_for_many_records_goes_as_a_whole():
    texts = {"age": pl.Series(["34", "34", "45"])}
    hierarchy = {"age": Hierarchy.of([["34", "45"], ["<50", "<50"]], "age")}
    toy = encode(texts, hierarchy, counts=np.array([3, 4, 5]))
    table = recode_table(toy, np.array([[0], [1], [1]], np.int16))
    assert table.counts.tolist() == [3, 9]


@given(st.lists(st.integers(0, 1), min_size=14, max_size=14))
def test_levels_per_record_agree_with_levels_per_tuple(drawn):
    columns = (column("toy", "age"), column("toy", "sex"))
    more = {"sensitive": {"dis": DISEASES}, "targets": {"dis": DISEASES}}
    toy = encoded_of(columns, **more, person=PEOPLE, aggregated={"years": AGES})
    size = len(toy.counts)
    levels = np.array(drawn, np.int16).reshape(7, 2)[:size]
    one, other = recode_tuples(toy, levels), recode_table(toy, levels[toy.tuple_of_record])
    for at in range(2):
        places = (table.codes(at)[table.tuple_of_record].tolist() for table in (one, other))
        assert next(places) == next(places)
    ours, theirs = (classes_of(table, group(table, (1, 1))) for table in (one, other))
    assert sorted(ours.sizes.tolist()) == sorted(theirs.sizes.tolist())
    assert sorted(ours.histogram("dis").tolist()) == sorted(theirs.histogram("dis").tolist())


def test_a_part_does_not_tell_its_records(toy):
    part = part_of(toy, women(toy))
    with pytest.raises(ValueError, match="one by one"):
        recode_table(part, np.zeros((3, 2), np.int16))


def test_a_text_that_stands_for_two_levels_is_one_text():
    texts = {"zip": pl.Series(["8*", "81", "82"])}
    hierarchy = {"zip": Hierarchy.of([["8*", "81", "82"], ["8*", "8*", "8*"]], "zip")}
    table = recode_table(encode(texts, hierarchy), np.array([[0], [1], [0]], np.int16))
    assert transform(table, (0,), np.zeros(3, bool))["zip"].to_list() == ["8*", "8*", "82"]
    assert group(table, (1,)).sizes.tolist() == [2, 1]
