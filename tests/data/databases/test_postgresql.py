"""Every type of PostgreSQL arrives exactly, for Shoal and for the verifier alike."""

from datetime import date, datetime
from decimal import Decimal

import polars as pl
import psycopg
import pytest

import postgres
from shoal.data.databases import Sink, read_query, write_table
from shoal.data.source import Source
from shoal.errors import DataError
from shoal.verify.tables.databases import read_query as read_by_verifier
from shoal.verify.tables.databases import read_table

pytestmark = pytest.mark.needs("postgres")


@pytest.fixture(scope="module")
def server():
    with postgres.server() as url:
        yield url


@pytest.fixture
def url(server, monkeypatch):
    monkeypatch.setenv("PGPASSWORD", postgres.SECRET)
    return server


TYPES = {
    "7::int2": 7,
    "9223372036854775807::int8": 2**63 - 1,
    "0.1::float4": 0.1,
    "1e300::float8": 1e300,
    "12.50::numeric(10,2)": Decimal("12.50"),
    "true": True,
    "date '1850-02-03'": date(1850, 2, 3),
    "date '0001-01-01'": date(1, 1, 1),
    "timestamp '1892-12-31 23:59:59.123456'": datetime(1892, 12, 31, 23, 59, 59, 123456),
    "time '10:11:12'": "10:11:12",
    "'a,\"b\n'::text": 'a,"b\n',
    "'ab'::char(4)": "ab  ",
    "'0ce18c7d-fd78-46d9-81b5-8bed231c337a'::uuid": "0ce18c7d-fd78-46d9-81b5-8bed231c337a",
    "inet '10.0.0.1'": "10.0.0.1",
    "interval '1 day'": "1 day",
    "'{\"a\": 1}'::jsonb": '{"a": 1}',
    "array[1,2]": "{1,2}",
    "12.34::numeric": Decimal("12.34"),
    "''::text": None,
    "null::int": None,
    "'NaN'::numeric": "NaN",
}


@pytest.mark.parametrize("expression", TYPES)
def test_a_value_arrives_exactly(url, expression):
    source = Source.of({"url": url, "query": f"SELECT {expression} AS x, 1 AS y;"})
    frame = read_query(source)
    assert frame.row(0) == (TYPES[expression], 1)
    assert read_by_verifier(source.settings(), None).equals(frame)


def test_moments_with_a_time_zone_keep_it_until_the_study_chooses(url):
    query = "SELECT timestamptz '2020-06-30 22:30:00+00' AS x"
    frame = read_query(Source.of({"url": url, "query": query}))
    assert frame.schema == {"x": pl.Datetime("us", "UTC")}
    assert read_by_verifier({"url": url, "query": query}, None).equals(frame)


@pytest.mark.parametrize("value", ["date 'infinity'", "timestamp '-infinity'"])
def test_infinite_dates_are_refused_by_column_and_count(url, value):
    with pytest.raises(DataError, match="'x': 1 value is infinite"):
        read_query(Source.of({"url": url, "query": f"SELECT {value} AS x"}))


FRAME = pl.DataFrame(
    {
        "whole": [1, None],
        "decimal": [0.1, float(2**70)],
        "exact": pl.Series(["1.50", "2.25"]).cast(pl.Decimal(10, 2)),
        "truth": [True, None],
        "day": [date(1850, 2, 3), None],
        "moment": [datetime(1892, 12, 31, 23, 59, 59, 1), None],
        'a "name"': ['quo"ted,\nline', None],
    }
)


def test_a_table_is_written_and_read_back_exactly(url):
    with write_table(Sink(url, "public.exact"), FRAME, force=True) as database:
        back = read_table(database.connection, "public", "exact")
    assert back.with_columns(pl.col("exact").cast(pl.Decimal(10, 2))).equals(FRAME)
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT count(*) FROM exact").fetchone() == (2,)


def test_an_interrupted_write_leaves_nothing(url):
    with (
        pytest.raises(KeyboardInterrupt),
        write_table(Sink(url, "interrupted"), FRAME),
    ):
        raise KeyboardInterrupt
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT to_regclass('interrupted')").fetchone() == (None,)


def test_a_server_that_is_not_there_is_told_without_delay():
    with pytest.raises(DataError, match="cannot be reached"):
        read_query(Source.of({"url": "postgresql://127.0.0.1:9/x", "query": "SELECT 1"}))


def test_the_server_does_not_run_as_root(url):
    with psycopg.connect(url) as connection:
        folder = connection.execute("SHOW data_directory").fetchone()[0]
    assert postgres.Path(folder).stat().st_uid != 0
