"""The worked examples of docs/theory/hierarchies.md, to the letter."""

import polars as pl
import pytest

from shoal.verify.values.hierarchies import mask_levels


@pytest.mark.parametrize(
    ("settings", "labels"),
    [
        ({}, ["816 *", "816**", "81***", "8****", "*****"]),
        ({"align": "right"}, ["  81*", "  8**", "  ***", " ****", "*****"]),
        (
            {"align": "right", "direction": "left-to-right"},
            ["* 816", "**816", "***16", "****6", "*****"],
        ),
    ],
)
def test_the_worked_examples(settings, labels):
    levels = mask_levels(pl.Series(["81667", "816", "9"]), {"padding": " ", **settings})
    assert [level[1] for level in levels] == ["816", *labels]


def test_characters_are_counted_not_bytes():
    levels = mask_levels(pl.Series(["äöü", "a"]), {"character": "x"})
    assert [level.to_list() for level in levels[1:]] == [
        ["äöx", "a*x"],
        ["äxx", "axx"],
        ["xxx"] * 2,
    ]
