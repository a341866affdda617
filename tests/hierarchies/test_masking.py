import polars as pl
import pytest

from shoal.errors import DataError, StudyError
from shoal.hierarchies import builder_of
from shoal.hierarchies.masking import Masking

VALUES = pl.Series(["81667", "816", "9"])


def masked(value, **options):
    hierarchy = Masking(**options).build(VALUES)
    row = hierarchy.rows(pl.Series([value]))[0]
    return [level[int(row)] for level in hierarchy.levels]


# The three worked examples of spec/utility.md §1.3, to the letter.
def test_left_aligned_values_are_masked_from_the_right():
    assert masked("816", padding=" ") == ["816", "816 *", "816**", "81***", "8****", "*****"]


def test_right_aligned_values_are_masked_from_the_right():
    found = masked("816", padding=" ", align="right")
    assert found == ["816", "  81*", "  8**", "  ***", " ****", "*****"]


def test_right_aligned_values_are_masked_from_the_left():
    found = masked("816", padding=" ", align="right", direction="left-to-right")
    assert found == ["816", "* 816", "**816", "***16", "****6", "*****"]


def test_by_default_both_characters_are_stars():
    assert masked("9") == ["9", "9****", "9****", "9****", "9****", "*****"]


def test_the_height_is_the_length_of_the_longest_value():
    hierarchy = Masking().build(VALUES)
    assert (hierarchy.height, hierarchy.has_root) == (5, True)


def test_length_is_counted_in_characters_not_in_bytes():
    assert Masking(character="#").build(pl.Series(["äöü", "x"])).levels[1].to_list() == [
        "äö#",
        "x*#",
    ]


def test_free_text_is_refused_without_quoting_it():
    with pytest.raises(DataError, match="1 values are longer than 255") as caught:
        Masking().build(pl.Series(["canary" * 50]))
    assert "canary" not in str(caught.value)


@pytest.mark.parametrize("wrong", [{"align": "middle"}, {"padding": ""}, {"character": "**"}])
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(StudyError, match="hierarchy builder 'masking'"):
        builder_of({"builder": "masking", **wrong})
