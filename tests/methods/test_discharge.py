"""On real discharge records: detail as in Table 6, and small combinations as in Table 5."""

import polars as pl
import pytest

import shoal
from shoal.methods.subcombinations import smallest_bins

COLUMNS = ("age_group", "sex", "race", "ethnicity", "zip3", "length_of_stay")
IDENTIFYING = {"zip3": 1, "age_group": 2, "sex": 2, "length_of_stay": 2, "race": 3, "ethnicity": 3}


@pytest.fixture
def release(shared_data):
    """Run a method on a thousand discharges."""
    folder = shared_data / "discharge"
    table = pl.read_csv(folder / "sparcs2016_sample1000.csv", infer_schema=False).select(COLUMNS)
    ladders = folder / "hierarchies_derived"
    columns = {
        name: {"role": "quasi-identifier", "hierarchy": str(ladders / f"{name}.csv")}
        for name in COLUMNS
    }

    def run(method):
        keys = {"columns": columns, "method": method, "suppression_limit": 0.1}
        return shoal.anonymize(table, keys)

    return run


def detail(release):
    found = release.summary["utility"]["detail"]
    return found["after"], found["shown_after"]


@pytest.mark.slow
@pytest.mark.needs("data")
@pytest.mark.parametrize("bin_size", [3, 12, 27])
def test_sub_combination_analysis_keeps_more_detail_and_nothing_small(release, bin_size):
    datafly = release({"name": "datafly", "bin_size": bin_size})
    argus = release({"name": "argus", "bin_size": bin_size, "identifying": IDENTIFYING})
    ours = {"name": "subcombinations", "bin_size": bin_size, "maximum_outliers": 0.1}
    staged = release({**ours, "suppression": "greedy"})
    at_once = release(ours)
    for found in (staged, at_once):
        assert detail(found)[0] > detail(datafly)[0]
        assert detail(found)[1] > detail(datafly)[1]
        assert smallest_bins(found.table).min() >= bin_size
    assert (smallest_bins(argus.table) < bin_size).any()
