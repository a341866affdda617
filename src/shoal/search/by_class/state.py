"""What the search works with: the loss, its memory, and what is known of each candidate."""

from typing import NamedTuple

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats, Keys
from shoal.search.by_class.form import Form, Terms
from shoal.search.exact.memory import Levels, Seen, Tags, memory_for
from shoal.search.exact.paths import Search
from shoal.search.exact.tables import Tables

FIGURES = 4  # numbers kept of each evaluated candidate


class Known(NamedTuple):
    """What is known of each candidate without looking at it.

    Attributes:
        tags: What is certain; as in the memory.
        words: Its packed levels.
        fewest: Records that it suppresses at least.
        bounds: What it costs at least.
        scanned: How many evaluated candidates were asked about it.
        base, spread: As in the loss's form.
    """

    tags: Tags
    words: Keys
    fewest: Counts
    bounds: Floats
    scanned: Codes
    base: Floats
    spread: Floats


class Clues(NamedTuple):
    """What shows whether a candidate may win.

    Attributes:
        levels, seen, guard, tally, best: See `Tables` and `Memory`.
        terms: The numbers of the loss.
        known: What is known of each candidate.
        ranks: The guess of each candidate's loss.
        reach: How far beyond the best candidate's guess a path goes on.
        bounds, fewest: As in `known`.
        ranked: False: losses are compared as they are.
    """

    levels: Levels
    terms: Terms
    known: Known
    seen: Seen
    guard: int
    tally: Counts
    best: Floats
    ranks: Floats
    reach: float
    bounds: Floats
    fewest: Counts
    ranked: bool


def search_for(tables: Tables, form: Form, fewest: Counts, limit: int) -> Search:
    """The search of a problem before it begins."""
    memory = memory_for(tables, form.guess, limit, FIGURES, form.words)
    size = len(memory.tags)
    known = Known(
        memory.tags, np.empty(size, np.uint64), fewest, np.zeros(size), np.zeros(size, np.int32),
        form.base, form.spread,
    )  # fmt: skip
    clues = Clues(
        tables.levels, form.terms, known, memory.seen, memory.guard, memory.tally, memory.best,
        form.guess, form.reach, known.bounds, fewest, ranked=False,
    )  # fmt: skip
    return Search(tables, memory, clues, form)
