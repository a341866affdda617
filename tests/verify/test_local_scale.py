"""Locally recoded releases of real tables: decided, lies among thousands noticed."""

from collections import Counter
from functools import cache

import polars as pl
import pytest

import shoal
from oracle.answers import DATA, frame_of
from shoal.study.study import Study
from shoal.verify import verify_frames

pytestmark = pytest.mark.needs("data")

K = 5


def keys_of(dataset, names):
    hierarchies = DATA / dataset / "hierarchies"
    return {
        "columns": {
            name: {
                "role": "quasi-identifier",
                "hierarchy": str(hierarchies / f"{dataset}_hierarchy_{name}.csv"),
            }
            for name in names
        },
        "privacy": [{"model": "k-anonymity", "k": K}],
        "suppression_limit": 0.001,
        "recoding": {"mode": "local", "effort": 0},  # any release will do
    }


@cache
def released(dataset):
    """The study, its table, and what is released, in the order of the input and shuffled."""
    table = frame_of(dataset)
    keys = keys_of(dataset, table.columns)
    release = shoal.anonymize(table, Study.of(keys))
    kept = release.table.filter(~pl.Series(release.suppressed))
    return keys, table, kept.sample(fraction=1, shuffle=True, seed=3)


def found(keys, table, rows):
    """What fails."""
    release = pl.DataFrame(rows, table.schema, orient="row")
    verdict = verify_frames(keys, DATA, table, release)
    assert verdict.complete or not verdict.holds
    return {one.check for one in verdict.failures}


def spare(rows):
    """The place of a record whose class is large enough to lose it."""
    counts = Counter(rows)
    return next(at for at, row in enumerate(rows) if counts[row] > K)


def test_a_release_of_adult_is_decided():
    keys, table, release = released("adult")
    assert not found(keys, table, release.rows())


def test_an_input_record_that_is_used_twice_is_noticed():
    keys, table, release = released("adult")
    rows, offered = release.rows(), Counter(table.rows())
    counts = Counter(rows)
    full = next(row for row in counts if counts[row] == offered.get(row))
    at = next(at for at, row in enumerate(rows) if counts[row] > K and row != full)
    assert found(keys, table, [*rows[:at], full, *rows[at + 1 :]]) == {"records"}


def test_records_that_stem_from_nobody_are_noticed():
    """Every cell of them occurs, together they do not."""
    keys, table, release = released("adult")
    rows, known = release.rows(), set(table.rows())
    at = spare(rows)
    first, age = table.row(0), table.columns.index("age")
    strange = next(
        row for row in ((*first[:age], value, *first[age + 1 :]) for value in table["age"].unique())
        if row not in known
    )  # fmt: skip
    many = [*rows[:at], *[strange] * K, *rows[at + 1 :]][: len(rows)]
    failures = found(keys, table, many)
    assert "records" in failures


def test_a_class_that_lost_a_member_to_a_coarser_label_is_noticed():
    keys, table, release = released("adult")
    rows, counts = release.rows(), Counter(release.rows())
    at, coarser = next(
        (at, one)
        for at, row in enumerate(rows)
        for one in [("*", *row[1:]), (*row[:-1], "*")]
        if counts[row] == K and one not in counts
    )
    failures = found(keys, table, [*rows[:at], coarser, *rows[at + 1 :]])
    assert failures == {"privacy"}


@pytest.mark.slow
def test_a_release_of_fars_is_decided():
    keys, table, release = released("fars")
    assert not found(keys, table, release.rows())
