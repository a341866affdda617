"""Runs on tables that are counted where they lie: the same answer as in memory."""

import json

import polars as pl
import pytest

from large_toy import PASSED, PROMISES, QUASI, released, study, summary, table
from shoal.errors import DataError, NoReleaseError, NotYetAvailable, StudyError
from shoal.service import verbs


def run(folder, engine, name=None, **more):
    place = folder / (name or str(engine))
    keys = study(folder, **more)
    verbs.run({**keys, "engine": engine}, place)
    return place


def certificate(place):
    """What a certificate tells, without time, salted seal and fingerprint of a shuffled file."""
    facts = json.loads((place / "certificate.json").read_text("utf-8"))
    facts["release"].pop("sha256")
    return {key: facts[key] for key in facts if key not in ("created", "review", "seal")}


def both(folder, monkeypatch, **more):
    """The run folders in memory and with DuckDB, each with a ledger of its own."""
    places = []
    for engine in ("memory", "duckdb"):
        monkeypatch.setenv("SHOAL_WORKSPACE", str(folder / f"ledger-{engine}"))
        places.append(run(folder, engine, **more))
    return places


def close(one, other):
    """Equal, but for the last digits of sums that were added up in another order."""
    if isinstance(one, dict):
        return set(one) == set(other) and all(close(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(close, one, other))
    return one == (pytest.approx(other, rel=1e-12) if isinstance(one, float) else other)


@pytest.mark.parametrize("promises", PROMISES)
def test_memory_and_duckdb_give_the_same_release_and_summary(tmp_path, monkeypatch, promises):
    memory, duckdb = both(tmp_path, monkeypatch, promises=promises)
    assert released(memory).equals(released(duckdb))
    assert close(summary(memory), summary(duckdb))
    assert close(certificate(memory), certificate(duckdb))
    assert json.loads((duckdb / "summary.json").read_text("utf-8"))["engine"] == "duckdb"


def test_the_comparison_catches_one_changed_cell(tmp_path, monkeypatch):
    memory, duckdb = both(tmp_path, monkeypatch)
    file = duckdb / "draft.csv"
    file.write_text(file.read_text("utf-8").replace("flu", "gout", 1), "utf-8")
    assert not released(memory).equals(released(duckdb))


@pytest.mark.parametrize("more", [{"output": {"suppressed": "blank"}}, {"person": "name"}])
def test_blank_records_and_people_are_the_same_too(tmp_path, monkeypatch, more):
    memory, duckdb = both(tmp_path, monkeypatch, **more)
    assert released(memory).equals(released(duckdb))
    assert close(summary(memory), summary(duckdb))
    assert close(certificate(memory), certificate(duckdb))


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_the_certificate_tells_nothing_about_a_suppressed_record(tmp_path, monkeypatch, engine):
    """Diagnoses of somebody who is not released: the same release, the same certificate."""
    likeness = {"model": "basic-beta-likeness", "column": "disease", "beta": 9}
    found = []
    for disease in ("flu", "ulcer", "none"):
        alone = {"zip": "99999", "disease": disease, "name": "P99999"}
        outlier = table().head(1).with_columns(**{key: pl.lit(text) for key, text in alone.items()})
        pl.concat([table(), outlier]).write_csv(tmp_path / "table.csv")
        monkeypatch.setenv("SHOAL_WORKSPACE", str(tmp_path / f"ledger-{disease}"))
        privacy = [*PROMISES["k-anonymity"], likeness]
        found.append(run(tmp_path, engine, disease, privacy=privacy))
    assert all(released(one).equals(released(found[0])) for one in found)
    assert all(certificate(one) == certificate(found[0]) for one in found)
    measured = {summary(one)["privacy"][1]["measured"] for one in found}
    assert len(measured) > 1  # this would have told


def test_typed_columns_of_parquet_stay_what_they_were(tmp_path, monkeypatch):
    frame = table().with_columns(
        pl.col("age").cast(pl.Int32), pl.col("cost").cast(pl.Float64), pl.lit(True).alias("yes")
    )
    frame.write_parquet(tmp_path / "table.parquet")
    keys = {
        "data": str(tmp_path / "table.parquet"),
        "output": {"format": "parquet"},
        "columns": {**study(tmp_path)["columns"], "yes": {"role": "insensitive"}},
    }
    memory, duckdb = both(tmp_path, monkeypatch, **keys)
    one, other = released(memory), released(duckdb)
    assert one.schema == other.schema
    assert one.equals(other)


def test_a_folder_of_parts_is_one_table(tmp_path, monkeypatch):
    parts = tmp_path / "parts.csv"
    parts.mkdir()
    for at, part in enumerate(table().iter_slices(1000)):
        part.write_csv(parts / f"part-{at}.csv")
    memory = run(tmp_path, "memory")
    monkeypatch.setenv("SHOAL_WORKSPACE", str(tmp_path / "another"))
    duckdb = run(tmp_path, "duckdb", data=str(parts))
    assert released(memory).equals(released(duckdb))


def test_records_come_in_another_order_each_time_unless_it_must_repeat(tmp_path):
    texts = [
        (run(tmp_path, "duckdb", name, **more) / "draft.csv").read_text("utf-8")
        for name, more in [("a", {}), ("b", {}), ("c", {"reproducible": True})]
    ]
    again = run(tmp_path, "duckdb", "d", reproducible=True) / "draft.csv"
    assert texts[0] != texts[1]
    assert texts[2] == again.read_text("utf-8")


def test_written_runs_are_verified_again_by_counting(tmp_path):
    place = run(tmp_path, "duckdb")
    found = verbs.verify_run(place)
    assert (found.holds, found.complete) == (True, True)
    assert {"whole records", "order"} <= {finding.check for finding in found.findings}
    file = place / "draft.csv"
    lines = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join([*lines, lines[-1]]), "utf-8")
    assert not verbs.verify_run(place).holds


def test_a_second_different_release_has_to_be_acknowledged(tmp_path):
    verbs.give(run(tmp_path, "duckdb", "first"))
    verbs.give(run(tmp_path, "duckdb", "again"))  # the same release tells nothing new
    for engine in ("duckdb", "memory"):
        draft = run(tmp_path, engine, engine, privacy=[{"model": "k-anonymity", "k": 50}])
        with pytest.raises(NoReleaseError, match="cannot be found out"):
            verbs.give(draft)


def test_a_table_with_an_unused_column_more_has_to_be_acknowledged_too(tmp_path):
    verbs.give(run(tmp_path, "duckdb", "first"))
    table().with_columns(pl.lit("x").alias("unused")).write_csv(tmp_path / "wider.csv")
    draft = run(tmp_path, "duckdb", "second", data=str(tmp_path / "wider.csv"))
    with pytest.raises(NoReleaseError, match="cannot be found out"):
        verbs.give(draft)


REFUSED = {
    "`recoding: local`": {"recoding": "local"},
    "`subset`": {"subset": {"column": "sex", "equals": "male"}},
    "`evaluate`": {"evaluate": {"targets": ["disease"]}},
    "`suppressed: keep-values`": {"output": {"suppressed": "keep-values"}},
    "this `output`": {"output": {"format": "excel"}},
    "leave out quasi": {"output": {"columns": ["age", "disease"]}},
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_only_memory_can_do_is_refused_before_anything_is_read(tmp_path, what):
    with pytest.raises(NotYetAvailable, match=what):
        run(tmp_path, "duckdb", **REFUSED[what])
    assert not (tmp_path / "duckdb").exists()


@pytest.mark.parametrize("verb", ["run", "check"])
@pytest.mark.parametrize("guard", ["near-unique", "repeats-identifier"])
def test_guards_look_at_columns_that_are_not_counted(tmp_path, guard, verb):
    frame = table()
    values = [f"{at:x}" for at in range(frame.height)] if guard == "near-unique" else frame["name"]
    frame.with_columns(pl.Series("note", values)).write_csv(tmp_path / "table.csv")
    keys = study(tmp_path, engine="duckdb")
    keys["columns"] = {**keys["columns"], "note": {"role": "insensitive"}}
    with pytest.raises(StudyError, match=f"'note' \\({guard}\\)"):
        verbs.check(keys) if verb == "check" else verbs.run(keys, tmp_path / "run")


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_many_different_values_of_columns_that_are_not_counted_are_told(tmp_path, engine):
    frame = table()
    notes = [f"n{at % (frame.height // 2)}" for at in range(frame.height)]
    frame.with_columns(pl.Series("note", notes)).write_csv(tmp_path / "table.csv")
    keys = study(tmp_path, engine=engine)
    keys["columns"] = {**keys["columns"], "note": {"role": "insensitive"}}
    told = f"{frame.height // 2:,} distinct values in {frame.height:,} records tell many people"
    assert any(told in text for text in verbs.check(keys))
    warnings = verbs.run(keys, tmp_path / "run")["summary"]["warnings"]
    assert any(told in text for text in warnings)


@pytest.mark.parametrize(
    ("name", "text"), [("short", "age,sex\n1\n"), ("open", 'age,sex\n"1,male\n2,male\n')]
)
def test_a_broken_file_is_refused_without_its_cells(tmp_path, name, text):
    (tmp_path / "table.csv").write_text(text, "utf-8")
    keys = {"data": str(tmp_path / "table.csv"), "engine": "duckdb"}
    keys["columns"] = {"age": QUASI["age"], "sex": QUASI["sex"]}
    keys["privacy"] = [{"model": "k-anonymity", "k": 2}]
    with pytest.raises(DataError) as caught:
        verbs.run(keys, tmp_path / "run")
    assert "male" not in str(caught.value)
    assert not (tmp_path / "run").exists()


def test_a_database_of_duckdb_is_a_table_too(tmp_path, monkeypatch):
    import duckdb  # noqa: PLC0415

    file = run(tmp_path, "duckdb", "file")
    with duckdb.connect(str(tmp_path / "t.duckdb")) as connection:
        texts = f"read_csv('{tmp_path}/table.csv', all_varchar = true)"
        connection.execute(f"CREATE TABLE t AS FROM {texts}")
    monkeypatch.setenv("SHOAL_WORKSPACE", str(tmp_path / "another"))
    data = {"url": f"duckdb:///{tmp_path}/t.duckdb", "query": "SELECT * FROM t"}
    assert released(run(tmp_path, "duckdb", data=data)).equals(released(file))


@pytest.mark.needs("postgres")
def test_the_answer_of_a_server_is_a_table_too(tmp_path, monkeypatch):
    import psycopg  # noqa: PLC0415

    import postgres  # noqa: PLC0415

    study(tmp_path)
    frame = table().with_columns(pl.col("age").cast(pl.Int64), pl.col("cost").cast(pl.Float64))
    monkeypatch.setenv("PGPASSWORD", postgres.SECRET)
    with postgres.server() as url, psycopg.connect(url) as connection:
        names = "age int, zip text, sex text, job text, disease text, cost numeric, name text"
        connection.execute(f"CREATE TABLE stays ({names})")
        with connection.cursor().copy("COPY stays FROM STDIN (FORMAT csv)") as sink:
            sink.write(frame.write_csv(include_header=False))
        connection.commit()
        data = {"url": url, "query": "SELECT * FROM stays"}
        memory, duckdb = both(tmp_path, monkeypatch, data=data)
    assert released(memory).equals(released(duckdb))
    assert close({**summary(memory), "input": None}, {**summary(duckdb), "input": None})


SPELLINGS = {
    "smoker": ({"type": "boolean"}, ["true", "TRUE", "yes", "1", "no", "F"]),
    "visits": ({"type": "integer", "missing": ["-9"]}, ["4", "04", "+5", "-09", "12"]),
    "weight": ({"type": "decimal"}, ["1.5", "1.50", "15e-1", "2", "2.0"]),
    "day": ({"type": "date", "format": "%d.%m.%y", "pivot": 2026}, ["1.2.65", "01.02.65"]),
}


def test_memory_and_duckdb_show_one_spelling_and_count_one_person(tmp_path, monkeypatch):
    given = table(600)
    texts = {
        name: pl.Series([spelled[at % len(spelled)] for at in range(600)])
        for name, (_, spelled) in SPELLINGS.items()
    }
    who = pl.Series([f"{'P' if at % 2 else 'p'}{at // 2:05}" for at in range(600)])
    monkeypatch.setattr("large_toy.table", lambda *_: given.with_columns(**texts, name=who))
    columns = {name: {"role": "insensitive", **keys} for name, (keys, _) in SPELLINGS.items()}
    more = {"person": "name", "suppression_limit": 1, "columns": {**QUASI, **PASSED, **columns}}
    memory, duckdb = both(tmp_path, monkeypatch, **more)
    assert released(memory).equals(released(duckdb))
    shown = {name: set(released(duckdb)[name]) for name in SPELLINGS}
    assert shown["smoker"] == {"true", "false"}
    assert shown["visits"] == {"4", "5", "12", None}
    assert shown["weight"] == {"1.5", "2"}
    assert shown["day"] == {"01.02.1965"}
    assert close(*(without_spellings(summary(place)) for place in (memory, duckdb)))
    file = duckdb / "draft.csv"
    file.write_text(file.read_text("utf-8").replace(",1.5,", ",1.50,", 1), "utf-8")
    told = [one.reason for one in verbs.verify_run(duckdb).failures]
    assert any("'weight' shows the same value in several spellings" in reason for reason in told)


def without_spellings(told):
    """DuckDB counts what a column that is passed on had before as it was spelled."""
    counted = [one if one["name"] not in SPELLINGS else {"name": 0} for one in told["columns"]]
    return {**told, "columns": counted}
