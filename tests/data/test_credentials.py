import pytest

from shoal.data.credentials import secret_url
from shoal.errors import DataError, StudyError


@pytest.fixture
def secrets(tmp_path):
    path = tmp_path / "db.env"
    path.write_text("# mine\n\nuser = steward\npassword=p@ss/w:rd=1\nHOST=example\n")
    path.chmod(0o600)
    return path


def test_variables_of_the_environment_are_filled_in_and_escaped(monkeypatch):
    monkeypatch.setenv("SECRET", "p@ss/w:rd")
    assert secret_url("postgresql://me:${SECRET}@h/d") == "postgresql://me:p%40ss%2Fw%3Ard@h/d"


def test_a_variable_may_hold_the_whole_url(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:x%40y@h/d")
    assert secret_url("${DATABASE_URL}") == "postgresql://me:x%40y@h/d"


def test_a_file_gives_user_and_password_where_the_url_has_none(secrets):
    filled = "postgresql://steward:p%40ss%2Fw%3Ard%3D1@h:5432/d?sslmode=require"
    assert secret_url("postgresql://h:5432/d?sslmode=require", secrets) == filled
    assert secret_url("postgresql://other@h/d", secrets).startswith("postgresql://other:p%40")


def test_every_name_of_a_file_can_be_used(secrets, monkeypatch):
    monkeypatch.setenv("HOST", "elsewhere")
    assert secret_url("postgresql://me:x@${HOST}/d", secrets) == "postgresql://me:x@example/d"


def test_paths_of_files_are_not_escaped(monkeypatch):
    monkeypatch.setenv("FOLDER", "/data/of 2020")
    assert secret_url("sqlite:///${FOLDER}/a.db") == "sqlite:////data/of 2020/a.db"


def test_absent_variables_are_told_by_name():
    with pytest.raises(StudyError, match="no variable NOWHERE_TO_BE_SEEN"):
        secret_url("postgresql://${NOWHERE_TO_BE_SEEN}@h/d")


def test_a_variable_that_is_no_url_is_refused_without_quoting_it(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "hunter2")
    with pytest.raises(StudyError) as caught:
        secret_url("${DATABASE_URL}")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o666])
def test_a_file_that_others_can_read_is_refused(secrets, mode):
    secrets.chmod(mode)
    with pytest.raises(DataError, match=r"chmod 600 db\.env"):
        secret_url("postgresql://h/d", secrets)


def test_lines_of_another_form_are_counted_and_not_quoted(secrets):
    secrets.write_text("hunter2\n")
    with pytest.raises(DataError, match="1 line is not of the form NAME=value") as caught:
        secret_url("postgresql://h/d", secrets)
    assert "hunter2" not in str(caught.value)


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(DataError, match="There is no file"):
        secret_url("postgresql://h/d", tmp_path / "none.env")
