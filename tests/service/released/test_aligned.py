"""A release stands beside its table, record by record, and it is the one that was written."""

import polars as pl
import pytest

from shoal.errors import DataError, StudyError
from shoal.service.aligned import align
from shoal.service.verbs import run
from shoal.service.written import OTHER

PEOPLE = pl.DataFrame(
    {
        "id": [f"p{at}" for at in range(13)],
        "age": [*("31", "34", "35", "38") * 3, "99"],
        "sex": [*("f", "m", "m", "f") * 3, "m"],
        "cost": [str(at) for at in range(13)],
    }
)
COLUMNS = {
    "id": {"role": "identifier"},
    "age": {
        "role": "quasi-identifier",
        "hierarchy": {"builder": "intervals", "width": 10},
        "min_level": 1,
        "max_level": 1,
    },
    "sex": {"role": "quasi-identifier", "max_level": 0},
    "cost": {"role": "insensitive", "type": "integer"},
}
STUDY = {
    "data": "people.csv",
    "columns": COLUMNS,
    "privacy": [{"model": "k-anonymity", "k": 3}],
    "suppression_limit": 0.1,
}


@pytest.fixture
def made(tmp_path):
    """Runs a study; gives the run folder and an empty one."""

    def made(**keys):
        PEOPLE.write_csv(tmp_path / "people.csv")
        study = {**STUDY, **keys, "data": str(tmp_path / "people.csv")}
        run(study, tmp_path / "run")
        (tmp_path / "files").mkdir()
        return tmp_path / "run", tmp_path / "files"

    return made


def test_every_record_has_its_released_cells_its_class_and_its_state(made):
    folder, files = made()
    found = align(folder, files)
    assert (found["records"], found["suppressed"], found["outside"]) == (13, 1, 0)
    assert found["columns"] == ["id", "age", "sex", "cost"]
    assert found["released_columns"] == ["age", "sex", "cost"]
    assert found["classes"] == 2
    lines = pl.read_ipc(files / "by_table.arrow")
    assert lines["b0"].to_list() == PEOPLE["id"].to_list()
    assert lines["a2"].to_list() == [*PEOPLE["cost"][:12], None]
    assert lines["a0"][0] != "31"
    assert lines["state"].to_list() == [0] * 12 + [1]
    assert lines["size"].to_list() == [6] * 12 + [None]
    assert lines["class"].null_count() == 1
    assert sorted(path.name for path in files.iterdir()) == ["by_class.arrow", "by_table.arrow"]
    assert {path.stat().st_mode & 0o77 for path in files.iterdir()} == {0}


def test_the_other_order_has_classes_together_and_suppressed_records_last(made):
    folder, files = made()
    align(folder, files)
    lines = pl.read_ipc(files / "by_class.arrow")
    assert lines["class"].to_list() == [1] * 6 + [2] * 6 + [None]
    assert lines["number"].to_list()[-1] == 13
    assert sorted(lines["number"]) == list(range(1, 14))


@pytest.mark.parametrize(
    "keys",
    [
        {"output": {"suppressed": "blank"}},
        {"output": {"format": "parquet"}},
        {"output": {"columns": ["cost", "sex"]}},
        {"recoding": "local"},
        {"subset": {"query": "cost < 7"}, "suppression_limit": 0},
        {"columns": {**COLUMNS, "cost": {"role": "insensitive"}}},
    ],
    ids=["blank", "parquet", "fewer columns", "local", "subset", "texts"],
)
def test_whatever_a_study_asks_for_the_released_cells_are_the_records_own(made, keys):
    folder, files = made(**keys)
    found = align(folder, files)
    lines = pl.read_ipc(files / "by_table.arrow").filter(pl.col("state") == 0)
    cost = found["released_columns"].index("cost")
    assert lines.height >= 7
    assert lines[f"a{cost}"].to_list() == lines["b3"].to_list()


def test_records_outside_the_research_subset_are_told_apart(made):
    folder, files = made(subset={"query": "cost < 7"}, suppression_limit=0)
    found = align(folder, files)
    assert found["outside"] == 6
    assert pl.read_ipc(files / "by_table.arrow")["state"].to_list() == [0] * 7 + [2] * 6


def test_a_release_that_is_not_the_written_one_is_refused(made, monkeypatch):
    """The planted lie: two records exchange a cell, so every column still looks right."""
    folder, files = made()
    monkeypatch.setattr("shoal.service.rerun.refuse_changed_folder", lambda run: None)
    path = folder / "draft.csv"
    release = pl.read_csv(path, infer_schema=False).sort("sex")  # another order is the same
    release.write_csv(path)
    align(folder, files)
    cost = release["cost"]
    release.with_columns(cost.gather([11, *range(1, 11), 0])).write_csv(path)
    with pytest.raises(DataError) as error:
        align(folder, files)
    assert error.value.problems == (OTHER,)


def test_a_random_sample_is_told_to_be_unknowable(made):
    folder, files = made(subset={"sample": 0.9})
    with pytest.raises(StudyError, match="drawn by chance"):
        align(folder, files)
