"""The verb `evaluate` on the built-in example."""

import json

import pytest
import yaml

from shoal.data.example import write_example
from shoal.service.evaluate import evaluate
from shoal.study.study import Study


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    study = write_example(tmp_path_factory.mktemp("example"))
    keys = {**yaml.safe_load(study.read_text()), "evaluate": {"folds": 3}}
    return evaluate(Study.of(keys, study.parent))


@pytest.mark.slow
def test_all_records_of_a_release_are_judged(report):
    assert report["learning"]["records"]["tested"] == 39_676


@pytest.mark.slow
def test_the_release_keeps_most_of_what_can_be_predicted(report):
    [scores] = report["learning"]["targets"][0]["models"]
    assert scores["baseline"]["accuracy"] == pytest.approx(22_912 / 39_676)
    assert 0.7 < scores["relative_accuracy"] < 1
    assert 0.8 < scores["relative_auc"] < 1
    assert [one["class"] for one in scores["by_class"]] == ["10000-50000", "<10000", ">50000"]


@pytest.mark.slow
def test_a_report_is_json(report):
    assert json.loads(json.dumps(report, allow_nan=False)) == report
