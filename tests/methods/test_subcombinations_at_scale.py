"""100,000 hospital stays with 12 columns, bin size 5: the figures and the time they may take."""

import time

import polars as pl
import pytest

from shoal.methods.subcombinations import covered, minimal_unsafe, smallest_bins, suppressed

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
    suppressed(frame.head(50), BIN_SIZE, restore=True)  # compiles
    minimal_unsafe(frame.head(50), BIN_SIZE)
    return frame.head(100_000).fill_null("unknown")


def cpu_seconds(call):
    start = time.process_time()
    result = call()
    return time.process_time() - start, result


@pytest.mark.slow
@pytest.mark.needs("data")
def test_all_minimal_unsafe_combinations_in_15_seconds(stays):
    seconds, unsafe = cpu_seconds(lambda: minimal_unsafe(stays, BIN_SIZE))
    assert len(unsafe.masks) == 7_720_434
    assert len(unsafe.outliers) == 94_618
    assert seconds < 15
    # Branch and bound on the combinations finds what the safe ones tell at once.
    assert _blanks(covered(stays, unsafe)) == _blanks(suppressed(stays, BIN_SIZE)) == 204_152


@pytest.mark.slow
@pytest.mark.needs("data")
@pytest.mark.parametrize(("restore", "limit", "cells"), [(False, 30, 204_152), (True, 60, 104_399)])
def test_suppression_with_its_full_check(stays, restore, limit, cells):
    blanking, done = cpu_seconds(lambda: suppressed(stays, BIN_SIZE, restore=restore))
    checking, bins = cpu_seconds(lambda: smallest_bins(done))
    assert bins.min() >= BIN_SIZE
    assert _blanks(done) == cells
    assert blanking + checking < limit


def _blanks(frame):
    return sum(frame.null_count().row(0))
