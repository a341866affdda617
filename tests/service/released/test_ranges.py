"""Columns of numbers that become ranges: what is written, whatever the input writes."""

import polars as pl
import pytest

import shoal
from shoal.service import verbs
from shoal.study.study import Study

WHOLE = {"role": "quasi-identifier", "type": "integer"}


def keys(column, k=2):
    return {"columns": {"x": column}, "method": {"name": "sangreea", "k": k}}


def shown(values, column=WHOLE):
    return shoal.anonymize(pl.DataFrame({"x": values}), keys(column)).table["x"].to_list()


def test_numbers_become_ranges_and_missing_ones_stay_missing():
    found = shown([1, None, 3, None, 9, 8])
    assert found == ["[1, 3]", None, "[1, 3]", None, "[8, 9]", "[8, 9]"]


def test_numbers_far_from_zero_stay_apart():
    start = 2**60
    assert shown([start, start + 1, start + 8, start + 9]) == [
        f"[{start}, {start + 1}]",
        f"[{start}, {start + 1}]",
        f"[{start + 8}, {start + 9}]",
        f"[{start + 8}, {start + 9}]",
    ]


def test_numbers_too_close_together_are_refused_in_words():
    with pytest.raises(shoal.DataError, match=r"'x': 2 numbers differ .* give the column a"):
        shown([2**60, 2**60 + 1, 2**60 + 2, 5, 6, 7])


def test_numbers_with_a_decimal_comma_are_verified(tmp_path):
    (tmp_path / "t.csv").write_text("x;y\n1,5;a\n2,25;a\n10,5;a\n12,0;a\n")
    column = {"role": "quasi-identifier", "type": "decimal"}
    verbs.run(Study.of({"data": "t.csv", **keys(column)}, tmp_path), tmp_path / "run")
    release = pl.read_csv(tmp_path / "run" / "draft.csv")
    assert sorted(release["x"].to_list()) == ["[1.5, 2.25]"] * 2 + ["[10.5, 12]"] * 2


def test_a_false_range_with_a_decimal_comma_is_found(tmp_path):
    (tmp_path / "t.csv").write_text("x;y\n1,5;a\n2,25;a\n10,5;a\n12,0;a\n")
    column = {"role": "quasi-identifier", "type": "decimal"}
    verbs.run(Study.of({"data": "t.csv", **keys(column)}, tmp_path), tmp_path / "run")
    path = tmp_path / "run" / "draft.csv"
    path.write_text(path.read_text().replace("[1.5, 2.25]", "[1.5, 2]"))
    assert not verbs.verify_run(tmp_path / "run").holds
