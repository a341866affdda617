"""A slow, obviously right answer: which candidate is k-anonymous at the least loss?

Dictionaries, tuples and fractions only, and nothing of the package: what the engine finds must
equal what is found here. Definitions: docs/theory/losses.md; ties: docs/theory/search.md.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import floor, prod

TIE = Fraction(1, 10**12)


@dataclass(frozen=True)
class Column:
    """A column with its hierarchy: each of `rows` is a value and its labels, level by level."""

    name: str
    values: tuple[str | None, ...]
    rows: tuple[tuple[str | None, ...], ...]
    weight: Fraction = Fraction(1)
    lowest: int = 0
    highest: int | None = None

    @cached_property
    def labels(self) -> dict[str | None, tuple[str | None, ...]]:
        """The labels of each value; a missing value without a row gets one, under the root only."""
        found = {row[0]: row for row in self.rows}
        if None in self.values and None not in found:
            roots = {row[-1] for row in self.rows}
            height = len(self.rows[0]) - 1
            root = roots.pop() if len(roots) == 1 and height else None
            found[None] = (*[None] * height, root)
        return found

    @property
    def levels(self) -> range:
        """The levels that the study allows."""
        top = len(self.rows[0]) - 1 if self.highest is None else self.highest
        return range(self.lowest, top + 1)

    @cached_property
    def shares(self) -> list[dict[str | None, Fraction]]:
        """Per level: the share of the hierarchy's values that each label covers."""
        return [
            {label: Fraction(count, len(self.labels)) for label, count in Counter(level).items()}
            for level in zip(*self.labels.values(), strict=True)
        ]


@dataclass(frozen=True)
class Question:
    """Columns, and what is asked of them; numbers are decimal texts, as in a study."""

    columns: tuple[Column, ...]
    k: int
    limit: str = "0"
    aggregate: str = "geometric-mean"
    gs_factor: str = "0.5"

    @property
    def records(self) -> int:
        """How many records there are."""
        return len(self.columns[0].values)

    @property
    def allowed(self) -> int:
        """How many records may be suppressed."""
        return floor(Fraction(self.limit) * self.records)

    @property
    def candidates(self) -> Iterator[tuple[int, ...]]:
        """All level vectors."""
        return product(*(column.levels for column in self.columns))

    @cached_property
    def tuples(self) -> Counter[tuple[str | None, ...]]:
        """How often each combination of values occurs."""
        return Counter(zip(*(column.values for column in self.columns), strict=True))


@dataclass(frozen=True)
class Answer:
    """One candidate: its cost, exactly, and its classes with their sizes."""

    levels: tuple[int, ...]
    loss: Fraction
    losses: tuple[Fraction, ...]
    compared: tuple[Fraction, ...]
    suppressed_records: int
    classes: Counter[tuple[str | None, ...]]


def optimum(question: Question) -> Answer | None:
    """The best of all candidates, or None if none is acceptable."""
    best: Answer | None = None
    for levels in question.candidates:
        answer = at(question, levels)
        if answer.suppressed_records > question.allowed:
            continue
        if best is None or better(answer, best):
            best = answer
    return best


def at(question: Question, levels: tuple[int, ...]) -> Answer:
    """One candidate, seen on the data."""
    classes: Counter[tuple[str | None, ...]] = Counter()
    for values, count in question.tuples.items():
        classes[generalized(question, levels, values)] += count
    losses = tuple(
        column_loss(question, place, level, classes) for place, level in enumerate(levels)
    )
    suppressed = sum(size for size in classes.values() if size < question.k)
    loss, compared = combined(question, losses)
    return Answer(levels, loss, losses, compared, suppressed, classes)


def generalized(
    question: Question, levels: tuple[int, ...], values: tuple[str | None, ...]
) -> tuple[str | None, ...]:
    """The labels of one record."""
    cells = zip(question.columns, levels, values, strict=True)
    return tuple(column.labels[value][level] for column, level, value in cells)


def suppressed_mask(question: Question, answer: Answer) -> list[bool]:
    """Which records are left out."""
    records = zip(*(column.values for column in question.columns), strict=True)
    return [
        answer.classes[generalized(question, answer.levels, values)] < question.k
        for values in records
    ]


def column_loss(
    question: Question, place: int, level: int, classes: Counter[tuple[str | None, ...]]
) -> Fraction:
    """What a column loses: kept records by the share they cover, suppressed ones up to all."""
    column, gs = question.columns[place], Fraction(question.gs_factor)
    g = Fraction(1) if gs <= Fraction(1, 2) else 1 - 2 * (gs - Fraction(1, 2))
    s = 2 * gs if gs < Fraction(1, 2) else Fraction(1)
    kept: Counter[str | None] = Counter()
    suppressed: Counter[str | None] = Counter()
    for labels, size in classes.items():
        (kept if size >= question.k else suppressed)[labels[place]] += size
    share = column.shares[level]
    total = sum((size * g * share[label] for label, size in kept.items()), Fraction(0))
    for label, size in suppressed.items():
        total += size * (share[label] + s * (1 - share[label]))
    least = g * question.records / len(column.labels)
    if question.records == least:
        return Fraction(0)
    return max(Fraction(0), (total - least) / (question.records - least))


def combined(
    question: Question, losses: tuple[Fraction, ...]
) -> tuple[Fraction, tuple[Fraction, ...]]:
    """The loss as one number, and what is compared: the number or, for rank, the vector."""
    weights = [column.weight for column in question.columns]
    largest = max(weights)
    scaled = [weight / largest if largest else Fraction(1) for weight in weights]
    parts = [weight * loss for weight, loss in zip(scaled, losses, strict=True)]
    if question.aggregate == "rank":
        return geometric(losses), tuple(sorted(parts, reverse=True))
    loss = {
        "sum": sum(parts, Fraction(0)),
        "maximum": max(parts),
        "arithmetic-mean": sum(parts, Fraction(0)) / len(parts),
        "geometric-mean": geometric(parts),
    }[question.aggregate]
    return loss, (loss,)


def geometric(parts: list[Fraction] | tuple[Fraction, ...]) -> Fraction:
    """The geometric form, to sixty digits."""
    whole = prod((1 + part for part in parts), start=Fraction(1))
    with localcontext() as context:
        context.prec = 60
        number = Decimal(whole.numerator) / Decimal(whole.denominator)
        return Fraction(number ** (Decimal(1) / len(parts)) - 1) if whole != 1 else Fraction(0)


def better(answer: Answer, than: Answer) -> bool:
    """Lower loss; if equal within the tie, the smaller level sum, then the smaller levels."""
    for mine, yours in zip(answer.compared, than.compared, strict=True):
        if abs(mine - yours) > TIE * max(mine, yours):
            return mine < yours
    return (sum(answer.levels), answer.levels) < (sum(than.levels), than.levels)
