"""Learning keeps to one thread, and its libraries are loaded only where something learns."""

import subprocess
import sys

import pytest

ONE = """
from shoal.learning.threads import one_thread
with one_thread():
    import sklearn.ensemble, scipy.linalg, threadpoolctl
    found = {each["internal_api"]: each["num_threads"] for each in threadpoolctl.threadpool_info()}
assert {"openmp", "openblas"} <= set(found), found
assert set(found.values()) == {1}, found
"""


def test_linear_algebra_and_trees_have_one_thread_from_the_first_model_on():
    subprocess.run([sys.executable, "-c", ONE], check=True, env={"OMP_NUM_THREADS": "4"})


HEAVY = "{'sklearn', 'skops', 'threadpoolctl', 'joblib'}"
QUIET = [
    "import shoal, shoal.cli.program",
    "import shoal.learning; assert 'zero-r' in shoal.learning.learning_models",
    "import shoal.learning.evaluation, shoal.learning.bundle, shoal.learning.predictor",
    "import shoal.service.evaluate, shoal.service.predict",
    "import shoal.service.exports.model",
    "from shoal.study.study import Study; Study.of({'columns': {'age': {'role': 'insensitive',"
    " 'target': True}, 'sex': {'role': 'quasi-identifier', 'hierarchy': {'builder': 'masking'}}},"
    " 'privacy': [{'model': 'k-anonymity', 'k': 2}],"
    " 'evaluate': {'models': ['logistic-regression', 'gradient-boosting']}})",
]


@pytest.mark.parametrize("code", QUIET)
def test_nothing_is_loaded_before_something_learns(code):
    code += f"\nimport sys\nloaded = {HEAVY} & set(sys.modules)\nassert not loaded, loaded"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_transformer_is_what_loads_scikit_learn():
    code = "import sys, shoal.learning; shoal.learning.Anonymizer; assert 'sklearn' in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
