"""Acute inflammation: one study per target and k, as the paper has it or as its figures imply.

Eicher et al. 2020, doi:10.1186/s12911-020-1041-3, case study 1.
"""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

import shoal
from shoal.service.evaluate_models import evaluate

TABLE = "acute_inflammations/acute_inflammations.csv"
SIZES = (5, 10, 15, 20, 25)
BLADDER, NEPHRITIS = "inflammation_of_urinary_bladder", "nephritis_of_renal_pelvis_origin"
TARGETS = (BLADDER, NEPHRITIS)
TEMPERATURE = "temperature"
SYMPTOMS = ("nausea", "lumbar_pain", "urine_pushing", "micturition_pains", "burning_of_urethra")
# Figure 7 shows 10 of 120 records suppressed. Up to 19 the same release would be best.
LIMIT = 0.1
TREES = 100


@dataclass(frozen=True)
class Result:
    """What one setting gave.

    Attributes:
        k: The promise.
        target: What is predicted.
        summary: The numbers of the release.
        scores: The numbers of the model, with curves.
        risks: The risk of each record in the input, and of each released one.
        cpu_seconds: Search, verification, learning and scores together.
    """

    k: int
    target: str
    summary: dict[str, Any]
    scores: dict[str, Any]
    risks: tuple[list[float], list[float]]
    cpu_seconds: float

    @property
    def removed(self) -> list[str]:
        """Columns that no longer tell anything."""
        return [name for name, level in self.summary["levels"].items() if level]


def result(table: Path, k: int, target: str, trees: int = TREES) -> Result:
    """Anonymize, verify, learn and judge."""
    began = time.process_time()
    keys = study_keys(k, target, trees)
    release = shoal.anonymize(table, {key: keys[key] for key in keys if key != "evaluate"})
    found = evaluate({"data": str(table), **keys})["learning"]["targets"][0]["models"][0]
    spent = time.process_time() - began
    kept = release.table.filter(pl.Series(~release.suppressed))
    before = pl.read_csv(table, infer_schema=False).select(TEMPERATURE, *SYMPTOMS, *TARGETS)
    risks = _risks(before), _risks(kept.select(before.columns))
    return Result(k, target, release.summary, found, risks, spent)


def study_keys(k: int, target: str, trees: int = TREES) -> dict[str, Any]:
    """The study; the target stays as it is, the other diagnosis is a column like the symptoms."""
    plain = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
    warm = {"role": "quasi-identifier", "type": "decimal", "aggregate": {"function": "mean"}}
    columns = {TEMPERATURE: warm} | dict.fromkeys((*SYMPTOMS, *TARGETS), plain)
    return {
        "columns": columns | {target: {**plain, "max_level": 0}},
        "privacy": [{"model": "k-anonymity", "k": k}],
        "quality": {"model": "loss"},
        "suppression_limit": LIMIT,
        "seed": 0,
        "evaluate": {
            "targets": [target],
            "features": [TEMPERATURE, *SYMPTOMS],
            "models": [{"model": "random-forest", "trees": trees}],
            "folds": 10,
        },
    }


def _risks(frame: pl.DataFrame) -> list[float]:
    """One over the number of records that look alike, for each record."""
    return (1 / frame.select(pl.len().over(frame.columns)).to_series()).to_list()
