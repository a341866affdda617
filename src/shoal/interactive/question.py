"""A question with two options, each of which has a loss in every column."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.engine.arrays import Floats


@dataclass(frozen=True, eq=False)
class Question:
    """Which of two is better?

    Attributes:
        first: What the first option loses in each column.
        second: What the second option loses in each column.
        about: What a page shows: a `Joining` (record and two clusters) or a `Choice` (two
            releases); None if nobody will see it.
    """

    first: Floats
    second: Floats
    about: Any = None

    @property
    def difference(self) -> Floats:
        """How much more the first option loses, column by column."""
        return self.first - self.second


def differences(questions: list[Question]) -> Floats:
    """The differences of questions: one row each, one entry per column."""
    return np.array([question.difference for question in questions], np.float64)
