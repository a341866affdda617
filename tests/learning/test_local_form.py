"""Which of several released forms a new record takes."""

import polars as pl

from shoal.learning.labeling import Labeling
from shoal.learning.local_form import LocalForm, Way

FINE = {"81": "81", "82": "82", "91": "91"}
COARSE = {"81": "8*", "82": "8*", "91": "9*"}


def way(labels, classes, level):
    zips = Labeling("zip", "table", {"type": "string"}, table=labels, root="**", unseen="root")
    shown = pl.DataFrame({"zip": classes}, {"zip": pl.String})
    return Way({"zip": level}, (zips,), shown, 1)


def shown(*ways):
    form = LocalForm(("zip",), ways, {"zip": "**"})
    return form.texts({"zip": pl.Series(["81", "82", "91", "new", None])})["zip"].to_list()


def test_a_record_takes_the_form_of_the_first_pass_whose_class_it_fits():
    fine, coarse = way(FINE, ["81"], 0), way(COARSE, ["8*"], 1)
    assert shown(fine, coarse) == ["81", "8*", "**", "**", "**"]
    assert shown(coarse, fine) == ["8*", "8*", "**", "**", "**"]


def test_without_a_class_every_record_looks_suppressed():
    assert shown() == ["**"] * 5


def test_a_class_of_missing_values_takes_missing_values():
    assert shown(way({**FINE, None: None}, [None], 0)) == ["**"] * 4 + [None]
