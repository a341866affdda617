"""Can one grouping of records be another one under new names?

Where the order of records is lost, groups (the records of one identifier) are known by what their
records are. The sum of random numbers, one for each kind of record, is such a group's signature:
two groupings with the same signatures are the same, but for a chance of about 2^-100.
"""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.integer]
Words = NDArray[np.uint64]


def same_groups(before: "list[Ints]", after: "list[Ints]") -> bool:
    """Whether both sides have the same groups, whatever these are called.

    Each side is a list of arrays: the group of each record, and then kinds of each record.
    """
    seeds = np.random.default_rng().integers(1, 2**63, 2, dtype=np.uint64)
    return all(
        np.array_equal(_signatures(seed, *before), _signatures(seed, *after)) for seed in seeds
    )


def _signatures(seed: np.uint64, groups: Ints, *kinds: Ints) -> Words:
    """The signatures of all groups, sorted."""
    _, numbers = np.unique(groups, return_inverse=True)
    sums = np.zeros(int(numbers.max(initial=-1)) + 1, np.uint64)
    np.add.at(sums, numbers, _mix_kinds(seed, len(groups), *kinds))
    return np.sort(sums)


def _mix_kinds(seed: np.uint64, records: int, *kinds: Ints) -> Words:
    """A number for each combination of kinds (SplitMix64; Steele, Lea, Flood 2014)."""
    words = np.full(records, seed, np.uint64)
    for kind in kinds:
        words = _mix_words(words ^ kind.astype(np.int64).view(np.uint64))
    return words


def _mix_words(words: Words) -> Words:
    """Each word scrambled (one step of SplitMix64)."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
