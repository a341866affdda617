"""Who must be held back because of what a release and all earlier ones disclose together.

Classes of two releases that share people, directly or by way of others, form a part. In every
part, the two releases tell apart those whom both show, those who are gone, and those who are new.
All releases together tell apart those who may be in all classes of a person. Holding somebody back
may leave others alone, so everything is looked at again until nothing changes. Whoever was held
back once stays held back.
"""

from collections.abc import Iterator

import numpy as np

from shoal.engine.arrays import Bools, Counts
from shoal.search.series.candidates import is_exposed
from shoal.search.series.earlier import Earlier, History
from shoal.search.series.promised import number_tuples, size_of_own_group


def people_to_show_together(history: History, classes: Counts, rung: Counts, kept: Bools) -> Bools:
    """One flag per record: whether it can be shown, of those that would be.

    Args:
        history: What the series has disclosed so far.
        classes: The class of each record.
        rung: The rung on which it stands.
        kept: Which records would be shown; does not change.
    """
    kept, classes = kept.copy(), number_tuples(classes)
    while True:
        before = int(kept.sum())
        _drop(kept, history.promised.is_in_broken_group(classes[kept], history.own[:, kept]))
        for one in history.earlier:
            _look_at(history, one, (classes, rung), kept)
        _drop(kept, is_exposed(history, classes[kept], np.flatnonzero(kept)))
        if int(kept.sum()) == before:
            return kept


def _look_at(history: History, one: Earlier, now: tuple[Counts, Counts], kept: Bools) -> None:
    """Hold back people whom an earlier release and this one single out in too small groups.

    Changes `kept`. `now` is the class and the rung of each record.
    """
    (classes, rung), promised = now, history.both(one)
    finer = kept & one.is_shown & (one.rung_of < rung)
    _hold(kept, finer, size_of_own_group(classes[finer]) < promised.size)
    then, here = _parts_of_classes(one, classes, kept)
    new = kept & ~one.is_shown
    _hold(kept, new, promised.is_in_broken_group(here[classes[new]], history.own[:, new]))
    for part, lacking in _alone(history, one, then, kept):
        there = np.flatnonzero(kept & one.is_shown & (then[one.class_of] == part))
        often = sum(other.is_shown[there].astype(np.int64) for other in history.earlier)
        order = np.lexsort((-np.asarray(often), -size_of_own_group(classes[there])))
        kept[there[order[:lacking]]] = False
        if len(there) < lacking:
            kept[kept & (here[classes] == part)] = False


def _parts_of_classes(one: Earlier, classes: Counts, kept: Bools) -> tuple[Counts, Counts]:
    """The part in which each class of the earlier release, and each of the new one, is."""
    both = kept & one.is_shown
    found = components(
        one.count + int(classes.max(initial=-1)) + 1,
        one.class_of[both],
        one.count + classes[both],
    )
    return found[: one.count], found[one.count :]


def components(nodes: int, first: Counts, second: Counts) -> Counts:
    """For each node, the least node of its component; edges lead from first to second."""
    lowest = np.arange(nodes)
    while True:
        before = lowest.copy()
        ends = np.minimum(lowest[first], lowest[second])
        np.minimum.at(lowest, first, ends)
        np.minimum.at(lowest, second, ends)
        lowest = lowest[lowest]
        if np.array_equal(lowest, before):
            return lowest


def _alone(history: History, one: Earlier, then: Counts, kept: Bools) -> Iterator[tuple[int, int]]:
    """The parts in which those who are gone are too few, and how many more must be gone.

    Gone are those who left, and those who are held back. `then` is the part of each earlier class.
    """
    held = one.is_shown & ~kept
    classes, links = one.people_who_left
    parts = np.concatenate([then[classes], then[one.class_of[held]]])
    values = np.hstack([history.values[:, links], history.own[:, held]])
    if not len(parts):
        return
    names, dense = np.unique(parts, return_inverse=True)
    lacking = history.both(one).people_lacking_each(dense, values)
    for at in np.flatnonzero(lacking):
        yield int(names[at]), int(lacking[at])


def _hold(kept: Bools, asked: Bools, broken: Bools) -> None:
    """Hold back those of the asked records that are broken: one flag per asked record."""
    kept[np.flatnonzero(asked)[broken]] = False


def _drop(kept: Bools, broken: Bools) -> None:
    """Hold back those of the kept records that are broken: one flag per kept record."""
    _hold(kept, kept.copy(), broken)
