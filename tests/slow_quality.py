"""Every loss once more, record by record: dictionaries and fractions, nothing of the package.

Definitions: docs/theory/losses.md. Slow and obviously right; what the engine finds must equal it.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf, log, log2, prod
from typing import Any

from reference import Column


@dataclass(frozen=True)
class Seen:
    """One candidate: the records as they are, as they are released, and whether they are."""

    columns: tuple[Column, ...]
    others: Mapping[str, Sequence[str | None]]
    k: int
    levels: tuple[int, ...]

    @cached_property
    def records(self) -> list[tuple[str | None, ...]]:
        return list(zip(*(column.values for column in self.columns), strict=True))

    @cached_property
    def released(self) -> list[tuple[str | None, ...]]:
        return [
            tuple(
                column.labels[value][level]
                for column, value, level in zip(self.columns, record, self.levels, strict=True)
            )
            for record in self.records
        ]

    @cached_property
    def size(self) -> Counter[tuple[str | None, ...]]:
        return Counter(self.released)

    @property
    def among(self) -> Counter[tuple[str | None, ...]]:
        """How many somebody in a class hides among."""
        return self.size

    @cached_property
    def kept(self) -> list[bool]:
        return [self.size[labels] >= self.k for labels in self.released]

    @property
    def suppressed(self) -> int:
        return self.kept.count(False)

    @property
    def domain(self) -> int:
        return prod(len(column.labels) for column in self.columns)

    def under(self, labels: tuple[str | None, ...]) -> int:
        """How many combinations of values are under a combination of labels."""
        shares = (
            column.shares[level][label] * len(column.labels)
            for column, level, label in zip(self.columns, self.levels, labels, strict=True)
        )
        return int(prod(shares))


def slow_loss(model: str, settings: Mapping[str, Any], seen: Seen) -> float:
    """The loss of a candidate."""
    if model in PER_COLUMN:
        losses = [PER_COLUMN[model](settings, seen, at) for at in range(len(seen.columns))]
        return _combined(settings.get("aggregate", DEFAULT[model]), losses, seen)
    return float(OF_ALL[model](settings, seen))


def _weights(settings: Mapping[str, Any]) -> tuple[Fraction, Fraction]:
    gs = Fraction(repr(settings.get("gs_factor", 0.5)))
    half = Fraction(1, 2)
    return (1 if gs <= half else 1 - 2 * (gs - half)), (2 * gs if gs < half else Fraction(1))


def _combined(aggregate: str, losses: list[float], seen: Seen) -> float:
    largest = max(column.weight for column in seen.columns)
    weights = [column.weight / largest if largest else 1 for column in seen.columns]
    if aggregate == "rank":  # for display: unweighted
        aggregate, weights = "geometric-mean", [1] * len(losses)
    parts = [float(weight) * float(loss) for weight, loss in zip(weights, losses, strict=True)]
    return {
        "sum": sum(parts),
        "maximum": max(parts),
        "arithmetic-mean": sum(parts) / len(parts),
        "geometric-mean": prod(1 + part for part in parts) ** (1 / len(parts)) - 1,
    }[aggregate]


def _loss(settings: Mapping[str, Any], seen: Seen, at: int) -> Fraction:
    (g, s), column, n = _weights(settings), seen.columns[at], len(seen.records)
    total = Fraction(0)
    for labels, kept in zip(seen.released, seen.kept, strict=True):
        share = column.shares[seen.levels[at]][labels[at]]
        total += g * share if kept else share + s * (1 - share)
    least = g * n / Fraction(len(column.labels))
    return max(Fraction(0), (total - least) / (n - least)) if n > least else Fraction(0)


def _precision(settings: Mapping[str, Any], seen: Seen, at: int) -> Fraction:
    (g, s), height = _weights(settings), len(seen.columns[at].rows[0]) - 1
    if not height:
        return Fraction(0)
    level = g * Fraction(seen.levels[at], height)
    if settings.get("monotonic"):
        return level
    return sum((level if kept else s for kept in seen.kept), Fraction(0)) / len(seen.records)


def _entropy(settings: Mapping[str, Any], seen: Seen, at: int) -> float:
    g, s = _weights(settings)
    values = [record[at] for record in seen.records]
    labels = [released[at] for released in seen.released]
    lost = [label for label, kept in zip(labels, seen.kept, strict=True) if not kept]
    f, F, c = Counter(values), Counter(labels), Counter(lost)
    bits = -sum(log2(f[v] / F[w]) for v, w in zip(values, labels, strict=True))
    apart = 0.0 if settings.get("monotonic") else -sum(log2(c[w] / len(lost)) for w in lost)
    return float(g) * bits + float(s) * apart


def _normalized_entropy(settings: Mapping[str, Any], seen: Seen, at: int) -> float:
    values = [record[at] for record in seen.records]
    most = -sum(log2(Counter(values)[value] / len(values)) for value in values)
    return _entropy({}, seen, at) / most if most else 0.0


def _height(settings: Mapping[str, Any], seen: Seen, at: int) -> float:
    return seen.levels[at]


def _static(settings: Mapping[str, Any], seen: Seen, at: int) -> float:
    return settings["table"][seen.columns[at].name][seen.levels[at]]


def _discernibility(settings: Mapping[str, Any], seen: Seen) -> int:
    if settings.get("monotonic"):
        return sum(seen.size[labels] for labels in seen.released)
    n = len(seen.records)
    sizes = zip(seen.released, seen.kept, strict=True)
    return sum(seen.size[labels] if kept else n for labels, kept in sizes)


def _class_size(settings: Mapping[str, Any], seen: Seen) -> float:
    g, s = _weights(settings)
    shown = {labels for labels, kept in zip(seen.released, seen.kept, strict=True) if kept}
    classes = s * len(shown) + g * (seen.suppressed > 0)
    return len(seen.records) / classes if classes else inf


def _ambiguity(settings: Mapping[str, Any], seen: Seen) -> int:
    records = zip(seen.released, seen.kept, strict=True)
    return sum(seen.under(labels) if kept else seen.domain for labels, kept in records)


def _divergence(settings: Mapping[str, Any], seen: Seen) -> float:
    n, found = len(seen.records), Counter(seen.records)
    total = 0.0
    for record, labels, kept in zip(seen.records, seen.released, seen.kept, strict=True):
        p = Fraction(found[record], n)
        q = Fraction(seen.size[labels], n) / seen.under(labels)
        if not kept:
            q = Fraction(seen.suppressed, n) / seen.domain
        times = 1 if settings.get("arx_compatible") else Fraction(1, found[record])
        total += float(p * times) * log2(p / q)
    return total


def _information(settings: Mapping[str, Any], seen: Seen) -> float:
    g, s = _weights(settings)
    total = 0.0
    for labels, kept in zip(seen.released, seen.kept, strict=True):
        lost = log(seen.under(labels)) / log(seen.domain) if seen.domain > 1 else 0.0
        total += float(g) * lost if kept else float(s)
    return total


def _payout(settings: Mapping[str, Any], seen: Seen) -> float:
    """Record by record: its benefit, less what is released of it, and what is risked with it."""
    game, (generalization, suppression) = settings["game"], _weights(settings)
    benefit, gain = game["publisher_benefit"], Fraction(game["adversary_gain"])
    missed = 0.0
    for labels, kept in zip(seen.released, seen.kept, strict=True):
        chance = Fraction(1, seen.among[labels])
        share = log(seen.under(labels)) / log(seen.domain) if seen.domain > 1 else 0.0
        payout = benefit * (1 - share)
        if gain * chance - Fraction(game["adversary_cost"]) > 0:
            payout -= game["publisher_loss"] * float(chance)
        missed += float(generalization) * (benefit - payout) if kept else suppression * benefit
    return missed


def _classification(settings: Mapping[str, Any], seen: Seen) -> float:
    parts = [_of_target(settings, seen, target) for target in settings["targets"]]
    return sum(parts) / (1 if settings.get("arx_compatible") else len(parts))


def _of_target(settings: Mapping[str, Any], seen: Seen, target: str) -> float:
    names = [column.name for column in seen.columns]
    features = [name for name in settings.get("features") or names if name != target]
    shown = dict(zip(names, zip(*seen.released, strict=True), strict=True)) | dict(seen.others)
    value, lost = _target(seen, target)
    penalties = {"suppressed": 0.5, "minority": 1, "no_majority": 1} | settings.get("penalties", {})
    if "gs_factor" in settings:
        g, s = map(float, _weights(settings))
        penalties = {"suppressed": settings["gs_factor"], "minority": g, "no_majority": s}
    most = max(penalties.values())
    groups: dict[tuple[str | None, ...], list[str | None]] = defaultdict(list)
    for at, kept in enumerate(seen.kept):
        if kept:
            groups[tuple(shown[name][at] for name in features)].append(value[at])
    total = penalties["suppressed"] * seen.suppressed
    for group in groups.values():
        first, *rest = Counter(group).most_common()
        tie = bool(rest) and rest[0][1] == first[1]
        for one in group:
            penalty = penalties["minority"] if one != first[0] else 0
            penalty = penalties["no_majority"] if tie else penalty
            total += penalty * (1 - lost) + most * lost
    return total / len(seen.records)


def _target(seen: Seen, target: str) -> tuple[Sequence[str | None], float]:
    """The target's value of each record, and which share of its values is not told apart."""
    names = [column.name for column in seen.columns]
    if target not in names:
        return seen.others[target], 0.0
    at = names.index(target)
    values = [labels[at] for labels in seen.released]
    before, after = len({record[at] for record in seen.records}), len(set(values))
    return values, 1 - (after - 1) / (before - 1) if before > 1 else 0.0


PER_COLUMN = {
    "loss": _loss,
    "precision": _precision,
    "non-uniform-entropy": _entropy,
    "normalized-non-uniform-entropy": _normalized_entropy,
    "height": _height,
    "static": _static,
}
DEFAULT = {
    "loss": "geometric-mean",
    "precision": "arithmetic-mean",
    "non-uniform-entropy": "sum",
    "normalized-non-uniform-entropy": "sum",
    "height": "sum",
    "static": "sum",
}
OF_ALL = {
    "discernibility": _discernibility,
    "average-class-size": _class_size,
    "ambiguity": _ambiguity,
    "kl-divergence": _divergence,
    "entropy-based-loss": _information,
    "classification": _classification,
    "publisher-payout": _payout,
}
