"""Tables are taken from databases by people who must not reach anything else through them."""

import json
import sqlite3
from contextlib import closing

import polars as pl
import pytest

from postgres import SECRET, server
from shoal.data.databases import Sink, write_table
from shoal.errors import DataError, StudyError
from shoal.ledger.workspace import Workspace
from shoal.progress import ignore_progress
from shoal.server import stored
from shoal.server.actions import Call, check_arguments, perform
from shoal.server.connections import VARIABLE, Connection
from shoal.server.fetch import fetch_into, query_of
from shoal.server.stored import Limits, TooLarge, job_rows

PEOPLE = pl.DataFrame({"name": ["ann", "bob", "eve"], "age": [30, 41, 52]})


@pytest.fixture
def archive(tmp_path, monkeypatch):
    with closing(sqlite3.connect(tmp_path / "archive.db")) as database, database:
        database.execute("CREATE TABLE people (name TEXT, age INTEGER)")
        database.executemany("INSERT INTO people VALUES (?, ?)", PEOPLE.iter_rows())
    path = tmp_path / "connections.yaml"
    path.write_text("archive: sqlite:///archive.db\n")
    monkeypatch.setenv(VARIABLE, str(path))
    return Connection("archive", "sqlite:///archive.db", tmp_path)


def taken(tmp_path, known, query, most=1000):
    path = tmp_path / "fetched.parquet"
    fetch_into(path, known, query, ignore_progress, most)
    return pl.read_parquet(path)


def test_a_table_is_taken_and_kept(tmp_path, archive):
    workspace = Workspace(tmp_path / "workspace", "ann")
    given = check_arguments(workspace, "fetch", {"connection": "archive", "table": "people"})
    (tmp_path / "call").mkdir()
    made = perform(Call(workspace, "", tmp_path / "call"), "fetch", given)
    assert (made.result["records"], made.result["columns"]) == (3, ["name", "age"])
    found = stored.page(workspace, "ann", made.result["table"], query="age > 40")
    assert found["lines"] == [["bob", "41"], ["eve", "52"]]
    assert stored.table(workspace, "ann", made.result["table"]).name == "people.parquet"


def test_a_table_that_is_too_large_is_not_kept(tmp_path, archive):
    workspace = Workspace(tmp_path / "workspace", "ann")
    (tmp_path / "call").mkdir()
    call = Call(workspace, "", tmp_path / "call", limits=Limits(table_bytes=100))
    with pytest.raises(TooLarge):
        perform(call, "fetch", {"connection": "archive", "table": "people"})
    assert stored.tables(workspace, "ann") == []


def test_a_query_is_answered(tmp_path, archive):
    found = taken(tmp_path, archive, "SELECT name, age * 2 AS double FROM people WHERE age < 50")
    assert found.rows() == [("ann", 60), ("bob", 82)]


@pytest.mark.parametrize(
    ("table", "query"),
    [
        (None, None),
        ("people", "SELECT 1"),
        ("people; DROP TABLE people", None),
        (None, "DROP TABLE people"),
        (None, "ATTACH DATABASE '/etc/passwd' AS other"),
        (None, "PRAGMA database_list"),
        (None, "INSERT INTO people VALUES ('x', 1)"),
    ],
)
def test_only_what_reads_is_asked(table, query):
    with pytest.raises(StudyError):
        query_of(table, query)
    assert query_of("ward.people", None) == 'SELECT * FROM "ward"."people"'


@pytest.mark.parametrize(
    "query",
    [
        "SELECT 1 AS x; DROP TABLE people",
        "WITH x AS (SELECT 1) INSERT INTO people SELECT 'x', 1",
        "SELECT * FROM pragma_database_list",
        "SELECT * FROM nothing",
    ],
)
def test_a_file_of_sqlite_is_only_read(tmp_path, archive, query):
    with pytest.raises(DataError):
        taken(tmp_path, archive, query)
    assert taken(tmp_path, archive, "SELECT * FROM people").equals(PEOPLE)


def test_nobody_learns_where_a_database_should_be(tmp_path):
    for url in ("sqlite:///secret/place.db", f"duckdb:///{tmp_path}/secret/place.duckdb"):
        with pytest.raises(DataError, match="not there") as error:
            taken(tmp_path, Connection("a", url, tmp_path), "SELECT 1 AS x")
        assert "secret" not in str(error.value)


def test_duckdb_opens_no_other_file(tmp_path):
    url = f"duckdb:///{tmp_path}/people.duckdb"
    with write_table(Sink(url, "people"), PEOPLE):
        pass
    known, other = Connection("d", url, tmp_path), tmp_path / "secret.csv"
    other.write_text("a,b\n1,2\n")
    assert taken(tmp_path, known, "SELECT * FROM people").equals(PEOPLE)
    for query in (
        f"SELECT * FROM read_csv('{other}')",  # noqa: S608
        f"SELECT * FROM '{other}'",  # noqa: S608
        f"SELECT 1; COPY people TO '{tmp_path}/leak.csv'",
        "SELECT 1; SET enable_external_access = true",
    ):
        with pytest.raises(DataError):
            taken(tmp_path, known, query)
    assert not (tmp_path / "leak.csv").exists()


@pytest.mark.slow
@pytest.mark.needs("postgres")
def test_a_server_of_postgresql_runs_one_statement_that_reads(tmp_path, monkeypatch):
    monkeypatch.setenv("PG_SECRET", SECRET)
    with server() as address:
        url = address.replace("@", ":${PG_SECRET}@")
        with write_table(Sink(url, "people"), PEOPLE):
            pass
        known = Connection("p", url, tmp_path)
        assert taken(tmp_path, known, query_of("public.people", None)).equals(PEOPLE)
        for query in (
            "SELECT 1) AS asked LIMIT 0; COMMIT; DROP TABLE people; --",
            f"SELECT 1) TO PROGRAM 'touch {tmp_path}/leak' --",
            "SELECT 1; DROP TABLE people",
            "WITH gone AS (DELETE FROM people RETURNING *) SELECT * FROM gone",
        ):
            with pytest.raises(DataError, match="refused"):
                taken(tmp_path, known, query)
        assert taken(tmp_path, known, "SELECT * FROM people").equals(PEOPLE)
    assert not (tmp_path / "leak").exists()


def test_a_query_is_forgotten_with_the_table_that_it_gave(tmp_path, archive):
    workspace = Workspace(tmp_path / "workspace", "ann")
    (tmp_path / "call").mkdir()
    asked = {"connection": "archive", "query": "SELECT * FROM people WHERE name = 'eve'"}
    kept = perform(Call(workspace, "", tmp_path / "call"), "fetch", asked).result
    for action, result in (("fetch", kept), ("profile", {})):
        job = job_rows.add_job(workspace, "ann", action, asked, 60.0, 10)
        with workspace.transaction() as connection:
            done = [json.dumps(result), job.id]
            connection.execute("UPDATE jobs SET state = 'done', result = ? WHERE id = ?", done)
    stored.forget_table(workspace, "ann", kept["table"])
    assert [one.action for one in job_rows.list_jobs(workspace, "ann")] == ["profile"]
