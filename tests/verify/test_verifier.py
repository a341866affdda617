"""Honest releases are accepted, in every form the study allows."""

import copy
import gzip
import random
from datetime import date
from io import BytesIO

import numpy as np
import polars as pl
import pytest
import zstandard

from shoal.errors import DataError, StudyError
from shoal.verify import verify, verify_frames


def packed(content):
    """As Shoal packs a file: no name and no time."""
    written = BytesIO()
    with gzip.GzipFile("", "wb", fileobj=written, mtime=0) as file:
        file.write(content)
    return written.getvalue()


def failures(verdict):
    return [(finding.check, finding.reason) for finding in verdict.failures]


@pytest.mark.parametrize("seed", range(5))
def test_an_honest_release_is_accepted(clinic, seed):
    verdict = clinic.verdict(clinic.honest(seed))
    assert failures(verdict) == []
    assert verdict.complete


@pytest.mark.parametrize("mode", ["left-out", "blank", "keep-values"])
def test_every_way_to_treat_suppressed_records_is_accepted(clinic, mode):
    clinic.study["output"] = {"suppressed": mode}
    verdict = clinic.verdict(clinic.honest())
    assert failures(verdict) == []
    assert verdict.complete


@pytest.mark.parametrize(
    "levels",
    [
        {"age": 2, "zip": 2, "sex": 0},
        {"age": 3, "zip": 3, "sex": 1},
        {"age": 2, "zip": 5, "sex": 1},
        {"age": 3, "zip": 5, "sex": 1},
    ],
)
@pytest.mark.parametrize("mode", ["left-out", "blank"])
def test_all_levels_are_found(clinic, levels, mode):
    clinic.levels = levels
    clinic.study |= {"output": {"suppressed": mode}, "suppression_limit": 1}
    verdict = clinic.verdict(clinic.honest())
    assert failures(verdict) == []
    found = next(finding.measured for finding in verdict.findings if finding.check == "cells")
    assert {name: found[name] for name in levels} == levels


def test_level_bounds_that_the_release_respects_are_accepted(clinic):
    clinic.study["columns"]["zip"] |= {"min_level": 2, "max_level": 2}
    clinic.study["columns"]["age"] |= {"min_level": 1, "max_level": 1}
    assert failures(clinic.verdict(clinic.honest())) == []


def test_records_in_order_are_accepted_if_the_study_does_not_shuffle(clinic):
    clinic.study["output"] = {"shuffle": False}
    rows = clinic.generalized()
    kept = [row for row, kept in zip(rows, clinic.kept(rows), strict=True) if kept]
    assert failures(clinic.verdict(kept)) == []


def test_too_few_records_to_tell_an_order_are_accepted(tmp_path):
    study = one_column({"builder": "identity"}, k=2)
    (tmp_path / "in.csv").write_text("x\na\na\nb\nb\n")
    assert failures(verify(study, tmp_path, tmp_path / "in.csv")) == []


@pytest.mark.parametrize("ending", [".parquet", ".arrow", ".csv.gz", ".csv.zst"])
def test_a_release_in_another_format_is_accepted(clinic, ending):
    plain = clinic.write(clinic.honest())
    path = clinic.folder / f"release{ending}"
    frame = pl.read_csv(plain, infer_schema=False)
    writers = {
        ".parquet": lambda: frame.write_parquet(path),
        ".arrow": lambda: frame.write_ipc(path, compat_level=pl.CompatLevel.oldest()),
        ".csv.gz": lambda: path.write_bytes(packed(plain.read_bytes())),
        ".csv.zst": lambda: path.write_bytes(zstandard.compress(plain.read_bytes())),
    }
    writers[ending]()
    assert failures(verify(clinic.study, clinic.folder, path)) == []


def test_the_dialect_of_the_input_is_the_one_the_study_says(clinic):
    text = (clinic.folder / "clinic.csv").read_text().replace("flu", "Grippe ä").replace(",", ";")
    (clinic.folder / "input.txt").write_bytes((text + "\n\n").encode("latin-1"))
    clinic.study["data"] = {
        "path": "input.txt", "format": "csv", "separator": ";", "encoding": "latin-1"
    }  # fmt: skip
    for record in clinic.records:
        record["diagnosis"] = (record["diagnosis"] or "").replace("flu", "Grippe ä") or None
    assert failures(clinic.verdict(clinic.honest())) == []


def test_the_input_may_be_somewhere_else(clinic):
    moved = (clinic.folder / "clinic.csv").rename(clinic.folder / "elsewhere[1]*.csv")
    release = clinic.write(clinic.honest())
    assert failures(verify(clinic.study, clinic.folder, release, data=moved)) == []


def test_texts_that_mean_missing_are_missing(clinic):
    rows = clinic.honest()
    clinic.study["columns"]["sex"]["missing"] = ["?", "unknown"]
    clinic.study["columns"]["age"]["missing"] = ["?"]
    for i, record in enumerate(clinic.records):
        record["sex"] = record["sex"] or ("?" if i % 2 else "unknown")
        record["age"] = record["age"] or "?"
    clinic.write_input()
    assert failures(clinic.verdict(rows)) == []


def test_a_row_for_missing_values_in_the_hierarchy_is_used(clinic):
    (clinic.folder / "sex.csv").write_text("m;known\nf;known\n;unknown\n")
    clinic.study["suppression_limit"] = 1
    rows = [{**row, "sex": "known" if row["sex"] else "unknown"} for row in clinic.generalized()]
    kept = [row for row, kept in zip(rows, clinic.kept(rows), strict=True) if kept]
    random.Random(1).shuffle(kept)
    assert failures(clinic.verdict(kept)) == []


def test_neutralized_formulas_are_accepted(clinic):
    clinic.study["output"] = {"neutralize_formulas": True}
    rows = clinic.honest()
    for row in rows:
        row["diagnosis"] = "'=gout" if row["diagnosis"] == "=gout" else row["diagnosis"]
    assert failures(clinic.verdict(rows)) == []


def test_the_suppression_limit_is_exact(tmp_path):
    # 0.29 * 100 is 28.999... in binary arithmetic; 29 records may be suppressed.
    study = one_column({"builder": "identity"}, k=2, limit=0.29)
    values = ["a"] * 71 + [f"b{i}" for i in range(29)]
    pl.DataFrame({"x": values}).write_csv(tmp_path / "in.csv")
    pl.DataFrame({"x": ["a"] * 71}).write_csv(tmp_path / "out.csv")
    assert failures(verify(study, tmp_path, tmp_path / "out.csv")) == []
    study["suppression_limit"] = 0.2899
    assert not verify(study, tmp_path, tmp_path / "out.csv").holds


def test_records_whose_values_are_all_missing_are_told_from_suppressed_ones(tmp_path):
    study = one_column({"builder": "identity"}, k=3, limit=0.1) | {
        "output": {"suppressed": "blank"}
    }
    data = pl.DataFrame({"x": ["a"] * 16 + [None] * 3 + ["b"]})
    release = pl.DataFrame({"x": ["a"] * 8 + [None] * 4 + ["a"] * 8})
    assert failures(verify_frames(study, tmp_path, data, release)) == []
    study["suppression_limit"] = 0
    assert not verify_frames(study, tmp_path, data, release).holds


def test_labels_that_repeat_over_levels_are_read_as_the_records_allow(tmp_path):
    # On level 1 only c and d become `rest`, on level 2 b as well: the labels alone do not tell.
    (tmp_path / "x.csv").write_text("a;a;a;*\nb;b;rest;*\nc;rest;rest;*\nd;rest;rest;*\n")
    study = one_column("x.csv", k=2, limit=0.5)
    data = pl.DataFrame({"x": ["a"] * 4 + ["b"] * 2 + ["c"] * 2 + ["d"] * 2})
    level_1 = pl.DataFrame({"x": ["rest"] * 4 + ["a"] * 4})  # b is suppressed
    level_2 = pl.DataFrame({"x": ["rest"] * 6 + ["a"] * 4})
    assert failures(verify_frames(study, tmp_path, data, level_1)) == []
    assert failures(verify_frames(study, tmp_path, data, level_2)) == []
    neither = pl.DataFrame({"x": ["rest"] * 5 + ["a"] * 4})
    assert not verify_frames(study, tmp_path, data, neither).holds


def test_ambiguous_columns_are_read_together(tmp_path):
    # Each column alone allows level 1 or 2; only levels (1, 2) fit the records.
    (tmp_path / "x.csv").write_text("a;a;a;*\nb;b;rest;*\nc;rest;rest;*\n")
    quasi = {"role": "quasi-identifier", "hierarchy": "x.csv"}
    study = one_column("x.csv", k=2, limit=0.5) | {"columns": {"x": quasi, "y": quasi}}
    data = pl.DataFrame({"x": list("aaccbbaacc"), "y": list("aabbaaccbb")})
    one, two = {"a": "a", "b": "b", "c": "rest"}, {"a": "a", "b": "rest", "c": "rest"}
    general = data.with_columns(pl.col("x").replace(one), pl.col("y").replace(two))
    released = general.filter(pl.col("x") != "b")[::-1]
    verdict = verify_frames(study, tmp_path, data, released)
    assert failures(verdict) == []
    swapped = released.with_columns(pl.col("x").reverse())
    assert not verify_frames(study, tmp_path, data, swapped).holds


def test_an_unknown_promise_is_not_checked_and_the_verdict_says_so(clinic):
    promise = {"model": "wishful-thinking", "column": "diagnosis", "l": 2}
    clinic.study["privacy"].append(promise)
    verdict = clinic.verdict(clinic.honest())
    assert verdict.holds
    assert not verdict.complete
    known, unknown = verdict.privacy
    assert (known["holds"], known["measured"], known["parameters"]) == (True, 3, {"k": 3})
    assert unknown["holds"] == "not_checked"
    assert unknown["parameters"] == {"column": "diagnosis", "l": 2}
    assert unknown["reason"]


@pytest.mark.parametrize("key", ["method", "subset", "recoding"])
def test_settings_that_cannot_be_checked_make_the_verdict_incomplete(clinic, key):
    clinic.study[key] = {"anything": 1}
    assert not clinic.verdict(clinic.honest()).complete


def test_a_column_that_is_not_written_is_not_missed(clinic):
    clinic.study["output"] = {"columns": ["zip", "age", "diagnosis"]}
    rows = [{name: row[name] for name in ("zip", "age", "diagnosis")} for row in clinic.honest()]
    verdict = clinic.verdict(rows)
    assert failures(verdict) == []
    assert not verdict.complete  # whether whole classes were suppressed can no longer be seen


class TestInMemory:
    """Records stand in the order of the input, and a mask says which are suppressed."""

    @pytest.fixture
    def frames(self, clinic):
        data = pl.DataFrame(clinic.records)
        rows = clinic.generalized()
        mask = [not kept for kept in clinic.kept(rows)]
        blank = dict.fromkeys(rows[0])
        release = [blank if hidden else row for row, hidden in zip(rows, mask, strict=True)]
        return data, pl.DataFrame(release), pl.Series(mask)

    def test_an_honest_release_is_accepted(self, clinic, frames):
        verdict = verify_frames(clinic.study, clinic.folder, *frames)
        assert failures(verdict) == []
        assert verdict.complete

    def test_the_frames_are_left_as_they_were(self, clinic, frames):
        verify_frames(clinic.study, clinic.folder, *frames)
        assert [frame.width for frame in frames[:2]] == [7, 5]

    def test_kept_values_are_accepted(self, clinic, frames):
        clinic.study["output"] = {"suppressed": "keep-values"}
        data, release, mask = frames
        release = release.with_columns(data["diagnosis"], data["cost"])
        assert failures(verify_frames(clinic.study, clinic.folder, data, release, mask)) == []
        swapped = release.with_columns(data["cost"].reverse())
        assert not verify_frames(clinic.study, clinic.folder, data, swapped, mask).holds

    def test_values_left_on_suppressed_records_are_refused(self, clinic, frames):
        data, release, mask = frames
        release = release.with_columns(data["diagnosis"])
        assert not verify_frames(clinic.study, clinic.folder, data, release, mask).holds

    def test_records_out_of_place_are_refused(self, clinic, frames):
        data, release, mask = frames
        verdict = verify_frames(clinic.study, clinic.folder, data, release[::-1], mask.reverse())
        assert {finding.check for finding in verdict.failures} == {"records"}

    def test_a_mask_of_another_length_is_refused(self, clinic, frames):
        data, release, mask = frames
        assert not verify_frames(clinic.study, clinic.folder, data, release, mask[1:]).holds
        assert not verify_frames(clinic.study, clinic.folder, data, release[1:], mask).holds


def test_a_typed_input_and_a_release_of_texts_are_compared_by_value(tmp_path):
    days = [date(2024, 1, 1 + i % 3) for i in range(12)]
    data = pl.DataFrame(
        {
            "age": [float(30 + i % 2) for i in range(12)],
            "day": days,
            "cost": [i / 8 for i in range(12)],
            "flag": [i % 2 == 0 for i in range(12)],
        }
    )
    quasi = {"role": "quasi-identifier"}
    study = {
        "data": "in.parquet",
        "columns": {
            "age": quasi | {"type": "integer", "hierarchy": {"builder": "suppression"}},
            "day": quasi | {"type": "date", "format": "%d.%m.%Y"},
            "cost": {"role": "insensitive", "type": "decimal"},
            "flag": {"role": "sensitive"},
        },
        "privacy": [{"model": "k-anonymity", "k": 2}],
    }
    data.write_parquet(tmp_path / "in.parquet")
    shuffled = data[np.random.default_rng(3).permutation(12)]
    shuffled.write_csv(tmp_path / "out.csv")  # level 0: ages as 30.0, dates in ISO form
    assert failures(verify(study, tmp_path, tmp_path / "out.csv")) == []
    shuffled.with_columns(age=pl.lit("*")).write_csv(tmp_path / "out.csv")
    assert failures(verify(study, tmp_path, tmp_path / "out.csv")) == []
    shuffled.with_columns(cost=pl.col("cost") + 0.001).write_csv(tmp_path / "out.csv")
    assert not verify(study, tmp_path, tmp_path / "out.csv").holds


def test_a_decimal_comma_of_the_input_may_become_a_point(tmp_path):
    (tmp_path / "in.csv").write_text("x;y\n1,5;a\n1,5;b\n2,25;a\n2,25;b\n")
    (tmp_path / "out.csv").write_text(
        'x,y\n"[0, 2.5[",b\n"[0, 2.5[",b\n"[0, 2.5[",a\n"[0, 2.5[",a\n'
    )
    study = one_column({"builder": "intervals", "width": 2.5}, k=2)
    study["data"] = {"path": "in.csv", "separator": ";", "decimal": ","}
    study["columns"] = {
        "x": study["columns"]["x"] | {"type": "decimal"},
        "y": {"role": "sensitive"},
    }
    assert failures(verify(study, tmp_path, tmp_path / "out.csv")) == []


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"columns": {}}, StudyError),
        ({"columns": {"x": {"role": "nobody"}}}, StudyError),
        ({"suppression_limit": 2}, StudyError),
        ({"suppression_limit": "a"}, StudyError),
        ({"output": {"suppressed": "shown"}}, StudyError),
        ({"privacy": [{"model": "k-anonymity"}]}, StudyError),
        ({"data": None}, StudyError),
        ({"data": "nowhere.csv"}, DataError),
        ({"columns": {"z": {"role": "sensitive"}}}, DataError),
    ],
)
def test_a_study_that_cannot_be_followed_is_an_error(tmp_path, change, error):
    study = copy.deepcopy(one_column({"builder": "identity"}, k=2)) | change
    (tmp_path / "in.csv").write_text("x\na\na\n")
    with pytest.raises(error):
        verify(study, tmp_path, tmp_path / "in.csv")


def one_column(hierarchy, k, limit=0):
    return {
        "data": "in.csv",
        "columns": {"x": {"role": "quasi-identifier", "hierarchy": hierarchy}},
        "privacy": [{"model": "k-anonymity", "k": k}],
        "suppression_limit": limit,
    }
