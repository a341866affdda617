"""Contraceptive method choice: one study per stake, as the paper has it or as its figures imply.

Eicher et al. 2020, doi:10.1186/s12911-020-1041-3, case study 3; Wan et al. 2015 for the stakes.
"""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

import shoal

TABLE = "cmc/cmc.csv"
STAKES = (0, 500, 1000, 1500, 2000)
BENEFIT, COST = 1200, 4
TARGET, NO_USE = "contraceptive_method", "1"
AGE, CHILDREN = "wife_age", "num_children"
OTHERS = (
    *("wife_education", "husband_education", "wife_religion", "wife_now_working"),
    *("husband_occupation", "standard_of_living", "media_exposure"),
)
FEATURES = (AGE, CHILDREN, *OTHERS)
FRACTION = 0.02  # of all records; what each pass of local recoding places at least


@dataclass(frozen=True)
class Result:
    """What one setting gave.

    Attributes:
        stake: The adversary's gain, which is the publisher's loss.
        summary: The numbers of the release.
        scores: The numbers of the model, with curves.
        risks: The risk of each record in the input, and of each released one.
        cpu_seconds: Search, verification, learning and scores together.
    """

    stake: int
    summary: dict[str, Any]
    scores: dict[str, Any]
    risks: tuple[list[float], list[float]]
    cpu_seconds: float

    @property
    def no_use(self) -> dict[str, Any]:
        """Scores of the class whose curve is drawn: women who use no method."""
        found: dict[str, Any] = next(
            one for one in self.scores["by_class"] if one["class"] == NO_USE
        )
        return found

    @property
    def relative_auc(self) -> float:
        """The relative area under the curve of that class."""
        sides = [self.no_use[side]["auc"] for side in ("baseline", "original", "released")]
        return float((sides[2] - sides[0]) / (sides[1] - sides[0]))


def result(table: Path, stake: int, **more: Any) -> Result:  # noqa: ANN401  (keys of a study)
    """Anonymize, verify, learn and judge."""
    began = time.process_time()
    release = shoal.anonymize(table, {**study_keys(stake), **more})
    spent = time.process_time() - began
    scores = release.learning["targets"][0]["models"][0]
    kept = release.table.filter(pl.Series(~release.suppressed)).select(FEATURES)
    before = pl.read_csv(table, infer_schema=False).select(FEATURES)
    return Result(stake, release.summary, scores, (risks(before), risks(kept)), spent)


def study_keys(stake: int) -> dict[str, Any]:
    """The study: ages and children in intervals or not at all, the other cells shown or not."""
    columns: dict[str, Any] = {
        AGE: _categories(width=5),
        CHILDREN: _categories(width=4),
        **dict.fromkeys(OTHERS, _ALL_OR_NOTHING),
        TARGET: {"role": "insensitive"},
    }
    return {
        "columns": columns,
        "privacy": [{"model": "prosecutor-profitability"}],
        "quality": {"model": "publisher-payout"},
        "game": {
            "publisher_benefit": BENEFIT,
            "publisher_loss": stake,
            "adversary_gain": stake,
            "adversary_cost": COST,
        },
        "suppression_limit": 1,
        "recoding": {"mode": "iterated", "fraction": FRACTION},
        "seed": 0,
        "evaluate": {
            "targets": [TARGET],
            "features": list(FEATURES),
            "models": [{"model": "naive-bayes"}],
            "folds": 10,
        },
    }


_ALL_OR_NOTHING = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}


def _categories(width: int) -> dict[str, Any]:
    intervals = {"builder": "intervals", "width": width, "levels": 1}
    return {"role": "quasi-identifier", "type": "integer", "hierarchy": intervals}


def risks(frame: pl.DataFrame) -> list[float]:
    """One over the number of records that look alike, for each record."""
    return (1 / frame.select(pl.len().over(frame.columns)).to_series()).to_list()
