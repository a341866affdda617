"""The values of targets per tuple, packed: so many counters side by side in each word."""

from collections.abc import Sequence

import numpy as np

from shoal.engine.arrays import Codes, Counts
from shoal.engine.encoded import Occurrences
from shoal.engine.kernel import kernel

USED = 63  # bits of a word: words stay positive


def bits_for(records: int) -> int:
    """As many bits as a counter needs that never exceeds the number of records."""
    return records.bit_length()


def words_for(counters: int, bits: int) -> int:
    """How many words so many counters take."""
    return -(-counters // (USED // bits))


def histograms(tuples: int, targets: Sequence[Occurrences], bits: int) -> Counts:
    """The words of every tuple, one tuple after the other; targets follow each other."""
    words = words_for(sum(len(target.labels) for target in targets), bits)
    loads, first = np.zeros(tuples * words, np.int64), 0
    for target in targets:
        _count(target.tuples, target.values, target.counts, first, bits, words, loads)
        first += len(target.labels)
    return loads


@kernel
def _count(
    tuples: Codes, values: Codes, counts: Counts, first: int, bits: int, words: int, loads: Counts
) -> None:
    per_word = 63 // bits
    for at in range(tuples.size):
        word, counter = divmod(first + values[at], per_word)
        loads[tuples[at] * words + word] += counts[at] << (counter * bits)
