"""The built-in discharge table: its shape, its frozen bytes, and what hangs together in it."""

from hashlib import sha256

import polars as pl
import pytest

from shoal.data.example import discharge
from shoal.data.example.places import COUNTIES, HOSPITALS, ZIP_CODES

FROZEN = "477e4a82fbb7b69b8411e3093ed3affdebb0cb61c995ebab473e970961aa4067"
COLUMNS = [
    "patient_id", "hospital_id", "age", "sex", "ethnicity", "race", "zip", "county",
    "length_of_stay", "admission_quarter", "charge",
]  # fmt: skip


@pytest.fixture(scope="module")
def frame():
    return discharge()


@pytest.fixture(scope="module")
def stays(frame):
    """The table with numbers to correlate, and the county of the hospital."""
    classes = {"<10000": 0, "10000-50000": 1, ">50000": 2}
    hosts = {name: county.name for name, county, _ in HOSPITALS}
    prices = {county.name: county.price for county in COUNTIES}
    return frame.with_columns(
        pl.col("age", "length_of_stay").cast(pl.Int64),
        pl.col("charge").replace_strict(classes, return_dtype=pl.Int64),
        host=pl.col("hospital_id").replace_strict(hosts),
    ).with_columns(price=pl.col("host").replace_strict(prices))


def test_has_39676_records_of_eleven_text_columns_without_missing_values(frame):
    assert frame.columns == COLUMNS
    assert frame.height == 39_676
    assert set(frame.dtypes) == {pl.String}
    assert frame.null_count().row(0) == (0,) * 11


def test_is_frozen_to_the_byte(frame):
    assert sha256(frame.write_csv().encode()).hexdigest() == FROZEN


def test_every_patient_has_an_identifier_that_does_not_follow_the_order_of_records(frame):
    assert frame["patient_id"].n_unique() == frame.height
    assert not frame["patient_id"].is_sorted()


def test_every_zip_code_lies_in_one_county_and_every_hospital_is_on_the_list(frame):
    home = {code: c.name for c, codes in zip(COUNTIES, ZIP_CODES, strict=True) for code in codes}
    assert len(home) == sum(county.zips for county in COUNTIES)
    assert (frame["zip"].replace_strict(home) == frame["county"]).all()
    assert set(frame["hospital_id"]) == {name for name, _, _ in HOSPITALS}


def test_charge_has_three_classes_of_plausible_shares(frame):
    shares = dict(frame["charge"].value_counts(normalize=True).rows())
    assert 0.15 < shares["<10000"] < 0.25
    assert 0.50 < shares["10000-50000"] < 0.65
    assert 0.15 < shares[">50000"] < 0.25


@pytest.mark.parametrize(
    ("cause", "effect", "at_least"),
    [
        ("age", "length_of_stay", 0.1),
        ("length_of_stay", "charge", 0.4),
        ("age", "charge", 0.3),
        ("price", "charge", 0.05),
    ],
)
def test_what_hangs_together_in_real_data_rises_together_here(stays, cause, effect, at_least):
    assert stays.select(pl.corr(cause, effect, method="spearman")).item() > at_least


def test_newborns_are_common_and_cheap(stays):
    newborns = stays.filter(pl.col("age") == 0)
    assert 0.08 < newborns.height / stays.height < 0.15
    assert (newborns["charge"] == 0).mean() > 3 * (
        stays.filter(pl.col("age") > 0)["charge"] == 0
    ).mean()


def test_stays_are_short_with_a_long_tail(stays):
    days = stays["length_of_stay"]
    assert days.median() == 3
    assert days.mean() > 1.5 * days.median()
    assert days.quantile(0.99) > 30
    assert (days.min(), days.max()) == (1, 120)


def test_winter_is_busier_than_summer_above_all_for_the_old(stays):
    winter = pl.col("admission_quarter").is_in(["Q1", "Q4"])
    assert stays.select(winter.mean()).item() > 0.51
    by_age = dict(stays.group_by(pl.col("age") >= 65).agg(winter.mean()).rows())
    assert by_age[True] > by_age[False]


def test_most_people_stay_near_home_and_some_travel(stays):
    at_home = (stays["host"] == stays["county"]).mean()
    assert 0.75 < at_home < 0.9


def test_race_and_ethnicity_depend_on_the_county(stays):
    shares = dict(stays.group_by("county").agg((pl.col("race") == "White").mean()).rows())
    assert shares["Quarry"] > 2 * shares["Anchor"]
    hispanic = dict(stays.group_by("race").agg((pl.col("ethnicity") == "Hispanic").mean()).rows())
    assert hispanic["Other"] > 5 * hispanic["White"]
