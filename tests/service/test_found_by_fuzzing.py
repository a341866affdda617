"""Small studies that once crashed, or were refused after a release was made (`make fuzz`)."""

import json

import polars as pl
import pytest

import shoal
from shoal.service import verbs
from shoal.verify import verify_frames

pytestmark = pytest.mark.slow

VALUES = {"builder": "identity"}


def quasi(hierarchy=None, **keys):
    return {"role": "quasi-identifier", "hierarchy": hierarchy or VALUES, **keys}


def run(folder, rows, study, **files):
    """A run folder, made and verified again; gives it and the release in memory."""
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    frame = pl.DataFrame(rows, schema=list(study["columns"]), orient="row", strict=False)
    frame.write_csv(folder / "data.csv")
    made = shoal.anonymize(frame, shoal.Study.of(study, folder))
    place = folder / "run"
    dialect = {"path": "data.csv", "separator": ",", "quote": '"', "encoding": "utf-8"}
    verbs.run(shoal.Study.of({"data": dialect, **study}, folder), place)
    assert verbs.verify_run(place).holds
    return place, made


def certificate(place):
    return json.loads((place / "certificate.json").read_text("utf-8"))


@pytest.mark.parametrize("shown", [["n"], ["q", "n"], ["n", "s"]])
def test_a_population_is_counted_beside_aggregates_and_hidden_columns(tmp_path, shown):
    study = {
        "columns": {
            "q": quasi(),
            "r": quasi(),
            "n": {"role": "quasi-identifier", "type": "integer", "aggregate": {"function": "mode"}},
            "s": {"role": "insensitive"},
        },
        "subset": {"column": "s", "equals": "in"},
        "privacy": [{"model": "k-map", "k": 2}],
        "output": {"columns": shown},
    }
    run(tmp_path, [("a", "b", "1", "in")] * 2 + [("a", "c", "2", "in")] * 2, study)


def test_a_population_has_records_where_no_quasi_identifier_is_written(tmp_path):
    study = {
        "columns": {"q": quasi(), "s": {"role": "insensitive"}},
        "privacy": [{"model": "journalist-profitability", "attack": "none"}],
        "game": {"adversary_gain": 10, "adversary_cost": 4},
        "output": {"columns": ["s"]},
    }
    run(tmp_path, [("a", "x")] * 3, study)


@pytest.mark.parametrize("more", [{}, {"aggregate": {"function": "mode"}, "type": "integer"}])
def test_everything_may_be_suppressed_with_local_recoding(tmp_path, more):
    columns = {"q": quasi(), "n": quasi(**more), "s": {"role": "sensitive"}}
    if more:
        columns["n"].pop("hierarchy")
    study = {
        "columns": columns,
        "privacy": [{"model": "distinct-l-diversity", "column": "s", "l": 2}],
        "suppression_limit": 1,
        "recoding": "local",
    }
    place, made = run(tmp_path, [("a", "1", "flu"), ("b", "2", "flu")], study)
    assert made.suppressed.all()
    assert pl.read_csv(place / "draft.csv").height == 0


@pytest.mark.parametrize("recoding", [{"mode": "iterated"}, "local"])
def test_records_with_nothing_to_show_are_not_taken_as_suppressed(tmp_path, recoding):
    study = {
        "columns": {"q": quasi("q.csv"), "s": {"role": "insensitive"}},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "recoding": recoding,
        "output": {"suppressed": "blank", "columns": ["q"]},
    }
    rows = [(None, "x"), (None, "y"), ("a", "x"), ("a", "x")]
    _, made = run(tmp_path, rows, study, q="a;b\n")
    assert not made.suppressed.any()


@pytest.mark.parametrize("recoding", [{"mode": "iterated"}, "local", "global"])
@pytest.mark.parametrize("shuffle", [True, False])
def test_aggregates_may_be_all_that_is_written(tmp_path, recoding, shuffle):
    study = {
        "columns": {
            "q": quasi(),
            "n": {"role": "quasi-identifier", "type": "integer", "aggregate": {"function": "set"}},
        },
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "recoding": recoding,
        "output": {"columns": ["n"], "shuffle": shuffle},
    }
    run(tmp_path, [("a", "1"), ("a", "2"), ("b", "3"), ("b", "3")], study)


KEPT = {"output": {"suppressed": "keep-values", "columns": ["n", "s"]}}


def kept_values():
    """Released records without a number look suppressed where `q` is not written."""
    mode = {"role": "quasi-identifier", "type": "integer", "aggregate": {"function": "mode"}}
    study = {
        "columns": {"q": quasi(), "n": mode, "s": {"role": "insensitive"}},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        **KEPT,
    }
    return study, [("a", "1", "x")] * 2 + [("b", None, "y")] * 2


def test_kept_values_are_verified_where_only_aggregates_tell_classes_apart(tmp_path):
    study, rows = kept_values()
    run(tmp_path, rows, study)


def test_kept_values_of_nobody_are_refused_there(tmp_path):
    study, rows = kept_values()
    given = pl.DataFrame(rows, schema=["q", "n", "s"], orient="row")
    lie = pl.DataFrame({"n": ["1", "1", None, None], "s": ["x", "x", "y", "z"]})
    found = verify_frames(study, tmp_path, given, lie).findings
    assert [one.holds for one in found if one.check == "suppressed values"] == [False]


def test_kept_values_are_verified_where_a_class_is_released_in_part(tmp_path):
    study = {
        "columns": {"q": quasi(), "r": quasi(), "s": {"role": "insensitive"}},
        "privacy": [{"model": "sample-uniqueness", "threshold": 0}],
        "suppression_limit": 1,
        "output": {"suppressed": "keep-values", "columns": ["q", "s"]},
    }
    run(tmp_path, [("a", "b", "x")] * 2 + [("a", "c", "y"), ("a", "d", "z")], study)


@pytest.mark.parametrize("recoding", ["global", "local"])
def test_aggregates_tell_classes_apart_where_labels_do_not(tmp_path, recoding):
    """Two classes look alike but for their mean, so nobody looks like three others."""
    mean = {"role": "quasi-identifier", "type": "integer", "aggregate": {"function": "mean"}}
    columns = {"q": quasi(), "n": mean, "who": {"role": "identifier"}}
    rows = [("a", "1", "1"), ("a", "3", "2"), ("b", "5", "3"), ("b", "7", "4")]
    study = {
        "columns": columns,
        "person": "who",
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "recoding": recoding,
        "output": {"columns": ["n"]},
    }
    _, made = run(tmp_path, rows, study)
    assert made.table["n"].to_list() == ["2", "2", "6", "6"]
    assert made.summary["privacy"][0]["measured"] == 2


def test_suppressed_records_are_one_class_wherever_they_come_from(tmp_path):
    """Without `r`, nobody can tell which records of `a` are suppressed; blank ones are a class."""
    study = {
        "columns": {"q": quasi(), "r": quasi(), "s": {"role": "sensitive"}},
        "privacy": [{"model": "distinct-l-diversity", "column": "s", "l": 2}],
        "suppression_limit": 1,
        "output": {"suppressed": "keep-values", "columns": ["q", "s"]},
    }
    rows = [("a", "b", "x"), ("a", "b", "y"), ("a", "c", "y"), ("d", "c", "x")]
    run(tmp_path, rows, study)


@pytest.mark.parametrize("low", [0, 0.25])
def test_levels_that_differ_only_in_the_population_are_both_tried(tmp_path, low):
    study = {
        "columns": {"q": quasi("q.csv"), "s": {"role": "insensitive"}},
        "subset": {"column": "s", "equals": "in"},
        "privacy": [{"model": "delta-presence", "delta_min": low, "delta_max": 0.75}],
    }
    _, made = run(tmp_path, [("a", "in")] * 2 + [("b", "out")] * 2, study, q="a;a\nb;a\n")
    assert made.summary["levels"] == {"q": 1}


def test_too_large_a_share_of_the_population_is_refused_at_every_level(tmp_path):
    (tmp_path / "q.csv").write_text("a;a\nb;a\n")
    frame = pl.DataFrame({"q": ["a"] * 4 + ["b"], "s": ["in"] * 4 + ["out"]})
    promise = {"model": "delta-presence", "delta_min": 0, "delta_max": 0.75}
    columns = {"q": quasi("q.csv"), "s": {"role": "insensitive"}}
    study = {"columns": columns, "subset": {"column": "s", "equals": "in"}, "privacy": [promise]}
    verdict = verify_frames(study, tmp_path, frame, pl.DataFrame({"q": ["a"] * 4, "s": ["in"] * 4}))
    assert not verdict.holds


@pytest.mark.parametrize("recoding", [{"mode": "iterated"}, "local"])
@pytest.mark.parametrize("limit", [0, 0.1, 0.5, 1])
@pytest.mark.parametrize("k", [1, 3])
def test_classes_that_look_alike_at_different_levels_keep_promises_as_one(
    tmp_path, recoding, limit, k
):
    rows = [("p", "a")] * 4 + [("x", "a")] * 2 + [("y", "a"), ("y", "b"), ("z", "a")]
    promises = [{"model": "delta-disclosure", "column": "s", "delta": 1.5}]
    study = {
        "columns": {"q": quasi("q.csv"), "s": {"role": "sensitive"}},
        "privacy": promises + ([{"model": "k-anonymity", "k": k}] if k > 1 else []),
        "suppression_limit": limit,
        "recoding": recoding,
    }
    run(tmp_path, rows + [("z", "b")] * 7, study, q="x;p;*\ny;p;*\np;p;*\nz;z;*\n")


def test_a_failure_with_static_losses_is_explained():
    frame = pl.DataFrame({"q": ["a", "b"], "r": ["c", "d"]})
    study = {
        "columns": {"q": quasi(), "r": quasi({"builder": "suppression"})},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "quality": {"model": "static", "table": {"q": [1], "r": [0, 2]}},
    }
    with pytest.raises(shoal.NoReleaseError, match="What would succeed"):
        shoal.anonymize(frame, study)


def test_a_certificate_counts_records_that_lack_every_quasi_identifier(tmp_path):
    study = {
        "columns": {"q": quasi(), "s": {"role": "insensitive"}},
        "privacy": [{"model": "sample-uniqueness", "threshold": 0.5}],
        "output": {"suppressed": "blank"},
    }
    place, made = run(tmp_path, [("a", "x")] * 3 + [(None, "y")], study)
    assert certificate(place)["classes"]["min"] == 1
    assert certificate(place)["risk"]["uniques"] == made.summary["risk"]["after"]["uniques"] == 1


@pytest.mark.parametrize("name", ["subcombinations", "argus", "datafly", "local-suppression"])
def test_a_method_may_hide_every_column_that_it_treats(tmp_path, name):
    more = {"identifying": {"q": 1}} if name == "argus" else {}
    study = {
        "columns": {"q": quasi({"builder": "suppression"}), "s": {"role": "insensitive"}},
        "method": {"name": name, "bin_size": 2, **more},
        "output": {"columns": ["s"]},
    }
    run(tmp_path, [("a", "x"), ("a", "x"), ("b", "y")], study)


@pytest.mark.parametrize("format", ["csv", "parquet", "arrow"])
@pytest.mark.parametrize("shuffle", [True, False])
def test_duckdb_may_suppress_everything(tmp_path, format, shuffle):
    pl.DataFrame({"q": ["a", "b"], "s": ["x", "x"]}).write_csv(tmp_path / "data.csv")
    study = {
        "data": "data.csv",
        "columns": {"q": quasi(), "s": {"role": "sensitive"}},
        "privacy": [{"model": "distinct-l-diversity", "column": "s", "l": 2}],
        "suppression_limit": 1,
        "engine": "duckdb",
        "output": {"format": format, "shuffle": shuffle},
    }
    verbs.run(shoal.Study.of(study, tmp_path), tmp_path / "run")
    assert verbs.verify_run(tmp_path / "run").holds


@pytest.mark.parametrize("given", ["csv", "arrow"])
def test_duckdb_writes_arrow_files_and_reads_them(tmp_path, given):
    frame = pl.DataFrame({"q": ["a", "a", "b"], "s": ["x", "y", "x"]})
    frame.write_csv(tmp_path / "data.csv")
    frame.write_ipc(tmp_path / "data.arrow")
    study = {
        "data": f"data.{given}",
        "columns": {"q": quasi({"builder": "suppression"}), "s": {"role": "insensitive"}},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "engine": "duckdb",
        "output": {"format": "arrow"},
    }
    verbs.run(shoal.Study.of(study, tmp_path), tmp_path / "run")
    assert verbs.verify_run(tmp_path / "run").holds
    assert pl.read_ipc(tmp_path / "run" / "draft.arrow")["q"].to_list() == ["*"] * 3


MISSING = ["a", None, "a", "a", "a", None, "a"]
ABOUT_TABLES = [
    {"model": "average-risk", "threshold": 0.3},
    {"model": "sample-uniqueness", "threshold": 0.3},
]


def all_missing(folder, promise, **more):
    """Two people of whom nothing is known; in a release they look like suppressed ones."""
    pl.DataFrame({"q": MISSING}).write_csv(folder / "data.csv")
    (folder / "q.csv").write_text("a;*\n")
    column = {"role": "quasi-identifier", "hierarchy": "q.csv"}
    keys = {"data": "data.csv", "columns": {"q": column}, "suppression_limit": 0}
    keys |= {"privacy": [promise], "output": {"suppressed": "blank"}, **more}
    return shoal.Study.of(keys, folder)


@pytest.mark.parametrize("promise", ABOUT_TABLES, ids=lambda promise: promise["model"])
@pytest.mark.parametrize("more", [{}, {"recoding": "local"}, {"engine": "duckdb"}], ids=str)
def test_values_that_are_all_missing_are_not_suppressed(tmp_path, promise, more):
    study = all_missing(tmp_path, promise, **more)
    summary = verbs.run(study, tmp_path / "run")["summary"]
    assert summary["suppressed_records"] == 0
    assert verbs.verify_run(tmp_path / "run").holds


@pytest.mark.parametrize("more", [{}, {"recoding": "local"}, {"engine": "duckdb"}], ids=str)
def test_more_blanks_than_missing_values_are_suppressed_records(tmp_path, more):
    """The lie: a third record is blank, though none may be suppressed."""
    verbs.run(all_missing(tmp_path, ABOUT_TABLES[1], **more), tmp_path / "run")
    path = next((tmp_path / "run").glob("draft.csv"))
    path.write_text(path.read_text().replace("a\n", "\n", 1))
    found = verbs.verify_run(tmp_path / "run").failures
    assert "suppression" in {one.check for one in found}
