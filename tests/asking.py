"""Questions to a frontier, and the same questions to a fresh search."""

import random

from bridge import answer_of
from laws.questions import AGGREGATES, FACTORS
from shoal.errors import NoReleaseError
from shoal.quality import quality_models


def loss(aggregate="geometric-mean", factor="0.5"):
    return quality_models.build(
        {"model": "loss", "aggregate": aggregate, "gs_factor": float(factor)}
    )


def fresh(problem, strategy="optimal"):
    """What a search finds, in the words of an answer."""
    try:
        outcome = answer_of(problem, strategy)
    except NoReleaseError:
        return None
    kept = outcome.class_sizes
    return (
        outcome.levels,
        outcome.loss,
        outcome.loss_normalized,
        outcome.suppressed.sum(),
        kept.min() if kept.size else None,
    )


def told(answer):
    """An answer as a tuple."""
    if answer is None:
        return None
    parts = answer.levels, answer.loss, answer.loss_normalized
    return *parts, answer.suppressed, answer.smallest


def check_answers(frontier, asked):
    """Compare answers, to the last bit, with fresh searches."""
    for question in asked:
        assert told(frontier.answer(*question)) == fresh(frontier.problem_of(*question))


def random_questions(number, seed, most_k=256):
    draw = random.Random(seed)
    for _ in range(number):
        k = draw.choice([draw.randint(2, 20), draw.randint(2, most_k)])
        share = draw.choice([0, 1, draw.random(), draw.random() / 10])
        yield k, f"{share:.4f}", loss(draw.choice(AGGREGATES), draw.choice(FACTORS))
