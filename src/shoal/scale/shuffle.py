"""A uniform random order of records that do not fit into memory.

Every record goes to a random one of several heaps on disk; then each heap, small enough for memory,
is shuffled and written. All orders are equally likely, because each heap is a random set in a
random order. On disk there is never more than what the release will show.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from numpy.typing import NDArray
from polars.selectors import by_name

if TYPE_CHECKING:
    import pyarrow as pa

Draw = Callable[[int], NDArray[np.uint64]]  # from a number to as many random words of 64 bits


def draw_words(count: int) -> NDArray[np.uint64]:
    """Random numbers of 64 bits from the operating system."""
    return np.frombuffer(os.urandom(8 * count), np.uint64)


def draw_with_seed(seed: int) -> Draw:
    """A function that draws the same numbers for the same seed: a run with it is not private."""
    generator = np.random.default_rng(seed)
    return lambda count: generator.integers(0, 2**64, count, np.uint64)


@dataclass
class Heaps:
    """Records in random heaps.

    Attributes:
        folder: Where their files are.
        number: How many heaps there are.
        draw: Draws random numbers.
    """

    folder: Path
    number: int
    draw: Draw
    _writers: dict[int, "pa.RecordBatchStreamWriter"] = field(default_factory=dict)
    _until_read: ExitStack = field(default_factory=ExitStack)
    _schema: pl.Schema | None = None

    def add(self, frame: pl.DataFrame) -> None:
        """Scatter the records of a frame over the heaps."""
        self._schema = frame.schema
        heap = (self.draw(frame.height) % np.uint64(self.number)).astype(np.int64)
        order = np.argsort(heap, kind="stable")
        numbers = frame.select(pl.col(pl.Enum).to_physical(), pl.exclude(pl.Enum))
        sorted_ = numbers.select(by_name(frame.columns))[order]
        ends = np.cumsum(np.bincount(heap, minlength=self.number))
        for at, (end, size) in enumerate(zip(ends, np.diff(ends, prepend=0), strict=True)):
            if size:
                self._write(at, sorted_[int(end - size) : int(end)])

    def shuffle(self) -> Iterator[pl.DataFrame]:
        """The records, one heap after the other, each in random order; labels are labels again.

        Call it once, after the last `add`: it closes the files, and deletes each as it is read.
        """
        self._until_read.close()
        if (
            not self._writers and self._schema is not None
        ):  # a file without records still has columns
            yield pl.DataFrame(schema=self._schema)
        for at in sorted(self._writers):
            frame = pl.read_ipc_stream(self._path(at))
            self._path(at).unlink()
            order = np.argsort(self.draw(frame.height), kind="stable")
            yield frame[order].with_columns(_labels(frame[order], self._schema or pl.Schema()))

    def _write(self, at: int, frame: pl.DataFrame) -> None:
        """Append records to the file of a heap; a new heap gets one."""
        import pyarrow as pa  # noqa: PLC0415  (comes with the engines that shuffle)

        table = frame.to_arrow(compat_level=pl.CompatLevel.oldest())
        if at not in self._writers:
            file = self._until_read.enter_context(self._path(at).open("wb"))
            options = pa.ipc.IpcWriteOptions(compression="lz4")
            writer = pa.ipc.new_stream(file, table.schema, options=options)
            self._writers[at] = self._until_read.enter_context(writer)
        self._writers[at].write_table(table)

    def _path(self, at: int) -> Path:
        """The file of a heap."""
        return self.folder / f"heap-{at}.arrow"


def _labels(frame: pl.DataFrame, schema: pl.Schema) -> list[pl.Series]:
    """The columns of labels, made again from the numbers that heaps hold instead."""
    kinds = {name: kind for name, kind in schema.items() if isinstance(kind, pl.Enum)}
    return [
        kind.categories.cast(kind).gather(frame[name]).alias(name) for name, kind in kinds.items()
    ]


@contextmanager
def heaps(number: int, draw: Draw, temporary: Path | None = None) -> Iterator[Heaps]:
    """Empty heaps, which are deleted with all their records when the block ends.

    They lie in a new folder inside `temporary`; None for the system's own.
    """
    with tempfile.TemporaryDirectory(prefix="shoal-shuffle-", dir=temporary) as folder:
        empty = Heaps(Path(folder), number, draw)
        try:
            yield empty
        finally:
            empty._until_read.close()
