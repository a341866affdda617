"""CONTRIBUTING is true: who does what it says about adding a model has a model."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
PAGE = (CHECKOUT / "CONTRIBUTING.md").read_text("utf-8")
# A path of the page, and the block of code that follows it.
SHOWN = re.compile(r"`((?:src|tests)/[\w/]+\.py)`:\n\n```python\n(.*?)```", re.DOTALL)
# Where a line of the page goes: into the dictionary that stands in a file.
LISTS = {
    "src/shoal/verify/promises/known.py": "CHECKS: Mapping[str, Check] = {\n",
    "tests/laws/groups.py": "PRIVACY = {\n",
}
STUDY = """
data: people.csv
person: false
columns:
  age: {role: quasi-identifier, type: integer, hierarchy: {builder: intervals, width: 5, levels: 3}}
  ill: {role: sensitive}
privacy: [{model: k-anonymity, k: 2}, {model: largest-share, column: ill, alpha: 0.5}]
suppression_limit: 1
"""
PEOPLE = "age,ill\n" + "".join(f"{20 + n},{'yes' if n % 3 else 'no'}\n" for n in range(60))


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A copy of sources and tests with the files and lines that the page shows."""
    clone = tmp_path_factory.mktemp("clone")
    leave = shutil.ignore_patterns("__pycache__")
    for folder in ("src", "tests", "docs"):
        shutil.copytree(CHECKOUT / folder, clone / folder, ignore=leave)
    shutil.copy(CHECKOUT / "pyproject.toml", clone)
    for place, code in SHOWN.findall(PAGE):
        write(clone, place, code)
    return clone


def write(clone, place, code):
    """A whole file, or a line of a dictionary and the import that it needs."""
    path = clone / place
    if place not in LISTS:
        assert not path.exists()
        path.write_text(code, "utf-8")
        return
    text = path.read_text("utf-8").replace(LISTS[place], LISTS[place] + code)
    assert code in text
    if "verify" in place:
        first = "from shoal.verify.promises.answer import Check\n"
        text = text.replace(
            first, f"{first}from shoal.verify.promises.largest_share import largest_share\n"
        )
    path.write_text(text, "utf-8")


def run(clone, *command, fails=False):
    """A command of Python in the clone, with its sources."""
    environment = os.environ | {"PYTHONPATH": str(clone / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=clone,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode != 0) is fails, done.stdout + done.stderr
    return done


def test_the_page_shows_three_files_and_two_lines():
    places = [place for place, _ in SHOWN.findall(PAGE)]
    assert len(places) == len({*places}) == 5
    assert {*LISTS} <= {*places}


@pytest.mark.slow
def test_the_files_of_the_page_are_in_our_style_and_typed(clone):
    files = [place for place, _ in SHOWN.findall(PAGE) if place not in LISTS]
    run(clone, "-m", "ruff", "check", *files)
    run(clone, "-m", "ruff", "format", "--check", *files)
    modules = ("shoal.privacy.largest_share", "shoal.verify.promises.largest_share")
    run(clone, "-m", "mypy", *(word for module in modules for word in ("-m", module)))


@pytest.mark.slow
def test_the_examples_and_the_laws_of_the_new_model_pass(clone):
    tests = ["tests/privacy/test_largest_share.py", "tests/laws/test_completeness.py"]
    found = run(clone, "-m", "pytest", "-q", "-p", "no:randomly", *tests)
    assert "passed" in found.stdout
    laws = run(clone, "-m", "pytest", "-q", "tests/laws/test_privacy.py", "-k", "largest-share")
    assert re.search(r"[1-9]\d* passed", laws.stdout)


@pytest.mark.slow
def test_the_new_model_is_told_and_a_run_is_verified(clone):
    assert "largest-share" in run(clone, "-m", "shoal", "models").stdout
    run(clone, "docs/generate_reference.py")
    page = (clone / "docs" / "reference" / "privacy" / "largest-share.md").read_text("utf-8")
    assert "No value is held by more than a share α of a class." in page
    (clone / "people.csv").write_text(PEOPLE, "utf-8")
    (clone / "study.yaml").write_text(STUDY, "utf-8")
    run(clone, "-m", "shoal", "run", "study.yaml", "--out", "run")
    promises = json.loads((clone / "run" / "summary.json").read_text("utf-8"))["privacy"]
    assert [promise["holds"] for promise in promises] == [True, True]


@pytest.mark.slow
def test_a_model_that_lies_is_caught_by_its_check(clone):
    (clone / "people.csv").write_text(PEOPLE, "utf-8")
    (clone / "study.yaml").write_text(STUDY.replace("alpha: 0.5", "alpha: 0.51"), "utf-8")
    path = clone / "src" / "shoal" / "privacy" / "largest_share.py"
    honest = path.read_text("utf-8")
    path.write_text(honest.replace("return self._shares(classes) >", "return 0 * classes.sizes >"))
    try:
        done = run(clone, "-m", "shoal", "run", "study.yaml", "--out", "lie", fails=True)
    finally:
        path.write_text(honest, "utf-8")
    assert done.returncode == 3
    assert "too large a share" in done.stderr
