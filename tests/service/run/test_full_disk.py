"""A disk that takes no more leaves nothing behind; tried with the system's own limit."""

import subprocess
import sys

import pytest

RUN = """
import resource, sys
from shoal.errors import ShoalError
from shoal.service import verbs
study = verbs.read_study(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), resource.RLIM_INFINITY))
try:
    verbs.run(study, sys.argv[2])
except ShoalError as error:
    print(error.exit_code, error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no limit on file sizes")
@pytest.mark.parametrize("form", ["csv", "parquet", "arrow"])
@pytest.mark.parametrize("limit", [0, 10, 1000])
def test_a_full_disk_leaves_nothing(toy, form, limit):
    with (toy / "study.yaml").open("a") as study:
        study.write(f"output: {{format: {form}}}\n")
    before = sorted(path.name for path in toy.iterdir())
    command = [sys.executable, "-c", RUN, toy / "study.yaml", toy / "run", str(limit)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.stdout.startswith("3 The "), result.stderr
    assert "Nothing was kept." in result.stdout
    assert sorted(path.name for path in toy.iterdir()) == before
