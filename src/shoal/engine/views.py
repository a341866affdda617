"""Text columns as machine words, without making a Python object per cell.

Polars keeps texts as Arrow string views: 16 bytes each, a length and, for at most 12 bytes, the
text itself; longer texts stand in separate buffers and the view says where. So most texts are two
words that can be hashed and compared as such.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from llvmlite import ir
from numba import types, uint64
from numba.extending import intrinsic

from shoal.engine.arrays import Bools, Keys
from shoal.engine.arrow import text_buffers
from shoal.engine.kernel import inner

INLINE = 12  # bytes of a text that fit into its view
ONE_CHUNK = 1 << 20  # up to this many texts, joining chunks costs less than handling each


class Views(NamedTuple):
    """One chunk of a text column.

    Attributes:
        words: Two words per text.
        buffers: Memory address of each buffer of long texts.
        missing: Which texts are missing; an empty array if no text is.
    """

    words: Keys
    buffers: Keys
    missing: Bools


def views_of(texts: pl.Series) -> Iterator[tuple[Views, object]]:
    """The chunks of a text column, each with the owner that keeps its memory alive."""
    column = texts.rechunk() if len(texts) <= ONE_CHUNK else texts
    missing = column.is_null().to_numpy() if column.null_count() else np.zeros(0, np.bool_)
    start = 0
    for chunk in text_buffers(column):
        end = start + chunk.length
        longs = np.array(chunk.long_texts, np.uint64)
        yield Views(np.asarray(chunk), longs, missing[start:end]), chunk
        start = end


@intrinsic
def word_at(_: Any, address: Any) -> Any:  # noqa: ANN401  (Numba's protocol)
    """The eight bytes at a memory address, aligned or not."""

    def load(_: Any, builder: Any, __: Any, arguments: Any) -> Any:  # noqa: ANN401
        pointer = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(pointer, align=1)

    return types.uint64(types.uint64), load


@inner
def text_hash(first: int, second: int, buffers: Keys) -> int:
    """A hash of the text behind a view, the same wherever the text is stored."""
    length = first & uint64(0xFFFFFFFF)
    if length <= uint64(INLINE):
        return mix(first, second)
    start = buffers[second & uint64(0xFFFFFFFF)] + (second >> uint64(32))
    end = start + length - uint64(8)
    state = first
    while start < end:
        state = mix(state, word_at(start))
        start += uint64(8)
    return mix(state, word_at(end))


@inner
def mix(a: int, b: int) -> int:
    """Two words mixed into one; the high bits are good."""
    state = a ^ (b * uint64(0x9E3779B97F4A7C15))
    return (state ^ (state >> uint64(32))) * uint64(0xBF58476D1CE4E5B9)


@inner
def same_text(
    first: int, second: int, buffers: Keys, other_first: int, other_second: int, other_buffers: Keys
) -> bool:
    """Whether two views show the same text."""
    if first != other_first:
        return False
    length = first & uint64(0xFFFFFFFF)
    if length <= uint64(INLINE):
        return second == other_second
    here = buffers[second & uint64(0xFFFFFFFF)] + (second >> uint64(32))
    there = other_buffers[other_second & uint64(0xFFFFFFFF)] + (other_second >> uint64(32))
    last = length - uint64(8)
    at = uint64(0)
    while at < last:
        if word_at(here + at) != word_at(there + at):
            return False
        at += uint64(8)
    return word_at(here + last) == word_at(there + last)
