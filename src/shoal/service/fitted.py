"""A table in memory, anonymized and verified, and how new records come into its form."""

from dataclasses import dataclass

import polars as pl
from polars.selectors import by_name

from shoal.data.table import Table
from shoal.engine.arrays import Bools
from shoal.pipeline.places.memory import Memory
from shoal.pipeline.release.labelings import Labelings, labelings_of
from shoal.pipeline.spine import verify_release
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.study.given import StudyLike, as_study


@dataclass(frozen=True, eq=False)
class Fitted:
    """A release with its form.

    Attributes:
        frame: The release in the order of the input; suppressed records are blank.
        suppressed: The records that are not released.
        labelings: How each released column of new records comes into the release's form.
        levels: The level of each generalized column; empty where each class has its own.
    """

    frame: pl.DataFrame
    suppressed: Bools
    labelings: Labelings
    levels: dict[str, int]


def fit_release(study: StudyLike, table: Table, unseen: str = "error") -> Fitted:
    """Anonymize a table, verify the release and remember its form.

    Nothing is recorded in a ledger, and no budget is spent.

    Args:
        study: The study; its own `data` plays no part.
        table: The table.
        unseen: What becomes of values that a hierarchy does not know: `error` or `root`.
    """
    asked = as_study(study)
    with verify_release(Memory(table, asked, counts=False), Stopwatch()) as verified:
        written = verified.written
    done = written.released
    labelings = labelings_of(done, asked.released, unseen)
    assert written.suppressed is not None  # noqa: S101  (they are in memory)
    frame = written.place.select(by_name(asked.released))
    return Fitted(frame, written.suppressed, labelings, done.levels or {})
