"""Workers and readers have so much memory, queries so many records; the server goes on."""

import sqlite3
import threading
from contextlib import closing

import duckdb
import polars as pl
import pytest

from shoal.data import memory
from shoal.errors import DataError
from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.server.connections import VARIABLE
from shoal.server.jobs import Jobs
from shoal.server.stored import TooLarge
from shoal.server.stored.limits import Limits, readers
from shoal.server.stored.reading import READERS

pytestmark = pytest.mark.slow

MEGABYTE = 1 << 20
ENDLESS = (
    "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000000)"
    " SELECT i FROM n"
)
RANGE = "SELECT * FROM range(1000000000000)"
LIST = "SELECT list(range) AS x FROM range(1000000000)"
SORTED = "SELECT range AS x FROM range(300000000) ORDER BY hash(range) LIMIT 100000000"


@pytest.fixture(scope="module")
def jobs(tmp_path_factory):
    """A server with one small worker that may read two databases."""
    folder = tmp_path_factory.mktemp("memory")
    with closing(sqlite3.connect(folder / "a.db")) as database, database:
        database.execute("CREATE TABLE people (age INTEGER)")
        database.execute("INSERT INTO people VALUES (34)")
    duckdb.connect(str(folder / "b.duckdb")).execute("CREATE TABLE people (age INT)").close()
    (folder / "connections.yaml").write_text("a: sqlite:///a.db\nb: duckdb:///b.duckdb\n")
    limits = Limits(worker_bytes=500 * MEGABYTE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(folder / "connections.yaml"))
        with Jobs(Workspace(folder / "workspace"), workers=1, limits=limits, grace=1.0) as jobs:
            yield jobs


@pytest.fixture
def fetch(jobs):
    def fetch(connection, query, most=50_000_000):
        jobs._signals.limits = Limits(query_records=most)
        made = jobs.submit("ann", "fetch", {"connection": connection, "query": query}, 120)
        return [*jobs.events("ann", made.id)][-1]

    return fetch


@pytest.mark.parametrize(("connection", "query"), [("a", ENDLESS), ("b", RANGE)])
def test_an_endless_answer_is_refused_at_its_limit(fetch, connection, query):
    over = fetch(connection, query, most=1000)
    assert over.problem["kind"] == "DataError"
    assert "more than the 1,000 records" in over.problem["message"]


@pytest.mark.parametrize(
    ("connection", "query"), [("a", ENDLESS), ("b", RANGE), ("b", LIST), ("b", SORTED)]
)
def test_an_answer_that_does_not_fit_fails_its_job_and_no_other(jobs, fetch, connection, query):
    over = fetch(connection, query)
    assert over.state == "failed"
    assert over.problem["kind"] in {"TooLarge", "Killed", "DataError"}
    after = fetch("a", "SELECT * FROM people")
    assert (after.state, after.problem) == ("done", None)


def test_an_answer_of_just_as_many_records_is_kept(fetch):
    query = "SELECT 1 AS x UNION ALL SELECT 2"
    assert fetch("a", query, most=2).result["records"] == 2
    assert fetch("b", query, most=2).result["records"] == 2


def test_all_processes_together_have_no_more_than_the_computer():
    limits, whole = Limits(), memory.host_memory()
    for workers in (1, 2, 4):
        together = workers * limits.memory_of_worker(workers)
        if limits.memory_of_worker(workers) > 512 * MEGABYTE:
            assert together + readers() * limits.memory_of_reader <= whole


def test_a_container_has_less_than_its_computer(monkeypatch, tmp_path):
    (tmp_path / "memory.max").write_text("1073741824\n")
    monkeypatch.setattr(memory, "_CONTAINER", (str(tmp_path / "memory.max"), "/nowhere"))
    assert memory.host_memory() == 1 << 30
    (tmp_path / "memory.max").write_text("max\n")
    assert memory.host_memory() > 1 << 30


def packed(path, records):
    """A file of few bytes with many equal records."""
    pl.select(x=pl.repeat(7, records, dtype=pl.Int64)).write_parquet(path)
    return path.read_bytes()


def test_an_upload_that_does_not_fit_is_refused_and_the_next_is_read(tmp_path):
    workspace, limits = Workspace(tmp_path / "w"), Limits(read_bytes=400 * MEGABYTE)
    content = packed(tmp_path / "x.parquet", 60_000_000)
    assert len(content) < MEGABYTE
    with pytest.raises(TooLarge, match="more memory"):
        stored.keep_table(workspace, "ann", "x.parquet", [content], limits)
    small = stored.keep_table(workspace, "ann", "x.csv", [b"a,b\n1,2\n"], limits)
    assert small.records == 1


def test_an_upload_that_takes_too_long_is_refused_and_the_next_is_read(tmp_path):
    workspace, long = Workspace(tmp_path / "w"), [b"a,b\n", b"some,cells\n" * 3_000_000]
    with pytest.raises(TooLarge, match="within 0 seconds"):
        stored.keep_table(workspace, "ann", "x.csv", long, Limits(read_seconds=1e-3))
    assert stored.keep_table(workspace, "ann", "x.csv", [b"a\n1\n"]).records == 1


def test_readers_stay_for_many_uploads_and_are_no_more_than_cores(tmp_path):
    workspace, seen = Workspace(tmp_path / "w"), set()
    started = READERS._take.__func__

    def taken(readers, owner):
        one = started(readers, owner)
        seen.add(one._process.pid)
        return one

    def upload(owner):
        stored.keep_table(workspace, owner, "x.csv", [b"a,b\n1,2\n"])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(READERS), "_take", taken)
        threads = [threading.Thread(target=upload, args=[f"p{at}"]) for at in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
    assert len(stored.tables(workspace, "p7")) == 1
    assert 1 <= len(seen) <= readers()


def test_a_broken_file_is_said_to_be_broken(tmp_path):
    with pytest.raises(DataError):
        stored.keep_table(Workspace(tmp_path / "w"), "ann", "x.parquet", [b"PAR1 no table"])
