"""The release of a table that does not fit into memory, written batch by batch."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl

from shoal.data.checks import check_table
from shoal.data.files.streamed import Write, write_frames
from shoal.data.table import Table
from shoal.pipeline.places.large_rules import columns_to_count
from shoal.pipeline.release.frame import blank_records, in_texts, make_frame, refuse_kept_values
from shoal.pipeline.states.released import Released
from shoal.progress import Progress, Watch, ignore_progress
from shoal.report.distributions import SHOWN, CountedColumn, Distribution
from shoal.scale.large_table import BATCH, LargeTable
from shoal.scale.recoding import Recoding
from shoal.scale.shuffle import draw_with_seed, draw_words, heaps
from shoal.study.study import Study


@dataclass(frozen=True, eq=False)
class Writing:
    """What turns a batch of records into its part of the release.

    Attributes:
        done: The release, of which only distinct tuples are in memory.
        recoding: What it does to the values of a batch.
        decimal: The decimal mark in the input's texts.
    """

    done: Released
    recoding: Recoding
    decimal: str

    @classmethod
    def of(cls, done: Released, decimal: str) -> "Writing":
        """What carries out a release; refused if suppressed records may not keep their values."""
        if done.study.output.suppressed == "keep-values":
            refuse_kept_values(done.problem, done.outcome)
        recoding = Recoding.of(done.problem.encoded, done.outcome, done.hierarchies)
        return cls(done, recoding, decimal)

    def release_batch(self, batch: pl.DataFrame) -> pl.DataFrame:
        """The part of the release that a batch of the input becomes, in the order of the batch."""
        study = self.done.study
        options = {name: study.columns[name].options for name in batch.columns}
        table = check_table(Table(batch), options, self.decimal)
        texts = {
            name: table.texts(name, study.columns[name].options.type) for name in study.generalized
        }
        labels, suppressed = self.recoding.apply(texts)
        outcome = replace(self.done.outcome, suppressed=suppressed)
        frame = make_frame(self.done.way, table, outcome, labels)
        if study.output.suppressed == "left-out":
            frame = frame.filter(~pl.Series(suppressed))
        elif study.output.suppressed == "blank":
            frame = blank_records(frame, suppressed)
        return frame

    @property
    def columns(self) -> list[str]:
        """The columns of the input that the release is made from."""
        study = self.done.study
        return list(dict.fromkeys([*study.generalized, *study.released]))


def write_batches(
    done: Released,
    table: LargeTable,
    path: Path,
    decimal: str,
    watch: Watch,
    temporary: Path | None,
) -> None:
    """Write the release of a large table into a file, in random order unless the study says no.

    Args:
        done: The release, of which only distinct tuples are in memory.
        table: The input, which is read once more.
        path: The file.
        decimal: The decimal mark in the input's texts.
        watch: Hears of each batch, unless the search was canceled.
        temporary: The folder for what does not fit into memory; None for that of the system.
    """
    study, writing = done.study, Writing.of(done, decimal)
    output, records = study.output, done.problem.encoded.records
    watch = ignore_progress if done.outcome.canceled else watch
    fixed = study.reproducible or not output.shuffle
    neutral = output.neutralize_formulas
    with write_frames(path, output.format, neutralize_formulas=neutral) as write:
        batches = _report_progress(table.batches(writing.columns, in_order=fixed), records, watch)
        frames: Iterator[pl.DataFrame] = map(writing.release_batch, batches)
        if output.shuffle:
            frames = _shuffle(study, frames, records, temporary)
        _write_all(frames, write)


def _write_all(frames: Iterator[pl.DataFrame], write: Write) -> None:
    """Write all frames, labels as texts."""
    for frame in frames:
        write(in_texts(frame))


def _shuffle(
    study: Study, frames: Iterator[pl.DataFrame], records: int, place: Path | None
) -> Iterator[pl.DataFrame]:
    """The records in random order, by way of files where they do not fit into memory.

    Args:
        study: The study; a reproducible one repeats the order.
        frames: The release, batch by batch.
        records: About how many records there are.
        place: The folder for the files; None for that of the system.
    """
    draw = draw_with_seed(study.seed or 0) if study.reproducible else draw_words
    with heaps(1 + records // BATCH, draw, place) as shuffling:
        for frame in frames:
            shuffling.add(frame)
        yield from shuffling.shuffle()


def _report_progress(
    batches: Iterator[pl.DataFrame], records: int, watch: Watch
) -> Iterator[pl.DataFrame]:
    """The same batches; the watch hears of each."""
    written = 0
    for batch in batches:
        yield batch
        written += batch.height
        watch(Progress("write", written, records))


def count_other_columns(
    done: Released, before: LargeTable, after: LargeTable
) -> Mapping[str, CountedColumn]:
    """The released columns that were not counted for the search, counted now for the report."""
    counted, study = columns_to_count(done.study), done.study
    return {
        name: CountedColumn(
            name,
            study.columns[name].role,
            study.columns[name].type,
            None,
            *(_distribution(table, study, name) for table in (before, after)),
        )
        for name in study.released
        if name not in counted
    }


def _distribution(table: LargeTable, study: Study, name: str) -> Distribution:
    """The most frequent values of a column, and how many records have other ones."""
    values = table.frequencies(name, SHOWN)
    texts = study.columns[name].options.type.texts(values.frequent["value"])
    shown: list[tuple[str | None, int]] = list(
        zip(texts.to_list(), values.frequent["records"].to_list(), strict=True)
    )
    rest = values.records - sum(records for _, records in shown)
    return Distribution(shown + ([("other", rest)] if rest else []), values.distinct)
