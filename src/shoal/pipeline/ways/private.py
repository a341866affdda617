"""The levels of a differentially private release, and what they release.

A search looks at a sample of its own, drawn apart from the records that are released: only then do
the two budgets simply add up (docs/decisions/0040-differential-privacy.md).
"""

import random
import secrets
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from shoal.engine.encode import encode
from shoal.engine.lattice import Levels
from shoal.pipeline.prepare.prepare import Prepared
from shoal.pipeline.prepare.subset import drawn_exactly
from shoal.privacy.model import minimum_size
from shoal.progress import Watch
from shoal.search.private.draw import RandomBits, drawn
from shoal.search.private.scores import SCORES, Sample
from shoal.search.private.walk import Walk
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome, outcome_of
from shoal.study.domain import known_values
from shoal.study.keys.plugins import quality_models
from shoal.study.study import Study
from shoal.study.targets import quality_of


def privately_chosen(study: Study, prepared: Prepared, problem: Problem, watch: Watch) -> Outcome:
    """The outcome at the levels that the study fixes or that a private search finds."""
    levels, checked = problem.lattice.maximum, 0
    if study.private.is_data_dependent:
        levels, checked = _searched(study, prepared, watch)
    candidate = problem.candidate(levels)
    found = outcome_of(problem, candidate, checked=checked, optimal=False, bound=0.0)
    return replace(found, optimal=None, gap=None)  # nobody may know how good others are


def _searched(study: Study, prepared: Prepared, watch: Watch) -> tuple[Levels, int]:
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
    return walk.run(lambda scores, factor: drawn(scores, factor, random_bits), watch)


def _sample(study: Study, prepared: Prepared) -> Sample:
    """Records for the search, drawn with the same chance as those that are released."""
    whole = prepared.whole
    seed = (study.seed or 0, 3) if study.reproducible else None
    chosen = drawn_exactly(whole.records, study.private.beta, seed)
    texts = {
        name: whole.texts(name, study.columns[name].options.type).filter(chosen)
        for name in prepared.texts
    }
    weights = [Fraction(Decimal(repr(study.columns[name].weight))) for name in texts]
    return Sample(
        encode(known_values(texts, prepared.hierarchies), prepared.hierarchies),
        whole.records,
        max(map(minimum_size, prepared.privacy)),
        tuple(prepared.hierarchies[name].has_root for name in texts),
        tuple(weight / sum(weights) for weight in weights),
        getattr(quality_of(study), "targets", ()),
    )


def _random_bits(study: Study) -> RandomBits:
    if study.reproducible:
        return random.Random(study.seed or 0).getrandbits  # noqa: S311  (marked as not private)
    return secrets.randbits
