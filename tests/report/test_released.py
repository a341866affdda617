import polars as pl
import pytest

from shoal.report.released import FrameGroups, Roles, count_release, strictest_k

STUDY = {
    "columns": {
        "age": {"role": "quasi-identifier"},
        "sex": {"role": "quasi-identifier"},
        "ward": {"role": "insensitive"},
        "ill": {"role": "sensitive"},
        "who": {"role": "identifier", "pseudonym": {"method": "token"}},
        "visit": {"role": "insensitive", "type": "date", "shift": {"days": 3}},
    },
    "privacy": [{"model": "k-anonymity", "k": 2}],
}
FRAME = pl.DataFrame(
    {
        "age": ["3*", "3*", "4*", "4*", "4*", None],
        "sex": ["m", "m", "f", "f", "f", None],
        "ward": ["x", "y", "x", "x", "y", None],
        "ill": ["flu", "hiv", "flu", "flu", None, None],
        "who": ["a", "b", "c", "d", "e", None],
        "visit": ["1", "2", "3", "4", "5", None],
    }
)


def counted(frame=FRAME, blanks=True):
    groups = FrameGroups(frame, ["age", "sex"], blanks)
    return count_release(STUDY, frame.columns, groups)


def test_a_release_shows_its_classes_values_and_unique_records():
    found = counted()
    assert (found.records, found.columns) == (5, 6)
    assert found.classes == {"count": 2, "min": 2, "mean": 2.5, "max": 3}
    assert found.risk == {
        "highest": 0.5, "average": 0.4, "lowest": 1 / 3, "uniques": 0, "at_risk": 0.0,
    }  # fmt: skip
    assert found.values == {"age": 2, "sex": 2, "ward": 2, "ill": 3, "who": 5, "visit": 5}
    assert found.fewest == {"ill": 1}  # a missing value is no diversity
    unique = found.uniqueness
    assert (unique["columns"], unique["unique"], unique["share"]) == (
        ["age", "sex", "ward"],
        3,
        0.6,
    )
    assert unique["quasi_identifiers"]["unique"] == 0
    assert unique["with_sensitive"]["columns"] == ["age", "sex", "ward", "ill"]


def test_a_record_that_misses_everything_counts_where_suppressed_ones_are_left_out():
    found = counted(blanks=False)
    assert found.records == 6
    assert found.classes["min"] == 1
    assert found.uniqueness["quasi_identifiers"]["unique"] == 1


def test_a_suppressed_record_that_keeps_values_can_be_found_by_them():
    kept = FRAME.with_columns(pl.col("ward").fill_null("z"))
    assert counted(kept).classes["count"] == 2
    assert counted(kept).uniqueness["unique"] == 4


def test_an_empty_release_shows_nothing():
    found = counted(FRAME.clear())
    assert (found.records, found.classes["min"], found.risk["highest"]) == (0, None, 0.0)
    assert (found.fewest, found.uniqueness["share"]) == ({}, 0.0)


def test_without_quasi_identifiers_all_records_are_one_class():
    frame = FRAME.select("ward", "ill").head(5)
    found = count_release(STUDY, frame.columns, FrameGroups(frame))
    assert found.classes["min"] == 5
    assert found.fewest == {"ill": 2}


def test_roles_leave_out_what_nobody_can_know():
    roles = Roles.of(STUDY, FRAME.columns)
    assert (roles.known, roles.insensitive, roles.sensitive) == (["age", "sex"], ["ward"], ["ill"])
    assert roles.others == ["who", "visit"]


@pytest.mark.parametrize(
    ("study", "k"),
    [
        ({"privacy": [{"k": 3}, {"k": 7}]}, 7),
        ({"method": {"name": "datafly", "bin_size": 4}}, 4),
        ({"method": {"name": "mdav", "k": 6}}, 6),
        ({}, 5),
    ],
)
def test_the_strictest_k_counts(study, k):
    assert strictest_k(study) == k
