"""Brings new records into the form of a locally recoded release (docs/theory/learning.md).

Paper 001 leaves this open. Classes of a locally recoded release have levels of their own, and a
record may fit several classes. A new record takes the form of the first class that it fits: the
order of classes is the one in which the record would have been assigned had it been in the table. A
record that fits no class looks like a suppressed one: it shows the root of every column.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts
from shoal.learning.first_fit import NOWHERE, first_fits
from shoal.learning.labeling import Labeling


@dataclass(frozen=True, eq=False)
class LocalForm:
    """The form of released classes, in their order.

    Attributes:
        labelings: Per column whose form depends on the class: its labels at each level that occurs.
        levels: The levels of each class, one row per class, one column per column.
        classes: The labels of each class, one row per class, one column per column.
        records: How many records were released in each class.
        roots: The label of each column for a record that fits no class.
    """

    labelings: Mapping[str, Mapping[int, Labeling]]
    levels: Codes
    classes: pl.DataFrame
    records: Counts
    roots: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        """The columns whose form depends on the class."""
        return tuple(self.labelings)

    def texts(self, values: Mapping[str, pl.Series]) -> dict[str, pl.Series]:
        """The released texts of values as hierarchies see them, by column.

        `values` has one series for each column whose form depends on the class.
        """
        coded = [_encode(values[name]) for name in self.names]
        shown = [self._column(at, unique) for at, (unique, _) in enumerate(coded)]
        records = np.stack([codes for _, codes in coded], axis=1)
        kinds, of_record = np.unique(records, axis=0, return_inverse=True)
        classes = np.stack([codes for codes, _ in shown], axis=1)
        first = first_fits([becomes for _, becomes in shown], classes, kinds)
        fits = pl.Series(first[of_record.ravel()])
        return {name: self._column_texts(name, fits) for name in self.names}

    def _column(self, at: int, values: pl.Series) -> tuple[Codes, Codes]:
        """The label of each class in a column, and the label of each value at each level, as codes.

        The codes are shared. The second array has one row per level and one column per value;
        NOWHERE is a label that no class shows.
        """
        name = self.names[at]
        levels = pl.Series("level", self.levels[:, at], pl.Int32)
        pairs = pl.DataFrame([levels, self.classes[name].alias("text")])
        known = pairs.unique(maintain_order=True).with_row_index("code")
        becomes = [
            _places(pl.DataFrame({"text": labeling.labels(values)}), known, level)
            for level, labeling in self.labelings[name].items()
        ]
        codes = pairs.join(known, on=["level", "text"], nulls_equal=True, maintain_order="left")
        shown = codes["code"].to_numpy().astype(np.int32)
        return shown, np.array(becomes, np.int32).reshape(-1, len(values))

    def _column_texts(self, name: str, fits: pl.Series) -> pl.Series:
        """The texts of a column for records, whose class is `fits` or NOWHERE."""
        texts = self.classes[name].gather(fits.clip(0)) if len(self.classes) else fits
        root = pl.Series([self.roots[name]], dtype=pl.String)
        choice = pl.when(fits == NOWHERE).then(root).otherwise(texts.cast(pl.String))
        return pl.select(choice.alias(name)).to_series()


def released_texts(
    labelings: Sequence[Labeling], local: LocalForm | None, values: Mapping[str, pl.Series]
) -> dict[str, pl.Series]:
    """The released texts of raw values, column by column."""
    texts = {each.name: each.plain(values[each.name]) for each in labelings}
    plain = [each for each in labelings if each.kind != "local"]
    labels = {each.name: each.labels(texts[each.name]) for each in plain}
    if local is not None:
        labels |= local.texts({name: texts[name] for name in local.names})
    return {each.name: labels[each.name] for each in labelings}


def _encode(values: pl.Series) -> tuple[pl.Series, Codes]:
    """The different values, and the number of each record's value among them."""
    unique = values.alias("value").unique(maintain_order=True)
    known = unique.to_frame().with_row_index("code")
    codes = values.alias("value").to_frame().join(
        known, on="value", nulls_equal=True, maintain_order="left"
    )  # fmt: skip
    return unique, codes["code"].to_numpy().astype(np.int32)


def _places(labels: pl.DataFrame, known: pl.DataFrame, level: int) -> Codes:
    """The code of each label among those that classes show at a level; NOWHERE for others."""
    there = known.filter(pl.col("level") == level).select("text", "code")
    codes = labels.join(there, on="text", how="left", nulls_equal=True, maintain_order="left")
    return codes["code"].cast(pl.Int32).fill_null(NOWHERE).to_numpy()
