from datetime import date, datetime

import polars as pl
import pytest

from shoal.data.files import read
from shoal.data.schema import ColumnOptions
from shoal.data.source import Source
from shoal.data.types import DateType
from shoal.errors import DataError
from shoal.verify.tables.inputs import read_input

NIGHT = datetime(2020, 6, 30, 22, 30)


@pytest.fixture
def zoned(tmp_path):
    moments = pl.Series("at", [NIGHT, None]).dt.replace_time_zone("UTC")
    pl.DataFrame([moments, pl.Series("x", [1, 2])]).write_parquet(tmp_path / "a.parquet")
    return str(tmp_path / "a.parquet")


def test_moments_with_a_time_zone_are_refused_where_they_are_used(zoned):
    with pytest.raises(DataError, match=r"Column 'at' .* `data: {time_zone"):
        read(Source.of(zoned), {"at": ColumnOptions()})


def test_moments_with_a_time_zone_do_no_harm_where_they_are_not_used(zoned):
    assert read(Source.of(zoned), {"x": ColumnOptions()}).records == 2


@pytest.mark.parametrize(
    ("zone", "local"),
    [("UTC", NIGHT), ("Europe/Berlin", datetime(2020, 7, 1, 0, 30))],
)
def test_the_study_says_whose_clock_is_meant(zoned, zone, local):
    keys = {"path": zoned, "time_zone": zone}
    table = read(Source.of(keys), {"at": ColumnOptions()})
    assert table.frame["at"].to_list() == [local, None]
    assert read_input(keys, Source.of(zoned).file.parent, None, ("at",))["at"].to_list() == [
        local,
        None,
    ]


@pytest.mark.parametrize("suffix", [".parquet", ".feather"])
def test_old_dates_are_exact_to_the_day(tmp_path, suffix):
    days = [date(1582, 10, 15), date(1850, 2, 3), date(1892, 12, 31), date(1893, 4, 1)]
    frame = pl.DataFrame(
        {"day": days, "at": [datetime(d.year, d.month, d.day, 0, 1) for d in days]}
    )
    path = tmp_path / f"a{suffix}"
    frame.write_parquet(path) if suffix == ".parquet" else frame.write_ipc(path)
    table = read(Source.of(path), {"day": ColumnOptions(DateType())})
    assert table.texts("day", DateType()).to_list() == [day.isoformat() for day in days]
    assert table.frame.equals(frame)
