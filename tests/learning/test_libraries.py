"""Without scikit-learn: one sentence that says what to install, before long work."""

import sys

import polars as pl
import pytest

from shoal import StudyError, anonymize
from shoal.learning.libraries import require_learning
from shoal.learning.threads import one_thread

TABLE = pl.DataFrame({"age": ["34", "39", "66", "61"], "ill": ["y", "n", "y", "n"]})
KEYS = {
    "columns": {
        "age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
        "ill": {"role": "insensitive", "target": True},
    },
    "privacy": [{"model": "k-anonymity", "k": 2}],
}
SENTENCE = r"Learning a model, or predicting with one, needs an extra: pip install 'shoal\[learn\]'"


@pytest.fixture
def bare(monkeypatch):
    """Python as it is where only the core is installed."""
    for name in [one for one in sys.modules if one.split(".")[0] in {"sklearn", "scipy", "skops"}]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("sklearn", "scipy", "skops"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.usefixtures("bare")
def test_a_study_that_evaluates_is_refused_before_the_search(monkeypatch):
    monkeypatch.setattr("shoal.pipeline.ways.search.search_or_explain", None)  # it would be called
    with pytest.raises(StudyError, match=SENTENCE):
        anonymize(TABLE, {**KEYS, "evaluate": {"folds": 2}})


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("needs", [require_learning, one_thread])
def test_what_learns_names_the_extra(needs):
    with pytest.raises(StudyError, match=SENTENCE):
        needs()


@pytest.mark.usefixtures("bare")
def test_the_loss_that_predicts_needs_no_extra():
    loss = {"model": "classification"}
    assert anonymize(TABLE, {**KEYS, "quality": loss}).table.height == 4
