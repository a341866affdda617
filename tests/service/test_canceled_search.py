"""A search that may stop at any time, stopped by a person: the best so far is released."""

import pytest

import shoal
from shoal.data.example import write_example

STOP_AFTER = 30


class Impatient:
    """Cancels in the middle of the search, and again at every later sign of life."""

    def __init__(self):
        self.searched = 0

    def __call__(self, sign):
        self.searched += sign.stage == "search"
        if self.searched > STOP_AFTER:
            raise shoal.Canceled("enough")


def example_study(folder, strategy):
    study = shoal.read_study(write_example(folder)).given() | {"search": {"strategy": strategy}}
    return shoal.Study.of(study, folder)


def test_an_anytime_search_keeps_the_best_so_far_and_says_so(tmp_path):
    study = example_study(tmp_path / "example", "top-down")
    report = shoal.run(study, tmp_path / "run", watch=Impatient())
    summary = report["summary"]
    assert (tmp_path / "run" / "draft.csv").exists()
    assert summary["privacy"][0]["holds"] is True
    assert summary["optimal"] is False
    assert summary["gap"] > 0
    assert any("was stopped" in warning for warning in summary["warnings"])


def test_a_canceled_exhaustive_search_leaves_nothing(tmp_path):
    study = example_study(tmp_path / "example", "exhaustive")
    with pytest.raises(shoal.Canceled):
        shoal.run(study, tmp_path / "run", watch=Impatient())
    assert [path.name for path in tmp_path.iterdir()] == ["example"]
