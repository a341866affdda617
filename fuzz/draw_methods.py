"""Studies with a method, and studies that leave it to chance."""

from random import Random
from typing import Any

from fuzz.draw_table import Drawn

CLUSTERS = ("sangreea", "mondrian", "mdav")
NUMBERS = ("noise", "rank-swapping", "univariate-microaggregation")
METHODS = (
    *("datafly", "argus", "local-suppression", *CLUSTERS, "subcombinations"),
    *("pram", *NUMBERS),
)


def by_method(dice: Random, keys: dict[str, Any], columns: list[Drawn], method: str) -> None:
    """A method instead of promises; it knows no population."""
    keys.pop("population", None)
    if dice.random() < 0.5:
        keys.pop("subset", None)
    if method in (*NUMBERS, "pram"):
        keys["method"] = _changing(dice, [c.name for c in columns], method)
        keys["reproducible"] = True  # a table and a file then show the same
        return
    size, names = dice.choice((2, 2, 3, 4)), [c.name for c in columns]
    made = {"name": method, "k" if method in CLUSTERS else "bin_size": size}
    if method in CLUSTERS and dice.random() < 0.3:
        limit = dice.choice((2, 3))
        made["constraints"] = [{"model": "distinct-l-diversity", "column": "s", "l": limit}]
    if method == "argus":
        made["identifying"] = {n: dice.choice((0, 1, 2, 3)) for n in names} | {names[0]: 1}
    if method in ("argus", "subcombinations") and dice.random() < 0.4:
        made["suppression"] = dice.choice(("greedy", "by-record"))
    if method == "subcombinations":
        made |= _analysis(dice, made)
    if method in ("datafly", "subcombinations") and dice.random() < 0.3:
        made["linked"] = _linked(dice, names)
    keys["method"] = made


def _changing(dice: Random, names: list[str], method: str) -> dict[str, Any]:
    """A method that changes values, with parameters of its own."""
    made: dict[str, Any] = {"name": method}
    if method == "noise":
        made["amount"] = dice.choice((0.01, 0.5, 1))
        made["kind"] = dice.choice(("additive", "correlated", "keeping-variance"))
        made |= {"lowest": 0} if dice.random() < 0.3 else {}
    elif method == "pram":
        made |= {"least": dice.choice((0.01, 0.5, 1)), "strength": dice.choice((0, 0.5, 1))}
    elif method == "rank-swapping":
        made |= {end: dice.choice((0, 0.2, 0.5)) for end in ("top", "bottom")}
        made["share"] = dice.choice((0.1, 0.5, 1))
    else:
        made["k"] = dice.choice((2, 2, 3, 4))
    if dice.random() < 0.4:
        made["columns"] = dice.sample(names, dice.randint(1, len(names)))
    return made


def _analysis(dice: Random, made: dict[str, Any]) -> dict[str, Any]:
    more: dict[str, Any] = {}
    if dice.random() < 0.3:
        more["maximum_outliers"] = dice.choice((0, 0.2, 0.5))
    if dice.random() < 0.3 and made.get("suppression") != "greedy":
        more["restore"] = True
    return more


def _linked(dice: Random, names: list[str]) -> list[dict[str, Any]]:
    sets: list[dict[str, Any]] = [{"columns": dice.sample(names, dice.randint(1, len(names)))}]
    if dice.random() < 0.5:
        sets.append({"columns": [dice.choice(names)], "bin_size": 2})
    return sets


def by_chance(dice: Random, keys: dict[str, Any]) -> None:
    """Differential privacy: all released columns are quasi-identifiers."""
    keys.pop("suppression_limit")
    made: dict[str, Any] = {"model": "differential-privacy"}
    made |= {"epsilon": dice.choice((1, 2, 3)), "delta": dice.choice((0.1, 0.4))}
    if dice.random() < 0.4:
        made["steps"] = dice.choice((0, 2, 5))
    else:
        made["degree"] = dice.choice(("none", "low", "medium", "high", "complete"))
    keys["privacy"] = [made]
    if dice.random() < 0.3:
        keys["privacy"].append({"model": "k-anonymity", "k": 2})
