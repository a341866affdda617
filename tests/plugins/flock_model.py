"""Flocks (Example & Author 2026): nobody flies alone."""

from typing import Annotated, ClassVar

from annotated_types import Ge

from shoal.card import Card, Measure
from shoal.plugin import plugin
from shoal.privacy import Monotonic, privacy_models


@privacy_models.register(
    "flock",
    Card(
        group="identity",
        says="Everybody is in a flock.",
        promise="Every record flies with at least {smallest} birds.",
        measure=Measure("birds in the smallest flock", "Larger is safer.", "birds"),
        symbol="f",
        advice="When records are birds. Begin with 3.",
        begin={"smallest": 3},
        references=("Example & Author 2026",),
    ),
)
@plugin()
class Flock:
    """No class has fewer members than the smallest flock.

    Attributes:
        smallest: The smallest flock that may be released.
    """

    smallest: Annotated[int, Ge(2)]
    monotonic: ClassVar[Monotonic] = Monotonic.ALWAYS

    def violations(self, classes):
        """Flocks that are too small."""
        return classes.sizes < self.smallest
