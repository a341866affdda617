"""How often values and class sizes occur, shortened to what a person can look at."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.engine.arrays import Counts

SHOWN = 30
Bin = tuple[str, int]  # its name and the smallest class size in it


@dataclass(frozen=True)
class Distribution:
    """The most frequent values of a column, and in a last line "other" all the rest together.

    Attributes:
        most_frequent: Value and number of records, most frequent first, then "other" if there are
            more values; a missing value is None.
        distinct: The number of distinct values, a missing one included.
    """

    most_frequent: list[tuple[str | None, int]]
    distinct: int

    @classmethod
    def of(cls, texts: pl.Series, counts: Counts | None = None) -> "Distribution":
        """Count the texts of a column; each stands for one record, or for `counts` records."""
        if counts is None:
            sums = texts.alias("value").value_counts(name="records")
        else:
            lines = pl.DataFrame({"value": texts, "records": counts})
            sums = lines.group_by("value").agg(pl.col("records").sum())
        return cls.from_counts(sums["value"], sums["records"])

    @classmethod
    def from_counts(cls, values: pl.Series, records: pl.Series) -> "Distribution":
        """The distribution of distinct values with their counts; a count of zero is left out."""
        counts = pl.DataFrame({"value": values, "records": records}).filter(pl.col("records") > 0)
        # Ties are broken by the value, so that two runs show the same.
        ordered = counts.sort(["records", "value"], descending=[True, False], nulls_last=True)
        shown = list(ordered.head(SHOWN).iter_rows())
        rest = int(ordered["records"][SHOWN:].sum())
        return cls(shown + ([("other", rest)] if rest else []), ordered.height)


@dataclass(frozen=True)
class CountedColumn:
    """A released column with its values counted before and after.

    Attributes:
        name: The column's name.
        role: Its role in the study.
        type: How its values are read.
        max_level: The highest level of its hierarchy; None if it is not generalized.
        before: Its values in the input.
        after: Its values in the release.
    """

    name: str
    role: str
    type: str
    max_level: int | None
    before: Distribution
    after: Distribution


def class_size_bins(largest: int) -> list[Bin]:
    """The bins 1, 2, 3-4, 5-9, 10-19, 20-49, … up to that of the largest class; always 1 and 2."""
    starts = [1, 2, 3]
    while starts[-1] <= largest:
        last = starts[-1]
        starts.append({3: 5}.get(last, last * 5 // 2 if str(last)[0] == "2" else last * 2))
    ends = [start - 1 for start in starts[1:]]
    names = [
        f"{low}" if low == high else f"{low}-{high}"
        for low, high in zip(starts, ends, strict=False)
    ]
    return list(zip(names, starts, strict=False))


def records_per_bin(sizes: Counts, bins: list[Bin]) -> list[int]:
    """How many records are in classes of each bin; `sizes` has an entry per class."""
    starts = np.array([start for _, start in bins])
    place = np.searchsorted(starts, sizes, side="right") - 1
    return [int(sizes[place == at].sum()) for at in range(len(bins))]
