"""Membership inference: can somebody tell from a model which records it was trained on?

Yeom et al. 2018, doi:10.1109/CSF.2018.00027: models are surer of records that they were trained on,
so the attacker takes a record for a member if the confidence in its true class reaches a threshold.
The attacker knows for half of all records whether they are members and chooses the best threshold
for these; the attack is judged on the other half.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.engine.arrays import Bools, Codes, Floats
from shoal.learning.cross_validation import train_and_predict
from shoal.learning.curves import area, roc
from shoal.learning.features import Features
from shoal.learning.matrix import design_of
from shoal.learning.model import LearningModel
from shoal.learning.threads import one_thread

SURE = 1.959964  # 95% of a normal distribution lie within this many standard deviations


@dataclass(frozen=True)
class Attack:
    """How well one attack distinguished members from others.

    Attributes:
        advantage: The share of members taken for members, minus the share of others.
        variance: The variance of that difference, from the numbers of records.
        auc: The area under the ROC curve of all thresholds.
    """

    advantage: float
    variance: float
    auc: float


def halves(records: int, times: int, seed: int, most: int = 0) -> Iterator[tuple[Bools, Bools]]:
    """Draw, several times, which records are members and which are used at all.

    Each time come two arrays with a flag per record. Members are half of the used records; `most`
    is how many are used at most, 0 for all.
    """
    count = min(records, most) if most > 0 else records
    for at in range(times):
        order = np.random.default_rng([seed, at]).permutation(records)[:count]
        members, used = np.zeros((2, records), np.bool_)
        members[order[: count // 2]], used[order] = True, True
        yield members, used


def attack_members(
    model: LearningModel,
    features: Features,
    members: Bools,
    asked: Bools,
    labels: Codes,
    seed: int,
) -> Attack:
    """Train on members, then try to distinguish them from the others.

    Args:
        model: The model.
        features: The features of members and others, for training and prediction.
        members: The records that the model is trained on, if they are released.
        asked: The records that are used: members and as many others.
        labels: The class of each record.
        seed: The seed of the model and of what the attacker knows.
    """
    learned = members & features.kept
    if not learned.any():  # without training there is nothing to attack
        return Attack(0.0, 0.0, 0.5)
    known = (labels, int(labels.max()) + 1)
    with one_thread():
        design = design_of(features, model.layout)
        confidences = train_and_predict(model, design, learned, asked, known, seed)
    sure = confidences[np.arange(len(confidences)), labels[asked]]
    return judge_attack(sure, members[asked], np.random.default_rng(seed))


def judge_attack(sure: Floats, members: Bools, dice: np.random.Generator) -> Attack:
    """Choose the best threshold for half of the records, and judge it on the other half.

    Args:
        sure: The confidence in the true class of each record.
        members: One flag per record: whether the model was trained on it.
        dice: Chooses the half that the attacker knows.
    """
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
    """The mean of all attacks, with an interval that holds the advantage in 95 of 100 cases.

    All attacks use the same records, so repetitions do not make the interval smaller.
    """
    advantage = float(np.mean([attack.advantage for attack in attacks]))
    wide = SURE * float(np.sqrt(np.mean([attack.variance for attack in attacks])))
    return {
        "advantage": advantage,
        "interval": [max(-1.0, advantage - wide), min(1.0, advantage + wide)],
        "accuracy": (1 + advantage) / 2,
        "auc": float(np.mean([attack.auc for attack in attacks])),
    }


def _best_threshold(sure: Floats, members: Bools) -> float:
    """The threshold with most members and fewest others above it; infinite if none helps."""
    order = np.argsort(-sure, kind="stable")
    ranked, member = sure[order], members[order]
    gain = np.where(member, 1 / max(1, member.sum()), -1 / max(1, (~member).sum())).cumsum()
    last = np.append(ranked[1:] != ranked[:-1], True)  # equal confidences go together
    gain = np.where(last, gain, -np.inf)
    best = int(gain.argmax())
    return float(ranked[best]) if gain[best] > 0 else np.inf
