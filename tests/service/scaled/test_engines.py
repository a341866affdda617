"""The same release from memory, DuckDB and Spark, on real tables and promises of every kind."""

import hashlib
import json

import polars as pl
import pytest

from large_toy import released
from shoal.data.example import write_example
from shoal.service import verbs

pytestmark = [
    pytest.mark.needs("data", "java"),
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:PySpark does not:FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
ADULT = ("sex", "age", "race", "marital-status", "education", "native-country")
FARS = ("iage", "irace", "ideathmon", "isex", "ihispanic", "iinjury")
SENSITIVE = {"adult": "occupation", "fars": "istatenum", "example": "charge"}
# Every promise and every table once; the whole grid would take as long as all other tests.
CASES = (("example", "t-closeness"), ("adult", "l-diversity"), ("fars", "k-anonymity"))
SAME = ("levels", "loss", "suppressed_records", "classes", "privacy", "risk", "input")
ENGINES = ("memory", "duckdb", {"name": "spark", "master": "local-cluster[2,1,1024]"})


def promises(table):
    column = SENSITIVE[table]
    return {
        "k-anonymity": [{"model": "k-anonymity", "k": 5}],
        "l-diversity": [{"model": "distinct-l-diversity", "column": column, "l": 3}],
        "t-closeness": [{"model": "t-closeness", "column": column, "t": 0.5, "distance": "equal"}],
    }


@pytest.fixture(scope="module")
def cluster():
    """One session for all runs; starting a cluster takes longer than a run."""
    from shoal.scale.spark_table import start_session  # noqa: PLC0415

    session = start_session("local-cluster[2,1,1024]")
    yield session
    session.stop()


def keys_of(table, folder, shared_data):
    if table == "example":
        study = verbs.as_study(write_example(folder / "example"))
        columns = study.given()["columns"]
        for column in columns.values():
            if isinstance(column.get("hierarchy"), str):
                column["hierarchy"] = str(study.folder / column["hierarchy"])
        columns["charge"] = {**columns["charge"], "role": "sensitive"}
        return {"data": str(verbs.source_of(study).path), "columns": columns}
    names = ADULT if table == "adult" else FARS
    file = {"adult": "adult_arx.csv", "fars": "fars.csv.gz"}[table]
    hierarchies = shared_data / table / "hierarchies"
    columns = {
        name: {
            "role": "quasi-identifier",
            "hierarchy": str(hierarchies / f"{table}_hierarchy_{name}.csv"),
        }
        for name in names
    }
    columns[SENSITIVE[table]] = {"role": "sensitive"}
    return {"data": str(shared_data / table / file), "columns": columns}


@pytest.mark.parametrize(("table", "promise"), CASES)
def test_all_engines_give_the_same_release(
    tmp_path, monkeypatch, shared_data, cluster, table, promise
):
    keys = keys_of(table, tmp_path, shared_data)
    keys |= {"privacy": promises(table)[promise], "suppression_limit": 0.05}
    found = {}
    for at, engine in enumerate(ENGINES):
        monkeypatch.setenv("SHOAL_WORKSPACE", str(tmp_path / f"ledger-{at}"))
        verbs.run({**keys, "engine": engine}, tmp_path / str(at))
        summary = json.loads((tmp_path / str(at) / "summary.json").read_text("utf-8"))
        same = {key: summary[key] for key in SAME}
        found[str(engine)] = (digest(released(tmp_path / str(at))), same)
        assert verbs.verify_run(tmp_path / str(at)).holds
    assert len({hash_ for hash_, _ in found.values()}) == 1
    assert all(same == found["memory"][1] for _, same in found.values())


def digest(frame: pl.DataFrame) -> str:
    """The hash of the sorted release."""
    return hashlib.sha256(frame.write_csv().encode()).hexdigest()
