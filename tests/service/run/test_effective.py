from pathlib import Path

from shoal.pipeline.folder.effective import effective_keys
from shoal.pipeline.prepare.source import source_of
from shoal.study.study import Study, read_study


def test_paths_outside_the_run_folder_become_full(toy, monkeypatch):
    monkeypatch.chdir(toy)
    study = read_study("study.yaml")
    keys = effective_keys(study, source_of(study), Path("run"))
    assert keys["data"]["path"] == str(toy.resolve() / "toy.csv")
    assert keys["columns"]["age"]["hierarchy"] == str(toy.resolve() / "age.csv")


def test_paths_inside_the_run_folder_move_with_it(toy):
    study = read_study(toy / "study.yaml")
    keys = effective_keys(study, source_of(study), toy)
    assert keys["data"]["path"] == "toy.csv"
    assert keys["columns"]["sex"]["hierarchy"] == "sex.csv"


def test_the_dialect_is_explicit(toy):
    study = read_study(toy / "study.yaml")
    dialect = dict(effective_keys(study, source_of(study))["data"])
    del dialect["path"]
    assert dialect == {
        "format": "csv",
        "separator": ",",
        "quote": '"',
        "encoding": "utf-8",
        "decimal": ".",
    }


def test_the_effective_study_asks_for_the_same(toy):
    study = read_study(toy / "study.yaml")
    again = Study.of(effective_keys(study, source_of(study)), "elsewhere")
    assert again.columns.keys() == study.columns.keys()
    assert (again.privacy, again.quality, again.search) == (
        *(study.privacy, study.quality, study.search),
    )
    assert effective_keys(again, source_of(again)) == effective_keys(study, source_of(study))


def test_a_table_in_memory_has_no_data_key(keys):
    assert "data" not in effective_keys(Study.of({**keys, "data": "unused.csv"}))
