"""A release in the order of its input, looked at cell by cell and class by class."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from fuzz.case import Row
from fuzz.promises import SINGLE, TABLE, Seen, all_keep, combinations, keeps
from fuzz.world import World

# A union of classes that keep one of these keeps it, too.
MERGE = ("k-anonymity", "k-map", "distinct-l-diversity", "recursive-l-diversity", "t-closeness")
MERGE = (*MERGE, "basic-beta-likeness", "enhanced-beta-likeness", "prosecutor-profitability")


@dataclass(frozen=True)
class Released:
    """What came out.

    Attributes:
        world: What it was made from.
        rows: The released cells of each record of the input.
        kept: Which records are released.
        levels: The level of each column, where all records have the same.
    """

    world: World
    rows: Sequence[Row]
    kept: Sequence[bool]
    levels: dict[str, int] | None

    def broken(self) -> Iterator[str]:
        """Everything that a release must not be."""
        yield from self.foreign_cells()
        suppressed = sum(not self.kept[at] for at in self.world.scope)
        if suppressed > self.world.limit:
            yield f"{suppressed} records are suppressed, {self.world.limit} are allowed"
        if not all(at in self.scope for at, kept in enumerate(self.kept) if kept):
            yield "a record outside the subset is released"
        yield from self._promises()
        yield from self._aggregates()
        yield from self._kept_values()

    @cached_property
    def scope(self) -> frozenset[int]:
        """The records that may be released."""
        return frozenset(self.world.scope)

    @cached_property
    def shown(self) -> list[str]:
        """The quasi-identifiers that are written."""
        names = self.world.case.with_role("quasi-identifier")
        return [name for name in names if name in self.world.written]

    def foreign_cells(self) -> Iterator[str]:
        """Cells that are not those of their own record, generalized."""
        given, written = self.world.case.rows, self.world.written
        quasi = self.world.case.with_role("quasi-identifier")
        for at, row in enumerate(self.rows):
            if not self.kept[at]:
                continue
            if list(row) != written:
                yield f"the columns are {list(row)}"
                return
            for name in written:
                if name not in quasi and row[name] != given[at][name]:
                    yield f"record {at}: {name} was changed"
                if name in quasi and not self._stems(name, given[at][name], row[name]):
                    yield f"record {at}: {name} is not an ancestor of its value"
        yield from self._suppressed_cells()

    def _suppressed_cells(self) -> Iterator[str]:
        mode = self.world.study.get("output", {}).get("suppressed", "left-out")
        for at, row in enumerate(self.rows):
            hidden = self.shown if mode == "keep-values" and at in self.scope else list(row)
            if not self.kept[at] and any(row[name] is not None for name in hidden):
                yield f"record {at} is suppressed and shows a cell"

    def _stems(self, name: str, value: str | None, cell: str | None) -> bool:
        if name in self.world.aggregated:
            return True  # looked at class by class
        labels = self.world.labels[name][value]
        if self.levels is not None:
            return labels[self.levels[name]] == cell
        keys = self.world.study["columns"][name]
        highest = keys.get("max_level", len(labels) - 1)
        return cell in labels[keys.get("min_level", 0) : highest + 1]

    def classes(self, names: Sequence[str]) -> dict[tuple[str | None, ...], list[int]]:
        """Records that look alike in some columns."""
        found: dict[tuple[str | None, ...], list[int]] = defaultdict(list)
        for at in self.world.scope:
            if self.kept[at]:
                found[tuple(self.rows[at][name] for name in names)].append(at)
        return found

    @cached_property
    def seen(self) -> list[Seen]:
        """The classes that somebody sees."""
        return [self._seen(members) for members in self.classes(self.shown).values()]

    @cached_property
    def formed(self) -> list[Seen]:
        """The classes that were formed, where all records have the same levels."""
        if self.levels is None:
            return self.seen
        found: dict[tuple[str | None, ...], list[int]] = defaultdict(list)
        for at in self.world.scope:
            if self.kept[at]:
                labels = self.world.row_labels(self.world.case.rows[at], self.levels)
                found[tuple(labels.values())].append(at)
        return [self._seen(members) for members in found.values()]

    def _seen(self, members: list[int]) -> Seen:
        return seen_class(self.world, members, self.levels)

    def _promises(self) -> Iterator[str]:
        same = {s.members for s in self.seen} == {s.members for s in self.formed}
        for promise in self.world.study.get("privacy", ()):
            model = promise["model"]
            if model in SINGLE:
                looks = self.seen if same or self._merges(promise) else []
                for seen in (*self.formed, *looks):
                    if keeps(promise, seen, self.world) is False:
                        yield f"a class of {len(seen.members)} breaks {model}"
            if model in TABLE and not self._tells_nothing() and self._breaks(promise):
                yield f"the table breaks {model}"

    def _breaks(self, promise: dict[str, Any]) -> bool:
        return all_keep(promise, self.formed, self.world) is False

    def _merges(self, promise: dict[str, Any]) -> bool:
        """Whether a promise that classes keep is kept by their unions."""
        if promise["model"] == "prosecutor-profitability":
            return promise.get("attack") == "none"
        if promise["model"] == "entropy-l-diversity":
            return promise.get("estimator") != "grassberger"
        if promise["model"] == "delta-disclosure":
            return promise.get("absent") == "violate"
        return promise["model"] in MERGE

    def _tells_nothing(self) -> bool:
        """Whether all records show the same, so that nobody learns anything."""
        if self.levels is None:
            return len(self.seen) == 1
        return self.world.tells_nothing(self.levels)

    def _aggregates(self) -> Iterator[str]:
        if self.levels is None and self.world.study.get("method"):
            return
        if not set(self.world.leveled) <= set(self.world.written):
            return
        rows = self.world.case.rows
        for name in self.world.aggregated:
            if name not in self.world.written:
                continue
            for seen in self.formed if self.levels is not None else self.seen:
                cells = {self.rows[at][name] for at in seen.members}
                values = [rows[at][name] for at in seen.members]
                if len(cells) != 1 or not self._is_aggregate(name, values, *cells):
                    yield f"{name}: an aggregate is not that of its class"

    def _is_aggregate(self, name: str, values: list[str | None], cell: str | None) -> bool:
        function = self.world.study["columns"][name]["aggregate"]["function"]
        known = sorted(v for v in values if v is not None)
        if not known:
            return cell is None
        if cell is None:
            return False
        if function in ("mode", "set"):
            counts = {v: known.count(v) for v in known}
            most = [v for v in counts if counts[v] == max(counts.values())]
            return cell in most if function == "mode" else all(v in cell for v in counts)
        return _number_is(function, sorted(map(Fraction, known)), cell)

    def _kept_values(self) -> Iterator[str]:
        """Suppressed records that keep values keep every promise as one more class."""
        for promise in self.world.study.get("privacy", ()):
            more = self.one_more_class if promise["model"] in SINGLE else ()
            if any(keeps(promise, seen, self.world) is False for seen in more):
                yield f"the suppressed records break {promise['model']}"

    @cached_property
    def one_more_class(self) -> tuple[Seen, ...]:
        """The suppressed records, where they keep values."""
        mode = self.world.study.get("output", {}).get("suppressed")
        gone = tuple(at for at in self.world.scope if not self.kept[at])
        return (Seen(gone),) if mode == "keep-values" and gone else ()


def seen_class(world: World, members: Sequence[int], levels: dict[str, int] | None) -> Seen:
    """A class with whom it could be, and what it could stand for."""
    if levels is None:
        return Seen(tuple(members))
    labels = world.row_labels(world.case.rows[members[0]], levels)
    population = None if world.everybody is None else world.population_of(labels, levels)
    return Seen(tuple(members), population, _under(world, labels, levels))


def _under(
    world: World, labels: dict[str, str | None], levels: dict[str, int]
) -> tuple[int, int] | None:
    if len(levels) != len(world.case.with_role("quasi-identifier")):
        return None
    found = []
    for column in world.columns:
        whole = len(column.labels)
        share = column.shares[levels[column.name]].get(labels[column.name])
        if share is None:
            return None
        found.append((int(share * whole), whole))
    return combinations(found)


def _number_is(function: str, known: list[Fraction], cell: str) -> bool:
    if function == "interval":
        ends = cell.strip("[]").split(", ")
        return Fraction(ends[0]) == known[0] and Fraction(ends[-1]) == known[-1]
    middle = len(known) // 2
    median = known[middle] if len(known) % 2 else (known[middle - 1] + known[middle]) / 2
    expected = sum(known) / len(known) if function == "mean" else median
    return abs(Fraction(cell) - expected) < Fraction(1, 10**9)
