"""Differential privacy: levels that are fixed, or that a private search chooses.

The search looks at a sample of its own, drawn independently of the records that are released: only
then the two budgets add up (docs/decisions/0011-differential-privacy.md).
"""

import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar

import polars as pl

from shoal.data.table import Table
from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice, Levels
from shoal.errors import StudyError
from shoal.hierarchies import Hierarchy
from shoal.pipeline.prepare.domain import (
    notes_outside_domain,
    private_hierarchies,
    suspicion_notes,
    values_in_domain,
)
from shoal.pipeline.prepare.subset import draw_exactly, seed_for
from shoal.pipeline.states.prepared import Prepared
from shoal.pipeline.states.way import Answer, Domain, Values
from shoal.pipeline.ways.search import Search
from shoal.privacy.model import minimum_size
from shoal.progress import Watch
from shoal.search.private.draw import RandomBits, draw_option
from shoal.search.private.scores import SCORES, Sample
from shoal.search.private.walk import Walk
from shoal.search.problem import Problem
from shoal.search.problem.outcome import outcome_of
from shoal.study.keys.plugins import quality_models
from shoal.study.study import Study
from shoal.study.targets import quality_of


@dataclass(frozen=True, eq=False)
class Private(Search):
    """Differential privacy: records are drawn by chance, levels without looking, or privately."""

    name: ClassVar[str] = "private"
    draws: ClassVar[bool] = True
    chosen_are: ClassVar[str] = "drawn records are"

    @property
    def counts(self) -> str | None:
        """Why only records can be counted."""
        return "differential privacy protects"

    @property
    def spends(self) -> Any:  # noqa: ANN401  (promises are loaded with the engine)
        """The promise, with its epsilon and delta."""
        return self.study.private

    @property
    def limit(self) -> Decimal:
        """Everything may be suppressed: an error about too much would tell about the data."""
        return Decimal(1)

    def choose(self, table: Table) -> pl.Series | None:
        """One flag per record, drawn by chance with the probability `beta` of the promise."""
        return draw_exactly(table.records, self.spends.beta, seed_for(self.study, 2))

    def domain(self, values: Values) -> Domain:
        """Hierarchies that do not depend on the data; values outside them are read as missing."""
        explicit, hierarchies, problems = private_hierarchies(self.study)
        known = values_in_domain(values.texts, hierarchies)
        inside = {name: hierarchies[name] for name in known}
        notes = (
            *notes_outside_domain(values.texts, known),
            *suspicion_notes(self.study, values.whole, inside),
        )
        return Domain(explicit, hierarchies, known, problems, notes)

    def lattice(self, hierarchies: Mapping[str, Hierarchy]) -> Lattice:
        """The one candidate that the study fixes, unless levels are drawn."""
        if self.spends.is_data_dependent:
            return super().lattice(hierarchies)
        levels = levels_of_study(self.study, hierarchies)
        return Lattice(levels, levels)

    def solve(self, prepared: Prepared, problem: Problem, watch: Watch) -> Answer:
        """The outcome at the levels that the study fixes or that a private search finds."""
        levels, checked = problem.lattice.maximum, 0
        if self.spends.is_data_dependent:
            levels, checked = _search_levels(self.study, prepared, watch)
        candidate = problem.candidate(levels)
        outcome = outcome_of(problem, candidate, checked=checked, optimal=False, bound=0.0)
        # Nothing may be told about how good other candidates are.
        return Answer(problem, replace(outcome, optimal=None, gap=None))


def _search_levels(study: Study, prepared: Prepared, watch: Watch) -> tuple[Levels, int]:
    """The levels that a private search chooses, and how many candidates it looked at."""
    sample, promise = _sample(study, prepared), study.private
    score = SCORES[quality_models().name_of(study.quality)]
    walk = Walk(
        prepared.lattice,
        lambda levels: score(sample.at(levels)),
        promise.epsilon_of_search,
        promise.steps,
        private=promise.final == "private",
    )
    random_bits = _random_bits(study)
    return walk.run(lambda scores, factor: draw_option(scores, factor, random_bits), watch)


def _sample(study: Study, prepared: Prepared) -> Sample:
    """Records for the search, drawn anew with the same chance as those that are released.

    They are drawn from the whole table, whatever was drawn for the release.
    """
    whole = prepared.whole
    chosen = draw_exactly(whole.records, study.private.beta, seed_for(study, 3))
    texts = {
        name: whole.texts(name, study.columns[name].options.type).filter(chosen)
        for name in prepared.texts
    }
    weights = [Fraction(Decimal(repr(study.columns[name].weight))) for name in texts]
    return Sample(
        encode(values_in_domain(texts, prepared.hierarchies), prepared.hierarchies),
        whole.records,
        max(map(minimum_size, prepared.privacy)),
        tuple(prepared.hierarchies[name].has_root for name in texts),
        tuple(weight / sum(weights) for weight in weights),
        getattr(quality_of(study), "targets", ()),
    )


def _random_bits(study: Study) -> RandomBits:
    """The source of random bits; repeatable only for runs that are marked as not private."""
    if study.reproducible:
        return random.Random(study.seed or 0).getrandbits  # noqa: S311  (marked as not private)
    return secrets.randbits


def levels_of_study(study: Study, hierarchies: Mapping[str, Hierarchy]) -> tuple[int, ...]:
    """The levels that the study fixes; those by a degree stay within what a column may have.

    Raises an error about levels that the study names and that are outside these bounds.
    """
    levels, problems = [], []
    for name, hierarchy in hierarchies.items():
        column, asked = study.columns[name], (study.private.levels or {}).get(name)
        low = column.min_level or 0
        high = hierarchy.height if column.max_level is None else column.max_level
        level = study.private.level(name, hierarchy.height)
        if isinstance(asked, int) and not isinstance(asked, str) and not low <= level <= high:
            problems.append(
                f"privacy: level {level} of {name!r} is not between its lowest, {low}, and highest,"
                f" {high}."
            )
        levels.append(min(max(level, low), high))
    if problems:
        raise StudyError(*problems)
    return tuple(levels)
