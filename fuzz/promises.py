"""Every promise by its definition: of one class, or of all classes together.

The answer is True, False, or None where floats cannot tell, or nobody can. Written from the
papers that the reference pages cite, with dictionaries and fractions, and nothing of the package.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, exp, factorial, log, log2, prod
from typing import Any

from fuzz.world import World

CLEAR = 1e-9
GAMMA = 0.57721566490153286
STAKES = {"publisher_benefit": 1200, "publisher_loss": 300, "adversary_gain": 300}
STAKES["adversary_cost"] = 4
Answer = bool | None


@dataclass(frozen=True)
class Seen:
    """A class as somebody sees it.

    Attributes:
        members: Its records.
        population: How many of the population look like it, where that can be counted.
        under: How many combinations of values are under its labels, and how many there are.
    """

    members: tuple[int, ...]
    population: int | None = None
    under: tuple[int, int] | None = None


def keeps(promise: Mapping[str, Any], seen: Seen, world: World) -> Answer:
    """Whether a class keeps a promise about single classes."""
    return SINGLE[promise["model"]](promise, seen, world)


def all_keep(promise: Mapping[str, Any], classes: Sequence[Seen], world: World) -> Answer:
    """Whether all classes together keep a promise about the table."""
    sizes = [world.size(seen.members) for seen in classes]
    return TABLE[promise["model"]](promise, sizes, world) if sizes else True


def exact(value: Any) -> Fraction:
    """A parameter as it is written."""
    return Fraction(str(value))


def clearly(difference: float) -> Answer:
    """Whether a number is above zero, if it is not too near to it."""
    return None if abs(difference) < CLEAR else difference > 0


def both(*answers: Answer) -> Answer:
    """Whether all hold; None if that depends on what cannot be told."""
    if False in answers:
        return False
    return None if None in answers else True


def _k_anonymity(promise: Any, seen: Seen, world: World) -> Answer:
    return world.size(seen.members) >= promise["k"]


def _k_map(promise: Any, seen: Seen, world: World) -> Answer:
    if promise.get("estimator", "none") == "none":
        return None if seen.population is None else seen.population >= promise["k"]
    share = promise.get("fraction") or world.sample_share
    if share is None:
        return None
    return world.size(seen.members) >= smallest(promise, float(share) * promise["k"])


def smallest(promise: Any, mean: float) -> int:
    """The least size of a class that hardly comes from fewer than k people."""
    alpha, k = promise.get("significance", 0.01), promise["k"]
    whole = 1 - exp(-mean) if promise["estimator"] == "zero-truncated-poisson" else 1.0
    for size in range(1, k):
        tail = 1 - sum(exp(-mean) * mean**j / factorial(j) for j in range(size))
        if tail / whole <= alpha:
            return size
    return k


def _delta_presence(promise: Any, seen: Seen, world: World) -> Answer:
    if seen.population is None:
        return None
    share = Fraction(world.size(seen.members), seen.population)
    return exact(promise["delta_min"]) <= share <= exact(promise["delta_max"])


def _known(promise: Any, seen: Seen, world: World) -> list[int]:
    """Counts of the known values, the most frequent first."""
    counts = world.values(seen.members, promise["column"])
    counts.pop(None, None)
    return sorted(counts.values(), reverse=True)


def _distinct(promise: Any, seen: Seen, world: World) -> Answer:
    return diversity(promise, seen, world) >= promise["l"]


def diversity(promise: Any, seen: Seen, world: World) -> int:
    """Different known values, but not more than there are members; one where none is known."""
    return min(max(1, len(_known(promise, seen, world))), world.size(seen.members))


def _entropy(promise: Any, seen: Seen, world: World) -> Answer:
    counts, l = _known(promise, seen, world), promise["l"]
    if diversity(promise, seen, world) < l:
        return False
    if not counts:
        return l <= 1
    n = sum(counts)
    if promise.get("estimator") == "grassberger":
        leading = _grassberger(n) if promise.get("leading", "G") == "G" else log(n)
        entropy = leading - sum(c * _grassberger(c) for c in counts) / n
    else:
        entropy = -sum(c / n * log(c / n) for c in counts)
    answer = clearly(entropy - log(l))
    even = len(set(counts)) == 1 and promise.get("estimator") != "grassberger"
    return len(counts) >= l if even else answer


def _grassberger(n: int) -> float:
    if n == 1:
        return -GAMMA - log(2)
    return 2 - GAMMA - log(2) + sum(2 / (2 * m + 1) for m in range(1, n // 2))


def _recursive(promise: Any, seen: Seen, world: World) -> Answer:
    counts, l = _known(promise, seen, world) or [1], promise["l"]
    enough = diversity(promise, seen, world) >= l
    return enough and counts[0] < exact(promise["c"]) * sum(counts[l - 1 :])


Shares = dict[str | None, Fraction]


def shares(counts: Mapping[str | None, int]) -> Shares:
    """The share of each value."""
    total = sum(counts.values())
    return {value: Fraction(count, total) for value, count in counts.items()}


def _compared(promise: Any, seen: Seen, world: World) -> tuple[Shares, Shares]:
    """The shares of values in the class, and in the table before anything was suppressed."""
    here = shares(world.values(seen.members, promise["column"]))
    there = shares(world.values(world.scope, promise["column"]))
    return {value: here.get(value, Fraction(0)) for value in there}, there


def distance(promise: Any, seen: Seen, world: World) -> Fraction:
    """The earth mover's distance of a class from the table."""
    p, q = _compared(promise, seen, world)
    kind = promise.get("distance", "equal")
    if kind == "equal":
        return sum((abs(p[v] - q[v]) for v in q), Fraction(0)) / 2
    if kind == "ordered":
        return _in_order(p, q, world.study["columns"][promise["column"]]["order"])
    return _in_tree(p, q, world.case.trees[promise["column"]])


def _in_order(p: Shares, q: Shares, order: Sequence[str]) -> Fraction:
    there = [value for value in order if value in q]
    total = cumulated = Fraction(0)
    for value in there:
        cumulated += p[value] - q[value]
        total += abs(cumulated)
    return total / (len(there) - 1) if len(there) > 1 else Fraction(0)


def _in_tree(p: Shares, q: Shares, tree: Any) -> Fraction:
    """Surplus and want meet at their lowest common ancestor; missing values at the very top."""
    height, total = len(tree[0]) - 1, Fraction(0)
    left = {(row[0],): p.get(row[0], Fraction(0)) - q.get(row[0], Fraction(0)) for row in tree}
    path = {row[0]: row for row in tree}
    extra = {value: amount for (value,), amount in left.items()}
    if None in q:
        extra[None], path[None] = p[None] - q[None], (None, *[None] * (height - 1), tree[0][-1])
    nodes: dict[Any, Fraction] = dict(extra)
    owner = {value: value for value in extra}
    for level in range(1, height + 1):
        groups: dict[Any, set[Any]] = {}
        for value in extra:
            groups.setdefault((level, path[value][level]), set()).add(owner[value])
        fresh = {}
        for group, members in groups.items():
            amounts = [nodes[one] for one in members]
            over = sum((a for a in amounts if a > 0), Fraction(0))
            under = -sum((a for a in amounts if a < 0), Fraction(0))
            total += Fraction(level, height) * min(over, under)
            fresh[group] = over - under
        owner = {value: (level, path[value][level]) for value in extra}
        nodes = fresh
    return total


def _t_closeness(promise: Any, seen: Seen, world: World) -> Answer:
    return distance(promise, seen, world) <= exact(promise["t"])


def _delta_disclosure(promise: Any, seen: Seen, world: World) -> Answer:
    p, q = _compared(promise, seen, world)
    if promise.get("absent") == "violate" and not all(p.values()):
        return False
    delta = promise["delta"]
    return both(*(_within(p[v] / q[v], delta) for v in q if p[v]))


def _within(ratio: Fraction, delta: float) -> Answer:
    """|log2 ratio| < delta: exactly where delta is whole."""
    if float(delta).is_integer():
        return max(ratio, 1 / ratio) < 2 ** int(delta)
    return clearly(delta - abs(log2(ratio)))


def _basic(promise: Any, seen: Seen, world: World) -> Answer:
    p, q = _compared(promise, seen, world)
    return all((p[v] - q[v]) / q[v] <= exact(promise["beta"]) for v in q)


def _enhanced(promise: Any, seen: Seen, world: World) -> Answer:
    p, q = _compared(promise, seen, world)
    gains = [((p[v] - q[v]) / q[v], q[v]) for v in q]
    sure = [True if q == 1 or g <= 0 else clearly(-log(q) - g) for g, q in gains]
    return both(_basic(promise, seen, world), *sure)


def _stakes(promise: Any, world: World) -> dict[str, Fraction]:
    given = {**STAKES, **(promise.get("game") or world.study.get("game") or {})}
    return {name: exact(value) for name, value in given.items()}


def _prosecutor(promise: Any, seen: Seen, world: World) -> Answer:
    return _pays(promise, seen, world, world.size(seen.members))


def _journalist(promise: Any, seen: Seen, world: World) -> Answer:
    if world.everybody is None:
        return _prosecutor(promise, seen, world)
    return None if seen.population is None else _pays(promise, seen, world, seen.population)


def _pays(promise: Any, seen: Seen, world: World, size: int) -> Answer:
    stakes = _stakes(promise, world)
    gain, cost = stakes["adversary_gain"], stakes["adversary_cost"]
    if promise.get("attack", "allowed") == "none":
        return gain == 0 or gain < cost * size
    if seen.under is None:
        return None
    under, everything = seen.under
    lost = log(under) / log(everything) if everything > 1 else 0.0
    risk = stakes["publisher_loss"] / size if gain > cost * size else Fraction(0)
    if everything == 1 or under in (1, everything):
        return bool(stakes["publisher_benefit"] * (1 - round(lost)) > risk)
    return clearly(float(stakes["publisher_benefit"]) * (1 - lost) - float(risk))


def _average_risk(promise: Any, sizes: Sequence[int], world: World) -> Answer:
    n = sum(sizes)
    average = Fraction(len(sizes), n) <= exact(promise["threshold"])
    if promise.get("highest") is None:
        return average
    least = _least(promise["highest"])
    small = Fraction(sum(size for size in sizes if size < least), n)
    return average and small <= exact(promise["share_at_risk"])


def _least(risk: float) -> int:
    """The smallest class whose risk is not too high; one percent more is still the same."""
    size = int(1 / exact(risk))
    return size + (Fraction(1, size) - exact(risk) >= exact(risk) / 100)


def _sample_uniqueness(promise: Any, sizes: Sequence[int], world: World) -> Answer:
    return Fraction(sizes.count(1), sum(sizes)) <= exact(promise["threshold"])


def _population_uniqueness(promise: Any, sizes: Sequence[int], world: World) -> Answer:
    """Zayatz's estimate is a closed form; the others are left to more than a definition."""
    if 1 not in sizes:
        return True
    population, n = promise.get("population_size") or world.population_size, sum(sizes)
    if population is None or population < n:
        return None
    c, alone = Counter(sizes), sizes.count(1)
    chances = {i: Fraction(i * comb(population - i, n - 1), comb(population, n)) for i in c}
    share = alone * chances[1] / sum(c[i] * chances[i] for i in c)
    kept = alone * share * Fraction(population, n) / population <= exact(promise["threshold"])
    estimator = promise.get("estimator", "dankar")
    if estimator == "zayatz":
        return kept
    return True if estimator == "dankar" and n * 10 > population and kept else None


SINGLE: dict[str, Callable[[Any, Seen, World], Answer]] = {
    "k-anonymity": _k_anonymity,
    "k-map": _k_map,
    "delta-presence": _delta_presence,
    "distinct-l-diversity": _distinct,
    "entropy-l-diversity": _entropy,
    "recursive-l-diversity": _recursive,
    "t-closeness": _t_closeness,
    "delta-disclosure": _delta_disclosure,
    "basic-beta-likeness": _basic,
    "enhanced-beta-likeness": _enhanced,
    "prosecutor-profitability": _prosecutor,
    "journalist-profitability": _journalist,
}
TABLE: dict[str, Callable[[Any, Sequence[int], World], Answer]] = {
    "average-risk": _average_risk,
    "sample-uniqueness": _sample_uniqueness,
    "population-uniqueness": _population_uniqueness,
}


def combinations(leaves: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """How many combinations are under some labels, and how many there are."""
    return prod(under for under, _ in leaves), prod(whole for _, whole in leaves)
