"""Linking: a register with a release, and two releases with each other.

A register is linked exactly, with errors, and on dates that are known roughly. Two releases of the
same people are linked because a person must be in a class of both, so fewer records fit.
"""

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.data.table import exact_column
from shoal.engine.arrays import Counts, Floats
from shoal.risk.attacks.attack import Attack, attack_not_tried, attack_result
from shoal.risk.attacks.scene import Scene

AIM = "linkability"
PEOPLE = 5_000  # the most people that are attacked
LOCAL = "values have different labels in different classes, so a wrong value cannot be looked up"


def linkage(scene: Scene) -> Attack:
    """Find each person's class and take one of its records at random."""
    targets = scene.targets(PEOPLE)
    return attack_result(
        "linkage",
        AIM,
        _chances(scene, targets, scene.classes[targets]),
        _chance_of_any_record(scene),
    )


def noisy_linkage(scene: Scene, errors: float = 0.05) -> Attack:
    """The same with a register in which each cell is wrong with a small chance."""
    name = "linkage with a register with errors"
    if scene.labels is None:
        return attack_not_tried(name, AIM, LOCAL)
    targets = scene.targets(PEOPLE)
    known = _with_errors(scene, targets, errors)
    return attack_result(
        name,
        AIM,
        _chances(scene, targets, scene.class_by_belief(known)),
        _chance_of_any_record(scene),
    )


def date_linkage(scene: Scene, column: str, days: pl.Series, around: int) -> Attack:
    """Find people by everything but one date, which is known to within some days.

    Args:
        scene: The table and its release.
        column: The column with the date.
        days: The date of each record, as a number of days.
        around: How many days the attacker may be off.
    """
    name = f"linkage on {column} to within {around} days"
    if scene.labels is None or column not in scene.before.columns:
        return attack_not_tried(name, AIM, LOCAL)
    targets = scene.targets(PEOPLE // 10)
    rest = [other for other in scene.before.columns if other != column]
    return attack_result(
        name,
        AIM,
        _chances_around_date(scene, targets, rest, days.to_numpy(), around),
        _chance_of_any_record(scene),
    )


def intersection(first: Scene, second: Scene) -> Attack:
    """Find a person in both releases; the baseline is the better one of them alone.

    Both scenes are about the same records, in the same order.
    """
    width = int(second.classes.max(initial=0)) + 2
    together = (first.classes + 1) * width + second.classes + 1
    _, number, sizes = np.unique(together, return_inverse=True, return_counts=True)
    people = first.targets(PEOPLE)
    anywhere = (first.released | second.released)[people]
    chances = np.where(anywhere, 1 / sizes[number[people]], 0.0)
    baseline = max(float(each.chances(each.classes[people]).mean()) for each in (first, second))
    return attack_result("intersection of releases", AIM, chances, baseline)


def _chances(scene: Scene, targets: Counts, classes: Counts) -> Floats:
    """The chance to find each target in the class where the attacker looks.

    One over the size of the class if it is the right one, else 0.
    """
    return np.where(classes == scene.classes[targets], scene.chances(classes), 0.0)


def _chance_of_any_record(scene: Scene) -> float:
    """The chance to find a person by taking any record."""
    return 1 / scene.before.height if scene.before.height else 0.0


def _with_errors(scene: Scene, targets: Counts, errors: float) -> pl.DataFrame:
    """What the register says: some cells hold another person's value."""
    random = np.random.default_rng(scene.seed)
    known = {}
    for name in scene.before.columns:
        wrong = random.random(targets.size) < errors
        whose = np.where(wrong, random.integers(0, scene.before.height, targets.size), targets)
        known[name] = exact_column(scene.before, name).gather(whose)
    return pl.DataFrame(known)


def _chances_around_date(
    scene: Scene, targets: Counts, rest: list[str], days: Floats, around: int
) -> Floats:
    """The chance to find each target: one over the records of all classes that may be theirs.

    Those are classes that agree in the other columns and have a record whose date is close enough.
    0 for suppressed targets.
    """
    groups = _group_numbers(scene.after, rest)
    chances = np.zeros(targets.size)
    for place, target in enumerate(targets.tolist()):
        if scene.released[target]:
            same = scene.released & (groups == groups[target])
            possible = scene.classes[same & (np.abs(days - days[target]) <= around)]
            chances[place] = 1 / scene.sizes[np.unique(possible)].sum()
    return chances


def _group_numbers(frame: pl.DataFrame, columns: list[str]) -> Counts:
    """A number for each record, equal for records that agree in all of these columns."""
    if not columns:
        return np.zeros(frame.height, np.int64)
    ranks = frame.select(pl.struct(by_name(columns)).rank("dense")).to_series()
    return ranks.to_numpy().astype(np.int64)
