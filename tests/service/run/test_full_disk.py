"""A disk that takes no more leaves nothing behind; tried with the system's own limit."""

import json
import shutil
import subprocess
import sys
from itertools import product

import pytest

FORMS, LIMITS = ("csv", "parquet", "arrow"), (0, 10, 1000)
# Only the soft limit is lowered, so that one process can try them all.
RUNS = """
import json, resource, sys
from pathlib import Path
from shoal.errors import ShoalError
from shoal.service import verbs
from shoal.study.study import read_study

def told(folder, limit):
    study = read_study(folder / "study.yaml")
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    try:
        verbs.run(study, folder / "run")
    except ShoalError as error:
        return [error.exit_code, str(error)]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

folders = [Path(place) for place in sys.argv[1:]]
print(json.dumps({folder.name: told(folder, int(folder.suffix[1:])) for folder in folders}))
"""


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no limit on file sizes")
def test_a_full_disk_leaves_nothing(toy, tmp_path_factory):
    places = tmp_path_factory.mktemp("disks")
    for form, limit in product(FORMS, LIMITS):
        study = shutil.copytree(toy, places / f"{form}.{limit}") / "study.yaml"
        study.write_text(f"{study.read_text()}output: {{format: {form}}}\n")
    before = {folder: names_in(folder) for folder in places.iterdir()}
    command = [sys.executable, "-c", RUNS, *before]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    told = json.loads(result.stdout)
    assert len(told) == len(FORMS) * len(LIMITS)
    for code, message in told.values():
        assert code == 3
        assert message.startswith("The ")
        assert "Nothing was kept." in message
    assert {folder: names_in(folder) for folder in before} == before
