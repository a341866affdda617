"""The toy table of docs/theory/classes.md under any loss."""

from decimal import Decimal

import polars as pl

from bridge import encoded_of
from golden.tables import column
from shoal.engine.lattice import Lattice
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.search.problem import Problem

NODES = ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (2, 1))
SUPPRESSED = (7, 1, 1, 0, 0, 0)
AGE, SEX = column("toy", "age"), column("toy", "sex")
ILLNESS = pl.Series("dis", ["flu", "flu", "hiv", "flu", "hiv", "hiv", "flu"])
WARD = pl.Series("ward", ["A", "A", "B", None, "B", "A", "B"])  # not in docs/theory/classes.md


def problem_of(model, columns=(AGE, SEX), k=2, limit="1", predict=None, **settings):
    """A table of columns, k-anonymous, every class that is too small suppressed."""
    targets = {"dis": ILLNESS} if predict is None else predict
    joint = {"ward": WARD, **targets} if predict is None else {}
    encoded = encoded_of(columns, targets=targets, joint=joint)
    top = tuple(column.height for column in encoded.columns)
    return Problem(
        encoded,
        Lattice((0,) * len(top), top),
        (privacy_models.build({"model": "k-anonymity", "k": k}),),
        quality_models.build({"model": model, **settings}),
        Decimal(limit),
    )


def score(levels, model, **settings):
    """The score of one candidate of the toy table."""
    problem = problem_of(model, **settings)
    return problem.quality.loss(problem.candidate(levels))


def losses(model, **settings):
    """The loss of each of the six candidates."""
    problem = problem_of(model, **settings)
    return [problem.quality.loss(problem.candidate(levels)).loss for levels in NODES]


def bound_above(levels, model, **settings):
    """What a candidate says about those above it."""
    problem = problem_of(model, **settings)
    return problem.quality.bound_above(problem.candidate(levels), problem.maximum_suppressed)


def best(model, **settings):
    """The levels of the best of the six candidates."""
    found = losses(model, **settings)
    return NODES[min(range(6), key=lambda at: (round(found[at], 9), sum(NODES[at]), NODES[at]))]
