import numpy as np
import polars as pl
import pytest

from shoal.engine import encode as module
from shoal.engine.encode import encode
from shoal.errors import DataError
from shoal.hierarchies.hierarchy import Hierarchy

LETTERS = Hierarchy.of([["a", "b", "c", "d"], ["ab", "ab", "cd", "cd"], ["*"] * 4], "letters")
DIGITS = Hierarchy.of([["1", "2"], ["*", "*"]], "digits")


def texts(*values):
    return pl.Series(values, dtype=pl.String)


def small():
    columns = {"x": texts("b", "a", "b", "d", "b"), "y": texts("1", "1", "1", "2", "2")}
    return columns, {"x": LETTERS, "y": DIGITS}


def test_equal_tuples_become_one_with_a_count():
    encoded = encode(*small())
    assert encoded.records == 5
    assert encoded.counts.tolist() == [2, 1, 1, 1]
    assert encoded.tuple_of_record.tolist() == [0, 1, 0, 2, 3]
    assert encoded.codes(0).tolist() == [1, 0, 3, 1]
    assert encoded.codes(1).tolist() == [0, 0, 1, 1]


def test_a_column_knows_its_levels_labels_and_covers():
    column = encode(*small()).columns[0]
    assert (column.name, column.height, column.domain, column.weight) == ("x", 2, 4, 1.0)
    assert [labels.to_list() for labels in column.labels] == [[*"abcd"], ["ab", "cd"], ["*"]]
    assert [covers.tolist() for covers in column.covers] == [[1, 1, 1, 1], [2, 2], [4]]
    assert column.step(0, 1).tolist() == [0, 0, 1, 1]
    assert column.step(1, 2).tolist() == [0, 0]
    assert column.sizes == (4, 2, 1)


def test_weights_are_kept_by_column():
    weights = [column.weight for column in encode(*small(), weights={"y": 0.5}).columns]
    assert weights == [1.0, 0.5]


def test_counts_say_how_many_records_an_entry_stands_for():
    encoded = encode(*small(), counts=np.array([10, 1, 5, 2, 3]))
    assert encoded.records == 21
    assert encoded.counts.tolist() == [15, 1, 2, 3]


def test_sensitive_values_are_counted_per_tuple():
    columns, hierarchies = small()
    ill = texts("flu", None, "hiv", "flu", "flu")
    found = encode(columns, hierarchies, sensitive={"ill": ill}).sensitive["ill"]
    labels = found.labels.to_list()
    assert sorted(labels, key=str) == [None, "flu", "hiv"]
    entries = zip(found.tuples.tolist(), found.values.tolist(), found.counts.tolist(), strict=True)
    assert {(at, labels[value]): count for at, value, count in entries} == {
        (0, "flu"): 1,
        (0, "hiv"): 1,
        (1, None): 1,
        (2, "flu"): 1,
        (3, "flu"): 1,
    }


def test_sensitive_values_of_aggregated_entries_count_their_records():
    columns, hierarchies = small()
    found = encode(
        columns, hierarchies, sensitive={"ill": texts(*"fhfff")}, counts=np.array([4, 1, 3, 1, 1])
    ).sensitive["ill"]
    assert dict(zip(found.tuples.tolist(), found.counts.tolist(), strict=True))[0] == 7


def test_people_are_listed_once_per_tuple():
    columns, hierarchies = small()
    people = encode(columns, hierarchies, person=texts("p", "q", "p", "p", "r")).people
    assert people is not None
    assert people.tuples.tolist() == [0, 1, 2, 3]
    assert people.labels.gather(people.values).to_list() == ["p", "q", "p", "r"]


def test_values_without_a_place_in_the_hierarchy_are_counted_and_not_quoted():
    columns = {"x": texts("a", "SECRET", None, "b"), "y": texts("1", "9", "1", "2")}
    with pytest.raises(DataError) as caught:
        encode(columns, {"x": LETTERS, "y": DIGITS})
    assert len(caught.value.problems) == 2
    assert "'x': the values of 2 of 4 records are not in its hierarchy" in caught.value.problems[0]
    assert "SECRET" not in str(caught.value)
    assert "9" not in caught.value.problems[1]


def test_missing_values_are_values_of_their_own():
    columns = {"x": texts("a", None, None)}
    encoded = encode(columns, {"x": LETTERS.with_missing()})
    assert encoded.counts.tolist() == [1, 2]
    assert encoded.columns[0].domain == 5


def test_a_large_hierarchy_is_cut_down_to_the_values_that_occur(monkeypatch):
    whole = encode(*small())
    monkeypatch.setattr(module, "SMALL", 2)
    cut = encode(*small())
    assert cut.columns[0].sizes == (3, 2, 1)
    assert cut.columns[0].domain == 4
    assert [covers.tolist() for covers in cut.columns[0].covers] == [[1, 1, 1], [2, 2], [4]]
    assert cut.columns[0].labels[0].to_list() == ["a", "b", "d"]
    for level in range(3):
        labels = [
            encoded.columns[0].labels[level].gather(encoded.codes(0, level)).to_list()
            for encoded in (whole, cut)
        ]
        assert labels[0] == labels[1]


def test_a_hundred_columns_make_keys_of_several_words():
    columns = {f"c{at}": texts("1", "2", "1") for at in range(100)}
    encoded = encode(columns, dict.fromkeys(columns, DIGITS))
    assert encoded.layout.words == 2
    assert encoded.counts.tolist() == [2, 1]
    assert all(encoded.codes(at).tolist() == [0, 1] for at in range(100))
