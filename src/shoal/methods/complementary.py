"""Complementary suppression: no blank cell stays alone in its column (paper 003, Methods).

A single blank cell points at the record that was the outlier. Another cell of the column is blanked
in one of the most popular combinations: of those the one that could be the outlier itself, so that
both show the same, then the first; in it the last record (docs/theory/methods.md).
"""

import numpy as np
import polars as pl

from shoal.data.table import exact_column
from shoal.engine.arrays import Bools
from shoal.methods.combinations.coded import BLANK, blank_cells, codes_of
from shoal.methods.subcombinations import smallest_bins


def complement_blanks(frame: pl.DataFrame, before: pl.DataFrame) -> pl.DataFrame:
    """The frame with one more blank cell in each column that has a single one.

    Args:
        frame: Texts after suppression; null is blank.
        before: The same before suppression; what was missing before is no trace of it.
    """
    for name in frame.columns:
        isolated = exact_column(frame, name).is_null() & exact_column(before, name).is_not_null()
        if frame[name].null_count() == 1 and isolated.any():
            chosen = _popular_record(frame, name, int(isolated.arg_max() or 0))
            if chosen is not None:
                frame = _blank_cell(frame, chosen, name)
    return frame


def _popular_record(frame: pl.DataFrame, name: str, isolated: int) -> int | None:
    """The record that loses its cell of a column, too; None if all cells of it are blank.

    `isolated` is the record with the single blank cell.
    """
    codes, bins = codes_of(frame), smallest_bins(frame)
    column = frame.columns.index(name)
    whole = np.all(codes != BLANK, axis=1)
    able = whole if whole.any() else codes[:, column] != BLANK
    if not able.any():
        return None
    able &= bins == bins[able].max()
    alike = able & _compatible(codes, isolated)
    first = int(np.flatnonzero(alike if alike.any() else able)[0])
    same = np.flatnonzero(np.all(codes == codes[first], axis=1))
    return int(same[-1])


def _compatible(codes: "np.ndarray[tuple[int, ...], np.dtype[np.int32]]", isolated: int) -> Bools:
    """Which records show the same as one where it is not blank."""
    shown = np.flatnonzero(codes[isolated] != BLANK)
    found: Bools = np.all(codes[:, shown] == codes[isolated, shown], axis=1)
    return found


def _blank_cell(frame: pl.DataFrame, record: int, name: str) -> pl.DataFrame:
    """The frame with one more blank cell."""
    blank = np.zeros(frame.shape, np.bool_)
    blank[record, frame.columns.index(name)] = True
    return blank_cells(frame, blank)
