"""Passwords are kept as scrypt, with a salt of their own."""

import pytest

from shoal.errors import StudyError
from shoal.server import passwords

SECRET = "the otter swims at noon"


@pytest.fixture(autouse=True)
def _little_work(monkeypatch):
    monkeypatch.setattr(passwords, "WORK", 2**4)
    passwords._dummy_hash.cache_clear()
    yield
    passwords._dummy_hash.cache_clear()


def test_the_right_password_fits_and_no_other():
    kept = passwords.hash_password(SECRET)
    assert passwords.is_password_of(SECRET, kept)
    assert not passwords.is_password_of(SECRET + " ", kept)
    assert not passwords.is_password_of("", kept)


def test_what_is_kept_does_not_hold_the_password_and_differs_each_time():
    kept = passwords.hash_password(SECRET)
    assert SECRET not in kept
    assert kept != passwords.hash_password(SECRET)


def test_nobody_has_no_password():
    assert not passwords.is_password_of(SECRET, None)


def test_an_unknown_name_takes_as_much_work_as_a_wrong_password(monkeypatch):
    done = []
    real = passwords.hashlib.scrypt

    def counted(*given, **named):
        done.append((named["n"], named["r"], named["p"]))
        return real(*given, **named)

    monkeypatch.setattr(passwords.hashlib, "scrypt", counted)
    kept = passwords.hash_password(SECRET)
    passwords._dummy_hash()
    done.clear()
    passwords.is_password_of("wrong password", kept)
    passwords.is_password_of("wrong password", None)
    assert done[0] == done[1]
    assert len(done) == 2


def test_hashes_of_other_work_still_fit(monkeypatch):
    kept = passwords.hash_password(SECRET)
    monkeypatch.setattr(passwords, "WORK", 2**5)
    assert passwords.is_password_of(SECRET, kept)


@pytest.mark.parametrize("weak", ["", "short", "aaaaaaaaaaaaaaaa", "x" * 2000])
def test_weak_passwords_are_refused_without_being_told(weak):
    with pytest.raises(StudyError) as error:
        passwords.hash_password(weak)
    assert not weak or weak not in str(error.value)


def test_the_usual_work_is_what_is_recommended():
    # OWASP's password storage cheat sheet: N = 2^15 needs p = 3.
    assert (passwords.BLOCK, passwords.PARALLEL) == (8, 3)
