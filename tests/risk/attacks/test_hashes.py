import hashlib
import hmac

import polars as pl
import pytest

from shoal.risk.attacks import hashes
from shoal.risk.attacks.hashes import hash_inversion

PEOPLE = [f"person-{at}" for at in range(30)]


def digests(algorithm, values):
    return pl.Series("id", [hashlib.new(algorithm, value.encode()).hexdigest() for value in values])


@pytest.mark.parametrize("algorithm", ["md5", "sha256"])
def test_a_hash_without_a_key_is_turned_back(algorithm, monkeypatch):
    monkeypatch.setattr(hashes, "DIGITS", 3)
    assert hash_inversion(digests(algorithm, PEOPLE), PEOPLE).success == 1


@pytest.mark.slow
def test_numbers_and_days_need_no_register():
    assert hash_inversion(digests("sha1", ["12180", "10001", "000017"])).success == 1
    assert hash_inversion(digests("md5", ["1950-03-07"])).success == 1


def test_a_keyed_hash_is_not(monkeypatch):
    monkeypatch.setattr(hashes, "DIGITS", 3)  # a wrong key is wrong for every list of values
    keyed = [hmac.new(b"a long secret key", v.encode(), "sha256").hexdigest() for v in PEOPLE]
    assert hash_inversion(pl.Series("id", keyed), PEOPLE).success == 0


def test_a_column_of_words_is_not_attacked():
    assert hash_inversion(pl.Series("id", ["surgery", "eye"])).reason
