"""Every visible release is in the ledger; a release that undoes an earlier one is refused."""

import os
import sqlite3
from pathlib import Path

import polars as pl
import pytest

import shoal
from methods import paper_003 as table_2
from methods import test_paper_003 as tables
from service.ledger.toy import ACKNOWLEDGED, CANARY, COLUMNS, released, states, study, write
from shoal.errors import NoReleaseError, StudyError
from shoal.ledger import ledger
from shoal.pipeline.places import folder as places
from shoal.study.study import Study


def test_a_run_is_in_the_ledger_with_its_recipe_and_fingerprints(folder, workspace):
    summary = released(study(folder, 1, 0), folder / "run")["summary"]
    (one,) = ledger.entries(workspace)
    assert one.state == "released"
    assert one.input == summary["input"]["sha256"]
    assert one.place == str(folder / "run")
    assert one.facts["levels"] == {"age": 1, "zip": 0}
    assert one.facts["release"]["sha256"] == places.fingerprint(folder / "run" / "release.csv")
    assert one.facts["release"]["columns"] == ["age", "zip", "illness"]
    assert one.facts["study"]["privacy"] == [{"model": "k-anonymity", "k": 2}]
    assert (one.shown.k, one.shown.known, one.shown.other) == (2, ("age", "zip"), ("illness",))


def test_a_planted_intersection_is_refused_until_it_is_acknowledged(folder, workspace):
    released(study(folder, 0, 2), folder / "ages")
    (one,) = ledger.entries(workspace)
    with pytest.raises(NoReleaseError, match="Intersecting: 16 records in") as told:
        released(study(folder, 2, 0), folder / "zips")
    assert f"--acknowledge {one.id}=REASON" in str(told.value)
    assert CANARY not in str(told.value)
    assert (folder / "zips" / "draft.csv").exists()
    assert states(workspace) == ["released", "draft"]
    entry = f"earlier-release:{one.id}"
    accepted = study(folder, 2, 0, acknowledge=[*ACKNOWLEDGED, entry])
    warnings = released(accepted, folder / "zips", force=True)["summary"]["warnings"]
    assert any(one.id in text and "Intersecting" in text for text in warnings)
    assert states(workspace) == ["released", "released"]


def with_pseudonym(folder, age, zip, settings):
    columns = study(folder, age, zip).given()["columns"]
    shown = {"age": columns["age"], "zip": columns["zip"]}
    patient = {"patient": {"role": "identifier", "pseudonym": settings}}
    given = {"privacy": [{"model": "k-anonymity", "k": 2}], "data": "data.csv"}
    guards = {"acknowledge": ["linked-records:patient"]}
    return Study.of({**given, **guards, "columns": patient | shown}, folder)


def test_pseudonyms_link_releases_if_they_are_the_same(folder, workspace):
    keyed = {"method": "keyed-hash", "domain": "p", "key": "p.key", "create_key": True}
    released(with_pseudonym(folder, 0, 2, keyed), folder / "ages")
    with pytest.raises(NoReleaseError, match="Intersecting: 16 records"):
        released(with_pseudonym(folder, 2, 0, keyed), folder / "zips")
    fresh = with_pseudonym(folder, 2, 0, {"method": "token"})
    released(fresh, folder / "fresh")  # nobody can put these side by side
    key = (folder / "p.key").read_bytes().strip()
    assert not [path for path in workspace.folder.iterdir() if key in path.read_bytes()]


def test_a_planted_difference_is_refused(folder, workspace):
    """Everybody, and everybody but one: what the second does not have is one person's illness."""
    released(study(folder, 1, 1), folder / "all")
    write(folder, range(15))
    with pytest.raises(NoReleaseError, match="Differencing: 1 record in 1 class"):
        released(study(folder, 1, 1), folder / "but-one")


def test_a_value_that_changed_for_one_person_is_a_difference(folder):
    released(study(folder, 1, 1), folder / "before")
    table = pl.read_csv(folder / "data.csv")
    cured = pl.when(pl.int_range(pl.len()) == 3).then(pl.lit("none")).otherwise(pl.col("illness"))
    table.with_columns(illness=cured).write_csv(folder / "data.csv")
    with pytest.raises(NoReleaseError, match="Differencing: 2 records in 2 classes"):
        released(study(folder, 1, 1), folder / "after")
    table.sample(fraction=1, shuffle=True).write_csv(folder / "data.csv")
    released(study(folder, 1, 1), folder / "shuffled")


def test_a_planted_difference_is_found_without_identifiers_too(folder):
    columns = {name: keys for name, keys in COLUMNS.items() if name != "patient"}
    plain = {**study(folder).given(), "columns": columns}
    pl.read_csv(folder / "data.csv").drop("patient").write_csv(folder / "data.csv")
    released(Study.of(plain, folder), folder / "all")
    pl.read_csv(folder / "data.csv")[:-1].write_csv(folder / "data.csv")
    with pytest.raises(NoReleaseError, match="Differencing"):
        released(Study.of(plain, folder), folder / "but-one")


def test_three_releases_that_are_harmless_two_by_two_are_refused(folder, workspace):
    """Each shows one column of three, each pair leaves two candidates, all of them one."""
    names = ("x", "y", "z")
    bits = [[str(at >> place & 1) for at in range(8)] for place in range(3)]
    ills = {"illness": [f"i{at}" for at in range(8)]}
    pl.DataFrame(dict(zip(names, bits, strict=True)) | ills).write_csv(folder / "data.csv")

    def showing(one, **more):
        columns = {
            name: {
                "role": "quasi-identifier",
                "hierarchy": {"builder": "suppression"},
                "min_level": int(name != one),
                "max_level": int(name != one),
            }
            for name in names
        } | {"illness": {"role": "insensitive"}}
        given = {"privacy": [{"model": "k-anonymity", "k": 2}], "acknowledge": ACKNOWLEDGED}
        return Study.of({"data": "data.csv", "columns": columns, **given, **more}, folder)

    released(showing("x"), folder / "x")
    released(showing("y"), folder / "y")
    with pytest.raises(NoReleaseError, match="more together than any two") as told:
        released(showing("z"), folder / "z")
    first, second, _ = ledger.entries(workspace)
    assert f"{first.id}, {second.id}" in str(told.value)
    apart = [*ACKNOWLEDGED, f"earlier-release:{second.id}"]
    released(showing("z", acknowledge=apart), folder / "z", force=True)
    assert states(workspace) == ["released"] * 3


def test_the_same_release_again_is_allowed_and_shares_its_trace(folder, workspace):
    for name in ("one", "two", "three"):
        released(study(folder, 1, 0), folder / name)
    assert states(workspace) == ["released"] * 3
    with workspace.snapshot() as connection:
        assert connection.execute("SELECT count(*) FROM traces").fetchone() == (1,)


def test_suppressions_that_change_are_refused_as_paper_003_warns(folder):
    """Table 2 of the paper by Datafly, then by sub-combination analysis."""
    table_2.TABLE_2.write_csv(folder / "data.csv")
    datafly = {"name": "datafly", "bin_size": 2}
    cells = {"name": "subcombinations", "bin_size": 2, "maximum_outliers": 0.1}
    keys = {"data": "data.csv"}
    released(Study.of({**table_2.study(datafly), **keys}, folder), folder / "datafly")
    greedy = Study.of({**table_2.study({**cells, "suppression": "greedy"}), **keys}, folder)
    with pytest.raises(NoReleaseError, match="Cells: 1 record in 1 class"):
        released(greedy, folder / "cells")


CELLS = {"name": "subcombinations", "bin_size": 2, "maximum_outliers": 0.1}
METHODS = {
    "datafly": ({"name": "datafly", "bin_size": 2}, None),
    "greedy": ({**CELLS, "suppression": "greedy"}, None),
    "fewest": (CELLS, None),
    "argus": (tables.ARGUS, tables.WITH_SSN),
}


@pytest.mark.parametrize(
    ("first", "second"), [("greedy", "fewest"), ("fewest", "datafly"), ("greedy", "argus")]
)
def test_cells_of_paper_003_that_were_blank_are_not_shown_later(folder, first, second):
    """Sub-combination analysis blanks two cells besides the outliers'; others show them."""
    table_2.TABLE_2.write_csv(folder / "data.csv")
    one, two = (
        Study.of({**table_2.study(*METHODS[name]), "data": "data.csv"}, folder)
        for name in (first, second)
    )
    released(one, folder / "one")
    with pytest.raises(NoReleaseError, match="Cells: "):
        released(two, folder / "two")
    assert not (folder / "two" / "release.csv").exists()


def test_a_coarser_release_is_allowed(folder, workspace):
    released(study(folder, 1, 0), folder / "fine")
    released(study(folder, 2, 1), folder / "coarse")
    assert states(workspace) == ["released"] * 2


def test_a_withdrawn_release_counts_no_more(folder, workspace):
    released(study(folder, 0, 2), folder / "ages")
    (one,) = ledger.entries(workspace)
    ledger.withdraw(workspace, one.id)
    released(study(folder, 2, 0), folder / "zips")
    assert states(workspace) == ["withdrawn", "released"]


def test_a_release_that_was_moved_or_deleted_still_counts(folder):
    released(study(folder, 0, 2), folder / "ages")
    for path in (folder / "ages").iterdir():
        path.unlink()
    with pytest.raises(NoReleaseError, match="earlier release"):
        released(study(folder, 2, 0), folder / "zips")


def test_no_value_key_or_secret_is_in_the_workspace(folder, workspace):
    released(study(folder, 1, 0), folder / "run")
    key = (workspace.folder / "workspace.key").read_bytes()
    for path in workspace.folder.iterdir():
        content = path.read_bytes()
        assert CANARY.encode() not in content
        assert b"disease" not in content
        assert path.name == "workspace.key" or key not in content
        assert path.stat().st_mode & 0o777 == 0o600
    with workspace.snapshot() as connection:
        bodies = [body for (body,) in connection.execute("SELECT body FROM traces")]
    assert CANARY.encode() not in b"".join(bodies)
    assert not [path for path in workspace.folder.iterdir() if path.name.startswith("running")]


def test_the_canary_would_be_found(folder, workspace):
    released(study(folder, 1, 0), folder / "run")
    with workspace.transaction() as connection:
        connection.execute("UPDATE releases SET facts = ?", [CANARY])
    content = b"".join(path.read_bytes() for path in workspace.folder.iterdir())
    assert CANARY.encode() in content


def test_a_run_that_fails_leaves_nothing_in_the_ledger(folder, workspace, monkeypatch):
    released(study(folder, 1, 0), folder / "run")
    monkeypatch.setattr(places, "write_run_files", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        released(study(folder, 1, 0), folder / "again")
    assert states(workspace) == ["released"]


def test_a_damaged_workspace_stops_a_run_before_any_work(folder, workspace):
    released(study(folder, 1, 0), folder / "run")
    workspace.file.write_bytes(b"no database " * 1000)
    with pytest.raises(StudyError, match="damaged"):
        released(study(folder, 1, 0), folder / "again")
    assert not (folder / "again").exists()


def test_a_closed_workspace_stops_a_run_before_any_work(folder, workspace, monkeypatch):
    released(study(folder, 1, 0), folder / "run")
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != workspace.folder)
    with pytest.raises(StudyError, match="could not be remembered"):
        released(study(folder, 1, 0), folder / "again")


def test_a_study_in_a_closed_folder_is_remembered_beside_its_run(folder, tmp_path, monkeypatch):
    monkeypatch.delenv("SHOAL_WORKSPACE")
    home = tmp_path / "out"
    home.mkdir()
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != folder and real(path, mode))
    released(study(folder, 1, 0), home / "run")
    assert (home / ".shoal" / "workspace.sqlite").exists()
    assert not (folder / ".shoal").exists()


def test_tables_in_memory_are_remembered_only_where_a_workspace_is_given(folder, workspace):
    table = pl.read_csv(folder / "data.csv").cast(pl.String)
    shoal.anonymize(table, study(folder, 0, 2))
    assert not workspace.exists
    shoal.anonymize(table, study(folder, 0, 2), workspace=workspace.folder).give()
    assert states(workspace) == ["released"]
    zips = shoal.anonymize(table, study(folder, 2, 0), workspace=workspace.folder)
    with pytest.raises(NoReleaseError, match="Intersecting"):
        zips.give()
    with pytest.raises(NoReleaseError, match="Intersecting"):  # the same people in a file
        released(study(folder, 2, 0), folder / "zips")
    assert states(workspace) == ["released", "draft", "draft"]


def test_the_trace_of_a_small_table_has_its_records(folder, workspace):
    released(study(folder, 1, 0), folder / "run")
    trace = ledger.load_trace(workspace, ledger.entries(workspace)[0])
    assert trace.height == 16


def test_an_unknown_release_is_explained(folder, workspace):
    released(study(folder, 1, 0), folder / "run")
    with pytest.raises(StudyError, match="There is no release 'r0'"):
        ledger.find_entry(workspace, "r0")


def test_a_damaged_trace_is_explained(folder, workspace):
    released(study(folder, 0, 2), folder / "run")
    with sqlite3.connect(workspace.file) as connection:
        connection.execute("UPDATE traces SET body = x'00'")
    connection.close()
    with pytest.raises(StudyError, match="The trace of release"):
        released(study(folder, 2, 0), folder / "again")


def test_private_releases_are_remembered_and_not_compared(folder, workspace):
    """Differential privacy holds whatever else is known; its account adds up what is spent."""
    interval = {"builder": "intervals", "width": 20, "levels": 2}
    bounds = {"lower": {"minimum": 0}, "upper": {"maximum": 120}}
    columns = {
        "age": {"role": "quasi-identifier", "type": "integer", "hierarchy": interval | bounds}
    }
    ages = [str(20 + at % 60) for at in range(400)]
    pl.DataFrame({"age": ages}).write_csv(folder / "data.csv")
    private = {"model": "differential-privacy", "epsilon": 1, "delta": 0.001, "degree": "medium"}
    again = {"acknowledge": ["spend-again:differential-privacy"]}
    keys = {"data": "data.csv", "columns": columns}
    for at in range(2):
        released(Study.of({**keys, "privacy": [private], **again}, folder), folder / f"{at}")
    released(
        Study.of({**keys, "privacy": [{"model": "k-anonymity", "k": 2}]}, folder), folder / "k"
    )
    assert [one.facts["private"] for one in ledger.entries(workspace)] == [True, True, False]
