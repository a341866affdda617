"""Acute inflammation: one study per k, read as the paper's words and its figure 7 say.

Eicher et al. 2020, doi:10.1186/s12911-020-1041-3, case study 1. Its settings are not printed, but
figure 7 leaves no choice: only intervals have its squared error of temperatures, and only the
classification model with both diagnoses finds its columns without a limit made for the purpose.
"""

import time
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

import shoal
from shoal.service.evaluate import evaluate

TABLE = "acute_inflammations/acute_inflammations.csv"
SIZES = (5, 10, 15, 20, 25)
BLADDER, NEPHRITIS = "inflammation_of_urinary_bladder", "nephritis_of_renal_pelvis_origin"
TARGETS = (BLADDER, NEPHRITIS)
TEMPERATURE = "temperature"
SYMPTOMS = ("nausea", "lumbar_pain", "urine_pushing", "micturition_pains", "burning_of_urethra")
TREES = 100
TEN_PERCENT = 0.1


@dataclass(frozen=True)
class Reading:
    """One way to read what the paper does not print.

    Attributes:
        aggregate: What is shown instead of the temperatures of a class.
        predictable: Whether the release is to predict both diagnoses; else to lose little.
        limit: The share of records that may be suppressed.
        numbers: Whether an interval counts as the number in its middle.
        kept: A column that must stay as it is.
    """

    aggregate: str = "interval"
    predictable: bool = True
    limit: float = 1.0
    numbers: bool = True
    kept: str | None = None

    @cached_property
    def words(self) -> str:
        """What makes this reading."""
        model = "classification, both diagnoses" if self.predictable else "loss"
        limit = (
            "any number suppressed" if self.limit == 1 else f"at most {self.limit:.0%} suppressed"
        )
        shown = {"interval": "intervals", "mean": "means"}[self.aggregate]
        form = " as labels" if self.aggregate == "interval" and not self.numbers else ""
        kept = "" if self.kept is None else ", the predicted diagnosis kept"
        return f"{model}, {limit}{kept}; {shown}{form}"


CHOSEN = Reading()
OTHERS = (
    Reading(numbers=False),
    Reading(aggregate="mean"),
    Reading(predictable=False, limit=TEN_PERCENT, kept=BLADDER),
    Reading(predictable=False, limit=TEN_PERCENT, kept=BLADDER, aggregate="mean"),
    Reading(predictable=False, kept=BLADDER),
)


@dataclass(frozen=True)
class Result:
    """What one setting gave.

    Attributes:
        k: The promise.
        summary: The numbers of the release.
        scores: For each target the numbers of the model, with curves.
        risks: The risk of each record in the input, and of each released one.
        cpu_seconds: Search, verification, learning and scores together.
    """

    k: int
    summary: dict[str, Any]
    scores: dict[str, dict[str, Any]]
    risks: tuple[list[float], list[float]]
    cpu_seconds: float

    @property
    def removed(self) -> list[str]:
        """Columns that no longer tell anything."""
        return [name for name, level in self.summary["levels"].items() if level]


def result(
    table: Path,
    k: int,
    reading: Reading = CHOSEN,
    targets: tuple[str, ...] = TARGETS,
    trees: int = TREES,
) -> Result:
    """Anonymize, verify, learn and judge."""
    began = time.process_time()
    keys = study_keys(k, reading, targets, trees)
    release = shoal.anonymize(table, {key: keys[key] for key in keys if key != "evaluate"})
    found = evaluate({"data": str(table), **keys})["learning"]["targets"]
    spent = time.process_time() - began
    kept = release.table.filter(pl.Series(~release.suppressed))
    before = pl.read_csv(table, infer_schema=False).select(TEMPERATURE, *SYMPTOMS, *TARGETS)
    risks = _risks(before), _risks(kept.select(before.columns))
    scores = {target["target"]: target["models"][0] for target in found}
    return Result(k, release.summary, scores, risks, spent)


def study_keys(
    k: int,
    reading: Reading = CHOSEN,
    targets: tuple[str, ...] = TARGETS,
    trees: int = TREES,
) -> dict[str, Any]:
    """The study: all eight columns are quasi-identifiers, as figure 7 has them."""
    plain = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
    warm = {
        "role": "quasi-identifier",
        "type": "decimal",
        "aggregate": {"function": reading.aggregate},
    }
    columns = {TEMPERATURE: warm} | dict.fromkeys((*SYMPTOMS, *TARGETS), plain)
    if reading.kept is not None:
        columns[reading.kept] = {**plain, "max_level": 0}
    quality: dict[str, Any] = {"model": "classification", "targets": [*TARGETS]}
    return {
        "columns": columns,
        "privacy": [{"model": "k-anonymity", "k": k}],
        "quality": quality if reading.predictable else {"model": "loss"},
        "suppression_limit": reading.limit,
        "seed": 0,
        "evaluate": {
            "targets": [*targets],
            "features": [TEMPERATURE, *SYMPTOMS],
            "models": [{"model": "random-forest", "trees": trees}],
            "scaling": {TEMPERATURE: "x"},
            "ranges": "middles" if reading.numbers else "categories",
            "folds": 10,
        },
    }


def _risks(frame: pl.DataFrame) -> list[float]:
    """One over the number of records that look alike, for each record."""
    return (1 / frame.select(pl.len().over(frame.columns)).to_series()).to_list()
