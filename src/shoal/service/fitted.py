"""A table in memory, anonymized and verified, with what brings new records into its form."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.data.table import Table
from shoal.engine.arrays import Bools
from shoal.pipeline.places.in_memory import verify_in_memory
from shoal.pipeline.release.frame import blanked, returned_frame, spread
from shoal.pipeline.release.labelings import Labelings, labelings_of
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.service.runs import approved
from shoal.study.given import StudyLike, as_study


@dataclass(frozen=True, eq=False)
class Fitted:
    """A release with its form.

    Attributes:
        frame: The release in the order of the input; suppressed records are blank.
        suppressed: The records that are not released.
        labelings: How each released column of new records comes into the release's form.
        levels: The level of each generalized column; none where each class has its own.
    """

    frame: pl.DataFrame
    suppressed: Bools
    labelings: Labelings
    levels: dict[str, int]


def fitted(study: StudyLike, table: Table, unseen: str = "error") -> Fitted:
    """Anonymize a table, verify the release and remember its form.

    Args:
        study: The study; its own `data` plays no part.
        table: The table.
        unseen: What becomes of values that a hierarchy does not know: `error` or `root`.
    """
    asked = as_study(study)
    done = anonymize(asked, table, Stopwatch())
    labelings = labelings_of(done, asked.released, unseen)
    gone = done.outcome.suppressed
    frame = spread(blanked(returned_frame(asked, done.outcome, done.frame), gone), done.chosen)
    if done.chosen is not None:  # whoever is not in the subset is not released
        inside, gone = done.chosen.to_numpy(), np.ones(frame.height, np.bool_)
        gone[inside] = done.outcome.suppressed
    approved(verify_in_memory(done, frame, gone), done.study)
    levels: dict[str, int] = {}
    if not asked.is_local:
        levels = dict(zip(asked.generalized, map(int, done.outcome.levels), strict=True))
    return Fitted(frame, gone, labelings, levels)
