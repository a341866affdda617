import polars as pl
import pytest

from shoal.data.table import Table
from shoal.errors import DataError, NoReleaseError, StudyError
from shoal.hierarchies.suppression import Suppression
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.ways.choice import read_of
from shoal.study.study import Study

TABLE = pl.DataFrame({"age": ["34", "45", None], "sex": ["m", "f", "m"], "dis": ["a", "b", "a"]})


def refused(kind, keys, frame=TABLE):
    with pytest.raises(kind) as caught:
        prepare(read_of(Study.of(keys), Table.of(frame)))
    return caught.value.problems


def test_the_lattice_obeys_the_level_bounds_of_the_study(keys):
    keys["columns"]["age"] |= {"min_level": 1}
    keys["columns"]["sex"] |= {"max_level": 0}
    prepared = prepare(read_of(Study.of(keys), Table.of(TABLE)))
    assert (prepared.lattice.minimum, prepared.lattice.maximum) == ((1, 0), (2, 0))


def test_a_column_without_hierarchy_gets_one_made_from_its_values(keys):
    del keys["columns"]["sex"]["hierarchy"]
    prepared = prepare(read_of(Study.of(keys), Table.of(TABLE)))
    assert prepared.hierarchies["sex"].height == 1
    assert prepared.explicit.columns["sex"].hierarchy == Suppression()


def test_missing_values_have_a_place_in_the_hierarchy(keys):
    assert prepare(read_of(Study.of(keys), Table.of(TABLE))).hierarchies["age"].has_missing


def test_declared_missing_values_become_null(keys):
    keys["columns"]["sex"]["missing"] = ["m"]
    assert prepare(read_of(Study.of(keys), Table.of(TABLE))).texts["sex"].null_count() == 2


def test_more_records_than_there_are_cannot_be_promised(keys):
    keys["privacy"] = [{"model": "k-anonymity", "k": 4}]
    (problem,) = refused(NoReleaseError, keys)
    assert "3 records" in problem


def test_everything_wrong_is_reported_together(keys, tmp_path):
    (tmp_path / "sex.csv").write_text("m;x;*\nm;y;*\n")
    keys["privacy"] = [{"model": "k-anonymity", "k": 4}]
    keys["columns"] = {
        "agee": {"role": "insensitive"},
        "age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}, "max_level": 3},
        "sex": {"role": "quasi-identifier", "hierarchy": str(tmp_path / "sex.csv")},
        "dis": {"role": "sensitive", "type": "integer"},
    }
    problems = refused(StudyError, keys)
    assert problems[0] == "columns.agee: the data has no such column. Did you mean 'age'?"
    told = " ".join(problems)
    assert "Column 'dis': 3 of 3 values are not integers." in told
    assert "Column 'sex': Hierarchy sex.csv" in told
    assert "columns.age.max_level: level 3 is above the hierarchy's highest level, 2." in told


def test_a_missing_hierarchy_file_is_named_with_its_column(keys):
    keys["columns"]["sex"]["hierarchy"] = "nowhere.csv"
    assert "Column 'sex': " in refused(DataError, keys)[0]


def test_a_column_of_missing_values_is_told_as_such(keys):
    (problem,) = refused(DataError, keys, TABLE.with_columns(sex=pl.lit(None, pl.String)))
    assert problem == "Column 'sex': all 3 values are missing. Take it out of the study."
