"""The verifier and pseudonyms: true ones are accepted, every planted lie is refused."""

import base64
import hashlib
import hmac
import random

import polars as pl
import pytest

from shoal.verify import verify, verify_frames

WARD = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
TABLE = pl.DataFrame(
    {
        "id": [f"{n // 3:03}-{n // 3 * 37 % 10000:04}" for n in range(90)],
        "ward": ["abc"[n % 3] for n in range(90)],
        "note": [str(n % 7) for n in range(90)],
    }
)


def study(pseudonym, **more):
    columns = {
        "id": {"role": "identifier", "pseudonym": pseudonym},
        "ward": WARD,
        "note": {"role": "insensitive"},
    }
    promise = [{"model": "k-anonymity", "k": 2}]
    data = {"data": {"path": "data.csv"}, "columns": columns, "privacy": promise}
    return data | {"suppression_limit": 0.4} | more


HASH = {"method": "keyed-hash", "domain": "patients", "key": "nowhere.key"}


def digest(text):
    return hmac.new(b"key of the test", text.encode(), "sha256").hexdigest()[:32]


def hashed(table=TABLE):
    codes = [None if text is None else digest(text) for text in table["id"]]
    return table.with_columns(id=pl.Series(codes, dtype=pl.String))


def failures(folder, settings, release, table=TABLE, shuffle=True):
    table.write_csv(folder / "data.csv")
    shown = release.sample(fraction=1, shuffle=True, seed=7) if shuffle else release
    shown.write_csv(folder / "draft.csv")
    verdict = verify(settings, folder, folder / "draft.csv")
    in_order = []
    if release.height == table.height:
        mask = pl.Series([False] * table.height)
        in_order = verify_frames(settings, folder, table, release, mask).failures
    return {one.check for one in verdict.failures}, {one.check for one in in_order}


def test_true_pseudonyms_are_accepted_without_the_key(tmp_path):
    assert failures(tmp_path, study(HASH), hashed()) == (set(), set())
    verdict = verify(study(HASH), tmp_path, tmp_path / "draft.csv")
    assert {one.check for one in verdict.findings if one.holds is not True} <= {"keyed", "order"}


def test_suppressed_classes_do_not_matter(tmp_path):
    release = hashed().filter(pl.col("ward") != "c")
    assert failures(tmp_path, study(HASH), release) == (set(), set())


def test_missing_identifiers_are_missing_in_the_release(tmp_path):
    table = TABLE.with_columns(id=pl.when(pl.col("note") != "3").then("id"))
    assert failures(tmp_path, study(HASH), hashed(table), table) == (set(), set())
    named = hashed(table).with_columns(pl.col("id").fill_null(digest("nobody")))
    assert failures(tmp_path, study(HASH), named, table) == ({"pseudonyms"}, {"pseudonyms"})


def one_for_two(codes):
    return [digest("002") if n // 3 in (2, 3) else code for n, code in enumerate(codes)]


def two_for_one(codes):
    return [digest("new") if n == 4 else code for n, code in enumerate(codes)]


def exchanged(codes):
    """Two records of different people with different notes have each other's pseudonym."""
    found = list(codes)
    found[0], found[5] = found[5], found[0]
    return found


@pytest.mark.parametrize("lie", [one_for_two, two_for_one, exchanged])
def test_pseudonyms_that_are_not_one_to_one_are_refused(tmp_path, lie):
    release = hashed().with_columns(id=pl.Series(lie(hashed()["id"])))
    assert failures(tmp_path, study(HASH), release) == ({"pseudonyms"}, {"pseudonyms"})


@pytest.mark.parametrize("lie", [one_for_two, two_for_one, exchanged])
def test_with_local_recoding_the_other_columns_tell(tmp_path, lie):
    settings = study(HASH, recoding="local")
    assert failures(tmp_path, settings, hashed()) == (set(), set())
    release = hashed().with_columns(id=pl.Series(lie(hashed()["id"])))
    assert failures(tmp_path, settings, release) == ({"pseudonyms"}, {"pseudonyms"})


def test_suppressed_records_must_not_keep_their_pseudonym(tmp_path):
    settings = study(HASH, output={"suppressed": "blank"})
    blank = hashed().with_columns(
        pl.when(pl.col("ward") != "c").then(pl.col(name)).alias(name) for name in TABLE.columns
    )
    assert failures(tmp_path, settings, blank)[0] == set()
    left = blank.with_columns(
        id=pl.when(blank["note"].is_null()).then(hashed()["id"]).otherwise("id")
    )
    assert "pseudonyms" in failures(tmp_path, settings, left)[0]


def encodings(name, text):
    found = hashlib.new(name, text.encode()).digest()
    return found.hex(), base64.b64encode(found).decode(), base64.urlsafe_b64encode(found).decode()


@pytest.mark.parametrize("name", ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b"])
@pytest.mark.parametrize("form", [0, 1, 2])
@pytest.mark.parametrize("spelling", [str, str.upper, lambda text: text.replace("-", "")])
def test_a_hash_without_a_key_is_refused(tmp_path, name, form, spelling):
    table = TABLE.with_columns(id="ab-" + pl.col("id"))
    codes = [encodings(name, spelling(text))[form] for text in table["id"]]
    settings = study(HASH | {"length": len(codes[0])})
    release = table.with_columns(id=pl.Series(codes))
    assert all("unkeyed" in found for found in failures(tmp_path, settings, release, table))


@pytest.mark.parametrize("length", [8, 12, 16, 32])
def test_cutting_a_hash_without_a_key_does_not_help(tmp_path, length):
    codes = [hashlib.sha256(text.encode()).hexdigest()[:length] for text in TABLE["id"]]
    release = TABLE.with_columns(id=pl.Series(codes))
    found = failures(tmp_path, study(HASH | {"length": length}), release)
    assert found == ({"unkeyed"}, {"unkeyed"})


def test_other_spellings_of_the_value_are_refused(tmp_path):
    for code in (lambda text: text.encode().hex(), lambda text: text[::-1]):
        release = TABLE.with_columns(id=pl.Series([code(text) for text in TABLE["id"]]))
        assert "unkeyed" in failures(tmp_path, study(HASH), release)[0]


def test_raw_values_are_refused(tmp_path):
    assert "identifiers gone" in failures(tmp_path, study(HASH), TABLE)[0]
    partly = [
        raw if n // 3 == 4 else code
        for n, (raw, code) in enumerate(zip(TABLE["id"], hashed()["id"], strict=True))
    ]
    release = TABLE.with_columns(id=pl.Series(partly))
    assert "identifiers gone" in failures(tmp_path, study(HASH), release)[0]


def test_raw_values_in_another_column_are_refused(tmp_path):
    table = TABLE.with_columns(note=pl.col("id"))
    release = hashed(table)
    assert failures(tmp_path, study(HASH), release, table) == (
        {"identifiers gone"},
        {"identifiers gone"},
    )
    known = study(HASH, acknowledge=["repeats-identifier:note"])
    assert failures(tmp_path, known, release, table) == (set(), set())
    chance = TABLE.with_columns(id=pl.int_range(90).cast(pl.String))
    assert failures(tmp_path, study(HASH), hashed(chance), chance) == (set(), set())


def test_pseudonyms_of_another_form_are_refused(tmp_path):
    assert failures(tmp_path, study(HASH | {"length": 16}), hashed())[0] == {"pseudonym form"}
    assert failures(tmp_path, study({"method": "token"}), hashed())[0] == set()


def surrogates(table=TABLE):
    """A keyed permutation of formats, made by drawing."""
    draw, drawn = random.Random(3), {}
    for text in table["id"]:
        drawn.setdefault(text, f"{draw.randrange(1000):03}-{draw.randrange(10000):04}")
    return table.with_columns(id=pl.Series([drawn[text] for text in table["id"]]))


SURROGATE = {"method": "surrogate", "domain": "patients", "key": "nowhere.key"}


def test_surrogates_must_keep_the_format(tmp_path):
    assert failures(tmp_path, study(SURROGATE), surrogates()) == (set(), set())
    other = surrogates().with_columns(pl.col("id").str.replace("-", "/"))
    assert failures(tmp_path, study(SURROGATE), other)[0] == {"pseudonyms"}


def test_surrogates_that_are_the_values_of_others_are_refused(tmp_path):
    """A permutation of the people themselves: nobody has their own number, all are real."""
    turned = TABLE.with_columns(id=pl.concat((TABLE["id"][3:], TABLE["id"][:3])))
    assert "identifiers gone" in failures(tmp_path, study(SURROGATE), turned)[0]


def test_settings_of_normalization_count(tmp_path):
    table = TABLE.with_columns(
        id=pl.when(pl.col("ward") == "a").then(" " + pl.col("id")).otherwise("id")
    )
    release = table.with_columns(id=hashed()["id"])
    assert failures(tmp_path, study(HASH), release, table)[0] == {"pseudonyms"}
    assert failures(tmp_path, study(HASH | {"trim": True}), release, table) == (set(), set())


def test_an_unknown_method_is_not_approved_unseen(tmp_path):
    hashed().write_csv(tmp_path / "draft.csv")
    TABLE.write_csv(tmp_path / "data.csv")
    verdict = verify(study({"method": "homeopathic"}), tmp_path, tmp_path / "draft.csv")
    assert not verdict.complete
