"""A model as a program that needs nothing but Python."""

import json
import math
import subprocess
import sys

import numpy as np
import polars as pl
import pytest

from service.exports.test_model import STUDY, stays
from shoal.errors import StudyError
from shoal.learning import scorer
from shoal.learning.scaling import parse_expression
from shoal.service import verbs
from shoal.service.exports.model import export_model

CITY = "Ulm;south;*\nBonn;west;*\nKiel;north;*\nJena;east;*\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    home = tmp_path_factory.mktemp("stays")
    stays(600, 1, (20, 80)).write_csv(home / "stays.csv")
    new = stays(1000, 2, (0, 110)).drop("id", "sex", "cost")
    blank = pl.when(pl.int_range(pl.len()) % 50 == 0).then(None).otherwise(pl.col("days"))
    new.with_columns(days=blank).write_csv(home / "new.csv")
    (home / "city.csv").write_text(CITY)
    (home / "study.yaml").write_text(STUDY)
    verbs.run(home / "study.yaml", home / "run")
    return home


def run_alone(program, data):
    """No site packages, no environment, no current folder: nothing but Python itself."""
    command = [sys.executable, "-I", "-S", str(program), str(data)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    return pl.read_csv(done.stdout.encode())


MODELS = ["zero-r", "logistic-regression", "naive-bayes", "decision-tree", "random-forest"]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("scaling", ["{days: log(x + 1)}", "{}"])
def test_the_program_predicts_unseen_raw_records_as_the_model_does(folder, model, scaling):
    text = STUDY.replace("{days: log(x + 1)}", scaling)
    (folder / "other.yaml").write_text(text)
    program = folder / f"{model}.py"
    done = export_model(
        folder / "other.yaml", folder / "m.shoal", run=folder / "run", model=model, scorer=program
    )
    new = pl.read_csv(folder / "new.csv")
    expected, found = done.predictor.predict(new), run_alone(program, folder / "new.csv")
    assert found.columns == expected.columns
    assert found.height == 1000
    shares = [name for name in expected.columns if "=" in name]
    difference = np.abs(found.select(shares).to_numpy() - expected.select(shares).to_numpy())
    assert difference.max() < 1e-12
    sure = pl.Series(expected.select(shares).to_numpy().max(axis=1) > 0.5 + 1e-9)
    assert found["cost"].filter(sure).equals(expected["cost"].filter(sure))


def test_the_program_imports_only_what_comes_with_python(folder):
    export_model(folder / "study.yaml", folder / "m.shoal", scorer=folder / "one.py")
    text = (folder / "one.py").read_text()
    assert "shoal" not in text.lower().replace("shoal/1", "")
    assert text.count("\n") < 200


def test_the_program_reads_what_spreadsheets_write(folder):
    export_model(folder / "study.yaml", folder / "m.shoal", scorer=folder / "one.py")
    (folder / "marked.csv").write_bytes(b"\xef\xbb\xbf" + (folder / "new.csv").read_bytes())
    plain, marked = (
        run_alone(folder / "one.py", folder / f"{name}.csv") for name in ("new", "marked")
    )
    assert marked.equals(plain)


def test_several_classes_and_classes_that_were_not_learned():
    model = {
        "classes": ["a", None, "c", "d"],
        "learned": [0, 1, 3],
        "columns": [],
        "start": [math.log(0.5), math.log(0.25), math.log(0.25)],
        "weights": [],
        "normal": {},
    }
    assert scorer.predict({}, model) == pytest.approx({"a": 0.5, None: 0.25, "c": 0, "d": 0.25})


PLAIN = {"name": "age", "missing": ["?"], "root": "*", "unseen": "error", "date": None}


@pytest.mark.parametrize(
    ("form", "shown"),
    [
        ({"form": "text"}, {"34": "34", "": None, "?": None, None: None}),
        ({"form": "map", "map": {"34": "3*"}, "missing_label": "none"}, {"34": "3*", "": "none"}),
        (
            {"form": "ranges", "other": "", "ranges": [["[30, 40[", 30, 40, False, True]]},
            {"30": "[30, 40[", "39.5": "[30, 40[", "40": "", "": None},
        ),
        (
            {"form": "ranges", "other": "", "ranges": [[">90", 90, None, True, False]]},
            {"90": "", "91": ">90"},
        ),
        (
            {"form": "mask", "length": 4, "level": 2, "padding": "0", "character": "*",
             "align": "right", "from_right": True},
            {"123": "01**", "4567": "45**"},
        ),
        (
            {"form": "mask", "length": 3, "level": 1, "padding": "-", "character": "#",
             "align": "left", "from_right": False},
            {"12": "#2-"},
        ),
    ],
)  # fmt: skip
def test_values_become_labels(form, shown):
    assert {text: scorer.label(text, {**PLAIN, **form}) for text in shown} == shown


def test_what_has_no_label_follows_the_policy_and_is_not_quoted():
    column = {**PLAIN, "form": "map", "map": {}}
    with pytest.raises(ValueError, match="unknown to its hierarchy") as caught:
        scorer.label("secret", column)
    assert "secret" not in str(caught.value)
    assert scorer.label("secret", {**column, "unseen": "root"}) == "*"
    with pytest.raises(ValueError, match="no number or date"):
        scorer.label("secret", {**PLAIN, "form": "ranges", "other": "", "ranges": []})


@pytest.mark.parametrize(
    "text", ["x", "-x^2", "2^x^0.5", "log(x + 1) / 3 - -x", "sqrt(abs(x - 9)) * 2", "1/(x+1)^2"]
)
def test_expressions_are_computed_as_the_model_does(text):
    steps = json.loads(json.dumps(parse_expression(text).steps))
    for number in (0.5, 3.0, 41.0):
        expected = parse_expression(text).apply(np.array([number]))[0]
        assert scorer._scale(steps, number) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    ("model", "change", "reason"),
    [
        ("gradient-boosting", {}, "no sum of weights and no tree.*`--model`"),
        (None, {"recoding": "recoding: local\n"}, "local recoding.*`recoding: global`"),
        (None, {"ranges": "ranges"}, "counts ranges as their middles.*`ranges: categories`"),
    ],
)
def test_what_is_no_plain_program_is_refused_with_what_would_make_it_one(
    folder, model, change, reason
):
    text = STUDY + change.get("recoding", "")
    if "ranges" in change:
        text = text.replace("{days: log(x + 1)}", "{age: x}, ranges: middles")
    (folder / "refused.yaml").write_text(text)
    with pytest.raises(StudyError, match=f"plain program.*{reason}") as refused:
        export_model(folder / "refused.yaml", folder / "never.shoal", model=model,
                     scorer=folder / "never.py")  # fmt: skip
    assert not (folder / "never.shoal").exists()
    assert not (folder / "never.py").exists()
    assert ("logistic-regression" in str(refused.value)) == (model is not None)
