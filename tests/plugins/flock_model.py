"""Flocks (Example & Author 2026): nobody flies alone."""

from typing import Annotated, ClassVar

from annotated_types import Ge

from shoal.plugin import plugin
from shoal.privacy import Monotonic, privacy_models


@privacy_models.register("flock", begin={"smallest": 3})
@plugin()
class Flock:
    """No class has fewer members than the smallest flock.

    Attributes:
        smallest: The smallest flock that may be released.

    Card:
        group: identity
        says: Everybody is in a flock.
        promise: Every record flies with at least {smallest} birds.
        measure: birds in the smallest flock
        means: Larger is safer.
        unit: birds
        symbol: f
        advice: When records are birds. Begin with 3.
        reference: Example & Author 2026
    """

    smallest: Annotated[int, Ge(2)]
    monotonic: ClassVar[Monotonic] = Monotonic.ALWAYS

    def violations(self, classes):
        """Flocks that are too small."""
        return classes.sizes < self.smallest
