"""Studies that search: promises, recoding, strategy and loss."""

from random import Random
from typing import Any

from fuzz.draw_promises import promises
from fuzz.draw_table import Drawn

GAMES = (
    {"publisher_benefit": 10, "publisher_loss": 12, "adversary_gain": 10, "adversary_cost": 4},
    {"publisher_benefit": 12, "publisher_loss": 30, "adversary_gain": 9, "adversary_cost": 3},
    {"publisher_benefit": 1200, "publisher_loss": 300, "adversary_gain": 20, "adversary_cost": 4},
)
AGGREGATES = ("sum", "maximum", "arithmetic-mean", "geometric-mean", "rank")
LOCAL = ("local", {"mode": "local", "effort": 0}, {"mode": "local", "trim": False})
ITERATED: dict[str, tuple[float, ...]] = {
    "fraction": (0, 0.1, 0.5),
    "passes": (1, 2),
    "gs_factor": (0.25, 1),
    "adaption": (0.5,),
}
STRATEGIES = ("exhaustive", "best-first", "top-down", "genetic", "auto")
# Losses that local recoding takes, with and without a factor or an aggregate of their own.
ANYWHERE = ("loss", "loss", "precision", "entropy-based-loss", "publisher-payout")
GLOBAL = ("non-uniform-entropy", "normalized-non-uniform-entropy", "height", "static")
GLOBAL = (*GLOBAL, "discernibility", "average-class-size", "ambiguity", "kl-divergence")


def by_search(
    dice: Random, keys: dict[str, Any], columns: list[Drawn], way: str, engine: str
) -> None:
    """Promises, and a search for the levels that keep them."""
    keys["privacy"] = promises(dice, keys, local=way != "global")
    if any("profitability" in p["model"] for p in keys["privacy"]) or dice.random() < 0.1:
        keys["game"] = dict(dice.choice(GAMES))
    if way == "local":
        keys["recoding"] = dice.choice(LOCAL)
    if way == "iterated":
        keys["recoding"] = {"mode": "iterated"}
        for name, values in ITERATED.items():
            if dice.random() < 0.3:
                keys["recoding"][name] = dice.choice(values)
    if way == "global" and dice.random() < 0.4:
        keys["search"] = {"strategy": dice.choice(STRATEGIES)}
        if keys["search"]["strategy"] != "exhaustive":
            keys["search"]["candidates"] = dice.choice((1, 5, 200))
    if dice.random() >= 0.4:
        models = ANYWHERE if way != "global" else (*ANYWHERE, *GLOBAL)
        targets = ("classification",) if way == "global" and engine == "memory" else ()
        keys["quality"] = _quality(dice, keys, columns, dice.choice((*models, *targets)))


def _quality(
    dice: Random, keys: dict[str, Any], columns: list[Drawn], model: str
) -> dict[str, Any]:
    made: dict[str, Any] = {"model": model}
    if model in ("loss", "precision", "static", "height", "non-uniform-entropy"):
        made["aggregate"] = dice.choice(AGGREGATES)
    if model in ("loss", "precision", "entropy-based-loss", "publisher-payout"):
        made["gs_factor"] = dice.choice((0, 0.25, 0.5, 0.75, 1))
    if model == "publisher-payout":
        keys["game"] = dict(dice.choice(GAMES))
    if model == "static":
        made["table"] = {c.name: _rising(dice, len(c.tree[0])) for c in columns if c.tree}
    if model == "classification":
        made["targets"] = ["s"]
    return made


def _rising(dice: Random, count: int) -> list[float]:
    return sorted(dice.choice((0, 0.25, 0.5, 1, 2)) for _ in range(count))
