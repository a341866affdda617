import errno

import pytest

from shoal.data import file_system
from shoal.data.file_system import exchange, hold_lock, hold_lock_if_free, is_unlocked, sync


def test_a_lock_is_free_again_when_its_holder_is_done(tmp_path):
    with hold_lock(tmp_path):
        assert not is_unlocked(tmp_path)
    assert is_unlocked(tmp_path)


def test_what_is_gone_cannot_be_locked(tmp_path):
    assert not is_unlocked(tmp_path / "gone")


def test_without_locks_nothing_is_taken_for_abandoned(tmp_path, monkeypatch):
    monkeypatch.setattr(file_system, "fcntl", None)
    assert not is_unlocked(tmp_path)


def test_a_lock_that_somebody_holds_is_not_taken(tmp_path):
    with hold_lock_if_free(tmp_path) as first, hold_lock_if_free(tmp_path) as second:
        assert (first, second) == (True, False)


def test_a_file_system_without_locks_counts_as_free(tmp_path, monkeypatch):
    def refuse(handle, operation):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(file_system.fcntl, "flock", refuse)
    with hold_lock_if_free(tmp_path) as free:
        assert free


def test_two_folders_swap_in_one_step(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).touch()
    if not exchange(tmp_path / "one", tmp_path / "two"):
        pytest.skip("this file system cannot exchange")
    assert (tmp_path / "one" / "two").exists()
    assert (tmp_path / "two" / "one").exists()


def test_a_swap_that_is_not_possible_is_told(tmp_path):
    assert not exchange(tmp_path / "gone", tmp_path)


def test_files_and_folders_can_be_synced(tmp_path):
    (tmp_path / "file").write_text("x")
    sync(tmp_path / "file")
    sync(tmp_path)
