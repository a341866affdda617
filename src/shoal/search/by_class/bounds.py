"""What figures mean: the loss of a candidate, and what others cost at least.

Four questions, each with its proof in docs/decisions/0014-bounds-of-losses.md:

* `loss_of`: what does an evaluated candidate cost?
* `above`: what does a candidate cost at least, given the figures of one below it?
* `alone`: what does it cost at least, given only what it suppresses at least?
* `least`: what does any candidate cost that suppresses at least so many records?
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
    DISCERNIBILITY,
    DIVERGENCE,
    DOMAIN,
    DROPPED,
    FINEST,
    GENERALIZED,
    LARGEST,
    LEFT_OUT,
    MINORITY,
    MOST,
    SCALE,
    SQUARES,
    SUPPRESSED,
    TIED,
    WEIGHT,
    WHOLE,
    Form,
)

NOTHING = 1e-12  # bits per record that count as none, as in `quality.kl_divergence`
SAFE = 1 - 1e-13  # sums of logarithms are given away by so much, in the safe direction


@inner
def loss_of(form: Form, candidate: int, suppressed: int, figures: Floats) -> float:  # noqa: PLR0911  (one per kind)
    """The loss of an evaluated candidate."""
    records, factors = form.records, form.factors
    if form.kind == DISCERNIBILITY:
        return figures[0] + float(records) * suppressed
    if form.kind == SQUARES:
        return figures[0] + figures[1]
    if form.kind == CLASS_SIZE:
        return _mean_size(form, figures[0], suppressed > 0)
    if form.kind == CLASSIFICATION:
        dropped = factors[DROPPED] * suppressed * form.targets.size
        return (figures[0] + dropped) / factors[SCALE]
    if form.kind == DIVERGENCE:
        return _divergence(form, candidate, suppressed, figures)
    if form.kind == AMBIGUITY:
        return figures[0] + suppressed * factors[WHOLE]
    lost = factors[GENERALIZED] * figures[0] / factors[COMPLETE]
    return lost + factors[SUPPRESSED] * suppressed


@inner
def _mean_size(form: Form, classes: float, suppresses: bool) -> float:
    counted = form.factors[CLASSES] * classes + (form.factors[LEFT_OUT] if suppresses else 0.0)
    return form.records / counted if counted > 0 else np.inf


@inner
def _divergence(form: Form, candidate: int, suppressed: int, figures: Floats) -> float:
    everything = figures[0] - form.factors[WEIGHT] * np.log2(float(form.records))
    charge = 0.0
    if suppressed > 0:
        charge = figures[1] + figures[2] * (form.factors[DOMAIN] - np.log2(float(suppressed)))
    loss = form.base[candidate] + (charge - everything) / form.records
    return loss if loss > NOTHING else 0.0


@inner
def potential(form: Form, candidate: int, figures: Floats) -> float:
    """For divergence: the dependence between columns, which only falls upward."""
    weight = form.factors[WEIGHT]
    entropy = np.log2(weight) - figures[3] / weight
    return form.spread[candidate] - entropy


@inner
def above(  # noqa: PLR0911  (one per kind)
    form: Form, candidate: int, fewest: int, below: Floats, below_suppressed: int
) -> float:
    """What a candidate costs at least, given the figures of one below it."""
    records, factors = form.records, form.factors
    if form.kind == DISCERNIBILITY:
        kept = below[0] + float(form.size) * below_suppressed
        return kept + float(records - form.size) * fewest
    if form.kind == SQUARES:
        return below[0] + below[1]
    if form.kind == CLASS_SIZE:
        freed = (below_suppressed - fewest) // form.size
        return _mean_size(form, below[0] + freed, below_suppressed > 0)
    if form.kind == CLASSIFICATION:
        return _penalties(form, below[1], below[2], fewest)
    if form.kind == DIVERGENCE:
        rest = factors[WEIGHT] / records * (form.spread[candidate] - below[3])
        slack = 1 - SAFE
        return form.base[candidate] + rest - slack * (1 + abs(form.base[candidate]) + abs(rest))
    if form.kind == AMBIGUITY:
        charge = fewest * max(0.0, factors[WHOLE] - form.spread[candidate])
        return (below[0] + below[1] + charge) * SAFE
    return 0.0


@inner
def _penalties(form: Form, kept: float, left_out: float, fewest: int) -> float:
    """Records outside majorities only grow in number upward; suppressing one may be cheaper."""
    least = min(form.factors[MINORITY], form.factors[TIED])
    dropped, times = form.factors[DROPPED], form.targets.size
    suppressed = float(fewest * times)
    if dropped < least:
        suppressed = max(suppressed, left_out)
    rest = max(0.0, left_out - suppressed)
    return (least * (kept + rest) + dropped * suppressed) / form.factors[SCALE] * SAFE


@inner
def alone(form: Form, candidate: int, fewest: int, limit: int) -> float:
    """What a candidate costs at least that suppresses at least `fewest` records."""
    factors = form.factors
    if form.kind == CLASS_SIZE:
        classes = min(form.spread[candidate], float((form.records - fewest) // form.size))
        return _mean_size(form, classes, limit > 0)
    if form.kind == AMBIGUITY:
        charge = fewest * max(0.0, factors[WHOLE] - form.spread[candidate])
        return (form.base[candidate] + charge) * SAFE
    if form.kind > AMBIGUITY:
        # Suppressing the most generalized record changes the loss by so much, up or down.
        rate = factors[SUPPRESSED] - factors[GENERALIZED] * form.spread[candidate]
        rated = rate * (fewest if rate > 0 else limit)
        return max(0.0, factors[GENERALIZED] * form.base[candidate] * SAFE + rated) * SAFE
    return least(form, fewest, limit)


@inner
def least(form: Form, suppressed: int, limit: int) -> float:  # noqa: PLR0911  (one per kind)
    """What any candidate costs at least that suppresses so many records or more."""
    records, factors = form.records, form.factors
    if form.kind == DISCERNIBILITY:
        return float(records) * suppressed + float(form.size) * (records - suppressed)
    if form.kind == SQUARES:
        return float(records)
    if form.kind == CLASS_SIZE:
        return _mean_size(form, float((records - suppressed) // form.size), limit > 0)
    if form.kind == CLASSIFICATION:
        return factors[DROPPED] * suppressed * form.targets.size / factors[SCALE] * SAFE
    if form.kind == DIVERGENCE:
        here, there = _dropped(form, suppressed), _dropped(form, records)
        return max(0.0, min(here, there)) * SAFE
    if form.kind == AMBIGUITY:
        charge = suppressed * max(0.0, factors[WHOLE] - factors[LARGEST])
        return (factors[FINEST] + charge) * SAFE
    rate = factors[SUPPRESSED] - factors[GENERALIZED] * factors[MOST]
    whole = factors[GENERALIZED] * form.base[0]
    return (
        max(factors[SUPPRESSED] * suppressed, whole + rate * (suppressed if rate > 0 else limit))
        * SAFE
    )


@inner
def _dropped(form: Form, suppressed: int) -> float:
    """Divergence: what so many suppressed records contribute, whatever the others do."""
    if suppressed <= 0:
        return 0.0
    share = int64(suppressed) / form.records
    return share * (form.factors[DOMAIN] - np.log2(float(suppressed)))


@inner
def below_this(form: Form, suppressed: int, figures: Floats, limit: int) -> float:
    """What everything below an evaluated candidate costs at least."""
    if form.kind == AMBIGUITY:
        charge = suppressed * form.factors[WHOLE] - figures[1]
        return (form.factors[FINEST] + charge) * SAFE
    return least(form, suppressed, limit)
