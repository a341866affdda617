"""Figure 2 of paper 001 (Eicher et al. 2020), cell for cell, from one study.

Its six transformations at once: 1 sampling (fixed to the records of the figure), 2 aggregation of
age, 3 suppression of single cells of sex, 4 masking of ZIP codes, 5 categorization of weight,
6 generalization of diagnoses.
"""

import polars as pl
import pytest

import shoal

NAMES = ("age", "sex", "zip", "weight", "diagnosis")
PATIENTS = [
    ("55", "M", "81539", "71", "C25.0"),
    ("76", "M", "81675", "80", "C25.0"),
    ("66", "M", "81929", "85", "C25.0"),
    ("81", "M", "80802", "79", "C25.1"),
    ("74", "M", "81249", "88", "C25.2"),
    ("71", "F", "80335", "69", "C18.2"),
    ("64", "F", "80339", "71", "C18.4"),
    ("69", "M", "80637", "75", "C18.7"),
    ("55", "F", "80638", "77", "C18.7"),
    ("61", "M", "81667", "67", "C18.7"),
]
SAMPLED = [1, 2, 4, 6, 7, 8]
FIGURE = [
    *[("72.0", "M", "81***", "[80, 90[", "C25.-")] * 3,
    *[("62.7", "-", "80***", "[70, 80[", "C18.-")] * 3,
]
AT_ONE = {"role": "quasi-identifier", "min_level": 1, "max_level": 1}
STUDY = {
    "columns": {
        "age": {
            "role": "quasi-identifier",
            "type": "integer",
            "aggregate": {"function": "mean", "decimals": 1},
        },
        "sex": {
            "role": "quasi-identifier",
            "hierarchy": {"builder": "suppression", "label": "-"},
        },
        "zip": {**AT_ONE, "hierarchy": {"builder": "masking"}, "min_level": 3, "max_level": 3},
        "weight": {
            **AT_ONE,
            "type": "integer",
            "hierarchy": {"builder": "intervals", "width": 10, "levels": 1},
        },
        "diagnosis": {**AT_ONE, "hierarchy": {"builder": "icd10"}},
    },
    "privacy": [{"model": "k-anonymity", "k": 3}],
    "recoding": "local",
}


def table(rows):
    return pl.DataFrame(rows, [(name, pl.String) for name in NAMES], orient="row")


@pytest.fixture
def folder(tmp_path):
    table(PATIENTS).write_csv(tmp_path / "patients.csv")
    table([PATIENTS[at] for at in SAMPLED]).write_csv(tmp_path / "sampled.csv")
    return tmp_path


def test_the_figure_is_reproduced_cell_for_cell(folder):
    study = {"data": "patients.csv", "subset": {"records": "sampled.csv"}, **STUDY}
    report = shoal.run(shoal.Study.of(study, folder), folder / "run")
    released = pl.read_csv(folder / "run" / "draft.csv", infer_schema=False)
    assert sorted(released.rows()) == sorted(FIGURE)
    assert report["summary"]["classes"]["min"] == 3
    [promise] = report["summary"]["privacy"]
    assert promise["holds"] is True
    assert shoal.verify_run(folder / "run").holds


def test_in_memory_every_record_shows_its_own_class(folder):
    sampled = table([PATIENTS[at] for at in SAMPLED])
    release = shoal.anonymize(sampled, shoal.Study.of(STUDY, folder))
    assert release.table.rows() == FIGURE
    assert release.summary["risk"]["after"]["highest"] == pytest.approx(1 / 3)


def test_without_cells_of_their_own_all_would_lose_their_sex(folder):
    sampled = table([PATIENTS[at] for at in SAMPLED])
    release = shoal.anonymize(sampled, {**STUDY, "recoding": "global"})
    assert release.table["sex"].to_list() == ["-"] * 6
    assert release.table["age"].to_list() == [row[0] for row in FIGURE]


def test_a_column_is_suppressed_by_its_lowest_level(folder):
    study = {**STUDY, "recoding": "global", "columns": dict(STUDY["columns"])}
    study["columns"]["weight"] = {
        "role": "quasi-identifier",
        "hierarchy": {"builder": "suppression"},
        "min_level": 1,
    }
    release = shoal.anonymize(table([PATIENTS[at] for at in SAMPLED]), study)
    assert release.table["weight"].to_list() == ["*"] * 6
