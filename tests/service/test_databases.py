"""A study from a database into a database: complete, verified, or not there at all."""

import sqlite3
from contextlib import closing
from urllib.parse import quote

import duckdb
import polars as pl
import psycopg
import pytest

import postgres
from shoal.data.databases import Sink, sqlite, write_table
from shoal.errors import DataError, StudyError, VerificationError
from shoal.pipeline.places import folder as places
from shoal.service import verbs
from shoal.verify import Finding, Verdict

CREATE = "CREATE TABLE stays (age bigint, sex text, dis text, day date, cost double precision)"
ROWS = [
    (34, "m", "flu", "1892-12-31", 1.5),
    (45, "f", "flu", "2020-02-29", None),
    (66, "m", "hiv", "2020-02-29", 0.1),
    (70, "f", "flu", "1850-01-01", 2.0),
    (34, "f", "hiv", "2020-02-29", 3.25),
    (70, "m", "hiv", None, 4.0),
    (45, "m", "flu", "2020-02-29", 5.0),
]
COLUMNS = """
columns:
  age: {role: quasi-identifier, type: integer, hierarchy: age.csv}
  sex: {role: quasi-identifier, hierarchy: sex.csv}
  dis: {role: insensitive}
  day: {role: insensitive, type: date}
  cost: {role: insensitive, type: decimal}
privacy: [{model: k-anonymity, k: 2}]
suppression_limit: 0.2
acknowledge: [near-unique:cost]
"""


@pytest.fixture(scope="session")
def running_server():
    with postgres.server() as url:
        yield url


def fill(execute, mark):
    execute("DROP TABLE IF EXISTS stays")
    execute("DROP TABLE IF EXISTS released")
    execute(CREATE)
    for row in ROWS:
        execute("INSERT INTO stays VALUES (" + ", ".join(mark * 5) + ")", row)  # noqa: S608


@pytest.fixture(
    params=["sqlite", "duckdb", pytest.param("postgresql", marks=pytest.mark.needs("postgres"))]
)
def database(request, toy, monkeypatch):
    """The URL of a database with the table of stays, as a study would hold it."""
    if request.param == "sqlite":
        with sqlite3.connect(toy / "a.db") as connection:
            fill(connection.execute, ["?"])
        connection.close()
        return "sqlite:///a.db"
    if request.param == "duckdb":
        with duckdb.connect(toy / "a.duckdb") as connection:
            fill(connection.execute, ["?"])
        return "duckdb:///a.duckdb"
    url = request.getfixturevalue("running_server")
    monkeypatch.setenv("PGPASSWORD", postgres.SECRET)
    with psycopg.connect(url) as connection:
        fill(connection.execute, ["%s"])
    return url


def data_key(**keys):
    return "data: {" + ", ".join(f'{key}: "{value}"' for key, value in keys.items()) + "}\n"


@pytest.fixture
def study(toy, database):
    data = data_key(url=database, query="SELECT * FROM stays;")
    output = f'output: {{url: "{database}", table: released}}\n'
    (toy / "study.yaml").write_text(data + COLUMNS + output)
    return toy / "study.yaml"


def asked(toy, database, query):
    """What somebody else sees in the database."""
    if database.startswith("postgresql"):
        with psycopg.connect(database) as connection:
            return connection.execute(query).fetchall()
    if database.startswith("duckdb"):
        with duckdb.connect(toy / "a.duckdb", read_only=True) as connection:
            return connection.execute(query).fetchall()
    with closing(sqlite3.connect(toy / "a.db")) as connection:
        return connection.execute(query).fetchall()


def is_there(toy, database):
    try:
        return bool(asked(toy, database, "SELECT count(*) FROM released"))
    except (psycopg.Error, duckdb.Error, sqlite3.Error):
        return False


def test_a_table_goes_through_a_database_and_back(toy, database, study):
    report = verbs.run(study, toy / "run")
    rows = asked(toy, database, "SELECT age, sex, dis, day, cost FROM released")
    assert len(rows) == 6
    assert {(age, sex) for age, sex, *_ in rows} <= {("<50", "f"), ("<50", "m"), (">=50", "m")}
    kept = {(dis, str(day), cost) for _, _, dis, day, cost in rows}
    assert {("flu", "1892-12-31", 1.5), ("hiv", "None", 4.0)} <= kept
    assert report["summary"]["input"]["sha256"] is None
    names = {path.name for path in (toy / "run").iterdir()}
    assert {name for name in names if not name.startswith("certificate.")} == {
        *("report.html", "study.yaml", "summary.json")
    }
    assert verbs.verify_run(toy / "run").holds


def test_types_of_untouched_columns_survive(toy, database, study):
    verbs.run(study, toy / "run")
    before = asked(toy, database, "SELECT cost, day FROM stays WHERE dis = 'flu' AND sex = 'm'")
    after = asked(toy, database, "SELECT cost, day FROM released WHERE dis = 'flu' AND sex = 'm'")
    assert sorted(before) == sorted(after)


def test_verifying_again_sees_a_changed_table(toy, database, study):
    verbs.run(study, toy / "run")
    change = "UPDATE released SET age = '34' WHERE sex = 'f'"
    if database.startswith("postgresql"):
        with psycopg.connect(database) as connection:
            connection.execute(change)
    elif database.startswith("duckdb"):
        with duckdb.connect(toy / "a.duckdb") as connection:
            connection.execute(change)
    else:
        with closing(sqlite3.connect(toy / "a.db")) as connection:
            connection.execute(change)
            connection.commit()
    assert not verbs.verify_run(toy / "run").holds


def test_a_release_that_is_refused_leaves_no_table(toy, database, study, monkeypatch):
    lie = Verdict((Finding("records", False, "planted"),))
    monkeypatch.setattr(places, "verify_files", lambda *_: lie)
    with pytest.raises(VerificationError):
        verbs.run(study, toy / "run")
    assert not is_there(toy, database)
    assert not (toy / "run").exists()


def test_nobody_sees_the_table_before_it_is_verified(toy, database, study, monkeypatch):
    seen = []
    real = places.verify_files

    def look(*given):
        if not database.startswith("duckdb"):  # one process, one connection
            seen.append(is_there(toy, database))
        return real(*given)

    monkeypatch.setattr(places, "verify_files", look)
    verbs.run(study, toy / "run")
    assert not any(seen)
    assert is_there(toy, database)


def test_an_existing_table_is_refused_without_force_and_replaced_with_it(toy, database, study):
    verbs.run(study, toy / "run")
    with pytest.raises(StudyError, match=r"such a table already.*--force"):
        verbs.run(study, toy / "again")
    assert not (toy / "again").exists()
    verbs.run(study, toy / "again", force=True)
    assert len(asked(toy, database, "SELECT * FROM released")) == 6


def test_force_does_not_replace_a_table_of_other_columns(toy, database, study):
    study.write_text(study.read_text().replace("table: released", "table: others"))
    kept = "CREATE TABLE others (name text)"
    sink = Sink(f"sqlite:///{toy / 'a.db'}", "others")
    if database.startswith("sqlite"):
        with write_table(sink, pl.DataFrame({"name": ["x"]})):
            pass
    elif database.startswith("duckdb"):
        with duckdb.connect(toy / "a.duckdb") as connection:
            connection.execute(kept)
    else:
        with psycopg.connect(database) as connection:
            connection.execute("DROP TABLE IF EXISTS others")
            connection.execute(kept)
    with pytest.raises(StudyError, match="other columns than the release"):
        verbs.run(study, toy / "run", force=True)


def test_a_query_cannot_change_the_database(toy, database, study):
    change = "DELETE FROM stays RETURNING *"
    study.write_text(study.read_text().replace("SELECT * FROM stays;", change))
    with pytest.raises(DataError, match="The database refused the query"):
        verbs.check(study)
    assert len(asked(toy, database, "SELECT * FROM stays")) == 7


@pytest.mark.parametrize("query", ["SELECT * FROM nowhere", "SELEC", "SELECT 1 AS a, 2 AS a"])
def test_a_wrong_query_is_refused_in_our_words(study, query):
    study.write_text(study.read_text().replace("SELECT * FROM stays;", query))
    with pytest.raises(DataError, match=r"refused the query|several columns 'a'"):
        verbs.check(study)


def test_an_empty_answer_is_refused(study):
    query = "SELECT * FROM stays WHERE age > 100"
    study.write_text(study.read_text().replace("SELECT * FROM stays;", query))
    with pytest.raises(DataError, match="gives no records"):
        verbs.check(study)


def test_the_table_that_is_read_cannot_be_the_release(study):
    study.write_text(study.read_text().replace("table: released", "table: Stays"))
    with pytest.raises(StudyError, match="the query reads from this table"):
        verbs.check(study)


def everything_written(folder):
    return "\n".join(
        path.read_bytes().decode("utf-8", "replace") for path in folder.rglob("*") if path.is_file()
    )


@pytest.mark.needs("postgres")
@pytest.mark.parametrize("way", ["variable", "whole url", "file", "names in a file"])
def test_a_password_comes_from_outside_and_is_written_nowhere(
    toy, running_server, monkeypatch, way, capfd, caplog
):
    monkeypatch.delenv("PGPASSWORD", raising=False)
    with psycopg.connect(running_server, password=postgres.SECRET) as connection:
        fill(connection.execute, ["%s"])
    host = running_server.partition("@")[2]
    full = f"postgresql://{postgres.USER}:{quote(postgres.SECRET, safe='')}@{host}"
    monkeypatch.setenv("STEWARD_SECRET", postgres.SECRET)
    monkeypatch.setenv("STEWARD_URL", full)
    (toy / "db.env").write_text(
        f"# of the steward\nuser={postgres.USER}\npassword={postgres.SECRET}"
    )
    (toy / "db.env").chmod(0o600)
    (toy / "names.env").write_text(f"THE_SECRET = {postgres.SECRET}")
    (toy / "names.env").chmod(0o600)
    place = {
        "variable": {"url": f"postgresql://{postgres.USER}:${{STEWARD_SECRET}}@{host}"},
        "whole url": {"url": "${STEWARD_URL}"},
        "file": {"url": f"postgresql://{host}", "credentials": "db.env"},
        "names in a file": {
            "url": f"postgresql://{postgres.USER}:${{THE_SECRET}}@{host}",
            "credentials": "names.env",
        },
    }[way]
    keys = ", ".join(f'{key}: "{value}"' for key, value in place.items())
    study = toy / "study.yaml"
    data = data_key(**place, query="SELECT * FROM stays")
    study.write_text(data + COLUMNS + f"output: {{{keys}, table: released}}\n")
    verbs.run(study, toy / "run")
    assert verbs.verify_run(toy / "run").holds
    told = everything_written(toy / "run") + "".join(capfd.readouterr()) + caplog.text
    assert postgres.SECRET not in told
    assert quote(postgres.SECRET, safe="") not in told


@pytest.mark.needs("postgres")
def test_a_refused_password_is_not_repeated(running_server, toy, monkeypatch):
    monkeypatch.setenv("PGPASSWORD", "wrong-secret")
    data = f'data: {{url: "{running_server}", query: "SELECT 1"}}\n'
    (toy / "study.yaml").write_text(data + COLUMNS)
    with pytest.raises(DataError, match="refused the connection") as caught:
        verbs.check(toy / "study.yaml")
    assert "wrong-secret" not in str(caught.value)
    assert caught.value.__suppress_context__


@pytest.mark.needs("postgres")
def test_a_query_that_quotes_a_value_does_not_tell_it(running_server, toy, monkeypatch):
    monkeypatch.setenv("PGPASSWORD", postgres.SECRET)
    query = "SELECT dis::int AS dis FROM stays"
    with psycopg.connect(running_server) as connection:
        fill(connection.execute, ["%s"])
    (toy / "study.yaml").write_text(
        f'data: {{url: "{running_server}", query: "{query}"}}\n' + COLUMNS
    )
    with pytest.raises(DataError, match="invalid text representation") as caught:
        verbs.check(toy / "study.yaml")
    assert "flu" not in str(caught.value)


def test_a_failing_write_leaves_a_new_file_of_no_kind(toy, study, database, monkeypatch):
    text = study.read_text().replace(f'url: "{database}", table', 'url: "sqlite:///new.db", table')
    study.write_text(text)

    def full(*_):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(sqlite.SQLiteFile, "create", full)
    with pytest.raises(DataError, match="database or disk is full"):
        verbs.run(study, toy / "run")
    assert not (toy / "new.db").exists()
