"""New values get the labels of a release; values without one follow the policy."""

from dataclasses import replace

import polars as pl
import pytest

from shoal.errors import DataError
from shoal.learning.document import labeling_of, labeling_settings
from shoal.learning.labeling import Labeling

NUMBERS, TEXTS = {"type": "integer"}, {"type": "string"}
DECADES = Labeling(
    "age", "builder", NUMBERS, level=1, builder={"builder": "intervals", "width": 10, "levels": 2}
)
CITIES = Labeling("city", "table", TEXTS, level=1, table={"Ulm": "south", "Kiel": "north"})
CODES = Labeling("code", "builder", TEXTS, level=2, builder={"builder": "icd10"})


def test_a_builder_labels_values_that_nobody_has_seen():
    assert DECADES.texts(pl.Series([53, 47, None])).to_list() == ["[50, 60[", "[40, 50[", None]


def test_a_value_that_a_table_does_not_know_is_an_error_without_the_value():
    with pytest.raises(DataError, match="1 of 2 different values are unknown") as caught:
        CITIES.texts(pl.Series(["Ulm", "Bonn"]))
    assert "Bonn" not in str(caught.value)


def test_a_value_that_a_table_does_not_know_becomes_the_root_if_that_is_said():
    rooted = replace(CITIES, unseen="root")
    assert rooted.texts(pl.Series(["Ulm", "Bonn", None])).to_list() == ["south", "*", None]


def test_a_value_that_a_builder_refuses_follows_the_same_policy():
    values = pl.Series(["C25.0", "no code", "A00.1"])
    with pytest.raises(DataError, match="1 of 3 different values"):
        CODES.texts(values)
    rooted = replace(CODES, unseen="root").texts(values)
    assert rooted.to_list() == ["C15-C26", "*", "A00-A09"]


def test_a_missing_value_has_the_label_that_a_table_gives_it():
    known = replace(CITIES, table={"Ulm": "south", None: "nowhere"})
    assert known.texts(pl.Series(["Ulm", None])).to_list() == ["south", "nowhere"]


def test_no_records_need_no_labels():
    nothing = pl.Series([], dtype=pl.String)
    for labeling in (DECADES, CITIES, CODES):
        assert labeling.texts(nothing).to_list() == []


@pytest.mark.parametrize("labeling", [DECADES, replace(CITIES, table={"Ulm": "x", None: "y"})])
def test_a_labeling_survives_json(labeling):
    assert labeling_of(labeling.name, labeling_settings(labeling)) is not labeling
    again = labeling_settings(labeling_of(labeling.name, labeling_settings(labeling)))
    assert again == labeling_settings(labeling)


def test_a_saved_builder_that_names_a_file_is_refused():
    with pytest.raises(DataError, match="must not name a file"):
        labeling_of(
            "age", {"kind": "builder", "type": TEXTS, "builder": {"builder": "file", "path": "x"}}
        )
