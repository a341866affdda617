"""The frame of a release: which cells of which records are shown, and in which order."""

import os
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.data.table import Table
from shoal.engine.arrays import Bools, Counts
from shoal.engine.classes import classes_of
from shoal.engine.encoded import EncodedTable
from shoal.engine.grouping import Grouping
from shoal.errors import NoReleaseError
from shoal.pipeline.states.way import Way
from shoal.privacy.model import ClassPromise
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.search.problem.table_promises import tells_nothing
from shoal.study.study import Study


def make_frame(
    way: Way, table: Table, outcome: Outcome, texts: Mapping[str, pl.Series]
) -> pl.DataFrame:
    """The released columns of all records; suppressed ones have blank quasi-identifiers.

    Args:
        way: How the study is solved.
        table: The records that may be released.
        outcome: The levels, and the suppressed records.
        texts: The labels of generalized columns and the values of aggregated ones, by name.
    """
    study = way.study
    levels = dict(zip(study.generalized, outcome.levels, strict=True))
    kept = pl.Series(~outcome.suppressed)

    def column(name: str) -> pl.Series:
        if name in study.aggregated:
            return texts[name]
        if name not in levels:
            return table.frame[name]
        if getattr(way.recipe, "changes_values", False):
            return _in_kind_of_input(texts[name], table.frame[name].dtype)
        # At level 0 a value stays what it was, down to its type.
        return texts[name] if levels[name] or way.in_labels else _blank(table.frame[name], kept)

    return pl.DataFrame([column(name).alias(name) for name in study.released])


def _in_kind_of_input(texts: pl.Series, kind: pl.DataType) -> pl.Series:
    """Changed values as numbers where the input has numbers; they may be larger than its type."""
    if kind.is_integer() or kind.is_float():
        return texts.cast(pl.String).cast(pl.Int64 if kind.is_integer() else pl.Float64)
    return texts


def order_to_write(study: Study, outcome: Outcome, records: int) -> pl.Series:
    """The places of the records that are written, in the order in which they are."""
    shown = np.arange(records, dtype=np.uint32 if records < 1 << 32 else np.uint64)
    if study.output.suppressed == "left-out":
        shown = shown[~outcome.suppressed]
    order = pl.Series(shown)
    return order[permutation(study, len(order))] if study.output.shuffle else order


def frame_to_write(
    study: Study, problem: Problem, outcome: Outcome, frame: pl.DataFrame, order: pl.Series
) -> pl.DataFrame:
    """The frame as it is written: suppressed records treated as the study says, order hidden.

    Raises an error if suppressed records would keep their values and break a promise. `order` is
    what `order_to_write` gives.
    """
    mode = study.output.suppressed
    if mode == "blank":
        frame = blank_records(frame, outcome.suppressed)
    elif mode == "keep-values":
        refuse_kept_values(problem, outcome)
    frame = frame[order]  # leaving out and shuffling at once: a large table is copied once
    return frame if _is_csv(study) else in_texts(frame)


def frame_to_return(way: Way, outcome: Outcome, frame: pl.DataFrame) -> pl.DataFrame:
    """The frame as a caller in memory gets it: labels are texts, other columns as they were."""
    study = way.study
    levels = zip(study.generalized, outcome.levels, strict=True)
    changed = [*(name for name, level in levels if level or way.draws), *study.columns_by_record]
    labeled = [
        name for name in changed if name in frame.columns and isinstance(frame[name].dtype, pl.Enum)
    ]
    return frame.with_columns(by_name(labeled).cast(pl.String))


def in_texts(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with texts instead of categories, which would keep suppressed values, too."""
    return frame.with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String))


def _is_csv(study: Study) -> bool:
    """Whether the file holds only the texts of cells, and no list of categories."""
    output = study.output
    return output.url is None and output.format == "csv" and not output.neutralize_formulas


def blank_records(frame: pl.DataFrame, suppressed: Bools) -> pl.DataFrame:
    """The frame with every cell of suppressed records blank."""
    kept = pl.Series(~suppressed)
    return pl.DataFrame([_blank(column, kept) for column in frame])


def spread(frame: pl.DataFrame, chosen: pl.Series | None) -> pl.DataFrame:
    """The records of a research subset at their places in the table, all others blank.

    Without a subset (None), the frame itself.
    """
    if chosen is None:
        return frame
    places = pl.select(pl.when(chosen).then(chosen.cum_sum() - 1)).to_series()
    return frame.select(pl.all().gather(places))


def refuse_kept_values(problem: Problem, outcome: Outcome) -> None:
    """Refuse `keep-values` if the suppressed records, taken as one class, break a promise."""
    encoded = problem.encoded
    suppressed = np.zeros(encoded.counts.size, np.bool_)
    suppressed[encoded.tuple_of_record] = outcome.suppressed
    if not suppressed.any():
        return
    # Two classes: 0 are the suppressed records, 1 all others.
    sizes = np.array([encoded.counts[side].sum() for side in (suppressed, ~suppressed)])
    sides = np.where(suppressed, 0, 1).astype(np.int32)
    alone = replace(encoded, population=None)
    classes = classes_of(alone, Grouping(outcome.levels, encoded.keys[:2], sizes, sides))
    # Their quasi-identifiers are blank, so all information of these is lost.
    classes = replace(
        classes, population=_population_of_both(encoded), information=lambda: np.ones(2)
    )
    promises = [promise for promise in problem.privacy if isinstance(promise, ClassPromise)]
    broken = any(promise.violations(classes)[0] for promise in promises)
    if broken or not _can_keep_together(problem, outcome, int(classes.sizes[0])):
        raise NoReleaseError(
            f"output.suppressed: the {np.count_nonzero(outcome.suppressed):,} suppressed records"
            " break a promise when taken as one class, so none may keep its values."
            " Use `suppressed: blank` or `suppressed: left-out`."
        )


def _can_keep_together(problem: Problem, outcome: Outcome, size: int) -> bool:
    """Whether the table as a whole keeps its promises with one more class of this size."""
    if not problem.about_the_table or tells_nothing(problem.encoded, outcome.levels):
        return True
    candidate, classes = problem.judge(outcome.levels)
    sizes = np.append(classes.sizes[~candidate.suppressed], size)
    return all(promise.holds(sizes) for promise in problem.about_the_table)


def _population_of_both(encoded: EncodedTable) -> Counts | None:
    """How many members of the population look like each of the two sides; None without one.

    All of them, twice: records without quasi-identifiers could be anybody's.
    """
    wide = encoded.population
    if wide is None:
        return None
    members = wide.counts.sum() if wide.people is None else len(wide.people.labels)
    return np.full(2, members, np.int64)


def permutation(study: Study, records: int) -> pl.Series:
    """The places of the records in random order.

    The operating system's randomness decides, unless the study is reproducible.
    """
    if study.reproducible:
        order = np.random.default_rng(study.seed or 0).permutation(records)
    else:
        # Sorting by 64 random bits each is a uniform shuffle; ties are too rare to matter.
        order = np.argsort(np.frombuffer(os.urandom(8 * records), np.uint64), kind="stable")
    return pl.Series(order, dtype=pl.UInt32 if records < 1 << 32 else pl.UInt64)


def _blank(column: pl.Series, kept: pl.Series) -> pl.Series:
    """The column without the values of records that are not kept."""
    if kept.all():
        return column
    return pl.select(pl.when(kept).then(column)).to_series().alias(column.name)
