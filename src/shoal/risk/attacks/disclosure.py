"""Learning a sensitive value without finding the record (paper 002, spec/privacy.md §2–§4).

Homogeneity: everybody in the class has the same value. Background knowledge: some values can be
ruled out. Inference: the most frequent value of the class is guessed. Skewness: the value is
guessed that the class makes most surprising. Similarity: values of one group count as one.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.risk.attacks.attack import Attack, attacked
from shoal.risk.attacks.scene import Scene

AIM = "inference"


@dataclass(frozen=True, eq=False)
class Shares:
    """How common each value is in each class and in the whole release.

    Attributes:
        inside: A row per class, a column per value: its share in the class.
        overall: The share of each value in the release.
        classes: The class of each released record.
        values: The value of each released record.
    """

    inside: Floats
    overall: Floats
    classes: Counts
    values: Counts


def disclosure_attacks(scene: Scene, values: Counts, what: str) -> list[Attack]:
    """All attacks on a sensitive column.

    Args:
        scene: The table and its release.
        values: The sensitive value of each record, as a number.
        what: The name of the column.
    """
    shares = shares_of(scene, values)
    every: dict[str, Callable[[Shares], tuple[Floats, float]]] = {
        "homogeneity": _homogeneity,
        "background knowledge": _background,
        "inference": _inference,
        "skewness": _skewness,
    }
    return [attacked(f"{name} of {what}", AIM, *attack(shares)) for name, attack in every.items()]


def similarity(scene: Scene, groups: Counts, what: str) -> Attack:
    """Guess the group of values that is most frequent in the class: gastritis or ulcer alike."""
    shares = shares_of(scene, groups)
    return attacked(f"similarity of {what}", AIM, *_inference(shares))


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


def _homogeneity(shares: Shares) -> tuple[Floats, float]:
    alone = shares.inside.max(axis=1) == 1
    return alone[shares.classes].astype(np.float64), float(shares.overall.max(initial=0) == 1)


def _background(shares: Shares) -> tuple[Floats, float]:
    """Somebody rules out the most frequent value that the person does not have; one may be left."""
    kinds = np.count_nonzero(shares.inside, axis=1)
    left = float(np.count_nonzero(shares.overall) <= 2)
    return (kinds <= 2)[shares.classes].astype(np.float64), left


def _inference(shares: Shares) -> tuple[Floats, float]:
    guess = shares.inside.argmax(axis=1)[shares.classes]
    return (guess == shares.values).astype(np.float64), float(shares.overall.max(initial=0))


def _skewness(shares: Shares) -> tuple[Floats, float]:
    """Bet on the value whose share grew most against the whole; the baseline bets the same."""
    with np.errstate(divide="ignore", invalid="ignore"):
        growth = np.where(shares.inside > 0, shares.inside / shares.overall, 0.0)
    bet = growth.argmax(axis=1)[shares.classes]
    without = float(shares.overall[bet].mean()) if bet.size else 0.0
    return (bet == shares.values).astype(np.float64), without
