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


# The three worked examples of docs/theory/hierarchies.md, to the letter.
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


def test_a_given_length_makes_labels_independent_of_the_other_values():
    alone = Masking(max_length=5).build(pl.Series(["816"]))
    together = Masking(max_length=5).build(VALUES)
    assert [level[0] for level in alone.levels] == [level[1] for level in together.levels]
    with pytest.raises(DataError, match="1 value is longer than 4"):
        Masking(max_length=4).build(VALUES)


# Domain shares (docs/theory/hierarchies.md).
def shares(hierarchy):
    return [covers[0] / hierarchy.domain for covers in hierarchy.covers]


@pytest.mark.parametrize(
    "known",
    [
        {"domain_size": 100_000, "alphabet_size": 10},
        {"alphabet_size": 10},
        {"domain_size": 100_000},
    ],
)
def test_the_worked_example_of_domain_shares(known):
    found = Masking(shares="domain", **known).build(VALUES)
    assert shares(found) == pytest.approx([1e-5, 1e-4, 0.001, 0.01, 0.1, 1], rel=1e-9)


def test_the_alphabet_is_counted_where_it_is_not_given():
    found = Masking(shares="domain").build(pl.Series(["ab", "ba", "cc"]))
    assert shares(found) == [1 / 9, 1 / 3, 1]


def test_shares_are_stretched_to_the_size_of_the_domain():
    """x = A^(l-L) from [A^-L, 1] to [1/S, 1]: 0.01, 0.1, 1 become 0.05, then in a line."""
    found = Masking(shares="domain", alphabet_size=10, domain_size=20).build(pl.Series(["12"]))
    assert shares(found) == pytest.approx([0.05, 0.05 + 0.09 * 0.95 / 0.99, 1], rel=1e-12)


def test_a_longer_length_is_the_length_of_the_domain():
    found = Masking(shares="domain", alphabet_size=10, max_length=3).build(pl.Series(["7"]))
    assert shares(found) == [0.001, 0.01, 0.1, 1]


def test_huge_domains_keep_every_level_above_the_one_below():
    found = Masking(shares="domain", alphabet_size=2).build(pl.Series(["a" * 40]))
    assert shares(found)[-3:] == [0.25, 0.5, 1]
    assert all(covers[0] >= 1 for covers in found.covers)


def test_by_default_labels_cover_the_values_under_them():
    assert shares(Masking().build(VALUES)) == [1 / 3, 1 / 3, 2 / 3, 2 / 3, 2 / 3, 1]


def test_free_text_is_refused_without_quoting_it():
    with pytest.raises(DataError, match="1 value is longer than 255") as caught:
        Masking().build(pl.Series(["canary" * 50]))
    assert "canary" not in str(caught.value)


@pytest.mark.parametrize(
    "wrong",
    [
        {"align": "middle"},
        {"padding": ""},
        {"character": "**"},
        {"max_length": 0},
        {"shares": "domain", "alphabet_size": 0},
    ],
)
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(StudyError, match="hierarchy builder 'masking'"):
        builder_of({"builder": "masking", **wrong})
