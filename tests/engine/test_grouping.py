import pytest

from shoal.engine.grouping import group


@pytest.mark.parametrize(
    ("levels", "sizes"),
    [
        ((0, 0), [1, 1, 1, 1, 1, 1, 1]),
        ((1, 0), [2, 2, 2, 1]),  # docs/theory/classes.md: record 4 alone
        ((0, 1), [2, 2, 1, 2]),
        ((2, 0), [4, 3]),
        ((1, 1), [4, 3]),
        ((2, 1), [7]),
    ],
)
def test_the_classes_of_the_toy_table(toy, levels, sizes):
    assert group(toy, levels).sizes.tolist() == sizes


def test_every_tuple_knows_its_class(toy):
    grouping = group(toy, (1, 0))
    assert grouping.levels == (1, 0)
    assert grouping.class_of_tuple[toy.tuple_of_record].tolist() == [0, 1, 2, 3, 1, 2, 0]
