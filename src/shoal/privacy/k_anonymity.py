"""k-anonymity (Sweeney 2002, doi:10.1142/S0218488502001648; papers 000 §IV-A, 002, 003)."""

from typing import Annotated, ClassVar

from annotated_types import Ge

from shoal.engine.arrays import Bools
from shoal.engine.classes import EquivalenceClasses
from shoal.formula import formula, row, words
from shoal.numbers import percent
from shoal.plugin import plugin
from shoal.privacy.model import Monotonic, privacy_models
from shoal.privacy.per_class import weakest
from shoal.privacy.table_facts import TableFacts, in_words


@privacy_models.register(
    "k-anonymity",
    formula=formula(row("|E| ≥ k"), words("for every class E")),
    begin={"k": 5},
)
@plugin()
class KAnonymity:
    """Every record looks like at least k - 1 others.

    Attributes:
        k: The size of the smallest class that may be released.

    Card:
        group: identity
        says: Everybody looks like at least k − 1 others in everything that others may know.
        promise: Every record looks like at least {others}.
        measure: records in the smallest class
        means: Larger is safer: a guess at whose record it is is right once in so many tries.
        unit: records
        symbol: k
        advice: The usual beginning, for almost every release. Add a promise about each sensitive
            column.
        where: A class E are records that look alike; |E| is how many they are, or how many people.
        reference: Sweeney 2002, doi:10.1142/S0218488502001648
        place: 1
    """

    k: Annotated[int, Ge(2)]
    monotonic: ClassVar[Monotonic] = Monotonic.ALWAYS
    decided_by_size: ClassVar[bool] = True
    measures: ClassVar[str] = "k"

    @property
    def minimum_size(self) -> int:
        """The smallest class that keeps the promise."""
        return self.k

    def violations(self, classes: EquivalenceClasses) -> Bools:
        """Classes with fewer than k members."""
        return classes.sizes < self.k

    def measured(self, classes: EquivalenceClasses) -> float | None:
        """The size of the smallest class."""
        return weakest(classes.sizes, classes)

    def meaning(self, table: TableFacts) -> str:
        """How often a guess is right, and how many classes there can be."""
        k = self.k
        if k > table.records > 0:
            return f"The table has only {table.records:,} records: no release is possible."
        most = f" The release has at most {table.records // k:,} classes." if table.records else ""
        return (
            f"At k = {k}, one in {in_words(k)}: whoever looks for somebody finds at least {k} who"
            " look alike, so that a guess is right with a chance of at most"
            f" {percent(1 / k)}.{most}"
        )
