"""A table and its release side by side: which record became which. Only the steward may see it.

The written release is shuffled and leaves suppressed records out. Here it is made again from the
run's levels, record by record; apart from the order, it must equal the written one cell for cell.
"""

from pathlib import Path
from typing import TypedDict

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.engine.arrays import Counts
from shoal.errors import StudyError
from shoal.pipeline.places.choice import is_in_memory
from shoal.pipeline.prepare.replacing import with_replacements
from shoal.pipeline.release.frame import frame_to_write, order_to_write
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import way_of
from shoal.progress import Progress, Watch, ignore_progress
from shoal.service.aligned_files import (
    BY_CLASS,
    BY_TABLE,
    OUTSIDE,
    RELEASED,
    SUPPRESSED,
)
from shoal.service.rerun import run_again
from shoal.service.written import as_written, read_written, refuse_other_cells
from shoal.study.study import Study, read_study


class AlignedFacts(TypedDict):
    """What is in the files of a table and its release, side by side."""

    columns: list[str]
    released_columns: list[str]
    quasi_identifiers: list[str]
    records: int
    suppressed: int
    outside: int
    classes: int


def align(run: Path, folder: Path, *, watch: Watch = ignore_progress) -> AlignedFacts:
    """Write a run's table and release side by side, in two orders; returns what is in the files.

    The orders are that of the table (`BY_TABLE`) and that of the classes (`BY_CLASS`).

    Args:
        run: The run folder.
        folder: Where the files go; they show the table, so only the steward may read it.
        watch: Called now and then; raises Canceled to stop.
    """
    study = read_study(run / "study.yaml")
    refuse_unknowable(study)
    done = run_again(study, run, Stopwatch(), watch)
    watch(Progress("write", 0, 1))
    shown = _write_again(done)
    refuse_other_cells(shown, read_written(run))
    frame = side_by_side(done, shown)
    _write(frame, folder / BY_TABLE)
    _write(frame.sort("class", "state", "number", nulls_last=True), folder / BY_CLASS)
    return {
        "columns": list(done.whole.names),
        "released_columns": shown.columns,
        "quasi_identifiers": _keys(study, shown),
        "records": frame.height,
        "suppressed": int((frame["state"] == SUPPRESSED).sum()),
        "outside": int((frame["state"] == OUTSIDE).sum()),
        "classes": int(frame["class"].max() or 0),  # type: ignore[arg-type]
    }


def refuse_unknowable(study: Study) -> None:
    """Refuse releases of which nobody knows which record became which."""
    if not is_in_memory(study):
        raise StudyError("This run was made out of memory. Its records are not put side by side.")
    if way_of(study).draws:
        raise StudyError(
            "Differential privacy draws records by chance, and which were drawn is kept nowhere."
        )
    if study.is_sampled and not study.reproducible:
        raise StudyError("The records were drawn by chance, and which were drawn is kept nowhere.")
    if study.is_by_chance and not study.reproducible:
        raise StudyError("Values were changed by chance, and whose they were is kept nowhere.")


def side_by_side(done: Released, shown: pl.DataFrame) -> pl.DataFrame:
    """One line per record of the table: its place, what became of it, its class, and its cells.

    The columns are `number`, from 1; `state`, a number of `aligned_files`; `class` and `size`, null
    unless the record is released; the cells of the table as `b0`, `b1`, …; those of the release as
    `a0`, `a1`, …, null where none were written.

    Args:
        done: The release, made again.
        shown: Its written cells in the order of the table, without those that were left out.
    """
    before, place, state = done.whole.frame, *_places(done)
    kept = place[state == RELEASED]
    classes = _classes(shown[pl.Series(kept)], _keys(done.study, shown))
    where = pl.Series(place)
    whole = where.set(where < 0, None)
    at = _spread(state)
    return pl.DataFrame(
        [
            pl.Series("number", np.arange(1, before.height + 1), dtype=pl.UInt32),
            pl.Series("state", state, dtype=pl.UInt8),
            *(classes[name].gather(at).alias(name) for name in ("class", "size")),
            *(cells.cast(pl.String).alias(f"b{i}") for i, cells in enumerate(before)),
            *(cells.gather(whole).alias(f"a{i}") for i, cells in enumerate(shown)),
        ]
    )


def _places(done: Released) -> tuple[Counts, Counts]:
    """Where each record of the table is among the written ones (-1: nowhere), and its state.

    States are those of `aligned_files`.
    """
    records = done.whole.frame.height
    chosen = np.arange(records) if done.chosen is None else done.chosen.arg_true().to_numpy()
    gone = done.outcome.suppressed
    left_out = done.study.output.suppressed == "left-out"
    place, state = np.full(records, -1, np.int64), np.full(records, OUTSIDE, np.int64)
    state[chosen] = np.where(gone, SUPPRESSED, RELEASED)
    written = chosen[~gone] if left_out else chosen
    place[written] = np.arange(written.size)
    return place, state


def _spread(state: Counts) -> pl.Series:
    """Where each record is among the released ones; null for those that are not."""
    released = state == RELEASED
    return pl.select(
        pl.when(pl.Series(released)).then(pl.Series(np.cumsum(released) - 1))
    ).to_series()


def _classes(shown: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """The columns `class` and `size`: the number, from 1, and size of each record's class.

    Args:
        shown: The released records.
        keys: The quasi-identifiers among their columns; without any, all records are one class.
    """
    if not keys:
        everybody = {"class": [1] * shown.height, "size": [shown.height] * shown.height}
        return pl.DataFrame(everybody, schema={"class": pl.UInt32, "size": pl.UInt32})
    # Numbers in the order of the values, so that similar classes stand together.
    by_keys = by_name(keys)
    numbered = shown.group_by(by_keys).len("size").sort(by_keys, nulls_last=True)
    numbered = numbered.with_row_index("class", offset=1)
    return shown.select(by_keys).join(
        numbered, on=by_keys, how="left", nulls_equal=True, maintain_order="left"
    )


def _keys(study: Study, shown: pl.DataFrame) -> list[str]:
    """The quasi-identifiers that the release shows."""
    return [name for name in study.quasi_identifiers if name in shown.columns]


def _write_again(done: Released) -> pl.DataFrame:
    """The cells of the release as they are written, in the order of the table."""
    output = done.study.output
    ordered = done.study.model_copy(update={"output": output.model_copy(update={"shuffle": False})})
    shown = with_replacements(ordered, done.table, done.frame)
    order = order_to_write(ordered, done.outcome, shown.height)
    return as_written(ordered, frame_to_write(ordered, done.problem, done.outcome, shown, order))


def _write(frame: pl.DataFrame, path: Path) -> None:
    """Write a file that only its owner may read."""
    frame.write_ipc(path, compression="uncompressed")
    path.chmod(0o600)
