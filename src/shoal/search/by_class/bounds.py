"""What figures mean: the loss of a candidate, and what others cost at least.

Four questions, each with its proof in docs/theory/bounds.md:

* `loss_of`: what does an evaluated candidate cost?
* `above`: what does a candidate cost at least, given the figures of one below it?
* `alone`: what does it cost at least, given only what it suppresses at least?
* `least`: what does any candidate cost that suppresses at least a number of records?

`base` and `spread` are those of the candidate in question (`form.py`).
"""

import numpy as np
from numba import int64

from shoal.engine.arrays import Floats
from shoal.engine.kernel import inner
from shoal.search.by_class.form import (
    AMBIGUITY,
    CLASS_SIZE,
    CLASSES,
    CLASSIFICATION,
    COMPLETE,
    DAMAGE,
    DISCERNIBILITY,
    DIVERGENCE,
    DOMAIN,
    DROPPED,
    ENTROPY,
    FINEST,
    GENERALIZED,
    LARGEST,
    LEFT_OUT,
    LOWEST,
    MINORITY,
    MOST,
    PAYOUT,
    SCALE,
    SQUARES,
    SUPPRESSED,
    TIED,
    WEIGHT,
    WHOLE,
    Terms,
)

NOTHING = 1e-12  # bits per record that count as none, as in `quality.kl_divergence`
SLACK = 1e-13  # sums of floats are given away by so much, in the safe direction


@inner
def loss_of(  # noqa: PLR0911  (one per kind)
    terms: Terms, base: float, suppressed: int, figures: Floats
) -> float:
    """The loss of an evaluated candidate."""
    factors = terms.factors
    if terms.kind == DISCERNIBILITY:
        return figures[0] + float(terms.records) * suppressed
    if terms.kind == SQUARES:
        return figures[0] + figures[1]
    if terms.kind == CLASS_SIZE:
        return _mean_size(terms, figures[0], suppressed > 0)
    if terms.kind == CLASSIFICATION:
        return (figures[0] + factors[DROPPED] * suppressed * terms.times) / factors[SCALE]
    if terms.kind == DIVERGENCE:
        return _divergence(terms, base, suppressed, figures)
    if terms.kind == AMBIGUITY:
        return figures[0] + suppressed * factors[WHOLE]
    lost = factors[GENERALIZED] * figures[0] / factors[COMPLETE]
    attacks = factors[DAMAGE] * figures[2] if terms.kind == PAYOUT else 0.0
    return lost + factors[SUPPRESSED] * suppressed + attacks


@inner
def _mean_size(terms: Terms, classes: float, suppresses: bool) -> float:
    counted = terms.factors[CLASSES] * classes + (terms.factors[LEFT_OUT] if suppresses else 0.0)
    return terms.records / counted if counted > 0 else np.inf


@inner
def _divergence(terms: Terms, base: float, suppressed: int, figures: Floats) -> float:
    everything = figures[0] - terms.factors[WEIGHT] * np.log2(float(terms.records))
    charge = 0.0
    if suppressed > 0:
        charge = figures[1] + figures[2] * (terms.factors[DOMAIN] - np.log2(float(suppressed)))
    loss = base + (charge - everything) / terms.records
    return loss if loss > NOTHING else 0.0


@inner
def dependence(terms: Terms, spread: float, figures: Floats) -> float:
    """For divergence: the information of columns about each other, which only falls upward."""
    weight = terms.factors[WEIGHT]
    entropy = np.log2(weight) - figures[3] / weight
    return spread - entropy


@inner
def least_above(  # noqa: PLR0911  (one per kind)
    terms: Terms,
    base: float,
    spread: float,
    fewest: int,
    figures: tuple[float, float, float, float],
    suppressed: int,
) -> float:
    """What a candidate costs at least, given figures and suppression of one below it."""
    factors = terms.factors
    if terms.kind == DISCERNIBILITY:
        kept = figures[0] + float(terms.size) * suppressed
        return kept + float(terms.records - terms.size) * fewest
    if terms.kind == SQUARES:
        return figures[0] + figures[1]
    if terms.kind == CLASS_SIZE:
        freed = (suppressed - fewest) // terms.size
        return _mean_size(terms, figures[0] + freed, suppressed > 0)
    if terms.kind == CLASSIFICATION:
        return _penalties(terms, figures[1], figures[2], fewest)
    if terms.kind == DIVERGENCE:
        rest = factors[WEIGHT] / terms.records * (spread - figures[3])
        return base + rest - SLACK * (1 + abs(base) + abs(rest))
    if terms.kind == AMBIGUITY:
        charge = fewest * max(0.0, factors[WHOLE] - spread)
        return (figures[0] + figures[1] + charge) * (1 - SLACK)
    return 0.0


@inner
def _penalties(terms: Terms, kept: float, left_out: float, fewest: int) -> float:
    """Records outside majorities only grow in number upward; suppressing one may be cheaper."""
    wrong = min(terms.factors[MINORITY], terms.factors[TIED])
    dropped = terms.factors[DROPPED]
    suppressed = float(fewest * terms.times)
    if dropped < wrong:
        suppressed = max(suppressed, left_out)
    rest = max(0.0, left_out - suppressed)
    cost = wrong * (kept + rest) + dropped * suppressed
    return cost / terms.factors[SCALE] * (1 - SLACK)


@inner
def least_by_itself(terms: Terms, base: float, spread: float, fewest: int, limit: int) -> float:
    """What a candidate costs at least that suppresses from `fewest` to `limit` records."""
    factors = terms.factors
    if terms.kind == CLASS_SIZE:
        classes = min(spread, float((terms.records - fewest) // terms.size))
        return _mean_size(terms, classes, limit > 0)
    if terms.kind == AMBIGUITY:
        charge = fewest * max(0.0, factors[WHOLE] - spread)
        return (base + charge) * (1 - SLACK)
    if terms.kind in (ENTROPY, PAYOUT):
        return max(0.0, _entropy_loss(terms, base, spread, fewest, limit))
    return least_loss(terms, fewest, limit)


@inner
def least_loss(  # noqa: PLR0911  (one per kind)
    terms: Terms, suppressed: int, limit: int
) -> float:
    """What any candidate costs at least that suppresses this many records or more."""
    records, factors = terms.records, terms.factors
    if terms.kind == DISCERNIBILITY:
        return float(records) * suppressed + float(terms.size) * (records - suppressed)
    if terms.kind == SQUARES:
        return float(records)
    if terms.kind == CLASS_SIZE:
        return _mean_size(terms, float((records - suppressed) // terms.size), limit > 0)
    if terms.kind == CLASSIFICATION:
        return factors[DROPPED] * suppressed * terms.times / factors[SCALE] * (1 - SLACK)
    if terms.kind == DIVERGENCE:
        here, there = _loss_of_suppression(terms, suppressed), _loss_of_suppression(terms, records)
        return max(0.0, min(here, there)) * (1 - SLACK)
    if terms.kind == AMBIGUITY:
        charge = suppressed * max(0.0, factors[WHOLE] - factors[LARGEST])
        return (factors[FINEST] + charge) * (1 - SLACK)
    lost = _entropy_loss(terms, factors[LOWEST], factors[MOST], suppressed, limit)
    return max(factors[SUPPRESSED] * suppressed * (1 - SLACK), lost)


@inner
def _loss_of_suppression(terms: Terms, suppressed: int) -> float:
    """Divergence: what suppressed records contribute at least, whatever the others do."""
    if suppressed <= 0:
        return 0.0
    share = int64(suppressed) / terms.records
    return share * (terms.factors[DOMAIN] - np.log2(float(suppressed)))


@inner
def _entropy_loss(terms: Terms, base: float, most: float, fewest: int, limit: int) -> float:
    """Entropy: suppressing the most generalized record changes the loss by so much, up or down."""
    rate = terms.factors[SUPPRESSED] - terms.factors[GENERALIZED] * most
    changed = rate * (fewest if rate > 0 else limit)
    return (terms.factors[GENERALIZED] * base * (1 - SLACK) + changed) * (1 - SLACK)


@inner
def least_below(terms: Terms, suppressed: int, figures: Floats, limit: int) -> float:
    """What everything below an evaluated candidate costs at least."""
    if terms.kind == AMBIGUITY:
        charge = suppressed * terms.factors[WHOLE] - figures[1]
        return (terms.factors[FINEST] + charge) * (1 - SLACK)
    return least_loss(terms, suppressed, limit)
