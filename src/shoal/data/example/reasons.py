"""Why people are in hospital: the hidden cause behind the columns of the example.

The reason is not a column of the table. It ties age, sex, season, length of stay and charge
together as in real discharge data, and hides part of the truth from any model. All figures are
invented; their sizes were chosen so that the shares of the table resemble public discharge data.
"""

from dataclasses import dataclass

OLDEST = 99  # older patients are recorded as 99


@dataclass(frozen=True)
class Reason:
    """One reason for a stay.

    Attributes:
        name: What it is.
        patients: Patients per thousand in a city, a suburb, a town and the country.
        ages: Bands of age: first year, last year, weight of the whole band.
        women: Women in a hundred patients.
        quarters: Weights of the four quarters of admission.
        usual_days: Weights of 1, 2, 3, ... days without complications.
        pace: Factor on the days that complications add.
        burden: How much it adds to the severity that age brings.
        fee: Dollars for the treatment.
        daily: Dollars for each day.
    """

    name: str
    patients: tuple[int, int, int, int]
    ages: tuple[tuple[int, int, int], ...]
    women: int
    quarters: tuple[int, int, int, int]
    usual_days: tuple[int, ...]
    pace: int
    burden: int
    fee: int
    daily: int


REASONS = (
    Reason(
        "being born", (104, 96, 84, 70), ((0, 0, 1),), 49,
        (24, 25, 26, 25), (10, 58, 25, 7), 1, 0, 800, 1900,
    ),
    Reason(
        "giving birth", (102, 94, 82, 68),
        ((15, 19, 5), (20, 24, 17), (25, 29, 28), (30, 34, 31), (35, 39, 16), (40, 46, 3)), 100,
        (24, 25, 26, 25), (8, 54, 29, 7, 2), 1, 0, 5000, 5000,
    ),
    Reason(
        "childhood illness", (52, 48, 44, 40),
        ((0, 0, 24), (1, 4, 33), (5, 9, 19), (10, 17, 24)), 45,
        (29, 23, 20, 28), (46, 32, 13, 6, 3), 1, 0, 3500, 4600,
    ),
    Reason(
        "mental health", (104, 62, 76, 64),
        ((10, 17, 10), (18, 29, 24), (30, 44, 28), (45, 64, 30), (65, 89, 8)), 46,
        (25, 26, 25, 24), (14, 15, 15, 13, 12, 10, 8, 7, 6), 2, 1, 1500, 2400,
    ),
    Reason(
        "general illness", (318, 330, 346, 372),
        ((18, 29, 5), (30, 44, 12), (45, 59, 26), (60, 74, 31), (75, 89, 23), (90, OLDEST, 3)), 52,
        (26, 25, 24, 25), (40, 31, 17, 8, 4), 1, 1, 7500, 5200,
    ),
    Reason(
        "infection", (112, 116, 132, 150),
        ((0, 4, 5), (5, 29, 7), (30, 49, 13), (50, 69, 30), (70, 84, 31), (85, OLDEST, 14)), 53,
        (35, 21, 16, 28), (20, 31, 24, 14, 7, 4), 1, 1, 5000, 5400,
    ),
    Reason(
        "operation", (122, 164, 150, 146),
        ((1, 17, 4), (18, 29, 7), (30, 49, 21), (50, 69, 42), (70, 84, 24), (85, OLDEST, 2)), 52,
        (25, 26, 25, 24), (46, 27, 15, 7, 3, 2), 1, 0, 23_000, 7600,
    ),
    Reason(
        "life-threatening", (86, 90, 86, 90),
        ((0, 0, 2), (18, 39, 9), (40, 59, 24), (60, 74, 34), (75, 89, 27), (90, OLDEST, 4)), 45,
        (27, 24, 23, 26), (22, 22, 20, 15, 10, 6, 5), 1, 4, 13_000, 8200,
    ),
)  # fmt: skip


def age_weights(reason: Reason) -> list[int]:
    """The weight of every year of age; a band's weight is spread evenly over its years."""
    weights = [0] * (OLDEST + 1)
    for first, last, weight in reason.ages:
        for age in range(first, last + 1):
            weights[age] += weight * 5040 // (last - first + 1)  # 5040 divides well
    return weights
