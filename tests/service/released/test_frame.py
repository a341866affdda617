import numpy as np
import polars as pl
import pytest

import shoal
from shoal.pipeline.release.frame import blank_records, permutation
from shoal.study.study import Study


def test_the_order_of_records_differs_from_run_to_run(keys):
    study = Study.of(keys)
    orders = [permutation(study, 50).to_list() for _ in range(2)]
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == list(range(50))


def test_every_order_of_three_records_is_equally_likely(keys):
    study = Study.of(keys)
    orders = [tuple(permutation(study, 3)) for _ in range(6000)]
    counts = [orders.count(order) for order in set(orders)]
    assert len(counts) == 6
    assert all(abs(count - 1000) < 200 for count in counts)  # beyond six standard deviations


def test_a_reproducible_order_repeats(keys):
    study = Study.of({**keys, "reproducible": True, "seed": 7})
    assert permutation(study, 50).to_list() == permutation(study, 50).to_list()


def test_no_records_have_an_order_too(keys):
    assert permutation(Study.of(keys), 0).to_list() == []


@pytest.mark.parametrize("values", [["a", "b"], [1, 2], [1.5, 2.5], [True, False]])
def test_blanked_records_lose_every_cell_and_keep_the_type(values):
    frame = pl.DataFrame({"x": values})
    after = blank_records(frame, np.array([True, False]))
    assert after["x"].to_list() == [None, values[1]]
    assert after.schema == frame.schema


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_a_written_column_does_not_remember_labels_that_nobody_has(tmp_path, format):
    table = pl.DataFrame({"ward": ["a", "a", "b", "b", "secret"]})
    table.write_csv(tmp_path / "data.csv")
    study = {
        "data": "data.csv",
        "columns": {"ward": {"role": "quasi-identifier", "hierarchy": {"builder": "identity"}}},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "suppression_limit": 0.2,
        "output": {"format": format},
    }
    shoal.run(shoal.Study.of(study, tmp_path), tmp_path / "run")
    [release] = (tmp_path / "run").glob("draft.*")
    assert b"secret" not in release.read_bytes()


def test_formulas_are_neutralized_in_generalized_columns(tmp_path):
    (tmp_path / "h.csv").write_text("a;=1+1\nb;=1+1\n")
    pl.DataFrame({"ward": ["a", "b"]}).write_csv(tmp_path / "data.csv")
    study = {
        "data": "data.csv",
        "columns": {"ward": {"role": "quasi-identifier", "hierarchy": "h.csv"}},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "output": {"neutralize_formulas": True, "shuffle": False},
    }
    shoal.run(shoal.Study.of(study, tmp_path), tmp_path / "run")
    assert (tmp_path / "run" / "draft.csv").read_text() == "ward\n'=1+1\n'=1+1\n"
