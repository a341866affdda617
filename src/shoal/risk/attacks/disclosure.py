"""Learning a sensitive value without finding the record (paper 002, docs/theory/risk.md).

Homogeneity: everybody in the class has the same value. Background knowledge: some values can be
ruled out. Inference: the most frequent value of the class is guessed. Skewness: the value is
guessed that the class makes most surprising. Similarity: values of one group count as one.

Minimality (Wong et al. 2007): whoever knows the method knows that nothing was generalized without
need, so a finer release would have broken a promise. A register tells apart the groups that a finer
release would have shown within a class. A group that is large enough by itself must then have
broken the promise about values: its members are likely to have the value that is most frequent in
the class.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.engine.arrays import Counts, Floats
from shoal.risk.attacks.attack import Attack, attack_not_tried, attack_result
from shoal.risk.attacks.scene import Scene

AIM = "inference"


@dataclass(frozen=True, eq=False)
class Shares:
    """How common each value is in each class and in the whole release.

    Attributes:
        inside: The share of each value in each class: a line per class, an entry per value.
        overall: The share of each value in the release.
        classes: The class that each released record is in.
        values: The sensitive value that each released record has.
    """

    inside: Floats
    overall: Floats
    classes: Counts
    values: Counts

    @property
    def guesses(self) -> Counts:
        """The most frequent value in the class of each released record."""
        guesses: Counts = self.inside.argmax(axis=1)[self.classes]
        return guesses


def disclosure_attacks(scene: Scene, values: Counts, what: str) -> list[Attack]:
    """Homogeneity, background knowledge, inference and skewness against a sensitive column.

    Args:
        scene: The table and its release.
        values: The sensitive value of each record, as a number.
        what: The name of the column.
    """
    shares = shares_of(scene, values)
    attacks: dict[str, Callable[[Shares], tuple[Floats, float]]] = {
        "homogeneity": _homogeneity,
        "background knowledge": _background,
        "inference": _inference,
        "skewness": _skewness,
    }
    return [
        attack_result(f"{name} of {what}", AIM, *attack(shares)) for name, attack in attacks.items()
    ]


def similarity(scene: Scene, groups: Counts, what: str) -> Attack:
    """Guess the group of values that is most frequent in the class.

    Args:
        scene: The table and its release.
        groups: The group of each record's value, as a number; gastritis and ulcer may be one.
        what: The name of the sensitive column.
    """
    shares = shares_of(scene, groups)
    return attack_result(f"similarity of {what}", AIM, *_inference(shares))


def minimality(scene: Scene, finer: pl.DataFrame, values: Counts, k: int, what: str) -> Attack:
    """Bet on the most frequent value for members of groups that size alone cannot explain.

    Args:
        scene: The table and its release.
        finer: The quasi-identifiers one level lower, as a register would tell them.
        values: The sensitive value of each record, as a number.
        k: The size from which on a class is large enough.
        what: The name of the sensitive column.
    """
    name = f"minimality of {what}"
    sizes = finer.select(pl.len().over(pl.struct(pl.all()))).to_series().to_numpy()
    split = finer.select(pl.struct(pl.all()).rank("dense")).to_series().to_numpy()
    parts = _parts_of_class(scene, split)
    suspects = scene.released & (sizes >= k) & (parts > 1)
    if not suspects.any():
        return attack_not_tried(name, AIM, "size alone explains every class")
    shares = shares_of(scene, values)
    guess = shares.inside.argmax(axis=1)[scene.classes[suspects]]
    chances = (guess == values[suspects]).astype(np.float64)
    usual = float((shares.guesses == shares.values).mean())
    return attack_result(name, AIM, chances, usual)


def shares_of(scene: Scene, values: Counts) -> Shares:
    """The distribution of a column, by class and overall."""
    classes, inside = scene.classes[scene.released], values[scene.released]
    size = int(values.max(initial=0)) + 1
    counts = np.zeros((max(1, scene.sizes.size), size))
    np.add.at(counts, (classes, inside), 1)
    overall = counts.sum(axis=0) / max(1, classes.size)
    return Shares(
        counts / np.maximum(counts.sum(axis=1, keepdims=True), 1), overall, classes, inside
    )


# Each attack returns its chance of success for each released record, and the success without the
# release.


def _homogeneity(shares: Shares) -> tuple[Floats, float]:
    """Does everybody in the class have the same value?"""
    alone = shares.inside.max(axis=1) == 1
    return alone[shares.classes].astype(np.float64), float(shares.overall.max(initial=0) == 1)


def _background(shares: Shares) -> tuple[Floats, float]:
    """Rule out one value that the person does not have: is only the right one left?"""
    kinds = np.count_nonzero(shares.inside, axis=1)
    left = float(np.count_nonzero(shares.overall) <= 2)
    return (kinds <= 2)[shares.classes].astype(np.float64), left


def _inference(shares: Shares) -> tuple[Floats, float]:
    """Guess the most frequent value of the class; the baseline guesses that of the release."""
    right = (shares.guesses == shares.values).astype(np.float64)
    return right, float(shares.overall.max(initial=0))


def _skewness(shares: Shares) -> tuple[Floats, float]:
    """Bet on the value whose share grew most against the whole; the baseline bets the same."""
    with np.errstate(divide="ignore", invalid="ignore"):
        growth = np.where(shares.inside > 0, shares.inside / shares.overall, 0.0)
    bet = growth.argmax(axis=1)[shares.classes]
    without = float(shares.overall[bet].mean()) if bet.size else 0.0
    return (bet == shares.values).astype(np.float64), without


def _parts_of_class(scene: Scene, split: Counts) -> Counts:
    """For each record, into how many groups its class would have been split."""
    frame = pl.DataFrame({"class": scene.classes, "part": split})
    return frame.select(pl.col("part").n_unique().over("class")).to_series().to_numpy()
