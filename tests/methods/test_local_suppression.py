"""Local suppression on Table 2 of paper 003 (docs/theory/methods.md), and its promise."""

import numpy as np
import polars as pl
import pytest

import shoal
from methods import enumeration
from methods.tables import problem, shown
from shoal.errors import NoReleaseError, StudyError
from shoal.methods import methods
from shoal.methods.local_suppression import LocalSuppression, risky_blanked, suppress_locally
from shoal.progress import ignore_progress

# Table 2 with the year of birth: record 8 is the only Caucasian woman.
PEOPLE = pl.DataFrame(
    {
        "ethnicity": ["Black"] * 6 + ["Caucasian"] * 6,
        "birth": ["65", "65", "65", "65", "64", "64", "64", "65", "64", "64", "67", "67"],
        "sex": list("mmffffmfmmmm"),
        "zip": ["41", "41", "38", "38", "38", "38", "38", "39", "39", "39", "38", "38"],
    }
)


def blank_cells(frame):
    return {
        (record + 1, name)
        for name in frame.columns
        for record in frame[name].is_null().arg_true().to_list()
    }


def test_table_2_loses_the_three_cells_that_sdcmicro_takes():
    done, sweeps = suppress_locally(PEOPLE, 2)
    assert blank_cells(done) == {(7, "zip"), (8, "zip"), (8, "ethnicity")}
    assert sweeps == 2


def test_importance_decides_which_cells_go():
    done, _ = suppress_locally(PEOPLE, 2, ("zip", "ethnicity"))
    assert not {name for _, name in blank_cells(done)} & {"zip"}


def keeps_the_promise(method, tables=40):
    rng = np.random.default_rng(1)
    for blanks in [False, True] * (tables // 2):
        frame, bin_size = enumeration.random_table(rng, blanks)
        done = method(frame, bin_size)
        if min(enumeration.bins(done, range(done.width))) < bin_size:
            return False
    return True


def test_every_record_is_matched_by_enough_records():
    assert keeps_the_promise(lambda frame, bin_size: suppress_locally(frame, bin_size)[0])


@pytest.mark.parametrize(
    "lie",
    [
        lambda frame, bin_size: suppress_locally(frame, bin_size - 1)[0] if bin_size > 2 else frame,
        lambda frame, bin_size: suppress_locally(frame.fill_null("x"), bin_size)[0].fill_null("y"),
    ],
    ids=["one too few", "blanks are shown"],
)
def test_a_broken_promise_is_noticed(lie):
    assert not keeps_the_promise(lie)


def test_a_study_can_name_it():
    method = methods.build({"name": "local-suppression", "bin_size": 2, "importance": ["x"]})
    asked = problem({"x": "aabb", "y": "abab"})
    treated = method.run(asked, ignore_progress)
    assert min(enumeration.bins(pl.DataFrame(shown(asked, treated), orient="row"), range(2))) >= 2
    assert treated.steps[0]["cells"] == int(treated.blank.sum())
    assert method == LocalSuppression(2, ("x",))


def test_what_cannot_be_is_refused():
    with pytest.raises(NoReleaseError, match="12 records: no bin can hold 13"):
        suppress_locally(PEOPLE, 13)
    with pytest.raises(StudyError, match="Did you mean 'zip'"):
        suppress_locally(PEOPLE, 2, ("zap",))


def test_risky_records_lose_one_column():
    done = risky_blanked(PEOPLE, "zip", np.array([0.1] * 7 + [0.9] + [0.5] * 4), 0.5)
    assert blank_cells(done) == {(8, "zip")}
    with pytest.raises(StudyError, match="no column 'zap'"):
        risky_blanked(PEOPLE, "zap", np.zeros(12), 0.5)


def test_a_study_with_it_is_verified():
    columns = {name: {"role": "quasi-identifier"} for name in PEOPLE.columns}
    study = {"columns": columns, "method": {"name": "local-suppression", "bin_size": 2}}
    release = shoal.anonymize(PEOPLE, study)
    [promise] = release.summary["privacy"]
    assert promise["model"] == "local-suppression"
    assert promise["holds"] is True
    assert promise["measured"] == 2
