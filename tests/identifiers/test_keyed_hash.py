import hashlib
import hmac

import polars as pl
import pytest

from shoal.errors import DataError, StudyError
from shoal.identifiers import Means, pseudonym_methods
from shoal.identifiers.key import Key
from shoal.identifiers.keyed_hash import KeyedHash, collision_bound

MEANS = Means(Key(bytes(range(32))))
HASH = KeyedHash(domain="patients", key="k")


def test_a_pseudonym_is_the_beginning_of_the_hmac():
    expected = hmac.new(bytes(range(32)), b"Ann", hashlib.sha256).hexdigest()
    assert HASH.pseudonyms(pl.Series(["Ann"]), MEANS).to_list() == [expected[:32]]
    long = KeyedHash(domain="patients", key="k", length=64)
    assert long.pseudonyms(pl.Series(["Ann"]), MEANS).to_list() == [expected]


def test_without_a_key_there_is_no_hash():
    for settings in ({}, {"key": None}, {"key": ""}):
        with pytest.raises(StudyError, match="key"):
            pseudonym_methods.build({"method": "keyed-hash", "domain": "patients", **settings})


@pytest.mark.parametrize("wrong", [{"length": 6}, {"length": 66}, {"length": 9}, {"domain": ""}])
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(StudyError, match=next(iter(wrong))):
        KeyedHash(**{"domain": "patients", "key": "k", **wrong})


def test_values_that_share_a_short_pseudonym_are_refused():
    short = KeyedHash(domain="patients", key="k", length=8)
    values = pl.Series(range(300_000)).cast(pl.String)  # 10 pairs are expected to collide
    with pytest.raises(DataError, match=r"\d+ of 300,000 values share a pseudonym of 8 digits"):
        short.pseudonyms(values, MEANS)


def test_the_stated_bound_is_the_birthday_bound():
    assert collision_bound(1_000_000, 32) == 1e12 / 2 / 2**128
    assert collision_bound(10**9, 8) == 1.0


@pytest.mark.parametrize(
    ("settings", "same"),
    [
        ({}, [("Jose\u0301", "José")]),
        ({"trim": True}, [(" Ann\t", "Ann")]),
        ({"ignore_case": True}, [("ANN", "ann"), ("É", "é")]),
    ],
)
def test_normalization_makes_texts_the_same(settings, same):
    method = KeyedHash(domain="patients", key="k", **settings)
    for one, other in same:
        assert method.normalize(pl.Series([one]))[0] == method.normalize(pl.Series([other]))[0]


def test_without_settings_spaces_and_case_matter_and_missing_stays_missing():
    texts = pl.Series(["Ann", " Ann", "ANN", None])
    assert HASH.normalize(texts).to_list() == texts.to_list()


def test_a_huge_value_is_a_value():
    [found] = HASH.pseudonyms(pl.Series(["x" * 10_000_000]), MEANS)
    assert len(found) == 32


def test_a_hundred_thousand_values_have_as_many_pseudonyms():
    values = pl.Series(range(100_000)).cast(pl.String)
    assert HASH.pseudonyms(values, MEANS).n_unique() == 100_000
