"""Local recoding under promises about the whole table, such as the average risk.

Local recoding gives each class what promises about single classes ask, and no more. A promise about
all classes together is kept by asking for larger classes: the smallest size is looked for that
keeps it. Every table promise is kept by one class that holds everybody, so there is one.
"""

from dataclasses import replace
from typing import Protocol

import numpy as np

from shoal.engine.arrays import Counts
from shoal.engine.classes import classes_of
from shoal.engine.grouping import group
from shoal.engine.parts import part_of
from shoal.privacy.k_anonymity import KAnonymity
from shoal.privacy.model import TablePromise
from shoal.progress import Watch
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.search.problem.strategy import Strategy, no_release

Found = tuple[Problem, Outcome]


class Recoding(Protocol):
    """A way of recoding that keeps promises about single classes."""

    def run(self, problem: Problem, strategy: Strategy, watch: Watch) -> Found:
        """The recoded table as a problem with a single candidate, and that candidate."""
        ...


def about_classes(problem: Problem) -> Problem:
    """The problem without its promises about the whole table."""
    kept = [one for one in problem.privacy if not isinstance(one, TablePromise)]
    return replace(problem, privacy=tuple(kept))


def recode_locally(recoding: Recoding, problem: Problem, strategy: Strategy, watch: Watch) -> Found:
    """What a way of recoding finds, with classes that are large enough for all promises."""
    if not problem.about_the_table:
        return recoding.run(problem, strategy, watch)
    plain = about_classes(problem)

    def attempt(size: int) -> Found | None:
        more = (KAnonymity(size),) if size > 1 else ()
        asked = replace(plain, privacy=(*plain.privacy, *more))
        found = recoding.run(asked, strategy, watch)
        return found if _keeps(problem, found) else None

    large = 1 if plain.privacy else 2
    small, found = large - 1, attempt(large)
    while found is None:
        if large >= problem.encoded.records:
            raise no_release(problem)
        small, large = large, min(2 * large, problem.encoded.records)
        found = attempt(large)
    while large - small > 1:
        middle = (small + large) // 2
        between = attempt(middle)
        small, large = (middle, large) if between is None else (small, middle)
        found = between or found
    recoded, outcome = found
    # What bounds the loss of larger classes does not bound that of the question.
    gap = outcome.gap if large == 1 else None
    return replace(recoded, privacy=problem.privacy), replace(outcome, gap=gap)


def _keeps(problem: Problem, found: Found) -> bool:
    """Whether the classes that somebody sees keep all promises about the table."""
    sizes = _sizes_as_seen(*found)
    return not len(sizes) or all(promise.holds(sizes) for promise in problem.about_the_table)


def _sizes_as_seen(recoded: Problem, outcome: Outcome) -> Counts:
    """The sizes of released classes as they look: records, or people where these are counted."""
    table = recoded.encoded
    kept = np.zeros(len(table.counts), np.bool_)
    kept[table.tuple_of_record[~outcome.suppressed]] = True
    part = part_of(table, kept)
    return classes_of(part, group(part, (1,) * len(table.columns))).sizes
