"""The wheel in an environment of its own: it runs the demo, and brings what it declares."""

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

CHECKOUT = Path(__file__).parents[1]
# What an extra brings that can be imported. Spark is half a gigabyte: only its name is checked.
BRINGS = {
    "learn": "sklearn, scipy, skops.io, threadpoolctl, shoal.learning.anonymizer",
    "pandas": "pandas, pyarrow",
    "excel": "python_calamine, xlsxwriter",
    "duckdb": "duckdb, pyarrow, shoal.scale.duckdb_table",
    "postgres": "psycopg",
    "serve": "fastapi, nicegui, starlette, uvicorn, websockets, shoal.api.application.app",
    "pdf": "typst",
}
pytestmark = pytest.mark.slow


def run(*words, folder):
    """A command outside the checkout, which knows nothing of it."""
    outside = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "PIP_C"))
    }
    command = [str(word) for word in words]
    done = subprocess.run(
        command, cwd=folder, env=outside, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    """The wheel and the source archive, as `make dist` builds them."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "--directory", folder, folder=CHECKOUT)
    return folder


@pytest.fixture(scope="module")
def wheel(dist):
    [found] = dist.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    """The interpreter of a fresh environment with the core and nothing else."""
    return environment(tmp_path_factory.mktemp("clean"), wheel)


@pytest.fixture(scope="module")
def growing(wheel, tmp_path_factory):
    """The interpreter of another one, into which extras come in any order."""
    return environment(tmp_path_factory.mktemp("growing"), wheel)


def environment(folder, wheel):
    run(sys.executable, "-m", "venv", folder / "venv", folder=folder)
    found = folder / "venv" / "bin" / "python"
    install(found, wheel)
    return found


def install(python, what):
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(*pip, "-c", CHECKOUT / "constraints.txt", what, folder=python.parents[2])


def installed(python):
    pip = [python, "-m", "pip", "list", "--format", "json", "--disable-pip-version-check"]
    listed = json.loads(run(*pip, folder=python.parents[2]))
    return {canonicalize_name(one["name"]) for one in listed}


def metadata(wheel):
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return Parser().parsestr(archive.read(name).decode())


def required(wheel, extra):
    """The packages that an extra asks for; the core's for no extra."""
    needs = [Requirement(text) for text in metadata(wheel).get_all("Requires-Dist")]
    core = [one for one in needs if one.marker is None]
    asked = [one for one in needs if one.marker and one.marker.evaluate({"extra": extra})]
    return {canonicalize_name(one.name) for one in (asked if extra else core)}


def test_the_core_runs_the_demo_and_brings_nothing_of_the_tests(python, wheel, tmp_path):
    shoal = python.with_name("shoal")
    said = run(shoal, "demo", "--out", "demo", folder=tmp_path)
    assert "Best possible" in said
    made = {path.name for path in (tmp_path / "demo").iterdir()}
    assert {"draft.csv", "report.html", "certificate.html", "summary.json"} <= made
    there, core = installed(python), required(wheel, "")
    assert core <= there
    extras = metadata(wheel).get_all("Provides-Extra")
    assert {"learn", "dev"} <= set(extras)
    others = set().union(*(required(wheel, extra) for extra in extras)) - core
    assert there & (others - {"shoal"}) == set()


@pytest.mark.parametrize("extra", BRINGS)
def test_an_extra_brings_what_it_is_for(growing, wheel, extra, tmp_path):
    install(growing, f"{wheel}[{extra}]")
    assert required(wheel, extra) <= installed(growing)
    run(growing, "-c", f"import {BRINGS[extra]}", folder=tmp_path)


def test_every_extra_is_looked_at(wheel):
    extras = set(metadata(wheel).get_all("Provides-Extra"))
    assert extras == {*BRINGS, "spark", "dev"}
    assert required(wheel, "spark") == {"pyarrow", "pyspark"}


def test_license_and_changes_come_along(dist, wheel):
    assert metadata(wheel)["License-File"] == "LICENSE"
    [archive] = dist.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"LICENSE", "CHANGELOG.md", "README.md", "pyproject.toml"} <= names
    assert "src/shoal/report/page.html" in names
    assert not [name for name in names if name.startswith((".ci", "tests", "build", "demo"))]
