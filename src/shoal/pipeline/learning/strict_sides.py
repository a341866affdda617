"""What models see as a study asks for it, with the parts that are anonymized by themselves."""

from dataclasses import replace
from functools import partial

import numpy as np

from shoal.learning.evaluation import Validation
from shoal.learning.membership import halves
from shoal.pipeline.learning.part_sides import Again, part_of, places_of
from shoal.pipeline.learning.sides import sides_of
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.sides import Sides
from shoal.study.predicted import evaluation_of
from shoal.study.study import Study

EACH_FOLD = "each-fold"


def sides_for_study(done: Released, again: Again) -> Sides:
    """What models see of an anonymized table, with all parts that are anonymized by themselves.

    Args:
        done: The anonymized table.
        again: Anonymizes a part of it.
    """
    asked, places = evaluation_of(done.study), places_of(done)
    part = partial(part_of, done.study, done.whole, places, again=again)
    how, sides = validation_of(done.study), sides_of(done)
    if asked.anonymize == EACH_FOLD:
        strict = tuple(
            tuple(
                part(folds.training_records(at), folds.test_records(at))
                for at in range(folds.count)
            )
            for folds in how.parts(len(places))
        )
        sides = replace(sides, strict=strict)
    # A random half is anonymized by itself; models are asked about everybody who takes part.
    attacks = tuple(
        part(np.array(members), np.array(taking))
        for members, taking in halves(len(places), asked.membership_attacks, how.seed, how.most)
    )
    return replace(sides, attacks=attacks)


def validation_of(study: Study) -> Validation:
    """How the models of a study are judged: folds, repetitions, seed, and the most records."""
    asked = evaluation_of(study)
    return Validation(asked.folds, asked.repetitions, study.seed or 0, asked.max_records)
