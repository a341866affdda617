"""The page learning: settings, sentences, lines and charts, without a page."""

import numpy as np
import pytest

from shoal.errors import ShoalError
from shoal.learning.cross_validation import Predictions
from shoal.learning.evaluation import Evaluation
from shoal.learning.scores import score_predictions
from shoal.study.study import Study
from shoal.web.glossary import GLOSSARY
from shoal.web.pages.learning import charts, closely, figures, scaling, settings
from shoal.web.pages.learning.sortable import body

NASTY = 'a "b" <i>c</i> d=1'
BODY = {
    "columns": {
        "name": {"role": "identifier"},
        "age": {"role": "quasi-identifier", "type": "integer"},
        "born": {"role": "quasi-identifier", "type": {"type": "date", "format": "%Y"}},
        NASTY: {"role": "quasi-identifier"},
        "nickname": {"role": "identifier", "pseudonym": {"method": "random"}},
        "illness": {"role": "sensitive"},
        "paid": {"role": "insensitive"},
    }
}
TRUTH = [0, 0, 0, 1, 1, 1, 0, 0]
SURE = [0.9, 0.8, 0.7, 0.4, 0.3, 0.6, 0.55, 0.95]
VAGUE = [0.6, 0.45, 0.7, 0.4, 0.55, 0.6, 0.55, 0.95]
PRIOR = [0.625] * 8


def predictions(first):
    first = np.array(first)
    missing = np.zeros(len(first), np.bool_)
    return Predictions(np.array(TRUTH, np.int32), np.stack([first, 1 - first], 1), missing, 0)


@pytest.fixture(scope="module")
def model():
    sides = (
        score_predictions(predictions(PRIOR), baseline=True),
        *map(score_predictions, map(predictions, (SURE, VAGUE))),
    )
    found = Evaluation(*sides).plain(["flu", "<b>none</b>"])
    return {"model": "naive-bayes", "parameters": {"smoothing": 2.0}, **found}


@pytest.fixture(scope="module")
def learned(model):
    records = {"input": 9, "released": 7, "tested": 8}
    target = {"target": "illness", "classes": ["flu", "<b>none</b>"], "models": [model]}
    return {"records": records, "features": ["age"], "folds": 2, "targets": [target]}


# Settings


def test_identifiers_and_replaced_columns_are_neither_predicted_nor_predicted_from():
    assert settings.release_columns(BODY) == ["age", "born", NASTY, "illness", "paid"]


def test_the_output_says_which_columns_there_are():
    assert settings.release_columns({**BODY, "output": {"columns": ["paid", "age"]}}) == [
        "paid",
        "age",
    ]


def test_numbers_and_dates_can_be_scaled():
    assert [name for name in settings.release_columns(BODY) if settings.is_numeric(BODY, name)] == [
        "age",
        "born",
    ]


def test_a_sensitive_column_is_proposed_where_none_is_marked():
    assert settings.proposal(BODY) == "illness"
    assert settings.targets(BODY, {}) == []


def test_what_would_be_taken_anyway_is_not_written_into_the_study():
    columns = {**BODY["columns"], "paid": {"role": "insensitive", "target": True}}
    marked = {"columns": columns}
    assert settings.with_setting(marked, {}, "targets", ["paid"]) == {}
    rest = ["age", "born", NASTY, "illness"]
    assert settings.with_setting(marked, {}, "features", rest) == {}
    assert settings.with_setting(marked, {}, "features", ["age"]) == {"features": ["age"]}
    assert settings.with_setting(marked, {"features": ["age"]}, "features", None) == {}
    assert settings.with_setting(marked, {}, "models", ["logistic-regression"]) == {}


def test_how_models_are_judged_leaves_the_rest_alone():
    section = {"targets": ["illness"], "folds": 3}
    assert settings.with_judging(section, {"repetitions": 2}) == {
        "targets": ["illness"],
        "repetitions": 2,
    }


def test_each_sentence_stands_beside_what_it_is_about(tmp_path):
    """The sentences are the library's own, not ours."""
    columns = {name: BODY["columns"][name] for name in ("age", "illness")}
    base = {"data": {"path": "x.csv"}, "columns": columns, "privacy": []}
    told = []
    for section in (
        {},
        {"targets": ["illness"], "folds": 1},
        {"targets": ["illness"], "scaling": {"age": "log(x"}},
        {"targets": ["ilness"]},
    ):
        with pytest.raises(ShoalError) as error:
            Study.of({**base, "evaluate": section}, tmp_path)
        told.append(
            settings.problems_by_part([one for one in error.value.problems if "evaluate" in one])
        )
    nothing, folds, scaled, unknown = told
    assert nothing == {"targets": ["Choose at least one column to predict."]}
    assert folds == {"how": ["parameter 'folds': should be greater than or equal to 2."]}
    assert settings.about_column(scaled["scaling"], "age") == [
        "'log(x': expected a closing parenthesis at the end."
    ]
    assert settings.about_column(scaled["scaling"], "ag") == []
    assert unknown["targets"][0].startswith("'ilness' is not a released column.")


def test_a_result_answers_only_the_question_it_was_made_for(learned):
    asked = {**BODY, "evaluate": {"targets": ["illness"], "features": ["age"], "folds": 2}}
    report = {
        "learning": {**learned, "seed": 0},
        "settings": settings.with_defaults(asked["evaluate"]),
    }
    assert settings.is_answered(report, asked)
    for other in (
        {"folds": 3},
        {"features": ["born"]},
        {"models": ["zero-r"]},
        {"ranges": "middles"},
    ):
        assert not settings.is_answered(report, {**asked, "evaluate": asked["evaluate"] | other})
    assert not settings.is_answered(report, {**asked, "seed": 7})


def test_the_question_is_a_sentence():
    asked = {**BODY, "evaluate": {"targets": ["illness"]}}
    assert settings.question(asked) == "Predict illness from 4 columns by logistic-regression."
    assert settings.question(BODY) == "Nothing is predicted yet."


# Scaling


def test_an_expression_is_checked_and_its_effect_is_shown():
    assert scaling.problem("log(x + 1)") is None
    assert "closing parenthesis" in scaling.problem("log(x")
    assert scaling.effect("x^2", [0, 2.5, 10]) == "0 → 0 · 2.5 → 6.25 · 10 → 100"
    assert scaling.effect("1/x", [0, 1]).startswith("No finite number for 0")
    assert scaling.effect("", [1]) == scaling.NONE


# Words


def test_the_sentence_counts_of_100_cases(model):
    assert figures.sentence("illness", model) == (
        "Predicting illness: from the release, naive-bayes is right in 62 of 100 cases, from the"
        " original in 88; guessing always the most frequent class gives 62."
    )


def test_different_shares_never_look_equal():
    assert figures.right_of_100(0.81, 0.83, 0.75) == ["81", "83", "75"]
    assert figures.right_of_100(0.812, 0.814, 0.75) == ["81.2", "81.4", "75"]


@pytest.mark.parametrize(
    ("relative", "word", "tone"),
    [
        (1.2, "better than the original", "good"),
        (0.96, "as good as the original", "good"),
        (0.8, "a little worse", "warn"),
        (0.4, "much worse", "bad"),
        (-0.2, "no better than guessing", "bad"),
    ],
)
def test_a_difference_is_told_in_words(model, relative, word, tone):
    assert figures.verdict({**model, "relative_accuracy": relative}) == (word, tone)


def test_where_even_the_original_only_guesses_nothing_is_called_good(model):
    level = {**model, "original": {**model["original"], "accuracy": 0.625}}
    assert figures.verdict(level) == ("nothing to learn", "")


def test_every_column_has_an_explanation_and_a_cell(model, learned):
    assert {*figures.OVERALL.values(), *figures.OF_CLASS.values()} <= GLOSSARY.keys()
    assert [len(line) for line in figures.overall(learned)] == [len(figures.OVERALL)]
    assert len(figures.of_class(model["by_class"][0])) == len(figures.OF_CLASS)


def test_lines_are_sorted_by_what_the_release_has(learned):
    names = list(figures.OVERALL)
    [line] = figures.overall(learned)
    text, key = line[names.index("Average error")]
    assert text == "30% → 41.3%"
    assert key == pytest.approx(0.4125)


def test_names_of_data_never_become_html(model):
    html = body([(figures.of_class(model["by_class"][1]), "bad")], figures.SAID_OF_CLASS)
    assert "<b>" not in html
    assert "&lt;b&gt;none" in html


# Charts


def test_roc_curves_have_original_release_and_baseline_with_their_areas(model):
    options = charts.roc(model["by_class"][0])
    assert [one["name"] for one in options["series"]] == [
        "Original 93.33%",
        "Released 73.3%",
        "Baseline 50%",
    ]
    assert all(one["data"][0] == [0, 0] for one in options["series"])
    assert all(one["data"][-1] == [100, 100] for one in options["series"])


def test_a_curve_is_read_between_its_points():
    curve = [[0, 0], [0.0, 0.4], [0.5, 0.8], [1, 1]]
    assert closely.height(curve, 0.25) == pytest.approx(0.6)
    assert closely.height(curve, 1) == 1
    assert closely.height([], 0.5) is None


def test_thresholds_that_no_prediction_reaches_are_no_points(model):
    precision, recall, coverage = charts.by_confidence(model["released"])["series"]
    assert precision["data"][-1][0] == 95
    assert recall["data"][-1] == coverage["data"][-1] == [100, 0]


def test_a_matrix_tells_shares_of_each_true_class(model):
    options = charts.confusion(["flu", "none"], model["original"]["confusion"])
    assert [one["value"] for one in options["series"][0]["data"]] == [
        [0, 0, 100, 5],
        [1, 0, 0, 0],
        [0, 1, 33.3, 1],
        [1, 1, 66.7, 2],
    ]


def test_of_very_many_classes_the_rare_ones_are_drawn_together():
    counts = [[0] * 100 for _ in range(100)]
    for at in range(100):
        counts[at][at], counts[at][0] = 100 - at, counts[at][0] + 1
    names, matrix = charts.drawable_matrix([f"c{at}" for at in range(100)], counts)
    assert names[-1] == "76 others"
    assert len(matrix) == charts.MOST_CLASSES
    assert sum(map(sum, matrix)) == sum(map(sum, counts))


def test_an_older_result_without_calibration_is_shown_without_it(model):
    assert charts.calibration(model)["series"][0]["data"]
    old = {key: value for key, value in model["released"].items() if key != "calibration"}
    assert charts.calibration({**model, "released": old}) is None


def test_whether_members_can_be_told_is_said_in_words(learned, model):
    told = {"original": {"advantage": 0.3, "interval": [0.2, 0.4]}}
    ends = {"cannot be told": (-0.01, 0.05), "less than": (0.05, 0.1), "as from": (0.2, 0.4)}
    for words, interval in ends.items():
        attacked = {"attacks": 2, **told, "released": {"advantage": 0.05, "interval": [*interval]}}
        target = {**learned["targets"][0], "models": [{**model, "membership": attacked}]}
        [line] = figures.memberships({**learned, "targets": [target]})
        assert words in line[-1]
    assert line[2] == "30% (20% to 40%)"
    assert figures.memberships(learned) == []
