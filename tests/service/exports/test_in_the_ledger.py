"""An export tells what a release tells: it is in the ledger, and is refused like a release."""

import os
from pathlib import Path

import pytest

from service.ledger.toy import released, states, study, write
from shoal.errors import DataError, NoReleaseError
from shoal.ledger import ledger
from shoal.ledger.workspace import Workspace, use_everywhere
from shoal.service import verbs
from shoal.service.exports.mapping import export_mapping
from shoal.service.exports.model import export_model

VERBS = [export_model, export_mapping]


@pytest.fixture
def workspace():
    return Workspace(Path(os.environ["SHOAL_WORKSPACE"]))


@pytest.fixture
def folder(tmp_path):
    write(tmp_path, range(16))
    return tmp_path


def asked(folder, age, zip, **more):
    """The toy's study with something to predict."""
    learned = {"targets": ["zip"], "features": ["age"], "folds": 2}
    return study(folder, age, zip, evaluate=learned, **more)


@pytest.mark.parametrize("verb", VERBS)
def test_an_export_without_a_run_is_in_the_ledger(folder, workspace, verb):
    verb(asked(folder, 0, 1), folder / "out")
    (one,) = ledger.entries(workspace)
    assert (one.state, one.place) == ("released", str(folder / "out"))
    assert one.facts["levels"] == {"age": 0, "zip": 1}
    assert one.shown.k == 2
    verb(asked(folder, 0, 1), folder / "again")  # the same once more tells nothing new
    assert states(workspace) == ["released"]


@pytest.mark.parametrize("verb", VERBS)
def test_an_export_without_a_run_is_refused_like_a_release(folder, workspace, verb):
    released(study(folder, 1, 0), folder / "run")
    with pytest.raises(NoReleaseError, match="Intersecting: 16 records"):
        verb(asked(folder, 0, 1), folder / "out")
    assert not (folder / "out").exists()
    assert states(workspace) == ["released"]
    (one,) = ledger.entries(workspace)
    known = [*asked(folder, 0, 1).acknowledge, f"earlier-release:{one.id}"]
    told = verb(asked(folder, 0, 1, acknowledge=known), folder / "out").warnings
    assert any(one.id in text for text in told)


@pytest.mark.parametrize("verb", VERBS)
def test_a_release_is_refused_after_an_export(folder, verb):
    verb(asked(folder, 0, 1), folder / "out")
    with pytest.raises(NoReleaseError, match="Intersecting: 16 records"):
        released(study(folder, 1, 0), folder / "run")


@pytest.mark.parametrize("verb", VERBS)
def test_an_export_of_a_run_is_known_with_it(folder, workspace, verb):
    released(study(folder, 0, 1), folder / "run")
    verb(asked(folder, 0, 1), folder / "out", run=folder / "run")
    assert states(workspace) == ["released"]


@pytest.mark.parametrize("verb", VERBS)
def test_an_export_of_a_withdrawn_run_counts_again(folder, workspace, verb):
    released(study(folder, 0, 1), folder / "run")
    (one,) = ledger.entries(workspace)
    ledger.withdraw(workspace, one.id)
    verb(asked(folder, 0, 1), folder / "out", run=folder / "run")
    assert states(workspace) == ["withdrawn", "released"]


@pytest.mark.parametrize("verb", VERBS)
def test_an_export_of_a_draft_gives_it(folder, tmp_path, verb):
    served = Workspace(tmp_path / "served", "ann")
    with use_everywhere(served):
        verbs.run(study(folder, 0, 1), folder / "run")
        assert states(served) == ["draft"]
        verb(asked(folder, 0, 1), folder / "out", run=folder / "run")
        assert states(served) == ["released"]
        verb(asked(folder, 1, 1), folder / "coarser")  # of no run: it is given at once
        assert states(served) == ["released"] * 2


@pytest.mark.parametrize("verb", VERBS)
def test_an_export_that_cannot_be_written_leaves_nothing_in_the_ledger(folder, workspace, verb):
    with pytest.raises(DataError):
        verb(asked(folder, 0, 1), folder / "nowhere" / "out")
    assert states(workspace) == []


def test_what_an_export_without_a_promise_of_size_promises_is_its_smallest_class(folder, workspace):
    diverse = [{"model": "distinct-l-diversity", "column": "illness", "l": 1}]
    export_mapping(asked(folder, 1, 1, privacy=diverse), folder / "out")
    assert ledger.entries(workspace)[0].shown.k == 4
