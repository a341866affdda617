"""A slider asks again and again: answers from a sweep are those of a search."""

import pytest

from shoal.data.example import write_example
from shoal.progress import ignore_progress
from shoal.server.actions import sweeps
from shoal.service import verbs
from shoal.study.study import read_study


@pytest.mark.slow
def test_a_slider_on_the_example_is_answered_right(tmp_path):
    study = write_example(tmp_path)
    sweeps.sweep("a", study, 256, ignore_progress)
    answers = {
        k: sweeps.answer_question("a", {"k": k, "suppression_limit": 0.05, "candidates": 20})
        for k in range(2, 202, 4)
    }
    report = verbs.run(
        {**_keys(study), "privacy": [{"model": "k-anonymity", "k": 10}]}, tmp_path / "r"
    )
    assert answers[10]["best"]["levels"] == report["summary"]["levels"]
    assert answers[10]["candidates"][0]["levels"] == report["summary"]["levels"]


def _keys(study):
    asked = read_study(study)
    keys = asked.given()
    for column in keys["columns"].values():
        if "hierarchy" in column:
            column["hierarchy"] = str(study.parent / column["hierarchy"])
    return {**keys, "data": str(study.parent / keys["data"])}


def test_only_the_last_sweeps_are_remembered(monkeypatch):
    class Swept:
        class swept:
            bytes = 10

    monkeypatch.setattr(sweeps, "_SWEEPS", type(sweeps._SWEEPS)())
    monkeypatch.setattr(sweeps, "MOST", 3)
    for at in range(5):
        sweeps.remember(str(at), Swept())
    assert list(sweeps._SWEEPS) == ["2", "3", "4"]
    monkeypatch.setattr(sweeps, "BYTES", 15)
    sweeps.remember("5", Swept())
    assert list(sweeps._SWEEPS) == ["5"]
    with pytest.raises(KeyError):
        sweeps.answer_question("2", {"k": 2})
