"""The game in the summary: what publisher and adversary gain by the input and by the release."""

from typing import cast

import numpy as np

from shoal.engine.arrays import Counts
from shoal.engine.classes import classes_of
from shoal.engine.encoded import EncodedTable
from shoal.engine.grouping import group
from shoal.engine.lattice import Levels
from shoal.pipeline.states.released import Released
from shoal.plugin import parameters
from shoal.privacy.game import Game, hides_among
from shoal.privacy.population import needs_population
from shoal.report.types.sections import GameFacts, PayoutFacts
from shoal.report.types.summary import Summary
from shoal.risk.payouts import Payouts, payouts
from shoal.study.keys.game import plays


def with_payouts(summary: Summary, done: Released) -> Summary:
    """The summary with what both players gain; unchanged without a game, or with a method."""
    stakes = _stakes(done) if done.treated is None else None
    return summary if stakes is None else {**summary, "game": _game(stakes, done)}


def _game(stakes: Game, done: Released) -> GameFacts:
    """The game before and after, as plain values."""
    encoded, wide = done.problem.encoded, _asks_population(done)
    before = _payouts_at(stakes, encoded, (0,) * len(encoded.columns), encoded.counts, wide=wide)
    shown = done.recoded or encoded
    # Where classes have levels of their own, level 1 is what somebody sees.
    levels = (1,) * len(shown.columns) if done.recoded else done.outcome.levels
    after = _payouts_at(stakes, shown, levels, count_released(shown, done), wide=wide)
    return {
        "stakes": parameters(stakes),
        "attacker": "journalist" if wide else "prosecutor",
        "maximum": stakes.publisher_benefit * encoded.records,
        "before": cast(PayoutFacts, before.plain()),
        "after": cast(PayoutFacts, after.plain()),
    }


def _stakes(done: Released) -> Game | None:
    """The stakes of the first model that plays, or else of the study; None without a game."""
    models = (*done.problem.privacy, done.problem.quality)
    playing = [getattr(model, "game", None) or Game() for model in models if plays(model)]
    return next(iter(playing), done.study.game)


def _asks_population(done: Released) -> bool:
    """Whether attackers of the game look into a population that is there."""
    models = (*done.problem.privacy, done.problem.quality)
    asks = any(plays(model) and needs_population(model) for model in models)
    return asks and done.problem.encoded.population is not None


def _payouts_at(
    stakes: Game, encoded: EncodedTable, levels: Levels, counts: Counts, *, wide: bool
) -> Payouts:
    """What both gain if `counts` records of each tuple are released at these levels.

    `wide` says that attackers look for people in the population, not in the release.
    """
    grouping = group(encoded, levels)
    classes = classes_of(encoded, grouping)
    records = np.bincount(grouping.class_of_tuple, counts, len(grouping.sizes)).astype(np.int64)
    among = hides_among(classes, in_population=wide)
    if not wide and encoded.people is None:
        among = records  # suppressed records hide nobody
    return payouts(stakes, records, among, classes.information_lost)


def count_released(encoded: EncodedTable, done: Released) -> Counts:
    """How many records of each tuple are released: all of them, or none."""
    suppressed = np.zeros(encoded.counts.size, np.bool_)
    suppressed[encoded.tuple_of_record] = done.outcome.suppressed
    return np.where(suppressed, 0, encoded.counts)
