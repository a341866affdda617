import random
import stat
from pathlib import Path

import pytest

from shoal.errors import DataError, ShoalError, StudyError
from shoal.identifiers import key_file
from shoal.identifiers.key_file import key_in, key_problem

GOOD = "5e2d90c7b18f3a64e9017bd2ac5f48361f0ce893d57ab42690dc3e7f12a86b5d"
COUNTED = bytes(range(32)).hex()


def written(path, content, mode=0o600):
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    path.chmod(mode)
    return path


def test_a_missing_key_is_drawn_only_if_the_study_says_so(tmp_path):
    path = tmp_path / "keys" / "patients.key"
    with pytest.raises(StudyError, match="never the key itself"):
        key_in(path)
    assert not path.parent.exists()
    first = key_in(path, create=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert key_in(path, create=True).digests(["x"]) == first.digests(["x"])
    assert len(bytes.fromhex(path.read_text())) == 32


def test_looking_for_problems_draws_nothing(tmp_path):
    assert key_problem(tmp_path / "k", create=True) is None
    assert not (tmp_path / "k").exists()
    assert isinstance(key_problem(tmp_path / "k"), StudyError)


def test_a_key_given_instead_of_its_path_is_not_repeated(tmp_path):
    with pytest.raises(StudyError) as caught:
        key_in(tmp_path / GOOD)
    assert GOOD[:32] not in str(caught.value)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o610])
def test_a_key_that_others_can_read_is_refused(tmp_path, mode):
    path = written(tmp_path / "k", GOOD, mode)
    with pytest.raises(DataError, match=r"others than its owner.*chmod 600 k"):
        key_in(path)
    assert isinstance(key_problem(path), DataError)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "it is empty"),
        (" \n", "it is empty"),
        ("abcd\n", "it has 4 hexadecimal digits"),
        (GOOD[:62], "it has 62 hexadecimal digits"),
        (GOOD[:63], "it holds something else than hexadecimal digits"),
        ("correct horse battery staple " * 4, "it holds something else than hexadecimal"),
        (b"\x00\xff" * 40, "it holds something else than hexadecimal"),
        ("0" * 64, "its digits repeat"),
        ("0123456789abcdef" * 4, "its digits repeat"),
        ("00112233445566778899aabbccddeeff" * 2, "its digits count up or down"),
        (GOOD[:32] * 2, "its digits repeat"),
        (GOOD + GOOD, "its digits repeat"),
        (COUNTED, "its digits count up or down"),
        (bytes(range(255, 191, -2)).hex(), "its digits count up or down"),
        ("0123456789abcdeffedcba987654321000112233445566778899aabbccddeeff", "its digits count"),
        (b"Correct horse, battery staples!!".hex(), "its digits spell a text"),
        ("ab" * 3000, "it holds something else than hexadecimal"),
    ],
)
def test_what_is_no_key_is_refused_without_being_shown(tmp_path, content, reason):
    path = written(tmp_path / "k", content)
    with pytest.raises(DataError, match=f"^k is no key: {reason}") as caught:
        key_in(path)
    assert "staple" not in str(caught.value)
    assert "abcd" not in str(caught.value)


@pytest.mark.parametrize("content", [GOOD, GOOD.upper() + "\n", f"  {GOOD}\r\n"])
def test_case_and_spaces_around_the_digits_do_not_matter(tmp_path, content):
    path = written(tmp_path / "k", content)
    expected = key_in(written(tmp_path / "plain", GOOD)).digests(["x"])
    assert key_in(path).digests(["x"]) == expected


def test_a_folder_is_no_key(tmp_path):
    with pytest.raises(ShoalError, match="cannot be used: Is a directory"):
        key_in(tmp_path)


def test_an_unreadable_key_is_refused(tmp_path, monkeypatch):
    path = written(tmp_path / "k", GOOD)

    def refuse(*_):
        raise PermissionError(13, "Permission denied")  # root may read everything

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(DataError, match="k cannot be used: Permission denied"):
        key_in(path)


def test_keys_that_were_drawn_are_taken():
    draw = random.Random(7)
    for length in (32, 33, 48, 64, 512):
        for _ in range(400):
            assert key_file._pattern(draw.randbytes(length)) is None
