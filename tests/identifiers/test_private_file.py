import stat

import pytest

from shoal.errors import DataError
from shoal.identifiers.private_file import (
    append_private,
    create_private,
    lock_file,
    read_private,
    replace_private,
)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_what_is_written_belongs_to_the_owner_alone(tmp_path):
    for name, write in {"a": create_private, "b": replace_private}.items():
        write(tmp_path / name, b"x")
        assert mode(tmp_path / name) == 0o600
        assert read_private(tmp_path / name) == b"x"
    append_private(tmp_path / "c", "x")
    append_private(tmp_path / "c", "y")
    assert mode(tmp_path / "c") == 0o600
    assert (tmp_path / "c").read_text() == "x\ny\n"


def test_an_existing_file_is_never_created_again(tmp_path):
    assert create_private(tmp_path / "a", b"old")
    assert not create_private(tmp_path / "a", b"new")
    assert read_private(tmp_path / "a") == b"old"


def test_replacing_leaves_nothing_else_behind(tmp_path):
    replace_private(tmp_path / "a", b"old")
    with lock_file(tmp_path / "a"):
        replace_private(tmp_path / "a", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert read_private(tmp_path / "a") == b"new"


def test_a_failed_replacement_keeps_the_old_file(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(DataError, match=r"^a cannot be used"):
        replace_private(tmp_path / "a", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
