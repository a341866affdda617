"""Aggregates of any values: the most frequent one, and all of them (docs/theory/recoding.md)."""

from typing import ClassVar, Literal

import numpy as np
import polars as pl

from shoal.engine.aggregates.members import Members
from shoal.engine.aggregates.model import ANY, aggregates
from shoal.plugin import plugin

MISSING = "NULL"  # how a set shows that a value is missing


@aggregates.register("mode")
@plugin()
class Mode:
    """The most frequent value of a class; of several, the first in the order of the column's type.

    Attributes:
        clustering: Whether the hierarchy still takes part in forming classes.
        missing: `ignore` missing values, or let them be a value like others (`show`).

    Card:
        advice: For texts without an order: what most members of a class have.
    """

    clustering: bool = False
    missing: Literal["ignore", "show"] = "ignore"
    types: ClassVar[tuple[str, ...]] = ANY

    def texts(self, members: Members) -> pl.Series:
        """The first entry that no other of its class exceeds."""
        counts = members.counts if self.missing == "show" else members.counts_of_known
        if not counts.size:
            return pl.Series([], dtype=pl.String)
        most = np.maximum.reduceat(counts, members.starts)
        largest = np.flatnonzero(counts == most[members.classes])
        firsts = largest[np.flatnonzero(np.diff(members.classes[largest], prepend=-1))]
        return members.text_of(firsts, most > 0)


@aggregates.register("set")
@plugin()
class Set:
    """All different values of a class, in the order of the column's type.

    Attributes:
        clustering: Whether the hierarchy still takes part in forming classes.
        missing: `ignore` missing values, or name them as NULL (`show`).

    Card:
        advice: When recipients must see all values of a class; it hides least.
    """

    clustering: bool = False
    missing: Literal["ignore", "show"] = "ignore"
    types: ClassVar[tuple[str, ...]] = ANY

    def texts(self, members: Members) -> pl.Series:
        """The texts of a class's entries, joined."""
        labels = members.labels.fill_null(MISSING) if self.missing == "show" else members.labels
        entries = pl.DataFrame({"class": members.classes, "text": labels.gather(members.values)})
        joined = entries.group_by("class", maintain_order=True).agg(
            pl.concat_str(pl.lit("{"), pl.col("text").str.join(", "), pl.lit("}")).alias("set"),
            pl.col("text").is_not_null().any().alias("shown"),
        )
        return joined["set"].set(~joined["shown"], None)
