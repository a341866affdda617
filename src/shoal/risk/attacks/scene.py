"""What an attacker sees of a release, and the truth that only the simulation knows.

Records stand in the order of the input. The attacker knows the quasi-identifiers of people, as a
register would tell them, and finds in the release the class into which they fall.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.engine.arrays import Bools, Counts, Floats

NOWHERE = -1


@dataclass(frozen=True, eq=False)
class Scene:
    """A table and its release.

    Attributes:
        before: The quasi-identifiers of every record, as the register tells them.
        after: The same cells as they are released; all null for suppressed records.
        released: Which records are in the release.
        seed: The seed of the simulation; it protects nobody.
    """

    before: pl.DataFrame
    after: pl.DataFrame
    released: Bools
    seed: int = 0

    @cached_property
    def classes(self) -> Counts:
        """The released class of each record; NOWHERE for suppressed ones."""
        ranks = self.after.select(pl.struct(pl.all()).rank("dense")).to_series().to_numpy()
        numbers = np.full(ranks.size, NOWHERE, np.int64)
        numbers[self.released] = np.unique(ranks[self.released], return_inverse=True)[1]
        return numbers

    @cached_property
    def sizes(self) -> Counts:
        """The size of each class."""
        return np.bincount(self.classes[self.released], minlength=1)

    def chances(self, classes: Counts) -> Floats:
        """For each of these classes, the chance to take the right record of it; 0 for NOWHERE."""
        sizes = np.maximum(self.sizes[np.maximum(classes, 0)], 1)
        return np.where(classes == NOWHERE, 0.0, 1 / sizes)

    @cached_property
    def records(self) -> int:
        """How many records are released."""
        return int(np.count_nonzero(self.released))

    def targets(self, most: int) -> Counts:
        """The places of the records to attack: all, or a random sample of `most`, in order."""
        people = np.arange(self.before.height)
        if people.size <= most:
            return people
        return np.sort(np.random.default_rng(self.seed).choice(people, most, replace=False))

    @cached_property
    def labels(self) -> dict[str, pl.DataFrame] | None:
        """By column: a frame with each `value` and its released `label`.

        None for all columns if a value of any column has several labels. Whoever knows the
        hierarchies and the levels, both of which are public, knows this.
        """
        found = {}
        for name in self.before.columns:
            pairs = pl.DataFrame({"value": self.before[name], "label": self.after[name]})
            known = pairs.filter(pl.Series(self.released)).unique()
            if known["value"].is_duplicated().any():
                return None
            found[name] = known
        return found

    def class_by_belief(self, known: pl.DataFrame) -> Counts:
        """The class of people by what an attacker believes about them; NOWHERE if none fits.

        Raises ValueError if `labels` is None.
        """
        labels = self.labels
        if labels is None:
            raise ValueError("values of a column have several labels")
        shown = pl.DataFrame(
            [
                known[name]
                .to_frame("value")
                .join(labels[name], on="value", how="left", nulls_equal=True, maintain_order="left")
                .select(pl.col("label").alias(name))
                .to_series()
                for name in known.columns
            ]
        )
        classes = self.after.with_columns(pl.Series("\0class", self.classes))
        classes = classes.filter(pl.Series(self.released)).unique()
        matched = shown.join(
            classes, on=by_name(known.columns), how="left", nulls_equal=True, maintain_order="left"
        )
        return matched["\0class"].fill_null(NOWHERE).to_numpy()
