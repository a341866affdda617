"""Three attackers and how well they do (El Emam 2013, docs/theory/risk.md).

A prosecutor knows that a certain person is in the table. A journalist only knows that the person is
in the population around it. A marketer wants as many people as possible, and does not care whom.
"""

from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Bools, Counts


@dataclass(frozen=True)
class Attacker:
    """How well one attacker does.

    Attributes:
        name: Prosecutor, journalist or marketer.
        success: The share of records that are found on average.
        highest: The risk of the record that is easiest to find; None for a marketer, who
            looks for nobody in particular.
        lowest: The risk of the record that is hardest to find.
        at_risk: The share of records whose risk is above the threshold.
        records_highest: How many records have the highest risk.
        records_lowest: How many records have the lowest risk.
    """

    name: str
    success: float
    highest: float | None = None
    lowest: float | None = None
    at_risk: float | None = None
    records_highest: int | None = None
    records_lowest: int | None = None


def attackers(
    sizes: Counts, threshold: float, population: Counts | None = None
) -> tuple[Attacker, Attacker, Attacker]:
    """Prosecutor, journalist and marketer, in this order, against classes of these sizes.

    Args:
        sizes: The size of each class in the table.
        threshold: A record is at risk if its risk is above it.
        population: The size of each class in the population; if None, the table is its own.
    """
    present = sizes > 0
    within, around = sizes[present], (sizes if population is None else population)[present]
    if not within.size:
        return (
            Attacker("prosecutor", 0.0, 0.0, 0.0, 0.0, 0, 0),
            Attacker("journalist", 0.0, 0.0, 0.0, 0.0, 0, 0),
            Attacker("marketer", 0.0),
        )
    average = float((within / around).sum() / within.sum())
    guessed = within.size / float(around.sum())
    return (
        _attacker_of_one(
            "prosecutor", within, within, within.size / float(within.sum()), threshold
        ),
        _attacker_of_one("journalist", within, around, max(average, guessed), threshold),
        Attacker("marketer", average),
    )


def _attacker_of_one(
    name: str, sizes: Counts, around: Counts, success: float, threshold: float
) -> Attacker:
    """An attacker who looks for one person among those that look the same to him.

    `sizes` and `around` are the records of each class, and among how many people each hides.
    """
    smallest, largest = int(around.min()), int(around.max())
    return Attacker(
        name,
        success,
        1 / smallest,
        1 / largest,
        int(sizes[_is_risky(around, threshold)].sum()) / int(sizes.sum()),
        int(sizes[around == smallest].sum()),
        int(sizes[around == largest].sum()),
    )


def _is_risky(around: Counts, threshold: float) -> Bools:
    """Which classes have a risk strictly above the threshold: 1/5 accepts classes of five."""
    return np.asarray(1 / around > threshold)
