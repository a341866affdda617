import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import shoal
from shoal.pipeline.places import memory
from shoal.verify import Finding, Verdict

COLUMNS = {
    "age": [34, 45, 66, 70, 34, 70, 45],
    "sex": list("mfmffmm"),
    "dis": ["flu", "flu", "hiv", "flu", "hiv", "hiv", "flu"],
    "id": range(7),
}


@pytest.fixture
def study(toy):
    return shoal.read_study(toy / "study.yaml")


def test_records_come_back_in_order_with_the_suppressed_blank(study):
    release = shoal.anonymize(pl.DataFrame(COLUMNS), study)
    assert release.suppressed.tolist() == [False, False, False, True, False, False, False]
    assert release.table.rows() == [
        ("<50", "m", "flu"),
        ("<50", "f", "flu"),
        (">=50", "m", "hiv"),
        (None, None, None),
        ("<50", "f", "hiv"),
        (">=50", "m", "hiv"),
        ("<50", "m", "flu"),
    ]


def test_pandas_comes_back_as_pandas_with_its_index(study):
    frame = pd.DataFrame(COLUMNS, index=list("abcdefg"))
    release = shoal.anonymize(frame, study)
    assert isinstance(release.table, pd.DataFrame)
    assert release.table.index.tolist() == list("abcdefg")
    assert release.table.loc["a"].tolist() == ["<50", "m", "flu"]
    assert release.table.loc["d"].isna().all()


def test_untouched_columns_come_back_as_they_were(toy, study):
    frame = pd.DataFrame(COLUMNS)
    frame["dis"] = frame["dis"].astype("category")
    keys = {**study.given(), "suppression_limit": 0}
    release = shoal.anonymize(frame, shoal.Study.of(keys, toy))
    assert not release.suppressed.any()
    pd.testing.assert_series_equal(release.table["dis"], frame["dis"])


def test_a_column_at_level_0_keeps_its_type(keys):
    keys["columns"]["age"] = {"role": "quasi-identifier", "type": "integer"}
    frame = pl.DataFrame({"age": [34, 34, 45], "sex": list("mmf"), "dis": list("abc")})
    keys["suppression_limit"] = 0.5
    table = shoal.anonymize(frame, keys).table
    assert table["age"].to_list() == [34, 34, None]
    assert table.schema["age"] == pl.Int64


def test_arrow_lazy_frames_and_files_are_accepted(toy, study):
    expected = shoal.anonymize(pl.DataFrame(COLUMNS), study).table
    assert shoal.anonymize(pl.LazyFrame(COLUMNS), study).table.collect().equals(expected)
    assert shoal.anonymize(toy / "toy.csv", study).table.equals(expected)
    arrow = shoal.anonymize(pa.table({**COLUMNS, "id": list(range(7))}), study).table
    assert isinstance(arrow, pa.Table)
    assert arrow.to_pylist() == expected.to_dicts()


def test_the_callers_table_is_not_changed(study):
    frame = pd.DataFrame(COLUMNS)
    before = frame.copy(deep=True)
    shoal.anonymize(frame, study)
    pd.testing.assert_frame_equal(frame, before)


def test_a_study_may_be_a_path_or_its_keys(toy):
    by_path = shoal.anonymize(pl.DataFrame(COLUMNS), toy / "study.yaml")
    assert by_path.summary["levels"] == {"age": 1, "sex": 0}


def test_a_release_in_memory_is_verified_too(study, monkeypatch):
    refusal = Verdict((Finding("cells", False, "3 cells are wrong."),))
    monkeypatch.setattr(memory, "verify_frames", lambda *_, **__: refusal)
    with pytest.raises(shoal.VerificationError, match="3 cells are wrong"):
        shoal.anonymize(pl.DataFrame(COLUMNS), study)


def test_the_report_is_written_as_a_page(study, tmp_path):
    path = shoal.anonymize(pl.DataFrame(COLUMNS), study).report(tmp_path / "report.html")
    assert path.read_text().lstrip().lower().startswith("<!doctype html>")


def test_a_notebook_shows_a_release_with_strange_names_escaped(keys):
    name = "<script>alert(1)</script>"
    keys["columns"] = {name: {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}}
    shown = shoal.anonymize(pl.DataFrame({name: ["a", "b"]}), keys)._repr_html_()
    assert "&lt;script&gt;" in shown
    assert "<script>" not in shown


def test_the_short_form_tells_counts_and_no_value(study):
    assert repr(shoal.anonymize(pl.DataFrame(COLUMNS), study)) == (
        "<Release: Every record looks like at least 1 other. 1 of 7 records was blanked.>"
    )
