import pytest

from shoal.methods import methods
from shoal.privacy import privacy_models
from shoal.report.words import gist, label, level_meaning, measure_name, promise, search_result


def test_the_gist_says_how_hidden_a_record_is_and_how_many_are_gone(report):
    assert gist(report["summary"]) == (
        "Every record looks like at least 4 others.",
        "1,204 of 39,676 records were left out.",
    )


@pytest.mark.parametrize(
    ("classes", "gone", "expected"),
    [
        (
            {"count": 0, "min": None},
            9,
            ("No record was released.", "9 of 9 records were left out."),
        ),
        (
            {"count": 2, "min": 2},
            1,
            ("Every record looks like at least 1 other.", "1 of 9 records was left out."),
        ),
        (
            {"count": 9, "min": 1},
            0,
            ("Some records look like no other.", "No record was left out."),
        ),
    ],
)
def test_the_gist_fits_the_extremes(classes, gone, expected):
    summary = {"classes": classes, "suppressed_records": gone, "input": {"records": 9}}
    assert gist(summary) == expected


def test_the_gist_knows_that_suppressed_records_may_stay_blank(report):
    assert gist(report["summary"], "blank")[1] == "1,204 of 39,676 records were blanked."


OPTIMAL = {"optimal": True, "gap": 0.0, "lattice_size": 12, "limited_levels": []}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, "Best possible: no candidate that keeps the promises loses less."),
        ({"lattice_size": 1}, "Best possible: no candidate"),  # there are no other levels at all
        ({"lattice_size": 1, "limited_levels": ["age"]}, "Chosen by hand"),
        ({"lattice_size": 1, "limited_levels": None}, "There was one candidate"),
        ({"limited_levels": ["age"]}, "Best possible among the levels that the study allows"),
        ({"method": {"name": "argus"}}, "A method decided"),
        ({"account": {}}, "drawn by chance"),
        ({"optimal": False, "gap": 0.5}, "Not proven best. The loss is at most 0.5 above"),
        ({"optimal": None, "gap": None}, "Not proven best: a better candidate may exist."),
    ],
)
def test_only_what_the_search_chose_itself_is_called_the_best(changed, told):
    found = search_result(OPTIMAL | changed)
    assert told in found
    assert found.startswith("Best possible:") == told.startswith("Best possible:")


def test_a_promise_is_told_with_its_parameters():
    assert promise("k-anonymity", {"k": 5}) == "Every record looks like at least 4 others."
    assert "3 different values of diagnosis" in promise(
        "distinct-l-diversity", {"column": "diagnosis", "l": 3}
    )


@pytest.mark.parametrize("model", [*privacy_models, *methods])
def test_a_promise_without_its_parameters_is_still_told(model):
    assert promise(model, {}).endswith(".")
    assert "{" not in promise(model, {})
    assert measure_name(model) not in promise(model, {})


def test_a_parameter_that_a_study_leaves_out_has_its_default():
    told = promise("delta-presence", {"delta_max": 0.5})
    assert told == "Nobody can be surer than 0.5 that a person is in the data."


def test_a_model_that_is_not_installed_is_said_to_be_so():
    assert promise("wishful-thinking", {"k": 2}) == (
        "The model wishful-thinking is not installed here; its parameters are in the recipe."
    )
    assert measure_name("wishful-thinking") == "what the model wishful-thinking measures"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "(missing)"),
        ("", "(empty)"),
        ("two\n lines", "two lines"),
        ("nul\x00", "nul\ufffd"),
        ("\ud800", "\ufffd"),
        ("\u202eevil", "\ufffdevil"),
        (7, "7"),
    ],
)
def test_a_label_is_one_harmless_line(value, shown):
    assert label(value) == shown


def test_a_long_label_is_shortened():
    assert label("x" * 10_000, 20) == "x" * 19 + "…"


def test_a_level_says_what_it_did():
    assert level_meaning(0, 3, 60) == "Released as it was."
    assert level_meaning(2, 3, 5).startswith("Grouped")
    assert level_meaning(3, 3, 1).startswith("Fully generalized")
    assert level_meaning(None, 3, 5) == "Varies from record to record."
