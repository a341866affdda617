"""What models see in the way that a study asks for, also parts anonymized by themselves."""

from dataclasses import replace

import numpy as np

from shoal.engine.arrays import Bools
from shoal.learning.evaluation import Validation
from shoal.learning.membership import halves
from shoal.pipeline.learning.part_sides import Again, part_of, places_of
from shoal.pipeline.learning.sides import sides_of
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.sides import Part, Sides
from shoal.study.predicted import asked_of
from shoal.study.study import Study

EACH_FOLD = "each-fold"


def asked_sides(done: Released, again: Again) -> Sides:
    """What models see of an anonymized table; with all parts that are anonymized by themselves.

    Args:
        done: The anonymized table.
        again: Anonymizes a part of it.
    """
    asked, records = asked_of(done.study), len(places_of(done))
    how, sides = validation_of(done.study), sides_of(done)
    if asked.anonymize == EACH_FOLD:
        strict = tuple(
            tuple(
                part_of(done, folds.trained(at), folds.tested(at), again)
                for at in range(folds.count)
            )
            for folds in how.parts(records)
        )
        sides = replace(sides, strict=strict)
    attacks = tuple(
        _attacked(done, members, taking, again)
        for members, taking in halves(records, asked.membership_attacks, how.seed, how.most)
    )
    return replace(sides, attacks=attacks)


def validation_of(study: Study) -> Validation:
    """How the models of a study are judged."""
    asked = asked_of(study)
    return Validation(asked.folds, asked.repetitions, study.seed or 0, asked.max_records)


def _attacked(done: Released, members: Bools, taking: Bools, again: Again) -> Part:
    """A half that is anonymized by itself; everybody who takes part is asked about."""
    return part_of(done, np.array(members), np.array(taking), again)
