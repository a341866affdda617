"""Where a release goes before it is verified: a file of the draft, or an open transaction."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from shoal.data.databases import refuse_bad_table, writing_table
from shoal.data.files import write
from shoal.study.study import Study
from shoal.verify import read_table


def refuse_bad_release_place(study: Study, *, force: bool) -> None:
    """Before any work: whether the table that the study names may be written."""
    sink = study.output.sink(study.folder)
    if sink is not None:
        refuse_bad_table(sink, study.written, force=force)


@contextlib.contextmanager
def release_written(
    study: Study, folder: Path, frame: pl.DataFrame, *, force: bool
) -> Iterator[Path | pl.DataFrame]:
    """What the verifier looks at; a table is committed when the block ends without an error.

    Gives the path of the file, or the table as the verifier itself reads it back out of the
    transaction in which it was written.
    """
    output, sink = study.output, study.output.sink(study.folder)
    if sink is None:
        path = folder / output.file_name
        write(frame, path, output.format, neutralize_formulas=output.neutralize_formulas)
        yield path
    else:
        with writing_table(sink, frame, force=force) as database:
            yield read_table(database.connection, *sink.place)
