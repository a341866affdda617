import polars as pl
import pytest

from shoal.errors import DataError, StudyError
from shoal.hierarchies import builder_of


def rows(values, **parameters):
    hierarchy = builder_of({"builder": "icd9", **parameters}).build(pl.Series(values))
    return list(zip(*(level.to_list() for level in hierarchy.levels), strict=True))


def test_codes_of_all_three_kinds_belong_somewhere():
    assert rows(["250.83", "V57", "E885.9"]) == [
        ("250.83", "250.-", "249-259", "240-279", "*"),
        ("V57", "V57.-", "V50-V59", "V01-V91", "*"),
        ("E885.9", "E885.-", "E880-E888", "E000-E999", "*"),
    ]


def test_dots_and_case_do_not_matter():
    assert {row[1:] for row in rows(["V57.1", "v571", "V5710", "V57.10"])} == {
        ("V57.-", "V50-V59", "V01-V91", "*")
    }
    assert rows(["4019", "E8859"], levels=["subcategory"]) == [
        ("4019", "401.9-", "*"),
        ("E8859", "E885.9-", "*"),
    ]


def test_lost_leading_zeros_are_understood():
    assert {row[1] for row in rows(["8", "008", "8.45", "008.45", "00845"])} == {"008.-"}
    assert {row[1] for row in rows(["38", "038", "38.9", "0389"])} == {"038.-"}


def test_unknown_codes_are_errors_or_suppressed():
    with pytest.raises(DataError, match="2 of 3 different values are no icd9 codes") as caught:
        rows(["canary", "250", "019"])
    assert "canary" not in str(caught.value)
    assert rows(["canary"], unknown="suppress") == [("canary", "*", "*", "*", "*")]


@pytest.mark.parametrize("wrong", [{"levels": ["chapter", "block"]}, {"unknown": "keep"}])
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(StudyError, match="icd9"):
        builder_of({"builder": "icd9", **wrong})


@pytest.mark.needs("data")
def test_every_code_of_the_classification_is_found_where_it_belongs(shared_data):
    given = pl.read_csv(shared_data / "icd" / "icd9cm_hierarchy.csv", infer_schema=False)
    found = builder_of({"builder": "icd9"}).build(given["code"]).levels
    assert found[1].str.strip_chars_end(".-").equals(given["category"].alias("label"))
    # The shared table calls the chapter of external causes E800-E999, though it starts at E000.
    chapters = given["chapter"].replace("E800-E999", "E000-E999")
    assert found[3].equals(chapters.alias("label"))


@pytest.mark.needs("data")
def test_the_diagnoses_of_a_hospital_table_are_all_known(shared_data):
    path = shared_data / "discharge" / "diabetes130_us_hospitals.csv.gz"
    codes = pl.read_csv(path, columns=["diag_1"], infer_schema=False)["diag_1"].unique()
    known = codes.filter(codes.is_not_null() & (codes != "?"))
    assert builder_of({"builder": "icd9"}).build(known).height == 4
