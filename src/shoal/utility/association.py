"""How columns go together, before and after: Pearson's correlation and Cramér's V.

Pearson's correlation is for pairs of columns that are both numbers or dates; a label that stands
for a range counts as its middle. Cramér's V is for all other pairs; it is the plain one, without
correction for chance, so it grows with the number of values. A cell that shows nothing never
counts: suppressed records are alike in all columns, which would therefore seem related.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from shoal.data.types import DateType, DecimalType, IntegerType
from shoal.engine.arrays import Codes, Counts, Floats
from shoal.utility.cells import SUPPRESSED
from shoal.utility.comparison import ALL, Column, Comparison, Include
from shoal.utility.grouping import group_rows

MOST = 30  # columns; the number of pairs grows with the square
_TINY = 1e-12  # relative; a smaller sum of squares is rounding


def associations(compared: Comparison, include: Include = ALL) -> dict[str, Any]:
    """How each pair of columns goes together, before and after.

    Returns `pearson` and `cramers_v`, each a list with a line per pair (`columns`, `before`,
    `after`; None where nothing can be computed), and `left_out`, the number of columns in no pair.

    Args:
        compared: The two tables.
        include: Whether missing values count for Cramér's V; suppressed cells never do.
    """
    # Columns that were compared on their own have other counts and go together with no other.
    comparable = [
        column for column in compared.columns if len(column.counts) == len(compared.counts)
    ]
    shown = sorted(comparable, key=lambda column: column.name not in compared.keys)[:MOST]
    numeric = [column for column in shown if _is_number(column)]
    others = [pair for pair in combinations(shown, 2) if not all(map(_is_number, pair))]
    return {
        "pearson": _correlations(compared, numeric),
        "cramers_v": [_cramers_v_of_pair(compared, pair, include) for pair in others],
        "left_out": len(compared.columns) - len(shown),
    }


def _correlations(compared: Comparison, columns: list[Column]) -> list[dict[str, Any]]:
    """A line with Pearson's correlation for each pair of these columns."""
    if len(columns) < 2:
        return []
    before = pearson([_before_numbers(column) for column in columns], compared.before_counts)
    after = pearson([_after_numbers(column) for column in columns], compared.counts)
    return [
        {
            "columns": [columns[left].name, columns[right].name],
            "before": _number_or_none(before[left, right]),
            "after": _number_or_none(after[left, right]),
        }
        for left, right in combinations(range(len(columns)), 2)
    ]


def _cramers_v_of_pair(
    compared: Comparison, pair: tuple[Column, Column], include: Include
) -> dict[str, Any]:
    """The line of a pair with Cramér's V."""
    left, right = pair
    before = cramers_v(
        _codes_before(left, include), _codes_before(right, include), compared.before_counts
    )
    after = cramers_v(_codes_after(left, include), _codes_after(right, include), compared.counts)
    return {"columns": [left.name, right.name], "before": before, "after": after}


def pearson(columns: Sequence[Floats], counts: Counts) -> Floats:
    """Pearson's correlation of all pairs, as a square; NaN where a column is constant.

    Each is that of the rows that have both numbers; a row stands for `counts` records.
    """
    values = np.stack(columns)
    known = np.isfinite(values).astype(np.float64)
    totals = np.maximum(known @ counts, 1)
    values = np.nan_to_num(values)
    largest = np.abs(values).max(axis=1, initial=0.0)[:, None]
    values = (values - (values @ counts / totals)[:, None]) * known
    weighted, present = values * counts, known * counts
    n = np.maximum(present @ known.T, 1)
    sums = weighted @ known.T  # [i, j]: of column i, over the rows in which column j has a number
    raw = (weighted * values) @ known.T
    squares = raw - sums**2 / n
    products = weighted @ values.T - sums * sums.T / n
    scale = np.sqrt(np.maximum(squares, 0) * np.maximum(squares.T, 0))
    constant = squares <= np.maximum(_TINY * raw, n * (_TINY * largest) ** 2)
    flat = constant | constant.T
    return np.where(flat, np.nan, np.clip(products / np.where(flat, 1.0, scale), -1.0, 1.0))


def cramers_v(one: Codes, other: Codes, counts: Counts) -> float | None:
    """Cramér's V of two columns of codes; None if one of them has fewer than two values.

    Rows with a negative code do not count.
    """
    wanted = (one >= 0) & (other >= 0) & (counts > 0)
    records = counts[wanted]
    if not records.size:
        return None
    left, right = (group_rows([codes[wanted]], [int(codes.max()) + 1])[1] for codes in (one, other))
    sides = [np.bincount(codes, records) for codes in (left, right)]
    smaller = min(len(side) for side in sides)
    if smaller < 2:
        return None
    first, group, size = group_rows([left, right], [len(side) for side in sides])
    both = np.bincount(group, records, size)
    expected = sides[0][left[first]] * sides[1][right[first]]
    phi = float((both**2 / expected).sum()) - 1
    return float(np.sqrt(min(max(phi, 0.0) / (smaller - 1), 1.0)))


def _is_number(column: Column) -> bool:
    """Whether a column is one of numbers or dates, and its values can be read as such."""
    numbers = column.meaning.numbers is not None
    return numbers and isinstance(column.type, IntegerType | DecimalType | DateType)


def _before_numbers(column: Column) -> Floats:
    """The number in each cell of the input."""
    numbers = column.meaning.numbers
    assert numbers is not None  # noqa: S101  (only columns with numbers come here)
    return numbers.values[column.before.codes]


def _after_numbers(column: Column) -> Floats:
    """The middle of what each cell stands for; NaN for a cell that shows nothing."""
    numbers = column.meaning.numbers
    assert numbers is not None  # noqa: S101  (only columns with numbers come here)
    middle = np.where(column.meaning.shows_nothing, np.nan, numbers.middle)
    return middle[column.entries.of_row]


def _number_or_none(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _codes_before(column: Column, include: Include) -> Codes:
    """The codes of the input; negative where a cell does not count."""
    return _drop_missing(column.before.codes, column.before.missing, include)


def _codes_after(column: Column, include: Include) -> Codes:
    """The codes of the output; negative where a cell does not count or shows nothing."""
    codes = _drop_missing(column.after.codes, column.after.missing, include)
    hidden = column.meaning.shows_nothing[column.entries.of_row]
    return np.where(hidden, SUPPRESSED, codes).astype(np.int32)


def _drop_missing(codes: Codes, missing: int, include: Include) -> Codes:
    """The codes, with -1 instead of the missing value unless missing values count."""
    return codes if include.missing else np.where(codes == missing, -1, codes)
