"""One to three promises out of all, with parameters that small tables can just keep, or not."""

from random import Random
from typing import Any

from fuzz.draw_table import ILLNESSES

COLUMN = {"column": "s"}


def promises(dice: Random, keys: dict[str, Any], *, local: bool) -> list[dict[str, Any]]:
    """Promises that fit what the study says about populations; most of the time."""
    known = _known(dice)
    names = [name for name in known if _fits(name, keys, local=local)]
    count = dice.choices((1, 2, 3), (6, 3, 1))[0]
    chosen = dice.sample(names, min(count, len(names)))
    if (
        all(name in ("sample-uniqueness", "average-risk") for name in chosen)
        and dice.random() < 0.5
    ):
        chosen.append("k-anonymity")
    found = [{"model": name.partition(" ")[0], **known[name]} for name in dict.fromkeys(chosen)]
    for promise in found:
        if promise.get("distance") == "ordered":
            keys["columns"]["s"] |= {"type": "ordered", "order": list(ILLNESSES)}
        if promise.get("distance") == "hierarchical":
            keys["columns"]["s"]["hierarchy"] = "s.csv"
    return found


def _fits(name: str, keys: dict[str, Any], *, local: bool) -> bool:
    population = keys.get("population", {})
    counted = "subset" in keys or "table" in population
    if name in ("k-map", "delta-presence"):
        return counted and not local
    if name in ("k-map estimated", "population-uniqueness"):
        return bool(population) or "subset" in keys
    return not (local and "journalist" in name)


def _known(dice: Random) -> dict[str, dict[str, Any]]:
    pick = dice.choice
    entropy: dict[str, Any] = {**COLUMN, "l": pick((1.5, 2, 2.5))}
    if dice.random() < 0.3:
        entropy |= {"estimator": "grassberger", "leading": pick(("G", "ln"))}
    close: dict[str, Any] = {**COLUMN, "t": pick((0.1, 0.2, 0.25, 0.3, 0.4, 0.5))}
    if dice.random() < 0.6:
        close["distance"] = pick(("equal", "ordered", "hierarchical"))
    risk: dict[str, Any] = {"threshold": pick((0.2, 0.3, 0.4, 0.5))}
    if dice.random() < 0.4:
        risk |= {"highest": pick((0.2, 0.25, 0.5)), "share_at_risk": pick((0, 0.1, 0.3))}
    disclosure: dict[str, Any] = {**COLUMN, "delta": pick((0.8, 1, 1.5, 2))}
    if dice.random() < 0.5:
        disclosure["absent"] = pick(("ignore", "violate"))
    low, high = sorted((pick((0, 0, 0.1, 0.3)), pick((0.4, 0.5, 0.75, 1))))
    estimate = {"estimator": pick(("poisson", "zero-truncated-poisson"))}
    estimate |= {"significance": pick((0.01, 0.1, 0.3))}
    return {
        "k-anonymity": {"k": pick((2, 2, 3, 5))},
        "k-map": {"k": pick((2, 3, 5))},
        "k-map estimated": {"k": pick((2, 3, 5)), **estimate},
        "delta-presence": {"delta_min": low, "delta_max": high},
        "distinct-l-diversity": {**COLUMN, "l": pick((1, 2, 2, 3))},
        "entropy-l-diversity": entropy,
        "recursive-l-diversity": {**COLUMN, "c": pick((0.5, 1, 2, 3)), "l": pick((1, 2, 2, 3))},
        "t-closeness": close,
        "delta-disclosure": disclosure,
        "basic-beta-likeness": {**COLUMN, "beta": pick((0.5, 1, 2))},
        "enhanced-beta-likeness": {**COLUMN, "beta": pick((0.5, 1, 2))},
        "average-risk": risk,
        "sample-uniqueness": {"threshold": pick((0, 0.05, 0.1, 0.25))},
        "population-uniqueness": {
            "threshold": pick((0.01, 0.1, 0.3)),
            "estimator": pick(("dankar", "zayatz", "pitman", "snb")),
        },
        "prosecutor-profitability": {"attack": pick(("allowed", "none"))},
        "journalist-profitability": {"attack": pick(("allowed", "none"))},
    }
