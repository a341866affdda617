import base64
import hashlib
import hmac
from math import isnan

import polars as pl
import pytest

from shoal.errors import Canceled
from shoal.risk.attacks import hash_spaces, hashes
from shoal.risk.attacks.hashes import hash_inversions

PEOPLE = [f"Person-{at}" for at in range(30)]
FEW = 2000  # values; enough for the register, and for nothing else


def digests(algorithm, values):
    return pl.Series("id", [hashlib.new(algorithm, value.encode()).hexdigest() for value in values])


def invert(column, register=(), limit=hashes.LIMIT):
    found = hash_inversions([column], register, limit)
    return {attack.name.removeprefix("hashes in id: "): attack for attack in found}


@pytest.fixture
def small_alphabet(monkeypatch):
    """Three digits and three letters, so that every space is small."""
    signs = {"9": "079", "X": "AXY", "x": "axy"}
    monkeypatch.setattr(hash_spaces, "SIGNS", signs)


@pytest.mark.parametrize("algorithm", ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"])
def test_a_hash_without_a_key_is_turned_back(algorithm):
    assert invert(digests(algorithm, PEOPLE), PEOPLE, FEW)["identifiers of the input"].success == 1


@pytest.mark.parametrize("spell", [pl.Series.to_list, lambda column: column.str.to_uppercase()])
def test_hashes_are_found_in_upper_and_lowercase(spell):
    column = pl.Series("id", spell(digests("md5", [person.upper() for person in PEOPLE])))
    assert invert(column, PEOPLE, FEW)["identifiers of the input"].success == 1


@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
def test_hashes_in_base_64_are_found(encode):
    column = pl.Series("id", [encode(hashlib.sha256(p.encode()).digest()).decode() for p in PEOPLE])
    assert invert(column, PEOPLE, FEW)["identifiers of the input"].success == 1


def test_days_need_no_register():
    assert invert(digests("md5", ["1950-03-07", "7.3.1950"]), limit=200_000)["days"].success == 0.5


def test_taxi_medallions_are_found_by_their_forms(small_alphabet):
    found = invert(digests("md5", ["9X70", "YA709", "XXA990", "907", "5000079", "0"]))
    shares = {name: one.success for name, one in found.items() if one.reason is None}
    assert shares["taxi medallions"] == 0.5
    assert shares["numbers"] == pytest.approx(2 / 6)
    assert shares["taxi licenses"] == pytest.approx(1 / 6)
    assert "taxi medallions, lowercase" not in shares
    assert "9X99, XX999, XXX999" in found["taxi medallions"].tried
    assert "by MD5" in found["taxi medallions"].tried


@pytest.mark.slow
def test_the_medallions_of_new_york_are_found_among_twenty_million_values():
    medallions = ["5X55", "XX555", "ZZZ999", "5999999", "000017"]
    found = invert(digests("md5", medallions))
    sizes = {one.name: one.size for one in hash_spaces.spaces_to_try(())}
    assert found["taxi medallions"].success == pytest.approx(3 / 5)
    assert sizes["taxi medallions"] == 26_000 + 676_000 + 17_576_000
    assert (found["taxi licenses"].success, found["numbers"].success) == (0.2, 0.2)
    assert "every hash was explained" in found["long numbers"].reason


def test_a_space_that_was_not_tried_has_no_share_and_says_so():
    found = invert(digests("md5", ["5X55"]), PEOPLE, FEW)
    assert found["identifiers of the input"].success == 0
    assert "18,278,000 values would exceed the limit of 2,000" in found["taxi medallions"].reason
    untried = [one for one in found.values() if one.reason is not None]
    assert {"taxi medallions", "numbers", "days", "all other values"} <= {
        one.name.removeprefix("hashes in id: ") for one in untried
    }
    assert all(isnan(one.success) and isnan(one.gain) for one in untried)


def shares_of_unhashed_values(monkeypatch, limit):
    """The spaces that were given a share although some of their values were not hashed."""
    seen = set()

    def watched_md5(value):
        seen.add(value)
        return hashlib.md5(value, usedforsecurity=False)

    monkeypatch.setattr(hashes, "ALGORITHMS", {16: watched_md5})
    found = invert(digests("md5", ["no such value"]), PEOPLE, limit)
    spaces = {space.name: space for space in hash_spaces.spaces_to_try(PEOPLE)}
    tried = [name for name, attack in found.items() if not isnan(attack.success)]
    return [
        name for name in tried if not all(seen.issuperset(part) for part in spaces[name].chunks())
    ]


@pytest.mark.parametrize("limit", [0, FEW, 200_000])
def test_only_values_that_were_hashed_are_given_a_share(limit, small_alphabet, monkeypatch):
    assert not shares_of_unhashed_values(monkeypatch, limit)


def test_a_search_that_gives_an_untried_space_a_share_is_caught(small_alphabet, monkeypatch):
    monkeypatch.setattr(hashes._Search, "try_space", lambda _, space: hashes._Try(space))
    assert "taxi medallions" in shares_of_unhashed_values(monkeypatch, FEW)


def test_a_keyed_hash_is_not_turned_back_and_other_values_stay_open():
    keyed = [hmac.new(b"a long secret key", v.encode(), "sha256").hexdigest() for v in PEOPLE]
    found = invert(pl.Series("id", keyed), PEOPLE, FEW)
    assert found["identifiers of the input"].success == 0
    assert found["all other values"].reason


def test_a_column_of_words_is_not_attacked():
    assert not hash_inversions([pl.Series("id", ["surgery", "eye"])])


def test_a_person_can_stop_it():
    def stop(_):
        raise Canceled("enough")

    with pytest.raises(Canceled):
        hash_inversions([digests("md5", ["5X55"])], watch=stop)
