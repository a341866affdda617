"""Releases that a person can be asked to compare, each the best for other weights."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from shoal.engine.arrays import Floats
from shoal.errors import Canceled
from shoal.interactive.release_questions import Offer, shares_lost
from shoal.pipeline.states.prepared import Prepared
from shoal.progress import Progress, Watch
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.study.study import Study

WEIGHINGS = 8  # how many sets of weights are tried
PATIENCE = 10.0  # seconds for all of them together
CONTRAST = 0.5  # of the Dirichlet draw: most of the weight is on a few columns


def with_other_weights(problem: Problem, weights: Mapping[str, float]) -> Problem:
    """The problem with other weights of the columns."""
    columns = tuple(
        replace(column, weight=weights.get(column.name, column.weight))
        for column in problem.encoded.columns
    )
    return replace(problem, encoded=replace(problem.encoded, columns=columns))


def offer_of(
    study: Study,
    prepared: Prepared,
    problem: Problem,
    weights: Mapping[str, float],
    watch: Watch,
) -> tuple[Offer, Outcome]:
    """The release of a study with certain weights, and its outcome; nothing is written."""
    answer = prepared.way.solve(prepared, with_other_weights(problem, weights), watch)
    recoded, outcome, treated = answer.recoded, answer.outcome, answer.treated
    # A method that forms clusters says itself what each column loses.
    figures = {} if treated is None else treated.figures.get("ngil_by_column", {})
    losses = (
        np.array([figures[column.name] for column in problem.encoded.columns])
        if figures
        else shares_lost(problem.encoded, recoded.encoded, outcome.levels, outcome.suppressed)
    )
    return Offer(recoded.encoded, outcome.levels, outcome.suppressed, losses), outcome


def offers(
    study: Study, prepared: Prepared, problem: Problem, seed: int, watch: Watch
) -> list[Offer]:
    """Different releases, as many as there is time for; at least one.

    The first has equal weights, the others weights that are drawn. Canceled is raised if the person
    stops; running out of time only ends the list.
    """
    names = [column.name for column in problem.encoded.columns]
    random = np.random.default_rng([seed, 1])
    drawn = random.dirichlet(np.full(len(names), CONTRAST), WEIGHINGS)
    distinct: list[Offer] = []
    end = float("inf")
    for at, weights in enumerate([np.full(len(names), 1.0), *drawn]):
        watch(Progress("search", at, WEIGHINGS + 1))
        if time.monotonic() > end:
            break
        chosen = {
            name: max(float(weight), 1e-3) for name, weight in zip(names, weights, strict=True)
        }
        limited = _Limited(watch, end)
        try:
            offer, outcome = offer_of(study, prepared, problem, chosen, limited)
        except Canceled:
            if limited.is_late:
                break
            raise
        if outcome.canceled and not limited.is_late:
            raise Canceled("Canceled.")
        if not _is_known(offer.losses, distinct):
            distinct.append(offer)
        if at == 0:  # the first one may have to compile
            end = time.monotonic() + PATIENCE
    return distinct


class _Limited:
    """A watch that stops a search when its time is over; `is_late` says that it did."""

    def __init__(self, watch: Watch, end: float) -> None:
        self.watch, self.end, self.is_late = watch, end, False

    def __call__(self, progress: Progress) -> None:
        self.watch(progress)
        if time.monotonic() > self.end:
            self.is_late = True
            raise Canceled("Canceled.")


def _is_known(losses: Floats, offers: Sequence[Offer]) -> bool:
    """Whether some release loses the same in every column."""
    return any(np.allclose(losses, offer.losses, atol=1e-9) for offer in offers)
