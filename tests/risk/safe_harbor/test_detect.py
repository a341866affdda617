import polars as pl
import pytest

from risk.safe_harbor.forty_columns import forty_columns
from shoal.risk.safe_harbor import KINDS, safe_harbor


def precision_and_recall(found, truth):
    """How much of what was found is true, and how much of what is true was found."""
    pairs = {(each.column, each.kind.number) for each in found}
    true = {(name, kind) for name, kind in truth.items() if kind is not None}
    return len(pairs & true) / len(pairs), len(pairs & true) / len(true)


def test_all_eighteen_kinds_of_the_law_are_there():
    assert [kind.number for kind in KINDS] == list(range(1, 19))


def test_precision_and_recall_on_forty_columns():
    frame, truth = forty_columns()
    assert len(truth) == 40
    precision, recall = precision_and_recall(safe_harbor(frame), truth)
    assert precision >= 0.9
    assert recall >= 0.95


def test_a_detector_that_finds_nothing_or_everything_is_noticed():
    frame, truth = forty_columns(50)
    some = [found for found in safe_harbor(frame) if found.kind.number != 3]
    assert precision_and_recall(some, truth)[1] < 0.95


def test_values_tell_what_the_name_hides():
    frame = pl.DataFrame({"x": [f"person{at}@mail.example" for at in range(9)]})
    (found,) = safe_harbor(frame)
    assert (found.kind.number, found.by, found.share) == (6, "values", 1.0)


def test_name_and_values_agree():
    (found,) = safe_harbor(pl.DataFrame({"zip": ["12180", "12181", "10001"]}))
    assert (found.kind.number, found.by) == (2, "name and values")


@pytest.mark.parametrize("values", [["1950", "2001"], ["3", "89"]])
def test_years_and_ages_up_to_89_are_permitted(values):
    assert safe_harbor(pl.DataFrame({"date_of_birth": values})) == []
    assert safe_harbor(pl.DataFrame({"age": values})) == []


def test_a_single_age_above_89_is_found():
    (found,) = safe_harbor(pl.DataFrame({"age": ["17", "54", "93"]}))
    assert (found.kind.number, found.form) == (3, "ages above 89")


def test_another_dictionary_of_names_can_be_given():
    frame = pl.DataFrame({"who": ["Siobhan", "Caoimhe", "Niamh"]})
    assert safe_harbor(frame) == []
    (found,) = safe_harbor(frame, {"siobhan", "caoimhe", "niamh"})
    assert found.kind.number == 1


@pytest.mark.parametrize("values", [[], [None, None], [""]])
def test_an_empty_column_holds_nothing(values):
    assert safe_harbor(pl.DataFrame({"x": pl.Series(values, dtype=pl.String)})) == []
