"""Membership inference: can somebody tell from a model who was learned from?

Yeom et al. 2018, doi:10.1109/CSF.2018.00027: models are surer of records that they have learned, so
whoever has the confidence in the true class at or above a threshold is taken for a member. The
attacker knows for half of all records whether they are members and chooses the best threshold for
these; the attack is judged on the other half.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.engine.arrays import Bools, Codes, Floats
from shoal.learning.cross_validation import answers
from shoal.learning.curves import area, roc
from shoal.learning.features import Features
from shoal.learning.matrix import design_of
from shoal.learning.model import LearningModel
from shoal.learning.threads import one_thread

SURE = 1.959964  # of a normal distribution, 95% lie within so many standard deviations


@dataclass(frozen=True)
class Attack:
    """How well one attack told members from others.

    Attributes:
        advantage: The share of members taken for members, minus the share of others.
        variance: The variance of that difference, by the numbers of records it rests on.
        auc: The area under the ROC curve of all thresholds.
    """

    advantage: float
    variance: float
    auc: float


def halves(records: int, times: int, seed: int, most: int = 0) -> Iterator[tuple[Bools, Bools]]:
    """Random members, half of the records that take part, and who takes part."""
    used = min(records, most) if most > 0 else records
    for at in range(times):
        order = np.random.default_rng([seed, at]).permutation(records)[:used]
        members, taking = np.zeros((2, records), np.bool_)
        members[order[: used // 2]], taking[order] = True, True
        yield members, taking


def attacked(
    model: LearningModel,
    features: Features,
    members: Bools,
    asked: Bools,
    labels: Codes,
    seed: int,
) -> Attack:
    """Train on members, then tell them from the others.

    Args:
        model: The model.
        features: What it learns from and what it is asked, of members and others.
        members: Who was learned from, if released.
        asked: Who takes part: members and as many others.
        labels: The class of each record.
        seed: The seed of the model and of what the attacker knows.
    """
    learned = members & features.kept
    if not learned.any():  # nothing was learned: nothing can be told
        return Attack(0.0, 0.0, 0.5)
    known = (labels, int(labels.max()) + 1)
    with one_thread():
        design = design_of(features, model.layout)
        found = answers(model, design, learned, asked, known, seed)
    sure = found[np.arange(len(found)), labels[asked]]
    return judged(sure, members[asked], np.random.default_rng(seed))


def judged(sure: Floats, members: Bools, dice: np.random.Generator) -> Attack:
    """The best threshold for half of the records, judged on the other half."""
    known = np.zeros(len(sure), np.bool_)
    for side in (members, ~members):
        places = dice.permutation(np.flatnonzero(side))
        known[places[: len(places) // 2]] = True
    threshold = _best_threshold(sure[known], members[known])
    taken, is_member = sure[~known] >= threshold, members[~known]
    hits, alarms = taken[is_member], taken[~is_member]
    spread = sum(float(part.mean() * (1 - part.mean())) / len(part) for part in (hits, alarms))
    return Attack(float(hits.mean() - alarms.mean()), spread, area(roc(sure, members)) or 0.5)


def summary(attacks: Sequence[Attack]) -> dict[str, Any]:
    """All attacks together, with an interval that holds the advantage in 95 of 100 cases.

    The same records are attacked again and again, so repetitions do not make the interval smaller.
    """
    advantage = float(np.mean([one.advantage for one in attacks]))
    wide = SURE * float(np.sqrt(np.mean([one.variance for one in attacks])))
    return {
        "advantage": advantage,
        "interval": [max(-1.0, advantage - wide), min(1.0, advantage + wide)],
        "accuracy": (1 + advantage) / 2,
        "auc": float(np.mean([one.auc for one in attacks])),
    }


def _best_threshold(sure: Floats, members: Bools) -> float:
    """The confidence from which on most members and fewest others lie; infinite if none helps."""
    order = np.argsort(-sure, kind="stable")
    ranked, member = sure[order], members[order]
    gain = np.where(member, 1 / max(1, member.sum()), -1 / max(1, (~member).sum())).cumsum()
    last = np.append(ranked[1:] != ranked[:-1], True)  # equal confidences go together
    gain = np.where(last, gain, -np.inf)
    best = int(gain.argmax())
    return float(ranked[best]) if gain[best] > 0 else np.inf
