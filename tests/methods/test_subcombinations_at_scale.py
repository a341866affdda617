"""100,000 hospital stays with 12 columns, bin size 5: the figures; their time is a benchmark."""

import polars as pl
import pytest

from shoal.methods.subcombinations import cover_unsafe, minimal_unsafe, smallest_bins, suppressed

COLUMNS = [
    *("race", "gender", "age", "admission_type_id", "discharge_disposition_id"),
    *("admission_source_id", "time_in_hospital", "medical_specialty", "num_procedures"),
    *("number_diagnoses", "insulin", "readmitted"),
]
BIN_SIZE = 5


@pytest.fixture
def stays(shared_data):
    path = shared_data / "discharge" / "diabetes130_us_hospitals.csv.gz"
    frame = pl.read_csv(path, columns=COLUMNS, infer_schema=False).select(COLUMNS)
    return frame.head(100_000).fill_null("unknown")


@pytest.mark.slow
@pytest.mark.needs("data")
def test_all_minimal_unsafe_combinations_are_found(stays):
    unsafe = minimal_unsafe(stays, BIN_SIZE)
    assert len(unsafe.masks) == 7_720_434
    assert len(unsafe.outliers) == 94_618
    # Branch and bound on the combinations finds what the safe ones tell at once.
    assert _blanks(cover_unsafe(stays, unsafe)) == _blanks(suppressed(stays, BIN_SIZE)) == 204_152


@pytest.mark.slow
@pytest.mark.needs("data")
@pytest.mark.parametrize(("restore", "cells"), [(False, 204_152), (True, 104_399)])
def test_suppression_with_its_full_check(stays, restore, cells):
    done = suppressed(stays, BIN_SIZE, restore=restore)
    assert smallest_bins(done).min() >= BIN_SIZE
    assert _blanks(done) == cells


def _blanks(frame):
    return sum(frame.null_count().row(0))
