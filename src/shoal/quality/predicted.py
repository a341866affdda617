"""What can be predicted at best: the most frequent value of records with the same features."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts
from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedTable
from shoal.engine.joint import number_entries
from shoal.engine.merging import majorities, merge_by_columns


@dataclass(frozen=True)
class Predicted:
    """Numbers of records, by what the most frequent value of their group says about them.

    A group is all records with the same features.

    Attributes:
        records: All.
        minority: Those with another value, in groups where one value is the most frequent.
        no_majority: All records of groups where several values are equally the most frequent.
        missed: Those that are predicted wrongly if each group gets one of its most frequent values.
    """

    records: int
    minority: int
    no_majority: int
    missed: int


def predict(
    candidate: Candidate,
    target: str,
    features: Sequence[str],
    kept: Bools,
    level: int | None = None,
) -> Predicted:
    """What can be predicted of a target from the classes that are kept.

    Args:
        candidate: The classes.
        target: The column to predict; a quasi-identifier is predicted from the others.
        features: The columns to predict from; if empty, all quasi-identifiers. The values of other
            columns are known together with those of the targets (`joint`).
        kept: Which classes are released.
        level: Predict a quasi-identifier as it is at this level instead of the candidate's.
    """
    entries = _entries(candidate, target, features, kept, level)
    sizes, largest, values = majorities(*entries)
    unique = values == 1
    return Predicted(
        records=int(sizes.sum()),
        minority=int((sizes - largest)[unique].sum()),
        no_majority=int(sizes[~unique].sum()),
        missed=int((sizes - largest).sum()),
    )


def share_of_lost_values(encoded: EncodedTable, at: int, level: int) -> float:
    """The share of a column's values that cannot be told apart any more at a level.

    0 if all can, 1 if all have the same label.
    """
    occur = encoded.marginals[at] > 0
    values, left = np.count_nonzero(occur), len(np.unique(encoded.columns[at].codes[level][occur]))
    return float(1 - (left - 1) / (values - 1)) if values > 1 else 0.0


def _entries(
    candidate: Candidate, target: str, features: Sequence[str], kept: Bools, level: int | None
) -> tuple[Codes, Codes, Counts]:
    """The group and the value of each entry, and how many kept records have both."""
    encoded, grouping = candidate.encoded, candidate.grouping
    groups = _groups(candidate, target, features)
    at = encoded.place(target)
    values = None if at is None else _class_values(candidate, at, level)
    beside = [name for name in features if encoded.place(name) is None and name != target]
    if beside:
        return _joint_entries(candidate, target, beside, groups, values, kept)
    if values is not None:
        return groups[kept], values[kept], grouping.sizes[kept]
    occurrences = encoded.targets[target]
    classes = grouping.class_of_tuple[occurrences.tuples]
    chosen = kept[classes]
    return groups[classes[chosen]], occurrences.values[chosen], occurrences.counts[chosen]


def _joint_entries(
    candidate: Candidate,
    target: str,
    beside: Sequence[str],
    groups: Codes,
    values: Codes | None,
    kept: Bools,
) -> tuple[Codes, Codes, Counts]:
    """Like `_entries`, where columns that no level generalizes divide the groups further.

    Args:
        candidate: The classes.
        target: The column to predict.
        beside: The features that are released as they are.
        groups: The group of each class by its quasi-identifiers.
        values: The target's value of each class, where it is a quasi-identifier.
        kept: Which classes are released.
    """
    joint = candidate.encoded.joint
    classes = candidate.grouping.class_of_tuple[joint.tuples]
    chosen = kept[classes]
    found = joint.values[target] if values is None else values[classes]
    divided = number_entries([groups[classes[chosen]], joint.numbers(beside)[chosen]])
    return divided, found[chosen], joint.counts[chosen]


def _class_values(candidate: Candidate, at: int, level: int | None) -> Codes:
    """The value of a quasi-identifier in each class, at the candidate's level or a higher one."""
    column, low = candidate.encoded.columns[at], candidate.levels[at]
    values = candidate.encoded.layout.field(candidate.grouping.keys, at)
    return values if level is None else column.step(low, level)[values]


def _groups(candidate: Candidate, target: str, features: Sequence[str]) -> Codes:
    """A number for each class, the same for classes with the same features."""
    names = [column.name for column in candidate.encoded.columns]
    used = [at for at, name in enumerate(names) if name in (features or names) and name != target]
    if len(used) == len(names):
        return np.arange(len(candidate.grouping.sizes), dtype=np.int32)
    return merge_by_columns(candidate.encoded, candidate.grouping, used)
