import sqlite3
from contextlib import closing
from datetime import date, datetime

import polars as pl
import pytest

from shoal.data.databases import Sink, read_query, write_table
from shoal.data.source import Source
from shoal.errors import DataError
from shoal.verify.tables.databases import read_query as read_by_verifier
from shoal.verify.tables.databases import read_table


@pytest.fixture
def url(tmp_path):
    with closing(sqlite3.connect(tmp_path / "a b#?.db")) as connection:
        connection.execute("CREATE TABLE t (n INTEGER, m, s TEXT)")
        connection.execute("INSERT INTO t VALUES (1, 1, 'x'), (NULL, 'a', ''), (3, 2.5, '1850')")
        connection.commit()
    return f"sqlite:///{tmp_path / 'a b#?.db'}"


def test_columns_have_the_type_that_all_values_share(url, tmp_path):
    source = Source.of({"url": url, "query": "SELECT * FROM t"})
    frame = read_query(source)
    assert frame.schema == {"n": pl.Int64, "m": pl.String, "s": pl.String}
    assert frame.rows() == [(1, "1", "x"), (None, "a", None), (3, "2.5", "1850")]
    assert read_by_verifier(source.settings(), tmp_path).equals(frame)


def test_what_sqlite_lacks_is_written_as_text(url):
    frame = pl.DataFrame(
        {
            "day": [date(1850, 2, 3)],
            "at": [datetime(1892, 12, 31, 23, 59, 59)],
            "truth": [True],
            "x": [0.1],
        }
    )
    with write_table(Sink(url, "released"), frame) as database:
        back = read_table(database.connection, None, "released")
    assert back.rows() == [("1850-02-03", "1892-12-31T23:59:59", "true", 0.1)]


def test_a_large_release_can_be_verified_while_it_is_written(url):
    frame = pl.DataFrame({"x": pl.int_range(200_000, eager=True).cast(pl.String) + "x" * 50})
    source = Source.of({"url": url, "query": "SELECT * FROM t"})
    with write_table(Sink(url, "released"), frame):
        assert read_query(source).height == 3


def test_a_file_that_is_no_database_is_refused(tmp_path):
    (tmp_path / "a.db").write_text("not a database, but long enough to be looked at" * 100)
    source = Source.of({"url": f"sqlite:///{tmp_path / 'a.db'}", "query": "SELECT 1 FROM t"})
    with pytest.raises(DataError, match="file is not a database"):
        read_query(source)


def test_a_missing_file_is_not_made(tmp_path):
    source = Source.of({"url": f"sqlite:///{tmp_path / 'none.db'}", "query": "SELECT 1"})
    with pytest.raises(DataError, match="There is no file"):
        read_query(source)
    assert not list(tmp_path.iterdir())


def test_sqlite_has_no_schemas(url):
    with (
        pytest.raises(DataError, match="no schemas"),
        write_table(Sink(url, "a.b"), pl.DataFrame({"x": [1]})),
    ):
        pass
