"""What the models of a run learn from, for every place."""

from functools import partial
from typing import TYPE_CHECKING

from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.stopwatch import Stopwatch

if TYPE_CHECKING:
    from shoal.pipeline.states.sides import Sides


def sides_of_run(released: Released) -> "Sides | None":
    """What models learn from and are judged by; None where the study does not evaluate.

    Parts of the table may be anonymized again for it, which takes time.
    """
    if released.study.evaluate is None:
        return None
    from shoal.pipeline.learning.strict_sides import sides_for_study  # noqa: PLC0415  (rarely asked)

    return sides_for_study(released, partial(anonymize, clock=Stopwatch()))
