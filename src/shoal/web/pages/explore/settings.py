"""The settings of the sliders: k, suppression limit and weights, from a study and back into it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from shoal.engine.lattice import Levels
from shoal.server.stored.study_keys import StoredKeys

K_ANONYMITY = "k-anonymity"


class Where(TypedDict, total=False):
    """Which candidates are listed; without keys, all are.

    Attributes:
        levels: The levels that a column may have, for columns that may not have every one.
        accepted: Whether they must stay within the suppression limit, or must not.
        loss: The least and the largest loss, from 0 to 1.
    """

    levels: Mapping[str, Sequence[int]]
    accepted: bool
    loss: tuple[float, float]


class Question(TypedDict, total=False):
    """A question to a sweep; with only k, limit and weights it asks for the best candidate.

    The keys are explained in `shoal.server.actions.sweep_question`.
    """

    k: int
    suppression_limit: float
    weights: dict[str, float]
    candidates: int
    skip: int
    where: Where
    sort: str
    stairs: bool
    about: Sequence[Levels]
    closely: Levels | str
    curve: Sequence[int]


@dataclass(frozen=True)
class Settings:
    """One choice of settings.

    Attributes:
        k: The smallest class that may be released.
        limit: The largest share of suppressed records, from 0 to 1.
        weights: How much each quasi-identifier counts; 1 is usual.
    """

    k: int = 2
    limit: float = 0.0
    weights: Mapping[str, float] = field(default_factory=dict)

    @property
    def question(self) -> Question:
        """The settings as a question to a sweep."""
        return {"k": self.k, "suppression_limit": self.limit, "weights": dict(self.weights)}

    def edit(self, body: StoredKeys) -> None:
        """Write the settings into the keys of a study, which are changed."""
        for promise in body.get("privacy", []):
            if promise.get("model") == K_ANONYMITY:
                promise["k"] = self.k
        body["suppression_limit"] = self.limit
        for name, weight in self.weights.items():
            keys = body["columns"][name]
            if weight != keys.get("weight", 1):
                keys["weight"] = weight

    def words(self, other: "Settings") -> list[str]:
        """How another choice differs from this one, in words; empty if it does not."""
        changes = []
        if self.k != other.k:
            changes.append(f"k {self.k} → {other.k}")
        if self.limit != other.limit:
            changes.append(f"limit {100 * self.limit:g}% → {100 * other.limit:g}%")
        for name, weight in self.weights.items():
            if other.weights.get(name, weight) != weight:
                changes.append(f"{name} ×{weight:g} → ×{other.weights[name]:g}")
        return changes


def settings_of(body: StoredKeys) -> Settings:
    """The settings that a study has; k is 2 if it does not promise k-anonymity."""
    promised = [
        k
        for one in body.get("privacy", [])
        if one.get("model") == K_ANONYMITY and isinstance(k := one.get("k"), int)
    ]
    weights = {
        name: float(keys.get("weight") or 1)
        for name, keys in body.get("columns", {}).items()
        if keys.get("role") == "quasi-identifier"
    }
    limit = float(body.get("suppression_limit", 0))
    return Settings(max(promised, default=2), limit, weights)
