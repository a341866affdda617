"""Plugins of another package: told everywhere, run, verified, and refused where they lie."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SOURCES = HERE.parents[1] / "src"
STUDY = """
data: birds.csv
person: false
columns:
  name: {role: quasi-identifier, hierarchy: {builder: first-letter}}
  age: {role: quasi-identifier, type: integer, hierarchy: {builder: intervals, width: 5, levels: 2}}
privacy: [{model: flock, smallest: 3}]
quality: {model: feathers}
suppression_limit: 0.5
"""
ENTRIES = """
[shoal.privacy_models]
flock = flock_model
[shoal.quality_models]
feathers = others
[shoal.hierarchy_builders]
first-letter = others
[shoal.learning_models]
coin = others
"""
CHECK = """
[shoal.checks]
flock = flock_check:check
"""
SHAPE = """
import json
from shoal.cli import completion
from shoal.study.keys.plugins import FAMILIES
from shoal.web.forms.known import plugins_of
from shoal.web.forms.shape import fields_of
from shoal.web.pages.promises.chooser import headings
model = plugins_of("privacy")["flock"]
(field,) = fields_of(model.schema, meanings=model.meanings)
print(json.dumps({
    "schema": FAMILIES["privacy"]().schema("flock")["properties"],
    "field": [field.name, field.kind, field.hint, field.meaning],
    "says": model.card.says,
    "quality": plugins_of("quality")["feathers"].card.says,
    "builder": plugins_of("hierarchy")["first-letter"].card.title,
    "learner": plugins_of("learning")["coin"].card.advice,
    "groups": "Birds" in headings(plugins_of("quality")),
    "tab": {"flock", "feathers", "first-letter", "coin"} <= set(completion.models()),
}))
"""


def test_the_model_is_one_short_file():
    assert len((HERE / "flock_model.py").read_text("utf-8").splitlines()) <= 40


class Installation:
    """A folder on the path with a package in it, as pip would leave it there."""

    def __init__(self, folder, entries):
        self.folder, self.work = folder / "site", folder / "work"
        about = self.folder / "shoal_birds-1.0.dist-info"
        about.mkdir(parents=True)
        self.work.mkdir()
        for name in ("flock_model.py", "flock_check.py", "others.py"):
            shutil.copy(HERE / name, self.folder / name)
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: shoal-birds\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(entries)
        names = ["auk", "ara", "awl", "bat", "bee", "bug", "cat", "cow", "cub", "ape"]
        rows = [f"{name},{20 + at % 3}" for at, name in enumerate(names * 3)]
        (self.work / "birds.csv").write_text("\n".join(["name,age", *rows]) + "\n")
        (self.work / "study.yaml").write_text(STUDY)

    def python(self, *arguments, code=0):
        """What a command says, in a process that knows the package."""
        path = os.pathsep.join([str(self.folder), str(SOURCES)])
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.work,
            env=os.environ | {"PYTHONPATH": path, "COLUMNS": "200"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stderr
        return done.stdout + (done.stderr if code else "")

    def shoal(self, *arguments, code=0):
        return self.python("-m", "shoal", *arguments, code=code)

    def written(self, name):
        return json.loads((self.work / "out" / name).read_text("utf-8"))


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """An installation whose model brings its check, after a run."""
    made = Installation(tmp_path_factory.mktemp("checked"), ENTRIES + CHECK)
    made.told = made.shoal("run", "study.yaml", "--out", "out")
    return made


@pytest.fixture(scope="module")
def unchecked(tmp_path_factory):
    """An installation whose model brings none, after a run."""
    made = Installation(tmp_path_factory.mktemp("unchecked"), ENTRIES)
    made.told = made.shoal("run", "study.yaml", "--out", "out")
    return made


def test_the_command_line_tells_about_it(checked):
    told = checked.shoal("models")
    assert "No class has fewer members than the smallest flock." in told
    assert {"feathers", "first-letter", "coin"} <= set(told.split())
    told = checked.shoal("models", "flock")
    assert "Promise: Every record flies with at least {smallest} birds." in told
    assert "Measured: f, birds in the smallest flock (birds). Larger is safer." in told
    assert "When to use it: When records are birds. Begin with 3." in told


def test_forms_have_its_fields_and_words(checked):
    found = json.loads(checked.python("-c", SHAPE))
    assert found == {
        "schema": {"smallest": {"minimum": 2, "title": "Smallest", "type": "integer"}},
        "field": [
            "smallest",
            "integer",
            "Whole number, at least 2",
            "The smallest flock that may be released.",
        ],
        "says": "Everybody is in a flock.",
        "quality": "Feathers that are lost.",
        "builder": "First letter",
        "learner": "As a yardstick.",
        "groups": True,
        "tab": True,
    }


def test_report_and_certificate_say_its_own_words(checked):
    page = (checked.work / "out" / "report.html").read_text("utf-8")
    assert "Every record flies with at least 3 birds." in page
    assert "birds in the smallest flock" in page
    (promise,) = checked.written("certificate.json")["promises"]
    assert promise["says"] == "Every record flies with at least 3 birds."
    certificate = (checked.work / "out" / "certificate.html").read_text("utf-8")
    assert "Every record flies with at least 3 birds." in certificate


def test_a_run_is_verified_by_the_check_that_it_brings(checked):
    (promise,) = checked.written("summary.json")["privacy"]
    assert (promise["holds"], promise["reason"]) == (True, "")
    assert promise["measured"] >= 3
    assert checked.written("certificate.json")["promises"][0]["holds"] is True
    assert "The promise holds" in checked.told
    assert "Draft, checked independently:" in checked.told
    assert "The release keeps what its study promises." in checked.shoal("verify", "out")


def test_a_promise_without_a_check_is_said_to_be_unchecked_everywhere(unchecked):
    said = "was not checked: no independent check"
    (promise,) = unchecked.written("summary.json")["privacy"]
    assert (promise["holds"], promise["reason"]) == (
        "not_checked",
        "Not checked: no independent check.",
    )
    assert f"1 of 1 promise {said}" in unchecked.told
    assert "Draft, not checked independently:" in unchecked.told
    facts = unchecked.written("certificate.json")
    assert facts["headline"]["tone"] == "open"
    assert said in facts["headline"]["title"]
    assert facts["promises"][0]["holds"] == "not_checked"
    for page in ("report.html", "certificate.html"):
        assert said in (unchecked.work / "out" / page).read_text("utf-8")
    told = unchecked.shoal("verify", "out")
    assert "not checked flock: Not checked: no independent check." in told
    assert f"What was checked holds; 1 promise {said}." in told


def test_a_page_of_a_run_whose_model_is_gone_says_so(unchecked, tmp_path):
    page = """
import json
from shoal.report.words import promise
print(promise("flock", json.load(open("out/summary.json"))["privacy"][0]["parameters"]))
"""
    shutil.move(unchecked.folder, tmp_path / "gone")
    try:
        told = unchecked.python("-c", page)
    finally:
        shutil.move(tmp_path / "gone", unchecked.folder)
    assert told.strip() == (
        "The model flock is not installed here; its parameters are in the recipe."
    )


def test_a_check_that_finds_a_lie_refuses_the_release(tmp_path):
    lying = Installation(tmp_path, ENTRIES + CHECK)
    model = lying.folder / "flock_model.py"
    model.write_text(model.read_text("utf-8").replace("< self.smallest", "< 1"))
    told = lying.shoal("run", "study.yaml", "--out", "out", code=3)
    assert "break it, as the check of the model's package says" in told
    assert not list((lying.work / "out").glob("draft*"))


def test_a_package_that_is_broken_stops_nobody_else(tmp_path):
    broken = Installation(tmp_path, ENTRIES)
    (broken.folder / "flock_model.py").write_text("raise RuntimeError('broken wing')")
    told = broken.shoal("models")
    assert "The privacy model 'flock' of another package cannot be loaded" in told
    assert "k-anonymity" in told
    told = broken.shoal("run", "study.yaml", "--out", "out", code=2)
    assert "RuntimeError: broken wing" in told


def test_the_laws_hold_for_plugins_of_another_package(checked):
    laws = """
import flock_check, flock_model, others
from shoal.testing import *
check_privacy_model("flock", {"smallest": 3}, breaks=lambda members, _: len(members) < 3)
check_independent_check("flock", {"smallest": 3}, flock_check.check)
check_quality_model("feathers", {})
check_builder("first-letter", {}, ["auk", "ara", "bat", "bee"])
check_learner("coin", {})
print("kept")
"""
    assert checked.python("-c", laws).strip() == "kept"


def test_the_page_shows_the_files_that_are_tested():
    page = (HERE.parents[1] / "docs" / "plugins.md").read_text("utf-8")
    for name in ("flock_model.py", "flock_check.py"):
        assert f"```py\n{(HERE / name).read_text('utf-8')}```" in page
