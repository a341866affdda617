"""Breast cancer cytology: one study per epsilon, as the paper has it or as its figures imply.

Eicher et al. 2020, doi:10.1186/s12911-020-1041-3, case study 2.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

import shoal

TABLE = "breast_cancer_wisconsin/breast_cancer_wisconsin.csv"
EPSILONS = (2, 1.5, 1, 0.5, 0.1)
DELTA, RECORDS = 0.001, 699
TARGET, MALIGNANT = "class", "malignant"
FEATURES = (
    *("clump_thickness", "uniformity_of_cell_size", "uniformity_of_cell_shape"),
    *("marginal_adhesion", "single_epithelial_cell_size", "bare_nuclei", "bland_chromatin"),
    *("normal_nucleoli", "mitoses"),
)
SEARCH_EPSILON, SMALL = 0.1, 0.05  # the part for the search; the smaller one where epsilon is 0.1
# How levels are chosen: by a search as the paper's program did it, by one that is covered by
# epsilon to its end, or before anybody saw the data.
SEARCHED: Mapping[str, Any] = {"steps": 100, "final": "arx"}
COVERED: Mapping[str, Any] = {"steps": 5, "final": "private"}
FIXED: Mapping[str, Any] = {
    "levels": {"uniformity_of_cell_size": 1, TARGET: 0},
    "degree": "complete",
}
LOWEST, HIGHEST = 1, 10  # of the nine numbers


@dataclass(frozen=True)
class Reading:
    """One way to read what the paper does not print.

    Attributes:
        words: What makes this reading.
        way: How levels are chosen.
        width: How many numbers are a category.
        start: The first number of the first category.
        quality: The score of the search.
    """

    words: str
    way: Mapping[str, Any]
    width: int = 3
    start: int = LOWEST
    quality: str = "classification"

    @property
    def parts(self) -> list[list[int]]:
        """The first number of each category, and the one after its last."""
        starts = range(self.start, HIGHEST + 1, self.width)
        return [[start, min(start + self.width, HIGHEST + 1)] for start in starts]

    @property
    def categories(self) -> str:
        """The categories in words."""
        ends = [(max(low, LOWEST), high - 1) for low, high in self.parts]
        return ", ".join(f"{low}" if low == high else f"{low}–{high}" for low, high in ends)


CHROMATIN = {"bland_chromatin": 1, TARGET: 0}
READINGS = (
    Reading("searched; categories of three", SEARCHED),
    Reading("searched; categories of two", SEARCHED, width=2),
    Reading("searched; categories of four", SEARCHED, width=4),
    Reading("searched; categories of five", SEARCHED, width=5),
    Reading("searched; categories of three that begin at 0", SEARCHED, start=0),
    Reading("10 steps, loss of granularity", {**SEARCHED, "steps": 10}, quality="loss"),
    Reading("fixed: cell size; categories of three that begin at 0", FIXED, start=0),
    Reading("fixed: bland chromatin", {**FIXED, "levels": CHROMATIN}),
    Reading(
        "fixed: cell size and chromatin, categories of five",
        {**FIXED, "levels": CHROMATIN | FIXED["levels"]},
        width=5,
    ),
)


@dataclass(frozen=True)
class Result:
    """What one draw gave.

    Attributes:
        epsilon: The promise.
        summary: The numbers of the release.
        scores: The numbers of the model, with curves.
        risks: The risk of each record in the input, and of each released one.
        cpu_seconds: Drawing, search, verification, learning and scores together.
    """

    epsilon: float
    summary: dict[str, Any]
    scores: dict[str, Any]
    risks: tuple[list[float], list[float]]
    cpu_seconds: float

    @property
    def malignant(self) -> dict[str, Any]:
        """Scores of the class to be found."""
        found: dict[str, Any] = next(
            one for one in self.scores["by_class"] if one["class"] == MALIGNANT
        )
        return found

    @property
    def auc(self) -> float:
        """The area under the curve of a model that learned from the release."""
        return float(self.malignant["released"]["auc"])

    @property
    def kept(self) -> list[str]:
        """The features that still tell something."""
        levels = self.summary["levels"]
        return [name for name in FEATURES if levels[name] < HEIGHT]


HEIGHT = 2  # single numbers, categories, everything


def result(table: Path, epsilon: float, way: Mapping[str, Any] | Reading) -> Result:
    """Draw, anonymize, verify, learn and judge."""
    began = time.process_time()
    release = shoal.anonymize(table, study_keys(epsilon, way))
    spent = time.process_time() - began
    scores = release.learning["targets"][0]["models"][0]
    columns = [*FEATURES, TARGET]
    kept = release.table.filter(pl.Series(~release.suppressed)).select(columns)
    before = pl.read_csv(table, infer_schema=False).select(columns)
    return Result(epsilon, release.summary, scores, (risks(before), risks(kept)), spent)


def study_keys(epsilon: float, way: Mapping[str, Any] | Reading) -> dict[str, Any]:
    """The study: numbers from 1 to 10 in categories of three or not at all; the class stays."""
    reading = way if isinstance(way, Reading) else Reading("", way)
    columns = {name: _number(reading) for name in FEATURES}
    promise = {"model": "differential-privacy", "epsilon": epsilon, "delta": DELTA, **reading.way}
    quality = reading.quality if "steps" in reading.way else "loss"
    if "steps" in reading.way:
        promise["search_epsilon"] = SEARCH_EPSILON if epsilon > SEARCH_EPSILON else SMALL
    return {
        "columns": {**columns, TARGET: _diagnosis()},
        "privacy": [promise],
        "quality": {"model": quality},
        "acknowledge": ["spend-again:differential-privacy"],
        "evaluate": {
            "targets": [TARGET],
            "features": list(FEATURES),
            "models": [{"model": "logistic-regression"}],
            "folds": 10,
        },
    }


def _number(reading: Reading) -> dict[str, Any]:
    return {
        "role": "quasi-identifier",
        "type": "integer",
        "missing": ["?"],
        "hierarchy": {"builder": "intervals", "intervals": reading.parts},
    }


def _diagnosis() -> dict[str, Any]:
    return {
        "role": "quasi-identifier",
        "type": "ordered",
        "order": ["benign", MALIGNANT],
        "hierarchy": {"builder": "ordered-groups", "groups": [2]},
        "max_level": 0,
        "target": True,
    }


def risks(frame: pl.DataFrame) -> list[float]:
    """One over the number of records that look alike, for each record."""
    return (1 / frame.select(pl.len().over(frame.columns)).to_series()).to_list()
