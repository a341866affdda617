"""Pairs of releases: what they lose, and how they are shown."""

import numpy as np
import polars as pl
import pytest

from shoal.engine.encode import encode
from shoal.hierarchies import Hierarchy
from shoal.interactive.release_questions import Choice, Offer, release_questions, shares_lost

# Two columns of two values each, four records that are all different.
TWO = Hierarchy.of([["a", "b"], ["*", "*"]], "two")
TEXTS = {"x": pl.Series(["a", "a", "b", "b"]), "y": pl.Series(["a", "b", "a", "b"])}
NOBODY = np.zeros(4, np.bool_)


@pytest.fixture
def encoded():
    return encode(TEXTS, {"x": TWO, "y": TWO})


def offer(encoded, levels, suppressed=NOBODY):
    losses = shares_lost(encoded, encoded, levels, suppressed)
    return Offer(encoded, levels, suppressed, losses)


def test_a_column_at_the_top_is_lost_and_so_is_a_record_that_is_left_out(encoded):
    assert offer(encoded, (0, 1)).losses.tolist() == [0, 1]
    one_gone = np.array([True, False, False, False])
    assert offer(encoded, (0, 1), one_gone).losses.tolist() == [0.25, 1]


def test_only_releases_that_differ_in_what_they_keep_are_compared(encoded):
    keeps_x, keeps_y, neither = (offer(encoded, levels) for levels in ((0, 1), (1, 0), (1, 1)))
    [question] = release_questions([keeps_x, keeps_y, neither])
    assert question.first.tolist() == [0, 1]
    assert question.second.tolist() == [1, 0]


def test_a_choice_is_shown_by_a_record_that_both_keep(encoded):
    gone = [np.arange(4) == at for at in (0, 3)]
    choice = Choice(offer(encoded, (0, 1), gone[0]), offer(encoded, (1, 0), gone[1]))
    assert choice.records.tolist() == [1, 2]
    assert choice.left_out == {"first": 1, "second": 1}
    lines = choice.column_lines(1, ["a", "b"])
    assert [(line["value"], line["first"], line["second"]) for line in lines] == [
        ("a", "a", "*"),
        ("b", "*", "b"),
    ]
    everybody = Choice(offer(encoded, (0, 1), ~NOBODY), offer(encoded, (1, 0)))
    assert everybody.records.tolist() == [0, 1, 2, 3]
