import numpy as np
import polars as pl
import pytest

from shoal.data.types import column_types
from shoal.errors import DataError, StudyError
from shoal.hierarchies import build_hierarchy, builder_of, fit_to_type

# a..e with frequencies 10, 5, 2, 1, 1: the worked examples of docs/theory/hierarchies.md.
RECORDS = pl.Series([*"aaaaaaaaaa", *"bbbbb", *"cc", "d", "e"])


def rows(values=RECORDS, **parameters):
    hierarchy = build_hierarchy(builder_of({"builder": "priorities", **parameters}), values)
    return list(zip(*(level.to_list() for level in hierarchy.levels), strict=True))


def test_the_worked_example_with_two_levels():
    assert rows(levels=2) == [
        ("a", "a", "*"),
        ("b", "b", "*"),
        ("c", "c", "*"),
        ("d", "*", "*"),
        ("e", "*", "*"),
    ]


def test_the_worked_example_with_at_most_ten_levels():
    assert rows() == [
        ("a", "a", "a", "a", "a", "*"),
        ("b", "b", "b", "b", "*", "*"),
        ("c", "c", "c", "*", "*", "*"),
        ("d", "d", "*", "*", "*", "*"),
        ("e", "*", "*", "*", "*", "*"),
    ]


def gone_first(**parameters):
    return [row[0] for row in rows(levels=5, **parameters) if row[1] == "*"]


def test_what_is_kept_longest_is_said_by_the_study():
    assert gone_first(keep="most-frequent") == ["e"]
    assert gone_first(keep="least-frequent") == ["a"]
    assert gone_first(keep="lowest") == ["e"]
    assert gone_first(keep="highest") == ["a"]
    assert gone_first(keep="lowest", order=["e", "d", "c", "b", "a"]) == ["a"]


def test_missing_values_are_not_counted():
    assert rows(pl.Series(["a", None, None, "b", "b"]), levels=1) == [("a", "*"), ("b", "*")]
    assert rows(pl.Series(["a", None, None, "b", "b"]), levels=2)[0] == ("a", "*", "*")


def test_the_type_of_the_column_gives_the_order():
    builder = builder_of({"builder": "priorities", "keep": "highest", "levels": 2})
    found = build_hierarchy(
        fit_to_type(builder, column_types.build({"type": "integer"})), pl.Series(["9", "10"])
    )
    assert found.levels[1].to_list() == ["10", "*"]


def test_every_level_hides_as_many_values_as_the_formula_says():
    """With n values and L levels, place p disappears at level L - floor(p L / n)."""
    values = pl.Series([f"{n:02}" for n in range(23)])
    found = rows(values, keep="lowest", levels=7)
    expected = [7 - place * 7 // 23 for place in range(23)]
    assert [row.index("*") for row in found] == expected


def test_the_top_is_a_root():
    assert build_hierarchy(builder_of({"builder": "priorities"}), RECORDS).has_root


def test_without_counts_frequencies_are_refused_rather_than_guessed():
    with pytest.raises(DataError, match="how often each value occurs"):
        builder_of({"builder": "priorities"}).build(pl.Series(["a", "b"]))


def test_counts_can_be_given():
    builder = builder_of({"builder": "priorities", "levels": 2})
    found = builder.build(pl.Series(["a", "b"]), counts=np.array([1, 2]))
    assert found.levels[1].to_list() == ["*", "b"]


@pytest.mark.parametrize("wrong", [{"levels": 0}, {"keep": "best"}, {"order": "x"}])
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(StudyError, match="priorities"):
        builder_of({"builder": "priorities", **wrong})
