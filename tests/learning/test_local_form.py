"""Which of several released forms a new record takes."""

import random

import numpy as np
import polars as pl

from shoal.learning.first_fit import NOWHERE, first_fits
from shoal.learning.labeling import Labeling
from shoal.learning.local_form import LocalForm

FINE = {"81": "81", "82": "82", "91": "91"}
COARSE = {"81": "8*", "82": "8*", "91": "9*"}


def labeled(labels):
    return Labeling("zip", "table", {"type": "string"}, table=labels, root="**", unseen="root")


def shown(*classes, fine=FINE):
    """What five records show after classes of a level and a label."""
    labelings = {"zip": {0: labeled(fine), 1: labeled(COARSE)}}
    levels = np.array([[level] for level, _ in classes], np.int32).reshape(-1, 1)
    texts = pl.DataFrame({"zip": [label for _, label in classes]}, {"zip": pl.String})
    form = LocalForm(labelings, levels, texts, np.ones(len(classes), np.int64), {"zip": "**"})
    return form.texts({"zip": pl.Series(["81", "82", "91", "new", None])})["zip"].to_list()


def test_a_record_takes_the_form_of_the_first_class_that_it_fits():
    assert shown((0, "81"), (1, "8*")) == ["81", "8*", "**", "**", "**"]
    assert shown((1, "8*"), (0, "81")) == ["8*", "8*", "**", "**", "**"]


def test_a_label_counts_on_its_own_level_only():
    assert shown((1, "81")) == ["**"] * 5


def test_without_a_class_every_record_looks_suppressed():
    assert shown() == ["**"] * 5


def test_a_class_of_missing_values_takes_missing_values():
    assert shown((0, None), fine={**FINE, None: None}) == ["**"] * 4 + [None]


def test_walking_finds_the_class_that_trying_one_by_one_finds():
    draw = random.Random(8)
    # Four values that stay, become halves (codes 4, 5) or everything (6).
    halves = np.array([[0, 1, 2, 3], [4, 4, 5, 5], [6, 6, 6, 6]], np.int32)
    for _ in range(60):
        classes = [[draw.randrange(7) for _ in range(3)] for _ in range(6)]
        records = [[draw.randrange(4) for _ in range(3)] for _ in range(20)]
        found = first_fits([halves] * 3, np.array(classes), np.array(records))
        for record, fit in zip(records, found.tolist(), strict=True):
            fits = (
                at
                for at, row in enumerate(classes)
                if all(code in halves[:, value] for code, value in zip(row, record, strict=True))
            )
            assert fit == next(fits, NOWHERE)
