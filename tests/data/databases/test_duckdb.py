import subprocess
import sys
from datetime import date, datetime
from decimal import Decimal

import duckdb
import polars as pl
import pytest

from shoal.data.databases import Sink, read_query, write_table
from shoal.data.source import Source
from shoal.errors import DataError
from shoal.verify.tables.databases import read_query as read_by_verifier
from shoal.verify.tables.databases import read_table

TYPES = {
    "sum(1::bigint)": 1,
    "1.5::decimal(5,2)": Decimal("1.50"),
    "date '1850-02-03'": date(1850, 2, 3),
    "timestamp '1892-12-31 23:59:59.123456'": datetime(1892, 12, 31, 23, 59, 59, 123456),
    "'b'::enum('a', 'b')": "b",
    "''": None,
    "true": True,
}


@pytest.fixture
def url(tmp_path):
    duckdb.connect(tmp_path / "a.duckdb").close()
    return f"duckdb:///{tmp_path / 'a.duckdb'}"


@pytest.mark.parametrize("expression", TYPES)
def test_a_value_arrives_exactly(url, expression, tmp_path):
    source = Source.of({"url": url, "query": f"SELECT {expression} AS x"})
    assert read_query(source).item() == TYPES[expression]
    again = read_by_verifier(source.settings(), tmp_path)
    assert again.select(pl.all().cast(pl.String)).equals(
        read_query(source).select(pl.all().cast(pl.String))
    )


def test_a_table_is_written_and_read_back_exactly(url):
    frame = pl.DataFrame({"x": [1, None], "day": [date(1850, 2, 3), None], "t": ["a", None]})
    with write_table(Sink(url, "main.released"), frame) as database:
        assert read_table(database.connection, "main", "released").equals(frame)
    assert read_query(Source.of({"url": url, "query": "FROM released"})).equals(frame)


def test_variables_of_the_program_cannot_be_asked_for(url):
    frame = pl.DataFrame({"secret": [1]})
    with pytest.raises(DataError, match="catalog error"):
        read_query(Source.of({"url": url, "query": "SELECT * FROM frame"}))
    assert frame.height == 1


def test_a_missing_file_is_not_made(tmp_path):
    url = f"duckdb:///{tmp_path / 'none.duckdb'}"
    with pytest.raises(DataError, match="There is no file"):
        read_query(Source.of({"url": url, "query": "SELECT 1"}))
    assert not list(tmp_path.iterdir())


def test_a_new_file_goes_if_its_table_is_not_kept(tmp_path):
    sink = Sink(f"duckdb:///{tmp_path / 'new.duckdb'}", "released")
    with (
        pytest.raises(KeyboardInterrupt),
        write_table(sink, pl.DataFrame({"a": [1]})),
    ):
        raise KeyboardInterrupt
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("module", "driver", "extra"),
    [("duckdb", "duckdb", "duckdb"), ("psycopg", "postgresql", "postgres")],
)
def test_without_the_extra_its_name_is_told(module, driver, extra):
    code = f"import sys; sys.modules['{module}'] = None; import shoal.data.databases.{driver}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"pip install 'shoal[{extra}]'" in done.stderr


@pytest.mark.parametrize(
    "query",
    [
        "SELECT current_setting('temp_directory')",
        "SELECT \"current_setting\"('temp_directory')",
        "SELECT * FROM duckdb_settings()",
        "SELECT path FROM duckdb_databases()",
        "SELECT * FROM pragma_database_list",
        "FROM query('SELECT current_' || 'setting(''temp_directory'')')",
        "FROM \"query\"('SELECT 1')",
        "CALL pragma_version()",
    ],
)
def test_a_confined_query_learns_nothing_about_the_server(url, query):
    with pytest.raises(DataError, match="may only ask for tables"):
        read_query(Source.of({"url": url, "query": query}), most=10)


def test_words_that_only_resemble_are_no_questions_about_the_server(url):
    query = "SELECT 1 AS pragmatic_trial, 2 AS query, 3 AS settings"
    found = read_query(Source.of({"url": url, "query": query}), most=10)
    assert found.rows() == [(1, 2, 3)]
