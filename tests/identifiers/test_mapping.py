import stat

import polars as pl
import pytest

from shoal.errors import DataError
from shoal.identifiers.key import Key
from shoal.identifiers.mapping import Mapping

KEY = Key(bytes(range(32)))


def upper(values):
    return values.str.to_uppercase()


def mapping(path, space="patients", key=KEY):
    return Mapping(path, key, space)


def test_what_is_known_stays_and_what_is_new_is_added(tmp_path):
    own = mapping(tmp_path / "m")
    own.extend(pl.Series(["ann"]), upper)
    found = own.extend(pl.Series(["bob", "ann"]), lambda new: new + "!")
    assert dict(found.iter_rows()) == {"ann": "ANN", "bob": "bob!"}
    assert own.values_of(pl.Series(["bob!", "nobody", "ANN"])).to_list() == ["bob", None, "ann"]


def test_spaces_do_not_see_each_other(tmp_path):
    mapping(tmp_path / "m", "patients").extend(pl.Series(["ann"]), upper)
    other = mapping(tmp_path / "m", "doctors")
    assert other.values_of(pl.Series(["ANN"])).to_list() == [None]
    other.extend(pl.Series(["ann"]), upper)
    assert mapping(tmp_path / "m", "patients").values_of(pl.Series(["ANN"])).to_list() == ["ann"]


def test_the_file_is_the_owners_and_shows_nobody(tmp_path):
    mapping(tmp_path / "m").extend(pl.Series(["canary-value"] * 1), upper)
    assert stat.S_IMODE((tmp_path / "m").stat().st_mode) == 0o600
    assert b"canary" not in (tmp_path / "m").read_bytes().lower()


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda content: b"hello", "is not a mapping"),
        (lambda content: content[:40], "cannot be opened"),
        (lambda content: content[:-1] + b"?", "cannot be opened"),
        (lambda content: content + b"?", "cannot be opened"),
    ],
)
def test_a_changed_file_is_refused_and_left_alone(tmp_path, spoil, reason):
    own = mapping(tmp_path / "m")
    own.extend(pl.Series(["ann"]), upper)
    spoiled = spoil((tmp_path / "m").read_bytes())
    (tmp_path / "m").write_bytes(spoiled)
    with pytest.raises(DataError, match=f"^m {reason}"):
        own.extend(pl.Series(["bob"]), upper)
    assert (tmp_path / "m").read_bytes() == spoiled


def test_another_key_does_not_open_it(tmp_path):
    mapping(tmp_path / "m").extend(pl.Series(["ann"]), upper)
    with pytest.raises(DataError, match="written with another key"):
        mapping(tmp_path / "m", key=KEY.derive("x")).values_of(pl.Series(["ANN"]))


def test_a_mapping_others_can_read_is_refused(tmp_path):
    mapping(tmp_path / "m").extend(pl.Series(["ann"]), upper)
    (tmp_path / "m").chmod(0o644)
    with pytest.raises(DataError, match="others than its owner"):
        mapping(tmp_path / "m").values_of(pl.Series(["ANN"]))


def test_a_pseudonym_that_somebody_has_is_not_given_again(tmp_path):
    own = mapping(tmp_path / "m")
    own.extend(pl.Series(["ann"]), upper)
    with pytest.raises(DataError, match="1 of 2 values of the mapping would share"):
        own.extend(pl.Series(["bob"]), lambda new: pl.Series(["ANN"]))
    assert own.values_of(pl.Series(["ANN"])).to_list() == ["ann"]


def test_without_a_file_there_is_nothing_to_look_up(tmp_path):
    with pytest.raises(DataError, match="There is no mapping yet"):
        mapping(tmp_path / "m").values_of(pl.Series(["ANN"]))
