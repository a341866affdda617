"""Differentially private training beside differentially private releases, at equal epsilon.

Runs in an environment of its own, never in the project's (docs/studies/private-training.md says
how): `python studies/private_training.py TABLE.csv`. Chaudhuri, Monteleoni & Sarwate 2011 (JMLR 12)
is the mechanism, IBM's diffprivlib the implementation.
"""

import csv
import importlib
import statistics
import sys
import warnings
from pathlib import Path
from typing import Any

EPSILONS = (2, 1.5, 1, 0.5, 0.1)
REPETITIONS, FOLDS = 25, 10
OTHERS = ("sample_code_number", "class")
SMALLEST, LARGEST = 1, 10  # known before: all numbers are from 1 to 10


def main(path: str) -> None:
    """One line per epsilon: the area under the curve, mean over folds, of every repetition."""
    warnings.simplefilter("ignore")  # the library says that it chose a bound for the intercept
    numbers, malignant = _table(path)
    private = importlib.import_module("diffprivlib.models").LogisticRegression
    norm = len(numbers[0]) ** 0.5
    for epsilon in EPSILONS:
        areas = [
            _area(private(epsilon=epsilon, data_norm=norm, max_iter=1000), numbers, malignant, at)
            for at in range(REPETITIONS)
        ]
        ends = min(areas), max(areas)
        print(f"{epsilon}: {statistics.median(areas):.2%} ({ends[0]:.2%} to {ends[1]:.2%})")


def _table(path: str) -> tuple[list[list[float]], list[int]]:
    """Numbers from 0 to 1, the missing ones 0, and who is ill."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        records = list(csv.DictReader(file))
    names = [name for name in records[0] if name not in OTHERS]
    span = LARGEST - SMALLEST
    numbers = [[(_number(one[name]) - SMALLEST) / span for name in names] for one in records]
    return numbers, [int(one["class"] == "malignant") for one in records]


def _number(text: str) -> float:
    return float(text) if text.isdigit() else SMALLEST


def _area(model: Any, numbers: list[list[float]], ill: list[int], seed: int) -> float:  # noqa: ANN401
    """Mean area under the curve of models that learned from all folds but one."""
    selection = importlib.import_module("sklearn.model_selection")
    folds = selection.StratifiedKFold(FOLDS, shuffle=True, random_state=seed)
    areas = selection.cross_val_score(model, numbers, ill, scoring="roc_auc", cv=folds)
    return float(statistics.mean(map(float, areas)))


if __name__ == "__main__":
    main(sys.argv[1])
