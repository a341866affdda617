"""Acute inflammation: every reading of the paper's Brier skill that was tried, and what it gives.

Eicher et al. 2020, doi:10.1186/s12911-020-1041-3: "The Brier skill scores changed from 0 to 0.08,
−0.78, −1.25 and −4.05", one minus the Brier score of a model that learned from the release divided
by that of a model that learned from the input.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from benchmarks.tables import table

from shoal.engine.arrays import Bools, Codes, Floats
from shoal.learning.features import Features
from shoal.learning.folds import Folds, folds_of
from shoal.pipeline.learning.sides import sides_of
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.progress import ignore_progress
from shoal.service.rerun import release_of
from shoal.study.given import as_study
from studies.acute_forest import Forest, places
from studies.acute_settings import BLADDER, SIZES, TEMPERATURE, study_keys

FOLDS, SPLITS = 10, 5
# The five skills that the paper tells, for the bladder.
PAPER_SKILL = {5: 0.0, 10: 0.08, 15: -0.78, 20: -1.25, 25: -4.05}


@dataclass(frozen=True)
class Skill:
    """One reading of the score.

    Attributes:
        words: What makes this reading.
        forest: The rules of its forests.
        score: "whole": all records at once; "folds": the mean of the skills of the parts;
            "baseline": against the share of the class instead of a model of the input.
        by_place: Whether models see the place of an interval in the list instead of its middle.
    """

    words: str
    forest: Forest
    score: str = "whole"
    by_place: bool = False


USUAL = Forest()
SHY = replace(USUAL, insists=False)
CHOOSY = replace(SHY, between=True)
SMILE = replace(CHOOSY, smooth=True, weighted=True)
PROGRAM = Skill("… trees weighted, too: the paper's program", SMILE)
READINGS = (
    Skill("two columns are drawn at each node, more until one helps", USUAL),
    Skill("… mean of the skills of the ten parts", USUAL, score="folds"),
    Skill("… against the most frequent class", USUAL, score="baseline"),
    Skill("… votes instead of shares", replace(USUAL, votes=True)),
    Skill("… 10 trees", replace(USUAL, trees=10)),
    Skill("… 500 trees", replace(USUAL, trees=500)),
    Skill("… leaves of one record", replace(USUAL, leaf=1)),
    Skill("… smoothed leaves", replace(USUAL, smooth=True)),
    Skill("… three columns are drawn", replace(USUAL, columns=3)),
    Skill("… places of intervals", USUAL, by_place=True),
    Skill("a node where neither of two columns helps is a leaf", SHY),
    Skill("… cuts between different classes only", CHOOSY),
    Skill("… smoothed leaves, too", replace(CHOOSY, smooth=True)),
    PROGRAM,
    Skill("… with places of intervals", SMILE, by_place=True),
    Skill("… with equal values in file order", replace(SMILE, ties="file order")),
    Skill("… with equal values in reverse order", replace(SMILE, ties="reverse order")),
    Skill("… with three columns", replace(SMILE, columns=3)),
    Skill("… with one column", replace(SMILE, columns=1)),
)


@dataclass(frozen=True, eq=False)
class Seen:
    """What models see of the input or of a release.

    Attributes:
        features: All features, to learn from and to be asked about.
        labels: Who has the disease.
    """

    features: Features
    labels: Bools

    def numbers(self, codes: Sequence[Codes], *, by_place: bool) -> Floats:
        """One line per record, one number per column."""
        columns = [
            feature.numbers[values]
            if feature.name == TEMPERATURE and not by_place
            else places(values)
            for feature, values in zip(self.features.columns, codes, strict=True)
        ]
        return np.stack(columns, axis=1)

    def asked(self, reading: Skill, folds: Folds, seed: int) -> Floats:
        """How sure models are of each record, none of which learned from it."""
        known, asked = (
            self.numbers(codes, by_place=reading.by_place)
            for codes in (self.features.training, self.features.testing)
        )
        found = np.empty(len(self.labels))
        for at in range(folds.count):
            learned, here = folds.training_records(at) & self.features.kept, folds.test_records(at)
            found[here] = reading.forest.confidences(
                known[learned], self.labels[learned], asked[here], seed * folds.count + at
            )
        return found


def seen_of(source: Path, k: int) -> tuple[Seen, Seen]:
    """The input and a release, as models see them."""
    asked = as_study({"data": str(source), **study_keys(k)})
    sides = sides_of(release_of(asked, None, Stopwatch(), ignore_progress))
    labels = (sides.targets[BLADDER] == "yes").to_numpy()
    return Seen(sides.input, labels), Seen(sides.released, labels)


def skills(seen: Mapping[int, tuple[Seen, Seen]], reading: Skill, seed: int) -> list[float]:
    """The skill for each k; the records are split into parts by the seed."""
    before = next(iter(seen.values()))[0]
    folds = folds_of(len(before.labels), FOLDS, seed)
    reference = before.asked(reading, folds, seed)
    if reading.score == "baseline":
        reference = np.full(len(before.labels), before.labels.mean())
    return [
        _skill(after.asked(reading, folds, seed), reference, before.labels, folds, reading.score)
        for _, after in seen.values()
    ]


def _skill(after: Floats, before: Floats, truth: Bools, folds: Folds, score: str) -> float:
    errors = np.stack([(after - truth) ** 2, (before - truth) ** 2])
    if score != "folds":
        return float(1 - errors[0].mean() / errors[1].mean())
    parts = [errors[:, folds.test_records(at)].mean(axis=1) for at in range(folds.count)]
    return float(np.mean([1 - one / other for one, other in parts]))


def skills_table(source: Path, ours: Mapping[int, float]) -> str:
    """Lines of the paper, of this page, and of every reading: mean and range over five splits."""
    seen = {k: seen_of(source, k) for k in SIZES}
    lines = [["the paper", *(f"{PAPER_SKILL[k]:.2f}" for k in SIZES)]]
    lines.append(["the tables above", *(f"{ours[k]:.2f}" for k in SIZES)])
    for reading in READINGS:
        found = np.array([skills(seen, reading, seed) for seed in range(SPLITS)])
        lines.append([reading.words, *map(_range, found.T)])
    return table(("reading", *(f"k = {k}" for k in SIZES)), lines)


def areas(source: Path, reading: Skill) -> dict[int, float]:
    """The mean relative area under the curve of a reading, for each k."""
    from sklearn.metrics import roc_auc_score  # noqa: PLC0415  (heavy)

    found: dict[int, float] = {}
    for k in SIZES:
        sides, parts = seen_of(source, k), []
        for seed in range(SPLITS):
            folds = folds_of(len(sides[0].labels), FOLDS, seed)
            before, after = (
                roc_auc_score(side.labels, side.asked(reading, folds, seed)) for side in sides
            )
            parts.append((after - 1 / 2) / (before - 1 / 2))
        found[k] = float(np.mean(parts))
    return found


def _range(found: Floats) -> str:
    return f"{found.mean():.2f} ({found.min():.2f} – {found.max():.2f})"
