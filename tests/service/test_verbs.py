import json
from pathlib import Path

import polars as pl
import pytest

from shoal.errors import Canceled, NoReleaseError, ShoalError, StudyError, VerificationError
from shoal.pipeline.places import folder as places
from shoal.pipeline.places import folder as release_place
from shoal.service import verbs
from shoal.study.text import parse
from shoal.verify import Finding, Verdict

RELEASE = ["<50,f,flu", "<50,f,hiv", "<50,m,flu", "<50,m,flu", ">=50,m,hiv", ">=50,m,hiv"]


def change(toy, before, after):
    path = toy / "study.yaml"
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.fixture
def ran(toy):
    """The toy study after a run into `run`."""
    verbs.run(toy / "study.yaml", toy / "run")
    return toy


CERTIFICATE = {"certificate.html", "certificate.json", "certificate.pdf"}


def test_a_run_writes_exactly_its_files(ran):
    steward = {"summary.json", "report.html", "study.yaml"}
    assert names(ran / "run") == {"draft.csv", *CERTIFICATE, *steward}
    assert names(ran) == {"toy.csv", "age.csv", "sex.csv", "study.yaml", "run"}


def test_the_release_of_the_toy_table_is_the_one_of_the_specification(ran):
    header, *records = (ran / "run" / "draft.csv").read_text().splitlines()
    assert header == "age,sex,dis"
    assert sorted(records) == RELEASE


def test_every_file_but_the_release_says_that_it_is_the_stewards(ran):
    for name in ("summary.json", "report.html", "study.yaml"):
        assert "steward" in (ran / "run" / name).read_text()
    assert "steward" not in (ran / "run" / "draft.csv").read_text()


def test_the_summary_is_strict_json(ran):
    def refuse(constant):
        pytest.fail(f"{constant} is not JSON")

    text = (ran / "run" / "summary.json").read_text()
    assert json.loads(text, parse_constant=refuse)["levels"] == {"age": 1, "sex": 0}


def test_the_written_study_names_the_dialect_and_full_paths(ran):
    study = parse((ran / "run" / "study.yaml").read_text(), "study")
    assert study["data"]["separator"] == ","
    assert Path(study["data"]["path"]) == (ran / "toy.csv").resolve()
    assert Path(study["columns"]["age"]["hierarchy"]) == (ran / "age.csv").resolve()


def test_a_run_folder_verifies_again_from_its_own_files(ran, monkeypatch, tmp_path_factory):
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert verbs.verify_run(ran / "run").holds


def test_a_changed_release_is_refused_later(ran):
    release = ran / "run" / "draft.csv"
    release.write_text(release.read_text().replace("<50,f,hiv", "34,f,hiv"))
    assert not verbs.verify_run(ran / "run").holds


def test_a_release_is_verified_against_a_study_file_too(ran):
    release = ran / "run" / "draft.csv"
    assert verbs.verify_run(ran / "study.yaml", release=release).holds
    with pytest.raises(StudyError, match="--release"):
        verbs.verify_run(ran / "study.yaml")


def test_input_that_has_moved_can_be_named(ran):
    (ran / "toy.csv").rename(ran / "moved.csv")
    assert verbs.verify_run(ran / "run", data=ran / "moved.csv").holds


def test_a_release_that_the_check_refuses_is_not_kept(toy, monkeypatch):
    refusal = Verdict((Finding("cells", False, "3 cells are wrong."),))
    monkeypatch.setattr(places, "verify_files", lambda *_: refusal)
    with pytest.raises(VerificationError, match="3 cells are wrong"):
        verbs.run(toy / "study.yaml", toy / "run")
    assert names(toy) == {"toy.csv", "age.csv", "sex.csv", "study.yaml"}


def test_the_check_sees_the_file_that_is_kept(toy, monkeypatch):
    seen = []

    def remember(keys, folder, release):
        seen.append(release.read_bytes())
        return Verdict(())

    monkeypatch.setattr(places, "verify_files", remember)
    verbs.run(toy / "study.yaml", toy / "run")
    assert seen == [(toy / "run" / "draft.csv").read_bytes()]


def test_a_full_disk_leaves_nothing_and_is_no_fault_of_the_study(toy, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(release_place, "write", full)
    with pytest.raises(ShoalError, match="No space left on device") as caught:
        verbs.run(toy / "study.yaml", toy / "run")
    assert caught.value.exit_code == 3
    assert names(toy) == {"toy.csv", "age.csv", "sex.csv", "study.yaml"}


def test_a_canceled_run_leaves_nothing(toy):
    def stop(progress):
        if progress.stage == "search":
            raise Canceled("The person stopped the run.")

    with pytest.raises(Canceled):
        verbs.run(toy / "study.yaml", toy / "run", watch=stop)
    assert "run" not in names(toy)


def test_the_watch_sees_every_stage_in_order(toy):
    stages = []
    verbs.run(toy / "study.yaml", toy / "run", watch=lambda sign: stages.append(sign.stage))
    order = ["read", "encode", "search", "transform", "write", "verify"]
    assert list(dict.fromkeys(stages)) == order


def test_blank_keeps_the_number_of_records_and_nothing_of_the_suppressed(toy):
    change(toy, "suppression_limit: 0.2", "suppression_limit: 0.2\noutput: {suppressed: blank}")
    verbs.run(toy / "study.yaml", toy / "run")
    records = (toy / "run" / "draft.csv").read_text().splitlines()[1:]
    assert sorted(records) == [",,", *RELEASE]


def test_values_of_too_few_suppressed_records_may_not_be_kept(toy):
    change(
        toy, "suppression_limit: 0.2", "suppression_limit: 0.2\noutput: {suppressed: keep-values}"
    )
    with pytest.raises(NoReleaseError, match="1 suppressed record breaks a promise"):
        verbs.run(toy / "study.yaml", toy / "run")


def test_values_of_enough_suppressed_records_may_be_kept(toy):
    (toy / "toy.csv").write_text(
        "age,sex,dis,id\n34,m,flu,1\n34,m,flu,2\n34,m,hiv,3\n45,f,flu,4\n66,f,hiv,5\n70,f,flu,6\n"
    )
    change(
        toy,
        "suppression_limit: 0.2",
        "suppression_limit: 0.5\noutput: {suppressed: keep-values}\nsearch: {strategy: exhaustive}",
    )
    for column in ("age.csv}", "sex.csv}"):
        change(toy, column, column[:-1] + ", max_level: 0}")
    verbs.run(toy / "study.yaml", toy / "run")
    records = sorted((toy / "run" / "draft.csv").read_text().splitlines()[1:])
    assert records == [",,flu", ",,flu", ",,hiv", "34,m,flu", "34,m,flu", "34,m,hiv"]


@pytest.mark.parametrize("form", ["csv", "parquet", "arrow"])
def test_the_release_has_the_format_of_the_study(toy, form):
    change(toy, "suppression_limit: 0.2", f"suppression_limit: 0.2\noutput: {{format: {form}}}")
    verbs.run(toy / "study.yaml", toy / "run")
    readers = {"csv": pl.read_csv, "parquet": pl.read_parquet, "arrow": pl.read_ipc}
    frame = readers[form](toy / "run" / f"draft.{form}")
    assert frame.columns == ["age", "sex", "dis"]
    assert frame.height == 6
    assert verbs.verify_run(toy / "run").holds


def test_the_columns_of_the_output_are_chosen_and_ordered_by_the_study(toy):
    change(
        toy, "suppression_limit: 0.2", "suppression_limit: 0.2\noutput: {columns: [dis, age, sex]}"
    )
    verbs.run(toy / "study.yaml", toy / "run")
    assert (toy / "run" / "draft.csv").read_text().startswith("dis,age,sex\n")


def test_columns_left_out_may_merge_classes_into_ones_that_break_a_promise():
    """A value absent from one class is rare, though not absent, where it merges with another."""
    cells = [("1", "m", "a")] * 10 + [("1", "f", "a"), ("1", "f", "b")]
    cells += [("2", "m", "a")] * 5 + [("2", "m", "b")] * 5
    table = pl.DataFrame(cells, schema=["age", "sex", "dis"], orient="row")
    column = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
    study = {
        "columns": {"age": column, "sex": column, "dis": {"role": "sensitive"}},
        "privacy": [{"model": "delta-disclosure", "column": "dis", "delta": 1.2}],
        "acknowledge": ["near-unique:dis"],
    }
    assert verbs.anonymize(table, study).table.columns == ["age", "sex", "dis"]
    with pytest.raises(NoReleaseError, match=r"Without 'sex'.*\ndelta-disclosure: "):
        verbs.anonymize(table, study | {"output": {"columns": ["age", "dis"]}})


def test_a_reproducible_run_repeats_to_the_byte(toy):
    change(toy, "suppression_limit: 0.2", "suppression_limit: 0.2\nreproducible: true")
    releases = []
    for name in ("one", "two"):
        report = verbs.run(toy / "study.yaml", toy / name)
        releases.append((toy / name / "draft.csv").read_bytes())
    assert releases[0] == releases[1]
    assert any("not private" in warning for warning in report["summary"]["warnings"])


def test_a_study_that_nothing_satisfies_is_refused(toy):
    change(toy, "hierarchy: age.csv", "hierarchy: age.csv, max_level: 0")
    change(toy, "suppression_limit: 0.2", "suppression_limit: 0")
    with pytest.raises(NoReleaseError):
        verbs.run(toy / "study.yaml", toy / "run")
    assert "run" not in names(toy)


def test_the_demo_shows_its_input_and_can_be_repeated(tmp_path, toy, monkeypatch):
    def small_example(folder):
        folder.mkdir()
        for name in ("toy.csv", "age.csv", "sex.csv", "study.yaml"):
            (folder / name).write_bytes((toy / name).read_bytes())
        return folder / "study.yaml"

    monkeypatch.setattr("shoal.data.example.write_example", small_example)
    for _ in range(2):
        verbs.demo(tmp_path / "demo")
    assert names(tmp_path / "demo") == {
        *("example", "draft.csv", "summary.json", "report.html", "study.yaml"),
        *CERTIFICATE,
    }
    study = parse((tmp_path / "demo" / "study.yaml").read_text(), "study")
    assert study["data"]["path"] == "example/toy.csv"
    assert verbs.verify_run(tmp_path / "demo").holds
