"""What a summary tells about every column, and what stands above a release."""

import polars as pl
import pytest

import shoal
from shoal.report.certificate import certificate
from shoal.report.words import search_result

RECORDS = 60
TABLE = pl.DataFrame(
    {
        "who": [f"p{n}" for n in range(RECORDS)],
        "age": [str(30 + n % 7) for n in range(RECORDS)],
        "town": ["a" if n % 2 else "b" for n in range(RECORDS)],
        "ill": ["flu" if n % 3 else "cold" for n in range(RECORDS)],
        "drug": [str(n % 19) for n in range(RECORDS)],
        "note": ["x"] * RECORDS,
    }
)
QUASI = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
COLUMNS = {
    "who": {"role": "identifier"},
    "age": QUASI,
    "town": {"role": "quasi-identifier"},
    "ill": {"role": "sensitive"},
}
K = [{"model": "k-anonymity", "k": 5}]
ARGUS = {"name": "argus", "bin_size": 2, "identifying": {"age": 1, "town": 2}}


def released(table=TABLE, columns=COLUMNS, **keys):
    return shoal.anonymize(table, {"columns": columns, "privacy": K, **keys})


def fates(release):
    return {one["name"]: one["fate"] for one in release.summary["columns"]}


def tone(release):
    told = certificate(release._study, release._shown, {}, "2026-11-18")["headline"]
    assert told["tone"] == release.summary["headline"]["tone"]  # every face says the same
    return told["tone"]


def test_every_column_of_the_input_is_listed_with_its_values():
    release = released()
    assert fates(release) == {
        "who": "removed",
        "age": "unchanged",
        "town": "grouped",
        "ill": "unchanged",
        "drug": "not named",
        "note": "not named",
    }
    found = {one["name"]: (one["before"], one["after"]) for one in release.summary["columns"]}
    assert (found["age"], found["town"]) == ((7, 7), (2, 1))
    assert found["ill"] == (2, 2)
    assert found["who"] == found["note"] == (None, None)


def test_a_safe_release_is_green():
    release = released()
    assert tone(release) == "good"
    assert release.summary["uniqueness"]["columns"] == ["age", "town"]


def test_insensitive_columns_by_which_records_are_unique_are_not_green():
    release = released(columns={**COLUMNS, "drug": {"role": "insensitive"}})
    assert tone(release) == "open"
    unique = release.summary["uniqueness"]
    assert unique["columns"] == ["age", "town", "drug"]
    assert unique["share"] > 0.05
    assert (
        "unique by their quasi-identifiers and insensitive" in release.summary["headline"]["title"]
    )


def test_sensitive_columns_alone_change_nothing():
    ill = [f"i{n}" for n in range(RECORDS // 2)] * 2
    release = released(TABLE.with_columns(ill=pl.Series(ill)))
    assert release.summary["uniqueness"]["with_sensitive"]["share"] > 0.5
    assert tone(release) == "good"


def test_a_method_that_leaves_unique_records_is_not_green():
    alone = TABLE.with_columns(age=pl.Series([str(30 + n) for n in range(RECORDS)]))
    argus = {**ARGUS, "identifying": {"age": 0, "town": 3}}
    release = released(alone, privacy=[], method=argus)
    assert release.summary["privacy"][0]["holds"] is True
    assert tone(release) == "open"
    assert "unique" in release.summary["headline"]["title"]


def test_blank_cells_are_told():
    rare = TABLE.with_columns(town=pl.Series(["c", *TABLE["town"][1:]]))
    found = fates(released(rare, privacy=[], method=ARGUS))
    assert "blanked" in found.values()


@pytest.mark.parametrize("recoding", ["local"])
def test_cells_of_local_recoding_are_grouped_or_not(recoding):
    assert fates(released(recoding=recoding, suppression_limit=0.1))["age"] in {
        "grouped",
        "unchanged",
    }


def test_a_repeatable_run_is_not_green():
    assert tone(released(reproducible=True)) == "open"


def test_levels_by_hand_are_not_called_the_best():
    fixed = {"min_level": 1, "max_level": 1}
    town = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}, **fixed}
    hand = released(columns={**COLUMNS, "age": {**QUASI, **fixed}, "town": town})
    own = released()
    assert hand.summary["optimal"] is True
    assert hand.summary["loss"] > own.summary["loss"]
    assert search_result(hand.summary).startswith("Chosen by hand")
    assert search_result(own.summary).startswith("Best possible")


def test_a_hierarchy_that_was_made_automatically_is_called_so():
    release = released()
    told = certificate(release._study, release._shown, {}, "2026-11-18")["columns"]
    treatments = {one["name"]: one["treatment"] for one in told}
    assert "made automatically" in treatments["town"]
    assert "masking" in treatments["age"]
    assert [*treatments] == ["who", "age", "town", "ill"]  # others are not told
