"""The best global recoding, by looking at every candidate."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import slow_quality
from fuzz.promises import SINGLE, TABLE, Seen, all_keep, keeps
from fuzz.release import seen_class
from fuzz.world import World

Key = tuple[float, ...]
DEFAULT = {"model": "loss"}


@dataclass(frozen=True)
class Judged(slow_quality.Seen):
    """A candidate whose records are kept as a mask says."""

    mask: tuple[bool, ...] = ()
    people: tuple[object, ...] = ()

    @property
    def among(self) -> Counter[tuple[str | None, ...]]:
        """Its people, or its records where nothing tells people apart."""
        return Counter(labels for labels, _ in {*zip(self.released, self.people, strict=True)})

    @cached_property
    def kept(self) -> list[bool]:
        return list(self.mask)


@dataclass(frozen=True)
class Candidate:
    """A level vector, which records it keeps, and whether it may be released; None if unclear."""

    levels: tuple[int, ...]
    mask: tuple[bool, ...]
    acceptable: bool | None


def candidates(world: World) -> Iterator[Candidate]:
    """Every candidate, judged by the promises about single classes.

    Where a promise is about the table, a candidate that breaks it is not acceptable, although
    suppressing more might mend it: what is acceptable here is so in any case.
    """
    for levels in product(*(column.levels for column in world.columns)):
        yield candidate(world, levels)


def candidate(world: World, levels: tuple[int, ...]) -> Candidate:
    """One of them."""
    named = dict(zip(world.leveled, levels, strict=True))
    classes = _classes(world, named)
    answers = {seen: _single(world, seen) for seen in classes}
    kept = {at for seen, answer in answers.items() if answer for at in seen.members}
    mask = tuple(at in kept for at in world.scope)
    if None in answers.values():
        return Candidate(levels, mask, None)
    fine = mask.count(False) <= world.limit and not _vetoed(world, named)
    if fine:
        alone = world.tells_nothing(named)
        fine = _table(world, [seen for seen in classes if answers[seen]], alone)
    return Candidate(levels, mask, fine)


def _classes(world: World, levels: dict[str, int]) -> list[Seen]:
    found: dict[Any, list[int]] = defaultdict(list)
    for at in world.scope:
        found[tuple(world.row_labels(world.case.rows[at], levels).values())].append(at)
    return [seen_class(world, members, levels) for members in found.values()]


def _single(world: World, seen: Seen) -> bool | None:
    answers = [keeps(p, seen, world) for p in world.study["privacy"] if p["model"] in SINGLE]
    if False in answers:
        return False
    return None if None in answers else True


def _table(world: World, classes: Sequence[Seen], alone: bool) -> bool | None:
    promises = [p for p in world.study["privacy"] if p["model"] in TABLE]
    answers = [alone or all_keep(promise, classes, world) for promise in promises]
    if None in answers:
        return None
    return False not in answers


def _vetoed(world: World, levels: dict[str, int]) -> bool:
    """Whether a class of the population without a record in the data forbids the candidate."""
    least = [p["delta_min"] for p in world.study["privacy"] if p["model"] == "delta-presence"]
    if not least or max(least) == 0 or world.everybody is None:
        return False
    rows = world.case.rows
    inside = {tuple(world.row_labels(rows[at], levels).values()) for at in world.scope}
    return any(
        tuple(world.row_labels(row, levels).values()) not in inside for row in world.everybody
    )


def costs(world: World, found: Candidate) -> Key:
    """What is compared: the loss or, for `rank`, the losses of columns, worst first."""
    quality = world.study.get("quality", DEFAULT)
    judged = _judged(world, found)
    settings = {**quality, "game": world.study.get("game") or {}}
    if quality.get("aggregate") == "rank":
        return _ranked(quality, judged)
    return (slow_quality.slow_loss(quality["model"], settings, judged),)


def loss(world: World, found: Candidate) -> float:
    """The loss as one number."""
    quality = world.study.get("quality", DEFAULT)
    settings = {**quality, "game": world.study.get("game") or {}}
    return slow_quality.slow_loss(quality["model"], settings, _judged(world, found))


def _judged(world: World, found: Candidate) -> Judged:
    others = {name: [world.case.rows[at][name] for at in world.scope] for name in ("s", "note")}
    people = tuple(world.case.rows[at]["id"] if world.counts_people else at for at in world.scope)
    return Judged(world.columns, others, 1, found.levels, found.mask, people)


def _ranked(quality: dict[str, Any], judged: Judged) -> Key:
    weights = [column.weight for column in judged.columns]
    largest = max(weights)
    parts = [
        float(weight / largest if largest else 1)
        * float(slow_quality.PER_COLUMN[quality["model"]](quality, judged, at))
        for at, weight in enumerate(weights)
    ]
    return tuple(sorted(parts, reverse=True))


def is_better(mine: Key, than: Key) -> bool:
    """Clearly lower, not only by rounding."""
    for left, right in zip(mine, than, strict=True):
        if abs(left - right) > 1e-9 * max(1.0, abs(left), abs(right)):
            return left < right
    return False
