"""A study that names only roles and k: its hierarchies are made, written out and checked."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.hierarchies.automatic import Automatic
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.listed import Listed
from shoal.pipeline.folder.hierarchies import write_hierarchies
from shoal.pipeline.prepare.automatic import automatic_columns
from shoal.service import verbs
from shoal.study.study import Study, read_study

QUASI = {"role": "quasi-identifier"}
COUNTRIES = ["us", "mexico", "india", "peru", "laos", "chad", "fiji", "mali"]


def table(records=600):
    random = np.random.default_rng(4)
    days = pl.Series(random.integers(0, 9000, records)).cast(pl.Date)
    return pl.DataFrame(
        {
            "age": random.normal(50, 20, records).clip(0, 99).astype(int).astype(str),
            "sex": random.choice(["f", "m"], records),
            "zip": random.integers(10_000, 10_400, records).astype(str),
            "country": random.choice(COUNTRIES, records, p=[0.6, *[0.4 / 7] * 7]),
            "seen": days.dt.to_string("%Y-%m-%d"),
            "icd": random.choice(["C25.0", "C25.1", "I10", "E11.9", "J45.0", "C18.2"], records),
        }
    )


def keys(*names):
    return {
        "columns": dict.fromkeys(names, QUASI),
        "privacy": [{"model": "k-anonymity", "k": 5}],
        "suppression_limit": 0.05,
    }


@pytest.fixture
def run_folder(tmp_path):
    table().write_csv(tmp_path / "table.csv")
    study = {**keys(*table().columns), "data": str(tmp_path / "table.csv")}
    report = verbs.run(study, tmp_path / "run")
    return tmp_path / "run", report


def test_a_study_of_roles_and_k_gives_a_release_that_keeps_something(run_folder):
    _, report = run_folder
    assert report["summary"]["loss_normalized"] < 0.9
    assert all(promise["holds"] is True for promise in report["summary"]["privacy"])


def test_the_run_says_that_hierarchies_were_made_from_the_data(run_folder):
    _, report = run_folder
    assert any("made automatically from the data" in text for text in report["summary"]["warnings"])


def test_the_study_of_the_run_has_every_hierarchy_and_can_be_checked_again(run_folder):
    folder, _ = run_folder
    study = read_study(folder / "study.yaml")
    assert automatic_columns(study) == []
    assert verbs.verify_run(folder).holds


def test_hierarchies_that_no_builder_tells_are_files_in_the_run_folder(run_folder):
    folder, _ = run_folder
    country = read_study(folder / "study.yaml").columns["country"].hierarchy
    assert country.path == Path("hierarchies/country.csv")
    assert (folder / country.path).is_file()


def test_a_run_folder_with_hierarchies_moves_as_a_whole(run_folder, tmp_path):
    folder, _ = run_folder
    folder.rename(tmp_path / "moved")
    assert verbs.verify_run(tmp_path / "moved").holds


def test_a_run_folder_with_hierarchies_can_be_replaced(run_folder):
    folder, _ = run_folder
    verbs.run(read_study(folder / "study.yaml").model_copy(), folder.parent / "again")
    study = {**keys("age", "country"), "data": str(folder.parent / "table.csv")}
    verbs.run(study, folder, force=True)
    assert verbs.verify_run(folder).holds


def test_running_the_written_study_gives_the_same_loss(run_folder):
    folder, report = run_folder
    again = verbs.run(folder / "study.yaml", folder.parent / "again")
    assert again["summary"]["loss"] == report["summary"]["loss"]


def test_a_table_in_memory_needs_no_hierarchies_either():
    release = shoal.anonymize(table(), keys("age", "sex", "country"))
    assert release.summary["classes"]["min"] >= 5


def test_the_builder_can_be_asked_for_by_name():
    study = keys("age", "sex")
    study["columns"] = {
        "age": {**QUASI, "hierarchy": {"builder": "automatic", "levels": 2}},
        "sex": {**QUASI, "hierarchy": {"builder": "suppression"}},
    }
    release = shoal.anonymize(table(), study)
    assert automatic_columns(Study.of(study)) == ["age"]
    assert release.summary["lattice_size"] == 6


def test_files_of_columns_with_strange_names_do_not_collide(tmp_path):
    hierarchy = Hierarchy.of([["a", "b"], ["*", "*"]], "test")
    names = ["a/b", "a:b", "A_b", "..", "../x", "Größe", "größe"]
    study = Study.of(keys(*names))
    columns = {
        name: column.model_copy(update={"hierarchy": Listed(hierarchy)})
        for name, column in study.columns.items()
    }
    written = write_hierarchies(study.model_copy(update={"columns": columns}), tmp_path)
    paths = [column.hierarchy.path for column in written.columns.values()]
    assert len({path.name.lower() for path in paths}) == len(names)
    assert all(path.parent == (tmp_path / "hierarchies").resolve() for path in paths)


def test_the_choice_is_the_same_in_memory_and_in_a_file(tmp_path):
    age = table()["age"]
    assert Automatic().choose(age) == Automatic().choose(age.shuffle(seed=1))
