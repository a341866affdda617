"""The detail of a table in bits (paper 003, Table 6)."""

import polars as pl
import pytest

from shoal.data.types import StringType
from shoal.utility.compare import compare_tables
from shoal.utility.detail import bits, detail
from shoal.utility.pairing import Known

# What Table 6b shows, as bits per record; all 300 records were released.
TABLE_6B = {
    "gender": (2, 2, 2),
    "visit_date": (7, 7, 7),
    "ethnicity": (3, 3, 2),
    "diagnosis": (10, 5, 5),
    "birthdate": (6, 5, 4),
}


def of(before, after):
    """The detail of one column of texts, before and after."""
    sides = [{"sex": pl.Series("sex", one, pl.String)} for one in (before, after)]
    return detail(compare_tables(*sides, {"sex": Known(StringType(), "string")}, paired=True))


@pytest.mark.parametrize(("bins", "wanted"), [(0, 0), (1, 0), (2, 1), (3, 2), (128, 7), (129, 8)])
def test_bits_tell_so_many_bins_apart(bins, wanted):
    assert bits(bins) == wanted


@pytest.mark.needs("data")
def test_the_formula_gives_table_6b_of_the_paper(shared_data):
    table = pl.read_csv(shared_data / "seed_tables" / "sweeney_table6_quality.csv")
    printed = table.filter(pl.col("system") == "datafly_subcombination").drop("system").rows()
    found = [(name, *(300 * bits(2**needed) for needed in TABLE_6B[name])) for name, *_ in printed]
    assert found == printed


def test_a_third_gender_bin_needs_a_second_bit_as_in_table_6b():
    assert 300 * bits(len({"f", "m", None})) == 600


def test_generalizing_and_dropping_lose_detail():
    found = of(["a", "b", "c", "d"], ["x", "x", "y", "y"])
    assert (found["before"], found["after"]) == (4 * 2, 4 * 1)
    assert of(["a", "b"], ["x", "x"])["after"] == 0


def test_a_blank_cell_is_a_bin_but_shows_nothing():
    ward = pl.Series("ward", ["a", "b", "a", "b"])
    sex = {"before": ["f", "m", "m", "f"], "after": ["f", "m", None, "f"]}
    before = {"sex": pl.Series("sex", sex["before"]), "ward": ward}
    after = {"sex": pl.Series("sex", sex["after"]), "ward": ward}
    known = dict.fromkeys(before, Known(StringType(), "string"))
    found = detail(compare_tables(before, after, known, paired=True))
    assert (found["before"], found["shown_before"]) == (4 + 4, 4 + 4)
    assert (found["after"], found["shown_after"]) == (4 * 2 + 4, 3 * 1 + 4)


def test_records_that_are_gone_hold_no_detail():
    found = of(["f", "m", "m", "f"], ["f", "m", None, None])
    assert found["columns"]["sex"]["after"] == {
        "bins": 2,
        "bits": 1,
        "records": 2,
        "detail": 2,
        "shown": 2,
    }
