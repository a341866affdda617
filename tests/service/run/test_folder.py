import multiprocessing
import os
import stat
from pathlib import Path

import pytest

from shoal.data.file_system import hold_lock
from shoal.errors import StudyError
from shoal.pipeline.folder import folder as run_folder
from shoal.pipeline.folder.folder import README, open_draft, remove_old_drafts


def write_run(folder: Path, content: str = "new") -> None:
    (folder / "draft.csv").write_text(content)
    (folder / "summary.json").write_text("{}")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def abandoned(place: Path) -> Path:
    """A draft as a killed run leaves it: nobody holds its lock any more."""
    draft = place.parent / f".{place.name}.shoal-draft-dead"
    (draft / "run").mkdir(parents=True)
    (draft / "README").write_text(README)
    (draft / "run" / "draft.csv").write_text("half")
    return draft


def test_the_folder_appears_complete_and_alone(tmp_path):
    with open_draft(tmp_path / "run") as folder:
        write_run(folder)
        assert not (tmp_path / "run").exists()
    assert names(tmp_path) == ["run"]
    assert names(tmp_path / "run") == ["draft.csv", "summary.json"]


def test_a_draft_is_private_and_says_what_it_is(tmp_path):
    with open_draft(tmp_path / "run") as folder:
        draft = folder.parent
        assert draft.name.startswith(".run.shoal-draft-")
        assert stat.S_IMODE(draft.stat().st_mode) == 0o700
        assert "unfinished run" in (draft / "README").read_text()
        write_run(folder)
    assert stat.S_IMODE((tmp_path / "run").stat().st_mode) == 0o700


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, OSError(28, "No space left")])
def test_an_error_leaves_nothing(tmp_path, error):
    kind = error if isinstance(error, type) else type(error)
    with pytest.raises(kind), open_draft(tmp_path / "run") as folder:  # noqa: PT012
        write_run(folder)
        raise error
    assert names(tmp_path) == []


def test_an_existing_folder_is_refused_before_any_work(tmp_path):
    (tmp_path / "run").mkdir()
    with pytest.raises(StudyError, match="exists already"), open_draft(tmp_path / "run"):
        pytest.fail("no work may start")


def test_force_replaces_a_run_only_when_the_new_one_is_complete(tmp_path):
    with open_draft(tmp_path / "run") as folder:
        write_run(folder, "old")
    with open_draft(tmp_path / "run", force=True) as folder:
        write_run(folder, "new")
        assert (tmp_path / "run" / "draft.csv").read_text() == "old"
    assert (tmp_path / "run" / "draft.csv").read_text() == "new"
    assert names(tmp_path) == ["run"]


def test_force_keeps_the_old_run_if_the_new_one_fails(tmp_path):
    with open_draft(tmp_path / "run") as folder:
        write_run(folder, "old")
    with pytest.raises(ValueError), open_draft(tmp_path / "run", force=True):  # noqa: PT011
        raise ValueError
    assert (tmp_path / "run" / "draft.csv").read_text() == "old"
    assert names(tmp_path) == ["run"]


def test_force_works_where_folders_cannot_be_exchanged(tmp_path, monkeypatch):
    monkeypatch.setattr(run_folder, "exchange", lambda *_: False)
    for content in ("old", "new"):
        with open_draft(tmp_path / "run", force=True) as folder:
            write_run(folder, content)
    assert (tmp_path / "run" / "draft.csv").read_text() == "new"
    assert names(tmp_path) == ["run"]


def test_force_never_replaces_a_folder_that_is_no_run(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.txt").write_text("years of work")
    with pytest.raises(StudyError, match="not of a run"), open_draft(tmp_path / "home", force=True):
        pytest.fail("no work may start")
    assert (tmp_path / "home" / "thesis.txt").exists()


def test_a_place_without_parent_is_refused(tmp_path):
    with pytest.raises(StudyError, match="There is no folder"), open_draft(tmp_path / "a" / "run"):
        pytest.fail("no work may start")


def test_the_next_run_removes_what_a_killed_one_left(tmp_path):
    abandoned(tmp_path / "run")
    with open_draft(tmp_path / "run") as folder:
        write_run(folder)
    assert names(tmp_path) == ["run"]


def test_a_draft_that_is_still_written_is_left_alone(tmp_path):
    draft = abandoned(tmp_path / "run")
    with hold_lock(draft):
        assert remove_old_drafts(tmp_path / "run") == 0
    assert remove_old_drafts(tmp_path / "run") == 1
    assert not draft.exists()


def test_drafts_of_other_places_are_left_alone(tmp_path):
    draft = abandoned(tmp_path / "other")
    assert remove_old_drafts(tmp_path / "run") == 0
    assert draft.exists()


def test_a_kill_between_two_renames_is_repaired(tmp_path):
    draft = abandoned(tmp_path / "run")
    (draft / "old").mkdir()
    (draft / "old" / "draft.csv").write_text("old")
    remove_old_drafts(tmp_path / "run")
    assert (tmp_path / "run" / "draft.csv").read_text() == "old"
    assert names(tmp_path) == ["run"]


def test_a_place_with_strange_letters_works(tmp_path):
    place = tmp_path / "run [1]*"
    abandoned(place)
    with open_draft(place) as folder:
        write_run(folder)
    assert names(tmp_path) == ["run [1]*"]


def die_while_writing(place: Path) -> None:
    with open_draft(place, force=True) as folder:
        write_run(folder)
        os._exit(9)


def test_a_process_that_dies_leaves_the_old_run_and_no_lock(tmp_path):
    with open_draft(tmp_path / "run") as folder:
        write_run(folder, "old")
    victim = multiprocessing.get_context("spawn").Process(
        target=die_while_writing, args=(tmp_path / "run",)
    )
    victim.start()
    victim.join()
    assert victim.exitcode == 9
    assert (tmp_path / "run" / "draft.csv").read_text() == "old"
    assert remove_old_drafts(tmp_path / "run") == 1
    assert names(tmp_path) == ["run"]
