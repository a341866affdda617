"""What a person's answers say about the weights of columns.

The preference model: a person has hidden weights w (not negative, sum 1) and prefers the option
with the smaller weighted loss, more surely the larger the difference is; now and then the answer is
wrong whatever the difference (a lapse). So contradictions are expected, and none is ever refused:

    P(first | w) = lapse + (1 - 2 lapse) / (1 + exp(sharpness · w · (first - second)))

Before the first answer all weights are equally likely (Dirichlet with parameters 1). The posterior
is a cloud of possible weights; where few of them still count, the cloud is drawn anew and moved by
Metropolis steps, so that it keeps its shape with many columns too. The next question is the one
whose answer is expected to tell most about the weights (Houlsby et al. 2011, BALD).
"""

from dataclasses import dataclass, replace

import numpy as np

from shoal.engine.arrays import Floats
from shoal.interactive.question import Question, differences

CLOUD = 4_000
LOOKED_AT = 1_000  # points of the cloud are enough to choose a question
LAPSE = 0.1
SHARPNESS = 40.0
ENOUGH = 0.5  # of the cloud must count, or it is drawn anew
MOVES = 6  # Metropolis steps of each point when it is


@dataclass(frozen=True, eq=False)
class Preferences:
    """The weights that answers leave possible.

    Attributes:
        columns: The names of the columns.
        cloud: Possible weights, a row each.
        chances: How likely each of them is.
        asked: The differences of all questions so far.
        answers: True where the first option was preferred.
        seed: The seed of the cloud.
    """

    columns: tuple[str, ...]
    cloud: Floats
    chances: Floats
    asked: Floats
    answers: tuple[bool, ...] = ()
    seed: int = 0

    @classmethod
    def unknown(cls, columns: tuple[str, ...], seed: int = 0) -> "Preferences":
        """Before any answer: all weights are equally likely."""
        cloud = np.random.default_rng(seed).dirichlet(np.ones(len(columns)), CLOUD)
        asked = np.zeros((0, len(columns)))
        return cls(columns, cloud, np.full(CLOUD, 1 / CLOUD), asked, (), seed)

    @property
    def weights(self) -> dict[str, float]:
        """The mean of the weights that are left."""
        return dict(zip(self.columns, (self.chances @ self.cloud).tolist(), strict=True))

    @property
    def uncertainty(self) -> dict[str, float]:
        """The standard deviation of each weight."""
        spread = self.chances @ (self.cloud - self.chances @ self.cloud) ** 2
        return dict(zip(self.columns, np.sqrt(spread).tolist(), strict=True))

    @property
    def contradictions(self) -> int:
        """How many answers the mean weights would not have given."""
        return len(self.contradicting)

    @property
    def contradicting(self) -> tuple[int, ...]:
        """The places of the answers that the mean weights would not have given."""
        if not self.answers:
            return ()
        first_loses_less = self.asked @ (self.chances @ self.cloud) < 0
        return tuple(np.flatnonzero(first_loses_less != np.array(self.answers)).tolist())

    def interval(self, share: float = 0.9) -> dict[str, tuple[float, float]]:
        """For each weight, between which ends that share of the possible ones is."""
        found = {}
        for at, name in enumerate(self.columns):
            order = np.argsort(self.cloud[:, at])
            sums = np.cumsum(self.chances[order])
            ends = np.searchsorted(sums, [(1 - share) / 2, (1 + share) / 2]).clip(0, CLOUD - 1)
            low, high = self.cloud[order[ends], at].tolist()
            found[name] = (low, high)
        return found

    def answered(self, question: Question, *, first: bool) -> "Preferences":
        """What is possible after one more answer."""
        chances = self.chances * _likelihood(self.cloud @ question.difference, first=first)
        after = replace(
            self,
            chances=chances / chances.sum(),
            asked=np.vstack([self.asked, question.difference]),
            answers=(*self.answers, first),
        )
        effective = 1 / (after.chances**2).sum()
        return after if effective >= ENOUGH * CLOUD else _drawn_anew(after)

    def next_question(self, questions: list[Question]) -> int:
        """The place of the question whose answer is expected to tell most."""
        return int(np.argmax(self.information(questions)))

    def information(self, questions: list[Question]) -> Floats:
        """What each answer is expected to tell, in bits.

        The uncertainty about the answer, without the part that stays for a person who is known.
        """
        some = slice(None, None, CLOUD // LOOKED_AT)
        chances = self.chances[some] / self.chances[some].sum()
        chance = _likelihood(self.cloud[some] @ differences(questions).T, first=True)
        return np.asarray(_entropy(chances @ chance) - chances @ _entropy(chance))


def _likelihood(differences: Floats, *, first: bool) -> Floats:
    """How likely an answer is; the first option is better where its difference is negative."""
    sign = 1.0 if first else -1.0
    preferred = 1 / (1 + np.exp(np.clip(sign * SHARPNESS * differences, -500, 500)))
    return np.asarray(LAPSE + (1 - 2 * LAPSE) * preferred)


def _entropy(chance: Floats) -> Floats:
    rest = 1 - chance
    return np.asarray(-chance * np.log2(chance) - rest * np.log2(rest))


def _drawn_anew(state: Preferences) -> Preferences:
    """Points that count, each moved a little without changing what is likely."""
    random = np.random.default_rng([state.seed, len(state.answers)])
    cloud = state.cloud[random.choice(CLOUD, CLOUD, p=state.chances)]
    height = _log_posterior(cloud, state)
    for _ in range(MOVES):
        cloud, height = _moved(cloud, height, state, random)
    return replace(state, cloud=cloud, chances=np.full(CLOUD, 1 / CLOUD))


def _moved(
    cloud: Floats, height: Floats, state: Preferences, random: np.random.Generator
) -> tuple[Floats, Floats]:
    """One Metropolis step along the difference of two other points (ter Braak 2006)."""
    one, other = random.integers(0, CLOUD, (2, CLOUD))
    length = 2.38 / np.sqrt(2 * max(1, cloud.shape[1] - 1))
    step = length * (cloud[one] - cloud[other]) + random.normal(0, 1e-3, cloud.shape)
    step -= step.mean(axis=1, keepdims=True)  # the weights keep their sum
    there = cloud + step
    allowed = (there >= 0).all(axis=1)
    level = np.where(allowed, _log_posterior(there, state), -np.inf)
    taken = np.log(random.random(CLOUD)) < level - height
    return np.where(taken[:, None], there, cloud), np.where(taken, level, height)


def _log_posterior(cloud: Floats, state: Preferences) -> Floats:
    """Up to a constant; the prior is flat."""
    losses = cloud @ state.asked.T
    signs = np.where(state.answers, 1.0, -1.0)
    preferred = 1 / (1 + np.exp(np.clip(SHARPNESS * losses * signs, -500, 500)))
    return np.asarray(np.log(LAPSE + (1 - 2 * LAPSE) * preferred).sum(axis=1))
