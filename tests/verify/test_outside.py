"""Promises of other packages: checked by a check that they bring, or said to be unchecked."""

from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from shoal.report.headline import NO_CHECK, headline
from shoal.verify import Classes, is_checked, is_ours, verify_frames
from shoal.verify.promises import check_promise, outside

CLASSES = Classes(np.array([2, 3, 5]), {})
PROMISE = {"model": "flock", "smallest": 3}


def too_small(classes, parameters):
    return classes.sizes < parameters["smallest"], classes.sizes.min()


def fails(classes, parameters):
    raise ValueError("of the patient Smith")


def answers_for_some(classes, parameters):
    return [True]


@pytest.fixture
def brings(monkeypatch):
    """Lets a package bring a check, by the name of a function of this file."""

    def bring(name):
        outside.is_checked_outside.cache_clear()
        outside._load.cache_clear()
        found = [EntryPoint("flock", f"{__name__}:{name}", outside.GROUP)] if name else []
        known = {("shoal.checks", "flock"): found}
        monkeypatch.setattr(outside, "entry_points", lambda **of: known.get((*of.values(),), []))

    yield bring
    outside.is_checked_outside.cache_clear()
    outside._load.cache_clear()


def test_a_check_of_another_package_is_asked(brings):
    brings("too_small")
    found = check_promise(PROMISE, CLASSES)
    assert (found.holds, found.measured, found.model) == (False, 2, "flock")
    assert found.reason.startswith("1 class (2 in all) breaks it")
    assert check_promise({**PROMISE, "smallest": 2}, CLASSES).holds is True
    assert is_checked("flock")
    assert not is_ours("flock")


def test_without_a_check_nothing_is_approved_and_the_headline_says_so(brings):
    brings(None)
    found = check_promise(PROMISE, CLASSES)
    assert found.holds == "not_checked"
    assert NO_CHECK in found.reason
    told = headline({"privacy": [{"holds": found.holds, "reason": found.reason}]})
    assert told.tone == "open"
    assert told.title.startswith("1 of 1 promise was not checked: no independent check.")
    assert not is_checked("flock")


def test_the_headline_tells_promises_without_a_check_from_others():
    alone = {"holds": "not_checked", "reason": outside.NO_CHECK}
    told = headline({"privacy": [alone, {"holds": "not_checked", "reason": "Drawn."}]})
    assert "2 of 2 promises were not checked, 1 of them because there is no" in told.title
    told = headline({"privacy": [{"holds": "not_checked", "reason": "Drawn."}, {"holds": True}]})
    assert told.title == "1 of 2 promises was not checked. The reason stands beside it."


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("fails", "The check of the model failed: ValueError."),
        ("answers_for_some", "The check of the model does not answer for every class."),
        ("nowhere", "The check of the model failed: AttributeError."),
    ],
)
def test_a_check_that_gives_no_answer_refuses_the_release(brings, name, told):
    brings(name)
    found = check_promise(PROMISE, CLASSES)
    assert (found.holds, found.reason) == (False, told)


def test_a_column_that_cannot_be_seen_is_said_to_be_so(brings):
    brings("too_small")
    found = check_promise({**PROMISE, "column": "illness"}, CLASSES)
    assert found.holds == "not_checked"
    assert "is not released" in found.reason


def test_nobody_replaces_a_check_of_ours(brings):
    brings("too_small")
    assert is_ours("k-anonymity")
    assert check_promise({"model": "k-anonymity", "k": 3}, CLASSES).holds is False


def test_a_method_of_another_package_is_a_promise_without_a_check():
    frame = pl.DataFrame({"age": ["1", "1"]})
    study = {
        "columns": {"age": {"role": "quasi-identifier"}},
        "method": {"name": "wishful-thinking", "k": 2},
    }
    (promise,) = verify_frames(study, Path(), frame, frame).privacy
    assert promise["model"] == "wishful-thinking"
    assert promise["parameters"] == {"k": 2}
    assert (promise["holds"], promise["reason"]) == ("not_checked", outside.NO_CHECK)
