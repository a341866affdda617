from shoal.engine.classes import classes_of, histogram
from shoal.engine.grouping import group


def test_sizes_count_people_where_people_are_known(toy):
    # Class (<50, m) holds records 1 and 7 of persons p and q; (>=50, m) two records of p.
    classes = classes_of(toy, group(toy, (1, 0)))
    assert classes.records.tolist() == [2, 2, 2, 1]
    assert classes.sizes.tolist() == [2, 1, 1, 1]


def test_a_person_in_two_classes_counts_in_both(toy):
    assert classes_of(toy, group(toy, (2, 0))).sizes.tolist() == [2, 2]
    assert classes_of(toy, group(toy, (2, 1))).sizes.tolist() == [3]


def test_sensitive_values_are_counted_once_per_person_and_class(toy):
    # Both records of class (>=50, m) are of one person with one illness.
    grouping = group(toy, (1, 0))
    classes = classes_of(toy, grouping)
    assert classes.histogram("dis").tolist() == [[2, 0], [1, 1], [0, 1], [1, 0]]
    found = histogram(toy.sensitive["dis"], grouping)
    assert found.classes.tolist() == [0, 1, 1, 2, 3]
    assert found.values.tolist() == [0, 0, 1, 1, 0]
    assert found.counts.tolist() == [2, 1, 1, 1, 1]


def test_at_the_top_the_histogram_is_the_whole_column(toy):
    top = classes_of(toy, group(toy, (2, 1)))
    assert top.histogram("dis").tolist() == [[3, 2]]
    assert top.histograms["dis"].reference.tolist() == [3, 2]
