"""Pseudonyms and shifted dates are those of the key; without it, that is not checked."""

import hashlib
import json
from datetime import date, timedelta

import numpy as np
import polars as pl
import pytest

from shoal.service.verbs import run, verify_run
from shoal.study.study import Study

PEOPLE, RECORDS = 60, 120
KEYED = {"domain": "patients", "key": "secret.key", "create_key": True}
WAYS = {
    "keyed-hash": {"method": "keyed-hash", **KEYED},
    "short": {"method": "keyed-hash", "length": 16, "recipient": "alpha", **KEYED},
    "surrogate": {"method": "surrogate", **KEYED},
    "mapping": {"method": "token", "mapping": "who.mapping", **KEYED},
    "hash and mapping": {"method": "keyed-hash", "mapping": "who.mapping", **KEYED},
    "surrogate and mapping": {"method": "surrogate", "mapping": "who.mapping", **KEYED},
}


def table():
    dice = np.random.default_rng(2)
    number = dice.permutation(RECORDS) % PEOPLE
    return pl.DataFrame(
        {
            "id": [f"{1000 + at * 137:04}-{at * 7919 % 10**5:05}" for at in number],
            "ward": dice.choice(["a", "b"], RECORDS),
            "seen": [(date(2020, 1, 1) + timedelta(int(d))).isoformat() for d in number * 3],
            "note": [str(n) for n in dice.integers(0, 9, RECORDS)],
        }
    )


@pytest.fixture
def made(tmp_path):
    """A function that makes a run with pseudonyms, and perhaps shifted dates."""
    table().write_csv(tmp_path / "in.csv")

    def ran(pseudonym, shift=None, **more):
        seen = {"role": "insensitive", "type": "date"} | ({"shift": shift} if shift else {})
        keys = {
            "data": "in.csv",
            "columns": {
                "id": {"role": "identifier", "pseudonym": pseudonym},
                "ward": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
                "seen": seen,
                "note": {"role": "insensitive"},
            },
            "privacy": [{"model": "k-anonymity", "k": 2}],
            "suppression_limit": 0.5,
            "person": "id",
            "acknowledge": ["near-unique:seen", "linked-records:id", "shifted-date:seen"],
            **more,
        }
        run(Study.of(keys, tmp_path), tmp_path / "run")
        return tmp_path / "run"

    return ran


def found(place, check):
    return {one.holds for one in verify_run(place).findings if one.check == check}


def changed(place, column, change):
    path = place / "draft.csv"
    frame = pl.read_csv(path, infer_schema=False)
    frame.with_columns(change(frame).alias(column)).write_csv(path)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("more", [{}, {"subset": {"sample": 0.7}}, {"recoding": {"mode": "local"}}])
def test_pseudonyms_of_the_key_are_accepted(made, way, more):
    place = made(WAYS[way], **more)
    assert found(place, "keyed") <= {True, "not_checked"}
    if not more:
        assert found(place, "keyed") == {True}
    assert verify_run(place).holds


def reversed_digits(frame):
    return pl.Series([text[:5][::-1][1:] + "-" + text[5:][::-1] for text in originals(frame)])


def originals(frame):
    """Anybody's identifiers, each for one pseudonym."""
    known = sorted(table()["id"].unique())
    codes = sorted(frame["id"].unique())
    return [dict(zip(codes, known, strict=True))[text] for text in frame["id"]]


def salted(frame):
    return pl.Series(
        [hashlib.sha256(b"salt" + t.encode()).hexdigest()[:32] for t in originals(frame)]
    )


def numbered(frame):
    return pl.Series([f"{int(t[:4]):032x}" for t in originals(frame)])


def xored(frame):
    return pl.Series([f"{int(t[:4]) ^ 0o1234:04}-{int(t[5:]) ^ 77:05}" for t in originals(frame)])


@pytest.mark.parametrize(
    ("way", "lie"),
    [
        ("keyed-hash", salted),
        ("keyed-hash", numbered),
        ("mapping", salted),
        ("mapping", numbered),
        ("surrogate", xored),
        ("surrogate", reversed_digits),
    ],
)
def test_pseudonyms_that_the_key_does_not_give_are_told(made, way, lie):
    place = made(WAYS[way])
    changed(place, "id", lie)
    assert found(place, "keyed") == {False}


@pytest.mark.parametrize("way", ["keyed-hash", "surrogate"])
def test_pseudonyms_of_two_people_exchanged_are_told(made, way):
    place = made(WAYS[way])
    one, other = pl.read_csv(place / "draft.csv", infer_schema=False)["id"].unique()[:2]
    changed(place, "id", lambda frame: frame["id"].replace({one: other, other: one}))
    assert found(place, "keyed") == {False}


@pytest.mark.parametrize("way", WAYS)
def test_without_the_key_nothing_is_said(made, way):
    place = made(WAYS[way])
    (place.parent / "secret.key").unlink()
    assert found(place, "keyed") == {"not_checked"}
    assert verify_run(place).holds


def test_tokens_without_a_mapping_are_not_checked(made):
    assert found(made({"method": "token"}), "keyed") == {"not_checked"}


SHIFT = {"days": 30, "domain": "patients", "key": "secret.key", "create_key": True}


def test_dates_moved_by_the_key_are_accepted(made):
    place = made(WAYS["keyed-hash"], SHIFT)
    assert found(place, "keyed dates") == {True}
    (place.parent / "secret.key").unlink()
    assert found(place, "keyed dates") == {"not_checked"}
    assert verify_run(place).holds


def test_everybody_moved_by_one_day_is_told(made):
    place = made({"method": "drop"}, SHIFT)
    assert found(place, "keyed dates") == {True}
    plain = table()
    shown = pl.read_csv(place / "draft.csv", infer_schema=False)
    moved = plain["seen"].str.to_date() + timedelta(1)
    lie = plain.with_columns(seen=moved.cast(pl.String)).sample(fraction=1, shuffle=True, seed=1)
    labels = lie.with_columns(ward=pl.lit("*")) if "*" in shown["ward"] else lie
    labels.select(shown.columns).write_csv(place / "draft.csv")
    assert found(place, "keyed dates") == {False}
    old = {"summary.json", "certificate.json"}
    for name in old:
        told = json.loads((place / name).read_text())
        del told["seal"]
        (place / name).write_text(json.dumps(told))
    assert not found(place, "keyed dates")


def test_a_date_has_one_spelling(made):
    place = made(WAYS["keyed-hash"], SHIFT)
    changed(place, "seen", lambda frame: frame["seen"].str.replace("-0", "-"))
    assert False in found(place, "date form")
