"""Models and privacy settings compared on nested parts, and going on where it stopped."""

import json
import shutil

import pytest
from typer.testing import CliRunner

from service.learning.test_learned import COLUMNS, TABLE
from shoal.cli.program import app
from shoal.errors import DataError, StudyError
from shoal.service.benchmark import models as benchmark_models
from shoal.service.benchmark.models import benchmark
from shoal.service.benchmark.plan import plan_of

pytestmark = pytest.mark.slow

SETTINGS = {
    "k=2": {"privacy": [{"model": "k-anonymity", "k": 2}]},
    "k=60": {"privacy": [{"model": "k-anonymity", "k": 60}], "suppression_limit": 0},
}
PLAN = {"study": "study.yaml", "settings": SETTINGS, "outer": 3, "inner": 2}


@pytest.fixture
def folder(tmp_path):
    return filled(tmp_path)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A benchmark that was done, and its report."""
    place = filled(tmp_path_factory.mktemp("finished"))
    return place, done(place)


@pytest.fixture
def first(folder, finished):
    """The report of a benchmark that was done in the folder."""
    shutil.copytree(finished[0], folder, dirs_exist_ok=True)
    return finished[1]


def filled(tmp_path):
    TABLE.write_csv(tmp_path / "data.csv")
    keys = {
        "data": "data.csv",
        "columns": COLUMNS,
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "suppression_limit": 0.3,
        "evaluate": {"models": ["zero-r", "naive-bayes"], "scaling": {"age": "x"}},
    }
    (tmp_path / "study.yaml").write_text(json.dumps(keys))
    return tmp_path


def done(folder, **changes):
    plan, studies = plan_of({**PLAN, **changes}, folder)
    return benchmark(plan, studies, folder / "found.jsonl")


def test_the_input_beats_a_strict_promise_and_the_zero_rule(finished):
    _, report = finished
    means = {one["name"]: one["mean"] for one in report["candidates"]}
    assert len(means) == 6
    assert means["input: naive-bayes"] > means["k=60: naive-bayes"]
    assert means["input: zero-r"] == means["k=2: zero-r"] == means["k=60: zero-r"]
    assert report["candidates"][0]["rank"] == 1
    assert {one["name"] for one in report["chosen"]} == {"input", "k=2", "k=60"}
    assert (report["outer"], report["inner"]) == (3, 2)


def test_what_was_found_is_not_computed_again(folder, first, monkeypatch):
    lines = (folder / "found.jsonl").read_text().splitlines()
    assert len(lines) == 1 + 9
    (folder / "found.jsonl").write_text("\n".join(lines[:-2]) + "\n")
    seen, real = [], benchmark_models._cell

    def spy(*given):
        seen.append(given[0].name)
        return real(*given)

    monkeypatch.setattr(benchmark_models, "_cell", spy)
    assert done(folder) == first
    assert len(seen) == 2
    with pytest.raises(DataError, match="about another plan"):
        done(folder, outer=4)


def test_a_line_that_was_cut_when_the_power_failed_is_computed_again(folder, first):
    file = folder / "found.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[:-40])
    assert done(folder) == first
    assert file.read_bytes() == whole


def test_a_file_of_something_else_is_refused_and_kept(folder):
    (folder / "found.jsonl").write_text("my notes")
    with pytest.raises(DataError, match="no file of a benchmark"):
        done(folder)
    assert (folder / "found.jsonl").read_text() == "my notes"


def test_neither_the_choice_nor_the_test_knows_the_records_it_is_about(folder, monkeypatch):
    seen, real = [], benchmark_models.part_of

    def spy(study, whole, places, learned, asked, again):
        seen.append((learned, asked))
        return real(study, whole, places, learned, asked, again)

    monkeypatch.setattr(benchmark_models, "part_of", spy)
    done(folder, settings={"k=2": SETTINGS["k=2"]})
    assert len(seen) == 3 * (1 + 2)
    outer = None
    for learned, asked in seen:
        assert not (learned & asked).any()
        if (learned | asked).all():
            outer = asked
        else:  # inner parts leave out the records of the outer part
            assert not ((learned | asked) & outer).any()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"settings": {}}, "settings"),
        ({"settings": {"a": {"data": "x.csv"}}}, "must be the same for all"),
        ({"settings": {"a": {"privacy": [{"model": "k-anonymity", "k": 1}]}}}, "k-anonymity"),
        ({"outer": 1}, "outer"),
        ({"outre": 1}, "Did you mean 'outer'"),
    ],
)
def test_a_wrong_plan_is_told(folder, change, told):
    with pytest.raises(StudyError, match=told):
        plan_of({**PLAN, **change}, folder)


def test_the_command_writes_numbers_and_pictures(folder, monkeypatch):
    monkeypatch.chdir(folder)
    small = {**PLAN, "settings": {"k=2": SETTINGS["k=2"]}, "outer": 2}
    (folder / "plan.yaml").write_text(json.dumps(small))
    found = CliRunner().invoke(app, ["benchmark", "plan.yaml", "--out", "out"])
    assert found.exit_code == 0, found.output
    assert "input: naive-bayes" in found.output
    assert json.loads((folder / "out" / "benchmark.json").read_text())["format"] == 1
    assert "rank" in (folder / "out" / "candidates.svg").read_text()
    assert (folder / "out" / "chosen.svg").exists()
