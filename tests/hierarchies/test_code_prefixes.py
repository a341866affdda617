import polars as pl
import pytest

from shoal.errors import StudyError
from shoal.hierarchies import builder_of


def rows(values, **parameters):
    hierarchy = builder_of({"builder": "code-prefixes", **parameters}).build(pl.Series(values))
    return list(zip(*(level.to_list() for level in hierarchy.levels), strict=True))


def test_an_atc_code_has_five_levels():
    assert rows(["A10BA02"], lengths=[5, 4, 3, 1]) == [
        ("A10BA02", "A10BA", "A10B", "A10", "A", "*")
    ]


def test_codes_with_separators_are_cut_by_parts():
    assert rows(["3.4.21.4", "3.4"], lengths=[3, 2, 1], separator=".") == [
        ("3.4.21.4", "3.4.21", "3.4", "3", "*"),
        ("3.4", "3.4", "3.4", "3", "*"),
    ]
    assert rows(["2345-7"], lengths=[1], separator="-")[0][1] == "2345"


def test_shorter_codes_stay_as_they_are():
    assert rows(["A10", "A10BA"], lengths=[5, 3]) == [
        ("A10", "A10", "A10", "*"),
        ("A10BA", "A10BA", "A10", "*"),
    ]


def test_a_root_can_be_left_out():
    assert rows(["A10"], lengths=[1], always_root=False) == [("A10", "A")]


def test_no_label_is_empty():
    assert rows([".5", "x"], lengths=[1], separator=".")[0] == (".5", "*", "*")


def test_length_is_counted_in_characters_not_in_bytes():
    assert rows(["äöü"], lengths=[2])[0][1] == "äö"


@pytest.mark.parametrize("lengths", [[3, 3], [1, 2], [], [0]])
def test_lengths_must_fall(lengths):
    with pytest.raises(StudyError, match="code-prefixes"):
        builder_of({"builder": "code-prefixes", "lengths": lengths})
