"""Which cells to blank, one after the other: precedence to values in most outliers (paper 003).

A record whose combination is matched by too few records is an outlier. The cell that takes part in
the most outliers is blanked first. Between equals it is the cell whose value is more frequent in
its column, then the first column, then the first record; the first of these rules reproduces Table
4b (docs/theory/methods.md).
"""

from collections.abc import Iterable, Sequence

import numpy as np
import polars as pl

from shoal.engine.arrays import Bools, Codes, Counts
from shoal.methods.combinations.coded import BLANK, Crowd, blank_cells, read_codes, select
from shoal.methods.combinations.matching import bins as count_bins

Combination = tuple[int, ...]


def blank_greedily(
    frame: pl.DataFrame,
    bin_size: int,
    combinations: Iterable[Combination],
    crowd: Crowd | None = None,
) -> pl.DataFrame:
    """The frame after cells were blanked until no combination is an outlier.

    Args:
        frame: Texts; null is blank and matches everything.
        bin_size: The smallest number of matching records that is safe.
        combinations: Columns by their places, each set of which is looked at.
        crowd: The people who are counted instead of records; blanks of others then help nobody.
    """
    outliers = Outliers(frame, bin_size, list(combinations), crowd)
    while (cell := outliers.worst()) is not None:
        outliers.blank(*cell)
    return blank_cells(frame, outliers.codes == BLANK)


class Outliers:
    """The outliers of a table, kept up to date while cells become blank.

    Attributes:
        codes: The table as codes; BLANK where a cell is blank.
        bin_size: The smallest number of matching records that is safe.
        combinations: The sets of columns that are looked at, by their places.
        bins: Per combination: how many records match each record in it.
        parts: In how many outliers each cell takes part.
        frequency: Per column: how many records have each value.
        crowd: The people who are counted instead of records, if the study counts people.
    """

    def __init__(
        self,
        frame: pl.DataFrame,
        bin_size: int,
        combinations: Sequence[Combination],
        crowd: Crowd | None = None,
    ) -> None:
        self.codes: Codes = read_codes(frame, crowd)
        self.bin_size = bin_size
        self.combinations = combinations
        self.crowd = select(crowd, frame.columns)
        self.bins = [count_bins(self.codes, self.crowd, one) for one in combinations]
        # In how many outliers each cell takes part.
        self.parts: Counts = np.zeros(self.codes.shape, np.int64)
        for one, bins in zip(combinations, self.bins, strict=True):
            self.parts[:, one] += (bins < bin_size)[:, None]
        self.parts[self.codes == BLANK] = 0
        # How many records have each value of a column; blank cells are counted last, and unused.
        values = int(self.codes.max(initial=BLANK)) + 2
        self.frequency = np.stack(
            [np.bincount(one % values, minlength=values) for one in self.codes.T]
        )

    @property
    def records(self) -> Bools:
        """Which records are in an outlier."""
        found = np.zeros(len(self.codes), np.bool_)
        for bins in self.bins:
            found |= bins < self.bin_size
        return found

    def worst(self) -> tuple[int, int] | None:
        """The record and the column of the cell to blank next; None where nothing is left."""
        most = int(self.parts.max(initial=0))
        if not most:
            return None
        records, columns = np.nonzero(self.parts == most)
        frequent = self.frequency[columns, self.codes[records, columns]]
        best = frequent == frequent.max()
        column = int(columns[best].min())
        return int(records[best & (columns == column)].min()), column

    def blank(self, record: int, column: int) -> None:
        """Blank a cell, and count again what it changes."""
        old = self.codes[record, column]
        self.codes[record, column] = BLANK
        self.frequency[column, old] -= 1
        self.parts[record, column] = 0
        for one, bins in zip(self.combinations, self.bins, strict=True):
            if column in one:
                self._count_again(one, bins, (record, column), old)

    def _count_again(
        self, combination: Combination, bins: Counts, cell: tuple[int, int], old: np.int32
    ) -> None:
        """Update the bins of a combination after one of its cells became blank."""
        record, column = cell
        was = bins < self.bin_size
        if self.crowd is None:
            matching = self._matches(record, [at for at in combination if at != column])
            values = self.codes[:, column]
            # Records that differed in this cell only match now; those with the same value, or with
            # a blank cell, matched before.
            bins[matching & (values != old) & (values != BLANK)] += 1
            bins[record] = np.count_nonzero(matching)
        else:
            bins[record] = count_bins(self.codes[[record]], self.crowd, combination)[0]
        safe = np.flatnonzero(was & (bins >= self.bin_size))
        for at in combination:
            self.parts[safe, at] -= self.codes[safe, at] != BLANK

    def _matches(self, record: int, columns: Sequence[int]) -> Bools:
        """Which records match a record in some columns; blank matches everything."""
        matching = np.ones(len(self.codes), np.bool_)
        for at in columns:
            value = self.codes[record, at]
            if value != BLANK:
                matching &= (self.codes[:, at] == value) | (self.codes[:, at] == BLANK)
        return matching
