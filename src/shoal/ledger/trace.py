"""The trace of a release: what the ledger must know of each record to find later inferences.

A trace has one line for each record of the input, in its order, and holds fingerprints only:

    state       whether it is shown, suppressed, or outside the research subset
    id:NAME     each identifier, to find the releases that hold a person
    cell:NAME   each cell of the release; null where the release shows nothing
    rung        where it stands on the ladder of a series, if the release is one of a series; 0 is
                the coarsest rung, -1 stands for levels that are not on the ladder

Values are in one spelling (`shoal.ledger.roster`), and identifiers have plain names. Older versions
took texts as they stand, and recognized a record by all its columns. To compare with releases of
older versions, a trace also holds:

    old:record, old:id:NAME, old:cell:NAME      fingerprints as older versions made them

The release itself may be gone when it is compared with a later one, and not every release can be
computed again (local recoding, samples). So the trace is kept, and the release is not needed.
"""

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

import numpy as np
import polars as pl

from shoal.data.table import Table, exact_column
from shoal.engine.encoded import EncodedTable
from shoal.engine.parts import levels_of
from shoal.ledger.fingerprints import Fingerprints, mix_cells
from shoal.ledger.roster import plain_name, recognizable
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.study.study import Study

OUTSIDE, SUPPRESSED, SHOWN = 0, 1, 2


class Made(Protocol):
    """What the ledger must know of an anonymized table."""

    @property
    def study(self) -> Study:
        """What was asked."""
        ...

    @property
    def chosen(self) -> pl.Series | None:
        """For each record of the input, whether it is in the subset; None if all are."""
        ...

    @property
    def whole(self) -> Table:
        """The input."""
        ...

    @property
    def recoded(self) -> EncodedTable | None:
        """The table in which classes or cells have levels of their own; None if none have."""
        ...

    @property
    def problem(self) -> Problem:
        """What was searched."""
        ...

    @property
    def outcome(self) -> Outcome:
        """What was found."""
        ...

    @property
    def promised(self) -> int:
        """How many records a method makes look alike; 0 where promises say so."""
        ...


UNTRACED = "untraced"  # stands instead of all columns where records were never in memory
BLANK = "*"  # how a release writes that a cell tells nothing
OLD = "old:"
Cells = Mapping[str, pl.Series]  # fingerprints of cells, by column
MadeCells = Callable[[str, pl.Series], pl.Series]  # from a column and its cells to fingerprints
PART = 1 << 28  # bytes; SQLite keeps no piece larger than a billion


def trace_of(
    done: Made, frame: pl.DataFrame, known: Cells, fingerprints: Fingerprints
) -> pl.DataFrame:
    """The trace of an anonymized table.

    Args:
        done: The anonymized table.
        frame: Its released cells.
        known: The fingerprints of the input's cells, from `cell_fingerprints`.
        fingerprints: Makes the fingerprints of cells that are not in the input.
    """
    states = _states(done)
    ids = {f"id:{plain_name(name)}": known[name] for name in done.study.with_role("identifier")}

    def cells(_: str, released: pl.Series) -> pl.Series:
        return fingerprints.column("", released, recognizable)

    shown = _cells(done, frame, states, known, cells)
    return pl.DataFrame({"state": states, **_rungs(done), **ids, **shown})


def old_trace_of(done: Made, frame: pl.DataFrame, fingerprints: Fingerprints) -> pl.DataFrame:
    """The columns by which older versions of Shoal compared, with names that begin `old:`."""
    raw, states = done.whole.frame, _states(done)
    known = {name: fingerprints.column(name, raw[name]) for name in raw.columns}
    record = mix_cells([known[name] for name in sorted(known)], raw.height)
    ids = {f"id:{name}": known[name] for name in done.study.with_role("identifier")}
    shown = _cells(done, frame, states, known, fingerprints.column)
    columns = {"record": record, **ids, **shown}
    return pl.DataFrame({f"{OLD}{name}": column for name, column in columns.items()})


def in_old_form(trace: pl.DataFrame) -> pl.DataFrame | None:
    """A trace as older versions made it: their own, or from its columns `old:…`.

    None if it is a newer trace without these columns.
    """
    if f"{OLD}record" not in trace.columns:
        return trace if "record" in trace.columns else None
    kept = trace.select("state", pl.col(f"^{OLD}.*$"))
    return kept.rename(lambda name: name.removeprefix(OLD))


def _cells(
    done: Made, frame: pl.DataFrame, states: pl.Series, known: Cells, made: MadeCells
) -> dict[str, pl.Series]:
    """The columns `cell:NAME` of a trace; null where the release shows nothing.

    Args:
        done: The anonymized table.
        frame: Its released cells.
        states: The state of each record of the input.
        known: The fingerprints of the input's cells; used for columns that were released as is.
        made: Makes the fingerprints of all other columns.
    """
    raw, shown, fingerprints = done.whole.frame, states == SHOWN, {}
    for name in frame.columns:
        released = _spread_to_input(exact_column(frame, name), done.chosen)
        same = name in raw.columns and raw[name].filter(shown).equals(released.filter(shown))
        cells = known[name] if same else made(name, released)
        may_be_blank = name in done.study.quasi_identifiers
        told = shown & (released.cast(pl.String) != BLANK) if may_be_blank else shown
        fingerprints[f"cell:{name}"] = pl.select(pl.when(told).then(cells)).to_series()
    return fingerprints


def _states(done: Made) -> pl.Series:
    """What became of each record of the input.

    If the study keeps the other values of suppressed records, these count as shown.
    """
    gone = SHOWN if done.study.output.suppressed == "keep-values" else SUPPRESSED
    inside = pl.Series(np.where(done.outcome.suppressed, gone, SHOWN).astype(np.uint8))
    return _spread_to_input(inside, done.chosen).fill_null(OUTSIDE)


def _rungs(done: Made) -> dict[str, pl.Series]:
    """The column `rung` of a trace, if the release is one of a series; otherwise no column."""
    if done.study.continues is None or done.recoded is None:
        return {}
    ladder = {rung: at for at, rung in enumerate(done.outcome.passes)}
    levels = levels_of(done.problem.encoded, done.recoded).tolist()
    rungs = np.array([ladder.get(tuple(levels_here), -1) for levels_here in levels], np.int16)
    return {"rung": _spread_to_input(pl.Series(rungs[done.recoded.tuple_of_record]), done.chosen)}


def _spread_to_input(values: pl.Series, chosen: pl.Series | None) -> pl.Series:
    """The values of the subset's records, at their lines of the input; null for other lines."""
    if chosen is None:
        return values
    places = pl.select(pl.when(chosen).then(chosen.cum_sum() - 1)).to_series()
    return values.gather(places)


def pack(trace: pl.DataFrame) -> Iterator[bytes]:
    """The trace, or a roster, as pieces of bytes that are small enough for the database."""
    file = io.BytesIO()
    trace.write_parquet(file, compression="zstd", compression_level=1, statistics=False)
    body = file.getvalue()
    for start in range(0, len(body), PART):
        yield body[start : start + PART]


def unpack(parts: Iterable[bytes]) -> pl.DataFrame:
    """The trace, or the roster, that was packed."""
    return pl.read_parquet(io.BytesIO(b"".join(parts)))


def is_private(study: Study) -> bool:
    """Whether the release is differentially private: no other release can weaken its promise."""
    return any(hasattr(promise, "epsilon") for promise in study.privacy)
