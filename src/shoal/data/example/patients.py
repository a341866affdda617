"""Who is in hospital: the place decides race and ethnicity, the reason decides age and sex."""

from dataclasses import dataclass

import numpy as np
from numpy.random import PCG64

from shoal.data.example.dice import Ints, pick, pick_alike, weight_table
from shoal.data.example.places import COUNTIES, county_weights, zip_weights
from shoal.data.example.reasons import REASONS, age_weights

SEXES = ("F", "M")
RACES = ("White", "Black", "Asian", "Native American", "Multiracial", "Other", "Unknown")
ETHNICITIES = ("Hispanic", "Not Hispanic", "Unknown")


@dataclass(frozen=True)
class Patients:
    """One number per record in every column: an age in years, or a position in the names."""

    county: Ints
    zip_code: Ints
    reason: Ints
    age: Ints
    sex: Ints
    race: Ints
    ethnicity: Ints


def draw_patients(dice: PCG64, records: int) -> Patients:
    """The patients, from where they live to who they are; `dice` moves on."""
    county = pick_alike(dice, county_weights(), records)
    zip_code = pick(dice, zip_weights(), county)
    setting = np.array([county.setting for county in COUNTIES])[county]
    reason = pick(dice, weight_table([reason.patients for reason in REASONS]).T, setting)
    age = pick(dice, weight_table([age_weights(reason) for reason in REASONS]), reason)
    sex = pick(
        dice, weight_table([(reason.women, 100 - reason.women) for reason in REASONS]), reason
    )
    # Neighborhoods differ inside a county: every third ZIP code has the other mix of its setting.
    race = pick(dice, weight_table(_RACES), setting * 2 + (zip_code % 3 == 2))
    ethnicity = pick(dice, _ethnicity_weights(), setting * len(RACES) + race)
    return Patients(county, zip_code, reason, age, sex, race, ethnicity)


# City, suburb, town and country with two mixes each, in a thousand, in the order of RACES.
_RACES = (
    (430, 215, 112, 6, 16, 199, 22),
    (240, 370, 64, 7, 18, 279, 22),
    (650, 130, 75, 5, 13, 112, 15),
    (480, 230, 60, 6, 17, 190, 17),
    (800, 90, 30, 8, 14, 44, 14),
    (640, 190, 40, 10, 20, 84, 16),
    (912, 26, 10, 17, 9, 16, 10),
    (850, 40, 12, 52, 12, 22, 12),
)
# City, suburb, town and country: Hispanic patients in a hundred of each race.
_HISPANIC = (
    (11, 5, 1, 9, 20, 46, 15),
    (8, 4, 1, 8, 18, 38, 12),
    (4, 3, 1, 5, 12, 28, 9),
    (2, 2, 1, 3, 8, 20, 6),
)
_UNKNOWN = (4, 4, 5, 5, 6, 8, 45)  # of each race: patients whose ethnicity was not recorded


def _ethnicity_weights() -> Ints:
    """The ethnicities in a hundred per setting and race (row), in the order of ETHNICITIES."""
    return weight_table(
        [
            (hispanic, 100 - hispanic - unknown, unknown)
            for shares in _HISPANIC
            for hispanic, unknown in zip(shares, _UNKNOWN, strict=True)
        ]
    )
