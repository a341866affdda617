"""A frame of texts as an array of codes: what the kernels of this package work on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.engine.arrays import Bools, Codes, Floats
from shoal.errors import StudyError

BLANK = -1  # the code of a blank cell
TRIFLE = 1e-9  # of the smallest weight: what a cell of weight 0 costs


@dataclass(frozen=True, eq=False)
class Crowd:
    """The people of the input, among whom every record must hide if the study counts people.

    Blanks of other records help nobody here: a release does not tell whose they are, so nobody
    could check that they are of different people.

    Attributes:
        columns: The names of the columns.
        codes: The input at the levels of the release, nothing blanked.
        people: The number of the person of each of its records.
    """

    columns: tuple[str, ...]
    codes: Codes
    people: Codes

    @classmethod
    def of(cls, frame: pl.DataFrame, people: Codes) -> Self:
        """The people of a table of texts."""
        return cls(tuple(frame.columns), codes_of(frame), people)

    def select(self, names: Sequence[str]) -> "Crowd":
        """The same people, by some of the columns."""
        places = [self.columns.index(name) for name in names]
        return Crowd(tuple(names), self.codes[:, places], self.people)

    @property
    def size(self) -> int:
        """How many people there are."""
        return len(np.unique(self.people))


def select(crowd: Crowd | None, names: Sequence[str]) -> Crowd | None:
    """The people of a crowd, by some of the columns; None without a crowd."""
    return None if crowd is None else crowd.select(names)


def read_codes(frame: pl.DataFrame, crowd: Crowd | None) -> Codes:
    """The codes of a frame, with a crowd in its codes; BLANK where a cell is null.

    With a crowd, the frame has its records, some cells of which may have become blank.
    """
    if crowd is None:
        return codes_of(frame)
    blank = np.stack([column.is_null().to_numpy() for column in frame], axis=1)
    return np.where(blank, np.int32(BLANK), crowd.select(frame.columns).codes)


def codes_of(frame: pl.DataFrame) -> Codes:
    """Each column's values numbered from 0, record by record; BLANK where a cell is null."""
    codes = np.full(frame.shape, BLANK, np.int32)
    for at, column in enumerate(frame):
        ranks = column.cast(pl.String).rank("dense")
        codes[:, at] = ranks.cast(pl.Int32).fill_null(BLANK + 1).to_numpy() - 1
    return codes


def blank_cells(frame: pl.DataFrame, blank: Bools) -> pl.DataFrame:
    """The frame with null in the cells that are to be blank: a line per record."""
    return frame.with_columns(
        pl.when(pl.Series(~blank[:, at])).then(by_name(name)).alias(name)
        for at, name in enumerate(frame.columns)
    )


def weights_of(frame: pl.DataFrame, weights: Mapping[str, float] | None) -> Floats:
    """What blanking a cell of each column costs; 1 for columns that are not named.

    Never 0. Raises StudyError for unknown columns and wrong weights.
    """
    given = dict(weights or {})
    if unknown := sorted(set(given) - set(frame.columns)):
        raise StudyError(f"Weights are given for columns that are not there: {unknown}.")
    if [name for name, weight in given.items() if not 0 <= weight < float("inf")]:
        raise StudyError("The weight of a column must be a number that is not negative.")
    costs = np.array([given.get(name, 1.0) for name in frame.columns], np.float64)
    # What weighs nothing still costs a trifle, so that nothing is blanked without need.
    return np.where(costs > 0, costs, TRIFLE * costs[costs > 0].min(initial=1.0))


def entropies(codes: Codes) -> Floats:
    """The entropy of each column's values in bits, without blank cells."""
    found = [np.bincount(column + 1)[1:] for column in codes.T]
    shares = [counts[counts > 0] / max(1, counts.sum()) for counts in found]
    return np.array([-(share * np.log2(share)).sum() for share in shares])
