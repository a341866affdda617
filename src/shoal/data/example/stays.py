"""What happened in hospital: how severe, how long, when, where, and what it cost.

The chain is that of real discharge data: age and reason -> severity -> length of stay -> charge,
with the hospital's price level as a factor.
"""

from dataclasses import dataclass

import numpy as np
from numpy.random import PCG64

from shoal.data.example.dice import Ints, ints, pick, pick_alike, weight_table
from shoal.data.example.patients import Patients
from shoal.data.example.places import COUNTIES, hospital_prices, hospital_weights
from shoal.data.example.reasons import REASONS

QUARTERS = ("Q1", "Q2", "Q3", "Q4")
CHARGES = ("<10000", "10000-50000", ">50000")
MAJOR = 2  # minor, moderate, major, extreme
LONGEST = 120  # longer stays are recorded as 120 days


@dataclass(frozen=True)
class Stays:
    """One number per record in every column: days, or a position in the names."""

    hospital: Ints
    quarter: Ints
    days: Ints
    charge: Ints


def draw_stays(dice: PCG64, patients: Patients) -> Stays:
    """One stay per patient."""
    severity = _severity(dice, patients)
    quarter = pick(dice, weight_table([reason.quarters for reason in REASONS]), patients.reason)
    hospital = _hospital(dice, patients, severity)
    days = _days(dice, patients.reason, severity)
    charge = draw_charge(dice, patients.reason, severity, days, hospital)
    return Stays(hospital, quarter, days, charge)


def draw_charge(dice: PCG64, reason: Ints, severity: Ints, days: Ints, hospital: Ints) -> Ints:
    """For each stay, the position in `CHARGES` of its bill in dollars.

    Two sources of chance make every class possible for every stay, so that no model is perfect:
    bills differ for like stays, and one stay in 25 is billed by rules of its own.
    """
    fee = ints(reason.fee for reason in REASONS)[reason]
    daily = ints(reason.daily for reason in REASONS)[reason]
    percent = ints(_BILL_PERCENT)[pick_alike(dice, [1] * len(_BILL_PERCENT), reason.size)]
    bill = (fee + daily * days) * ints(_SEVERITY_PERCENT)[severity] // 100
    bill = bill * ints(hospital_prices())[hospital] // 100 * percent // 100
    own_rules = pick_alike(dice, [24, 1], reason.size) == 1
    anyhow = pick_alike(dice, [1, 2, 1], reason.size)
    return np.where(own_rules, anyhow, np.searchsorted([10_000, 50_001], bill, side="right"))


def _severity(dice: PCG64, patients: Patients) -> Ints:
    """0 to 3 for minor, moderate, major and extreme: worse with age, and with some reasons."""
    burden = np.searchsorted(_AGE_STEPS, patients.age, side="right")
    return pick(
        dice, weight_table(_SEVERITIES), burden + ints(r.burden for r in REASONS)[patients.reason]
    )


def _hospital(dice: PCG64, patients: Patients, severity: Ints) -> Ints:
    """The position of each stay's hospital: near home, but operations and severe cases travel."""
    choices = np.concatenate([hospital_weights(severe=False), hospital_weights(severe=True)])
    operation = [reason.name for reason in REASONS].index("operation")
    travels = (severity >= MAJOR) | (patients.reason == operation)
    return pick(dice, choices, patients.county + travels * len(COUNTIES))


def _days(dice: PCG64, reason: Ints, severity: Ints) -> Ints:
    """The usual days for the reason, and further days, few or very many, by severity."""
    usual = 1 + pick(dice, weight_table([reason.usual_days for reason in REASONS]), reason)
    further = pick(dice, weight_table([_further_days(*fading) for fading in _FADING]), severity)
    return np.minimum(usual + further * ints(r.pace for r in REASONS)[reason], LONGEST)


def _further_days(numerator: int, denominator: int, tail: int) -> list[int]:
    """Weights of 0, 1, 2, ... further days that fade away, over a long thin tail."""
    weights, weight = [], 1 << 20
    for day in range(LONGEST):
        weights.append(weight + tail * (1 << 20) // (400 + day**3))
        weight = weight * numerator // denominator
    return weights


_AGE_STEPS = (40, 55, 68, 80)  # the burden counts up at these ages
_SEVERITIES = (  # severities in a hundred for burden 0, 1, ...
    (70, 22, 6, 2),
    (56, 29, 12, 3),
    (45, 34, 16, 5),
    (35, 37, 21, 7),
    (27, 37, 27, 9),
    (19, 34, 32, 15),
    (13, 30, 36, 21),
    (9, 26, 38, 27),
    (6, 22, 40, 32),
)
# Per severity: each further day is (numerator / denominator) as likely as the last; the tail.
_FADING = ((1, 5, 0), (2, 5, 3), (5, 6, 12), (15, 16, 90))
_SEVERITY_PERCENT = (84, 100, 116, 135)
_BILL_PERCENT = (
    52, 62, 68, 73, 78, 82, 86, 90, 95, 99, 103, 108, 113, 118, 124, 131, 140, 152, 170, 210,
)  # fmt: skip
