"""The key `continues` with files: run, give, a year later run the next one."""

import json

import polars as pl
import pytest
import yaml

import shoal
from service.series.yearly import KEYS, tables
from shoal.errors import NoReleaseError, StudyError
from shoal.ledger import ledger
from shoal.ledger.facts import Shown
from shoal.ledger.released import Released, _on_one_ladder
from shoal.ledger.trace import SHOWN
from shoal.ledger.workspace import workspace_of

YEARS = list(tables(1, 2))
HASHED = {"method": "keyed-hash", "key": "id.key", "domain": "d"}
KEYED = {"role": "identifier", "pseudonym": HASHED}


def written(folder, year, **more):
    """The study of a year, with its table."""
    YEARS[year].write_csv(folder / f"{year}.csv")
    path = folder / f"{year}.yaml"
    path.write_text(yaml.safe_dump({"data": f"{year}.csv", **KEYS, **more}))
    return path


@pytest.fixture
def first(tmp_path):
    """The folder in which the first year was given, and the name of that release."""
    shoal.run(written(tmp_path, 0), tmp_path / "first")
    shoal.give(tmp_path / "first")
    return tmp_path, json.loads((tmp_path / "first/summary.json").read_text())["ledger"]["id"]


def test_the_next_year_is_given_only_if_it_continues(first):
    folder, name = first
    shoal.run(written(folder, 1), folder / "apart")
    with pytest.raises(NoReleaseError, match=f"`continues: {name}`"):
        shoal.give(folder / "apart")
    shoal.run(written(folder, 1, continues=name), folder / "next")
    assert shoal.give(folder / "next").together == []
    assert shoal.verify_run(folder / "next").holds


def test_a_run_folder_says_the_same_as_its_name(first):
    folder, name = first
    shoal.run(written(folder, 1, continues=name), folder / "by-name")
    report = shoal.run(written(folder, 1, continues="first"), folder / "by-folder")
    told = json.loads((folder / "by-name/summary.json").read_text())
    assert told["loss"] == report["summary"]["loss"]
    assert told["suppressed_records"] == report["summary"]["suppressed_records"]


def test_the_summary_says_what_is_continued_and_who_waits(first):
    folder, name = first
    summary = shoal.run(written(folder, 1, continues=name), folder / "next")["summary"]
    assert summary["recoding"]["mode"] == "series"
    assert summary["recoding"]["continues"] == name
    assert [0, 0] in summary["recoding"]["ladder"]["rungs"]
    held = summary["suppressed_records"]
    assert held
    told = [one for one in summary["warnings"] if f"{held:,} records are held back" in one]
    assert len(told) == 1
    assert summary["recoding"]["passes"] is None  # rungs are no searches


def test_the_study_of_the_run_says_it_too(first):
    folder, name = first
    shoal.run(written(folder, 1, continues=name), folder / "next")
    kept = yaml.safe_load((folder / "next/study.yaml").read_text())
    assert (kept["continues"], kept["recoding"]) == (name, "series")


def test_records_in_the_way_are_listed_with_what_they_cost(first):
    folder, name = first
    columns = {
        **KEYS["columns"],
        "age": KEYS["columns"]["age"] | {"max_level": 1},
        "zip": KEYS["columns"]["zip"] | {"max_level": 1},
    }
    more = {"continues": name, "suppression_limit": 0, "columns": columns}
    with pytest.raises(NoReleaseError, match=r"records are in the way.*They are the records \d+,"):
        shoal.run(written(folder, 1, **more), folder / "next")


def test_a_draft_and_a_withdrawn_release_cannot_be_continued(tmp_path):
    summary = shoal.run(written(tmp_path, 0), tmp_path / "first")["summary"]
    with pytest.raises(StudyError, match="was not given to anybody"):
        shoal.run(written(tmp_path, 1, continues=summary["ledger"]["id"]), tmp_path / "next")
    with pytest.raises(StudyError, match="There is no release 'nowhere'"):
        shoal.run(written(tmp_path, 1, continues="nowhere"), tmp_path / "next")


def test_a_release_with_levels_of_its_own_begins_no_series(tmp_path):
    shoal.run(written(tmp_path, 0, recoding="iterated"), tmp_path / "first")
    shoal.give(tmp_path / "first")
    with pytest.raises(StudyError, match="records have levels of their own"):
        shoal.run(written(tmp_path, 1, continues="first"), tmp_path / "next")


def test_other_people_are_not_continued(first):
    folder, name = first
    strangers = YEARS[1].with_columns(
        id=pl.lit("q") + pl.col("id"),
        age=pl.col("age").str.reverse(),
        zip=pl.col("zip").str.reverse(),
        illness=pl.col("illness").str.replace_many(list("abcdefgh"), list("ijklmnop")),
    )
    path = written(folder, 1, continues=name)
    strangers.write_csv(folder / "1.csv")
    with pytest.raises(StudyError, match="is about other people"):
        shoal.run(path, folder / "next")


def test_other_quasi_identifiers_are_no_series(first):
    folder, name = first
    columns = {key: keys for key, keys in KEYS["columns"].items() if key != "zip"}
    with pytest.raises(StudyError, match="shows other quasi-identifiers"):
        shoal.run(written(folder, 1, continues=name, columns=columns), folder / "next")


def test_other_hierarchies_are_no_series(first):
    folder, name = first
    zip = {
        "role": "quasi-identifier",
        "hierarchy": {"builder": "masking", "direction": "left-to-right"},
    }
    columns = {**KEYS["columns"], "zip": zip}
    with pytest.raises(StudyError, match="other labels than these hierarchies make"):
        shoal.run(written(folder, 1, continues=name, columns=columns), folder / "next")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"recoding": "local"}, "recoded as its series is"),
        ({"person": "id"}, "`person`"),
        ({"subset": {"sample": 0.5}}, "`subset: {sample}`"),
        ({"engine": "duckdb"}, "`engine`"),
        ({"method": {"name": "datafly", "bin_size": 3}}, "`method`"),
        ({"output": {"shuffle": False}}, "shuffle"),
        ({"output": {"columns": ["age", "zip"]}}, "besides quasi-identifiers"),
        ({"columns": {**KEYS["columns"], "id": KEYED}}, "`pseudonym`"),
    ],
)
def test_what_cannot_be_combined_is_said_before_anything_is_read(more, said):
    with pytest.raises(StudyError, match=said):
        shoal.Study.of({**KEYS, "continues": "r1", **more})


def test_a_series_that_continues_nothing_is_refused():
    with pytest.raises(StudyError, match="needs the key `continues`"):
        shoal.Study.of({**KEYS, "recoding": "series"})


def renamed(name, to):
    return {to if key == name else key: keys for key, keys in KEYS["columns"].items()}


def test_a_renamed_quasi_identifier_is_told(first):
    folder, name = first
    path = written(folder, 1, continues=name, columns=renamed("age", "years"))
    YEARS[1].rename({"age": "years"}).write_csv(folder / "1.csv")
    with pytest.raises(StudyError, match="has columns or levels that this study does not allow"):
        shoal.run(path, folder / "next")


def test_a_series_shows_the_same_columns_every_year(first):
    folder, name = first
    YEARS[1].with_columns(ward=pl.lit("a")).write_csv(folder / "1.csv")
    columns = {**KEYS["columns"], "ward": {"role": "insensitive"}}
    path = folder / "1.yaml"
    path.write_text(
        yaml.safe_dump({"data": "1.csv", **KEYS, "columns": columns, "continues": name})
    )
    with pytest.raises(StudyError, match="shows other columns besides"):
        shoal.run(path, folder / "next")


def test_a_sensitive_value_that_changes_every_year_is_no_series(first):
    folder, name = first
    path = written(folder, 1, continues=name)
    changed = pl.col("illness").str.replace_many(list("abcdefgh"), list("hgfedcba"))
    YEARS[1].with_columns(changed).write_csv(folder / "1.csv")
    with pytest.raises(StudyError, match="stay the same"):
        shoal.run(path, folder / "next")


def test_a_release_beside_the_series_is_told_before_and_when_it_is_given(first):
    """Two studies continue the same release: the second would be built without the first."""
    folder, name = first
    shoal.run(written(folder, 1, continues=name), folder / "one")
    [*tables(1, 3)][2].write_csv(folder / "third.csv")
    path = written(folder, 1, continues=name, data="third.csv")
    shoal.run(path, folder / "two")
    shoal.give(folder / "one")
    with pytest.raises(NoReleaseError, match="not of the series that this one continues"):
        shoal.give(folder / "two")
    with pytest.raises(StudyError, match="not of the series that this one continues"):
        shoal.run(path, folder / "three")


def test_a_series_goes_on_after_its_first_release_was_withdrawn(first):
    folder, name = first
    shoal.run(written(folder, 1, continues=name), folder / "next")
    shoal.give(folder / "next")
    ledger.withdraw(workspace_of(folder), name)
    path = written(folder, 1, continues="next")
    [*tables(1, 3)][2].write_csv(folder / "1.csv")
    shoal.run(path, folder / "third")
    assert shoal.give(folder / "third").together == []


def test_some_corrected_values_do_not_stop_a_series(first):
    folder, name = first
    path = written(folder, 1, continues=name)
    rows = pl.int_range(pl.len()) % 12 == 0
    corrected = pl.when(rows).then(pl.lit("h")).otherwise("illness").alias("illness")
    YEARS[1].with_columns(corrected).write_csv(folder / "1.csv")
    shoal.run(path, folder / "next")
    assert shoal.give(folder / "next").together == []


def test_a_release_that_shows_nobody_is_continued_like_a_first_one(tmp_path):
    few = YEARS[0].with_columns(age=pl.format("{}{}", "age", "zip"))
    columns = {
        key: {**keys, "max_level": 0} if "hierarchy" in keys else keys
        for key, keys in KEYS["columns"].items()
    }
    keys = {**KEYS, "columns": columns, "suppression_limit": 1}
    first = shoal.anonymize(few.head(30), keys, workspace=tmp_path)
    assert all(first.suppressed)
    first.give()
    name = first.summary["ledger"]["id"]
    assert shoal.anonymize(few, KEYS | {"continues": name}, workspace=tmp_path).table.height


@pytest.mark.parametrize("name", ["../..", "x" * 5000, "a\0b", "/"])
def test_what_is_no_release_is_told(tmp_path, name):
    with pytest.raises(StudyError, match="There is no release"):
        shoal.anonymize(YEARS[1], KEYS | {"continues": name}, workspace=tmp_path)


@pytest.mark.parametrize(("series", "known"), [((), False), (("r1",), True)])
def test_rungs_are_compared_within_a_series_only(series, known):
    """The same levels of other hierarchies are another ladder."""
    nothing, ladder = pl.DataFrame(), {"columns": ["age"], "rungs": [[1], [0]]}
    shows = Shown(("age",), ("illness",), 3)
    both = pl.DataFrame({"a:state": [SHOWN], "b:rung": [0]})
    one = Released("x", ("age",), (), shows, nothing, nothing, {"age": 1}, None, "r1")
    new = Released("y", ("age",), (), shows, nothing, nothing, None, ladder, "r2", series)
    assert ("a:rung" in _on_one_ladder(both, one, new).columns) is known
