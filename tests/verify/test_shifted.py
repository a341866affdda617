"""The verifier and shifted dates: true ones are accepted, every planted lie is refused."""

import random
from datetime import date, timedelta

import polars as pl
import pytest

from shoal.verify import verify, verify_frames

SHIFT = {"days": 30, "domain": "patients", "key": "nowhere.key"}
DATE = {"role": "insensitive", "type": "date", "shift": SHIFT}
DRAW = random.Random(5)
SEEN = [date(2020, 1, 1) + timedelta(days=DRAW.randrange(300)) for _ in range(90)]
TABLE = pl.DataFrame(
    {
        "id": [f"p{n // 3:03}" for n in range(90)],
        "ward": ["ab"[n % 2] for n in range(90)],
        "seen": SEEN,
        "left": [day + timedelta(days=n % 5) if n % 4 else None for n, day in enumerate(SEEN)],
    }
)
OFFSETS = [DRAW.choice([n for n in range(-30, 31) if n]) for _ in range(30)]


def study(pseudonym="drop"):
    ward = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
    identifier = {"role": "identifier", "pseudonym": pseudonym}
    columns = {"id": identifier, "ward": ward, "seen": DATE, "left": DATE}
    promise = [{"model": "k-anonymity", "k": 2}]
    return {"data": {"path": "data.csv"}, "columns": columns, "privacy": promise, "person": "id"}


TOKENS = {"method": "token"}


def moved(offsets, table=TABLE, tokens=False):
    days = pl.Series([offsets[n // 3] if n // 3 < len(offsets) else 0 for n in range(table.height)])
    shown = table.with_columns(pl.col("seen", "left") + pl.duration(days=days))
    draw = random.Random(9)
    names = {text: f"{draw.getrandbits(128):032x}" for text in table["id"].unique()}
    if not tokens:
        return shown.drop("id")
    return shown.with_columns(id=table["id"].replace_strict(names))


def failures(folder, release, pseudonym="drop", table=TABLE):
    table.write_csv(folder / "data.csv")
    release.sample(fraction=1, shuffle=True, seed=7).write_csv(folder / "draft.csv")
    verdict = verify(study(pseudonym), folder, folder / "draft.csv")
    mask = pl.Series([False] * table.height)
    in_order = verify_frames(study(pseudonym), folder, table, release, mask)
    return {one.check for one in verdict.failures}, {one.check for one in in_order.failures}


@pytest.mark.parametrize("pseudonym", ["drop", TOKENS])
def test_dates_that_move_with_their_person_are_accepted(tmp_path, pseudonym):
    release = moved(OFFSETS, tokens=pseudonym == TOKENS)
    assert failures(tmp_path, release, pseudonym) == (set(), set())


def test_dates_that_move_too_far_are_refused(tmp_path):
    far = [31, *OFFSETS[1:]]
    assert failures(tmp_path, moved(far))[1] == {"dates"}
    assert failures(tmp_path, moved([400, *OFFSETS[1:]])) == ({"dates"}, {"dates"})


def test_dates_that_stay_are_refused_where_it_can_be_seen(tmp_path):
    assert failures(tmp_path, moved([0, *OFFSETS[1:]]))[1] == {"dates"}


def test_a_record_whose_dates_move_apart_is_refused(tmp_path):
    lie = moved(OFFSETS).with_columns(left=pl.col("left") + pl.duration(days=1))
    assert failures(tmp_path, lie) == ({"dates"}, {"dates"})


def test_records_of_a_person_that_move_apart_are_refused(tmp_path):
    """Without the person's pseudonym a shuffled file cannot show it; in order it can."""
    offsets = [DRAW.choice([1, 2, 3, 4]) for _ in range(90)]
    shown = moved([0], tokens=True).with_columns(
        pl.col("seen", "left") + pl.duration(days=pl.Series(offsets))
    )
    assert failures(tmp_path, shown, TOKENS) == ({"dates"}, {"dates"})
    assert failures(tmp_path, shown.drop("id"))[1] == {"dates"}


@pytest.mark.parametrize(
    "lie",
    [
        pl.lit(None, pl.Date).alias("left"),
        pl.col("left").fill_null(date(2020, 5, 5)),
    ],
)
def test_missing_dates_stay_missing(tmp_path, lie):
    assert failures(tmp_path, moved(OFFSETS).with_columns(lie)) == ({"dates"}, {"dates"})


def test_cells_that_are_no_dates_are_refused(tmp_path):
    lie = moved(OFFSETS).with_columns(pl.col("seen").dt.to_string("%d.%m.%Y"))
    assert failures(tmp_path, lie) == ({"dates"}, {"dates"})


def test_times_of_day_stay(tmp_path):
    table = TABLE.with_columns(
        (pl.col("seen", "left").cast(pl.Datetime("us")) + pl.duration(hours=7)).dt.to_string(
            "%Y-%m-%dT%H:%M"
        )
    )
    settings = study()
    for name in ("seen", "left"):
        settings["columns"][name] = DATE | {"format": "%Y-%m-%dT%H:%M"}
    table.write_csv(tmp_path / "data.csv")
    for hours, holds in ((0, True), (1, False)):
        moments = pl.col("seen", "left").str.to_datetime("%Y-%m-%dT%H:%M")
        shown = moved(OFFSETS, table.with_columns(moments)).with_columns(
            (pl.col("seen", "left") + pl.duration(hours=hours)).dt.to_string("%Y-%m-%dT%H:%M")
        )
        shown.sample(fraction=1, shuffle=True).write_csv(tmp_path / "draft.csv")
        assert verify(settings, tmp_path, tmp_path / "draft.csv").holds is holds
