"""t-closeness (Li, Li & Venkatasubramanian 2007, doi:10.1109/ICDE.2007.367856; papers 002, 004).

l-diversity does not see that a rare and terrible value is suddenly common in a class. t-closeness
compares the distribution in each class with that of the table, as it was before anything was
suppressed, by the earth mover's distance.
"""

from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le

from shoal.engine.arrays import Bools, Floats
from shoal.engine.classes import EquivalenceClasses
from shoal.engine.ordered_distance import classes_beyond
from shoal.formula import formula, row, sub
from shoal.numbers import percent
from shoal.plugin import plugin
from shoal.privacy.distances import DISTANCES
from shoal.privacy.model import FINITE, Monotonic, privacy_models
from shoal.privacy.per_class import TOLERANCE, strongest, totals
from shoal.privacy.table_facts import TableFacts
from shoal.privacy.unavoidable import beyond_limit


@privacy_models.register(
    "t-closeness",
    formula=formula(row("D ( "), sub("p", "E"), row(","), row("q ) ≤ t")),
    begin={"t": 0.3},
)
@plugin()
class TCloseness:
    """A sensitive column is distributed in every class nearly as in the table.

    Attributes:
        column: The sensitive column.
        t: The largest distance between a class and the table.
        distance: How far two values are apart: all equally far; by their places in the order of
            the column's type; or by how high their common ancestor is in the column's hierarchy.

    Card:
        group: attribute
        promise: In every class, {column} is spread as in the whole table, up to {t}.
        measure: the largest distance of a class from the table
        means: From 0 to 1, smaller is safer; at 0, every class looks like the table.
        unit: share
        symbol: t
        advice: When learning that somebody is more likely than others to have something is harm
            enough.
        where: p with the index E is the distribution in a class, q that of the table, D the least
            share of records that would have to be moved, times how far (earth mover's distance).
        needs: column
        reference: Li, Li & Venkatasubramanian 2007, doi:10.1109/ICDE.2007.367856
        place: 9
    """

    column: str
    t: Annotated[float, Ge(0), Le(1), FINITE]
    distance: Literal["equal", "ordered", "hierarchical"] = "equal"
    monotonic: ClassVar[Monotonic] = Monotonic.WITHOUT_SUPPRESSION
    measures: ClassVar[str] = "t"

    def violations(self, classes: EquivalenceClasses) -> Bools:
        """Classes further than t from the table."""
        if self.distance == "ordered":  # stops adding up where it is clear
            histogram = classes.histograms[self.column]
            return classes_beyond(histogram, len(classes.sizes), self.t + TOLERANCE)
        return self._distances(classes) > self.t + TOLERANCE

    def measured(self, classes: EquivalenceClasses) -> float | None:
        """The smallest t that all classes keep."""
        return strongest(self._distances(classes), classes)

    def unavoidable(self, classes: EquivalenceClasses) -> Floats:
        """By convexity: the distance of a class is no larger than the mean of its parts'."""
        records = totals(classes.histograms[self.column], len(classes.sizes))
        return beyond_limit(self._distances(classes), self.t + TOLERANCE, records)

    def meaning(self, table: TableFacts) -> str:
        """What the most frequent value may be in a class."""
        known = table.spreads.get(self.column)
        if known is None:
            return ""
        if self.distance != "equal":
            return (
                f"At most {percent(self.t)} of a class would have to change places from one end of"
                " the column to the other to be distributed like the table."
            )
        low, high = max(0.0, known.most - self.t), min(1.0, known.most + self.t)
        return (
            f"The most frequent value has {percent(known.most)} of the table; in a class it may"
            f" have between {percent(low)} and {percent(high)}."
        )

    def _distances(self, classes: EquivalenceClasses) -> Floats:
        """How far each class is from the table."""
        histogram = classes.histograms[self.column]
        return DISTANCES[self.distance](histogram, len(classes.sizes))
