"""Learns the weights of columns from a person's answers.

The preference model: a person has hidden weights w (not negative, sum 1) and prefers the option
with the smaller weighted loss, more surely the larger the difference is; now and then the answer is
wrong whatever the difference (a lapse). So contradictions are expected, and never refused:

    P(first | w) = lapse + (1 - 2 lapse) / (1 + exp(sharpness · w · (first - second)))

Before the first answer all weights are equally likely (Dirichlet with parameters 1). The posterior
is a cloud of possible weights. When only few of them are still likely, the cloud is resampled and
moved by Metropolis steps, so that it keeps its shape even with many columns. The next question is
the one whose answer is expected to tell most about the weights (Houlsby et al. 2011, BALD).
"""

from dataclasses import dataclass, replace

import numpy as np

from shoal.engine.arrays import Floats
from shoal.interactive.question import Question, differences

CLOUD = 4_000  # points of the cloud, each a possible weight of every column
LOOKED_AT = 1_000  # points of the cloud that are used to choose a question
LAPSE = 0.1  # the chance of a wrong answer, however clear the difference is
SHARPNESS = 40.0  # how surely a person sees a difference of weighted losses
ENOUGH = 0.5  # the cloud is resampled if its effective share of points falls below this
MOVES = 6  # Metropolis steps of each point after resampling


@dataclass(frozen=True, eq=False)
class Preferences:
    """The weights that answers leave possible.

    Attributes:
        columns: The names of the columns.
        cloud: Possible weights: one row for each of `CLOUD` points, one entry per column.
        chances: The probability of each point; the sum is 1.
        asked: The differences of all questions so far (first minus second): one row each, one
            entry per column.
        answers: For each question, whether the first option was preferred.
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
        """The preferences before any answer: all weights are equally likely."""
        cloud = np.random.default_rng(seed).dirichlet(np.ones(len(columns)), CLOUD)
        asked = np.zeros((0, len(columns)))
        return cls(columns, cloud, np.full(CLOUD, 1 / CLOUD), asked, (), seed)

    @property
    def weights(self) -> dict[str, float]:
        """The mean of the possible weights, by column; the sum is 1."""
        return dict(zip(self.columns, (self.chances @ self.cloud).tolist(), strict=True))

    @property
    def uncertainty(self) -> dict[str, float]:
        """The standard deviation of each weight, by column."""
        spread = self.chances @ (self.cloud - self.chances @ self.cloud) ** 2
        return dict(zip(self.columns, np.sqrt(spread).tolist(), strict=True))

    @property
    def contradictions(self) -> int:
        """How many answers a person with the mean weights would not have given."""
        return len(self.contradiction_places)

    @property
    def contradiction_places(self) -> tuple[int, ...]:
        """The positions of the answers that a person with the mean weights would not have given.

        They are counted from 0, as in `answers`.
        """
        if not self.answers:
            return ()
        first_loses_less = self.asked @ (self.chances @ self.cloud) < 0
        return tuple(np.flatnonzero(first_loses_less != np.array(self.answers)).tolist())

    def interval(self, share: float = 0.9) -> dict[str, tuple[float, float]]:
        """For each column, the ends of the middle interval that holds this share of its weights."""
        intervals = {}
        for at, name in enumerate(self.columns):
            order = np.argsort(self.cloud[:, at])
            sums = np.cumsum(self.chances[order])
            ends = np.searchsorted(sums, [(1 - share) / 2, (1 + share) / 2]).clip(0, CLOUD - 1)
            low, high = self.cloud[order[ends], at].tolist()
            intervals[name] = (low, high)
        return intervals

    def add_answer(self, question: Question, *, first: bool) -> "Preferences":
        """The preferences after one more answer: `first` if the first option was preferred."""
        chances = self.chances * _likelihood(self.cloud @ question.difference, first=first)
        after = replace(
            self,
            chances=chances / chances.sum(),
            asked=np.vstack([self.asked, question.difference]),
            answers=(*self.answers, first),
        )
        effective = 1 / (after.chances**2).sum()
        return after if effective >= ENOUGH * CLOUD else _resample(after)

    def next_question(self, questions: list[Question]) -> int:
        """The position of the question whose answer is expected to tell most about the weights."""
        return int(np.argmax(self.information(questions)))

    def information(self, questions: list[Question]) -> Floats:
        """How much each question's answer is expected to tell about the weights, in bits.

        This is the uncertainty about the answer, minus the part that would remain if the weights
        were known.
        """
        some = slice(None, None, CLOUD // LOOKED_AT)
        chances = self.chances[some] / self.chances[some].sum()
        chance = _likelihood(self.cloud[some] @ differences(questions).T, first=True)
        return np.asarray(_entropy(chances @ chance) - chances @ _entropy(chance))


def _likelihood(differences: Floats, *, first: bool) -> Floats:
    """The probability of an answer, for each weighted difference w · (first - second).

    A negative difference says that the first option loses less.
    """
    sign = 1.0 if first else -1.0
    preferred = 1 / (1 + np.exp(np.clip(sign * SHARPNESS * differences, -500, 500)))
    return np.asarray(LAPSE + (1 - 2 * LAPSE) * preferred)


def _entropy(chance: Floats) -> Floats:
    """The uncertainty, in bits, about an answer with this probability."""
    rest = 1 - chance
    return np.asarray(-chance * np.log2(chance) - rest * np.log2(rest))


def _resample(state: Preferences) -> Preferences:
    """Resample the cloud by its chances, and move each point without changing the posterior."""
    random = np.random.default_rng([state.seed, len(state.answers)])
    cloud = state.cloud[random.choice(CLOUD, CLOUD, p=state.chances)]
    height = _log_posterior(cloud, state)
    for _ in range(MOVES):
        cloud, height = _metropolis_step(cloud, height, state, random)
    return replace(state, cloud=cloud, chances=np.full(CLOUD, 1 / CLOUD))


def _metropolis_step(
    cloud: Floats, height: Floats, state: Preferences, random: np.random.Generator
) -> tuple[Floats, Floats]:
    """One Metropolis step of each point along the difference of two others (ter Braak 2006).

    Args:
        cloud: The points.
        height: The logarithm of the posterior of each point.
        state: The questions and answers.
        random: The source of randomness.

    Returns:
        The points after the step, and their heights.
    """
    left, right = random.integers(0, CLOUD, (2, CLOUD))
    length = 2.38 / np.sqrt(2 * max(1, cloud.shape[1] - 1))
    step = length * (cloud[left] - cloud[right]) + random.normal(0, 1e-3, cloud.shape)
    step -= step.mean(axis=1, keepdims=True)  # the weights keep their sum
    there = cloud + step
    allowed = (there >= 0).all(axis=1)
    level = np.where(allowed, _log_posterior(there, state), -np.inf)
    taken = np.log(random.random(CLOUD)) < level - height
    return np.where(taken[:, None], there, cloud), np.where(taken, level, height)


def _log_posterior(cloud: Floats, state: Preferences) -> Floats:
    """The logarithm of the posterior of each point, up to a constant; the prior is flat."""
    signs = np.where(state.answers, 1.0, -1.0)
    likelihoods = _likelihood((cloud @ state.asked.T) * signs, first=True)
    return np.asarray(np.log(likelihoods).sum(axis=1))
