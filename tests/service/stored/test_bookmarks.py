"""Bookmarks of candidates: kept with the study, for its owner alone."""

import pytest

from shoal.ledger.workspace import Workspace
from shoal.server.stored import NotFound, TooLarge, bookmarks, forget_study, keep_study

KEYS = {
    "columns": {"age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}},
    "privacy": [{"model": "k-anonymity", "k": 2}],
}


@pytest.fixture
def workspace(tmp_path):
    return Workspace(tmp_path / "work")


def test_a_bookmark_is_kept_with_its_comment_until_it_is_forgotten(workspace):
    study = keep_study(workspace, "ann", KEYS).id
    assert bookmarks.bookmarks(workspace, "ann", study) == []
    bookmarks.keep_bookmark(workspace, "ann", study, {"age": 1}, "fine ages", {"loss": 0.2})
    bookmarks.keep_bookmark(workspace, "ann", study, {"age": 2}, "", {})
    again = bookmarks.keep_bookmark(workspace, "ann", study, {"age": 1}, "better", {"loss": 0.1})
    assert [(one.levels, one.comment) for one in again] == [
        ({"age": 2}, ""),
        ({"age": 1}, "better"),
    ]
    bookmarks.forget_bookmark(workspace, "ann", study, {"age": 2})
    assert [one.comment for one in bookmarks.bookmarks(workspace, "ann", study)] == ["better"]


def test_a_forgotten_study_takes_its_bookmarks_along(workspace):
    study = keep_study(workspace, "ann", KEYS).id
    bookmarks.keep_bookmark(workspace, "ann", study, {"age": 1}, "", {})
    forget_study(workspace, "ann", study)
    assert list((workspace.folder / "bookmarks").glob("*.json")) == []


def test_nobody_finds_the_bookmarks_of_others_and_comments_have_an_end(workspace):
    study = keep_study(workspace, "ann", KEYS).id
    with pytest.raises(NotFound):
        bookmarks.bookmarks(workspace, "bob", study)
    with pytest.raises(NotFound):
        bookmarks.keep_bookmark(workspace, "bob", study, {"age": 1}, "", {})
    with pytest.raises(TooLarge):
        bookmarks.keep_bookmark(workspace, "ann", study, {"age": 1}, "x" * 501, {})
