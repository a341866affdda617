"""What each method promises, by its definition, on a release in the order of its input."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from fuzz.case import Row
from fuzz.promises import Seen, keeps
from fuzz.release import Released

CLUSTERS = ("sangreea", "mondrian", "mdav")
CHANGING = ("noise", "pram", "rank-swapping", "univariate-microaggregation")
BLANKING = ("argus", "local-suppression", "subcombinations")


def method_breaks(released: Released) -> Iterator[str]:
    """Everything that the release of a method must not be."""
    method = released.world.study["method"]
    kept = [row for row, there in zip(released.rows, released.kept, strict=True) if there]
    if method["name"] in CHANGING:
        yield from _changed(released)
    elif method["name"] in CLUSTERS:
        yield from _clusters(released)
    elif method["name"] in BLANKING:
        yield from _blanked(released, kept)
    else:
        for names, size in _linked(released):
            for row in kept:
                if sum(all(o[n] == row[n] for n in names) for o in kept) < size:
                    yield f"a bin of {names} is smaller than {size}"


def _linked(released: Released) -> list[tuple[list[str], int]]:
    """The sets of columns that are written, and the bins they need."""
    method, written = released.world.study["method"], released.world.written
    everything = released.world.case.with_role("quasi-identifier")
    sets = method.get("linked") or [{"columns": everything}]
    found = [([n for n in s["columns"] if n in written], s) for s in sets]
    return [(n, s.get("bin_size") or method["bin_size"]) for n, s in found if n]


def _blanked(released: Released, kept: Sequence[Row]) -> Iterator[str]:
    method = released.world.study["method"]
    sets = _linked(released)
    if method["name"] == "argus":
        written = set(released.world.written)
        checked = [[n for n in names if n in written] for names in _checked(method["identifying"])]
        sets = [(names, method["bin_size"]) for names in checked if names]
    for names, size in sets:
        if any(_matching(kept, row, names) < size for row in kept):
            yield f"a combination of {names} is matched by fewer than {size} records"
    yield from _own_cells(released)


def _own_cells(released: Released) -> Iterator[str]:
    """Every cell is blank or an ancestor of its own value."""
    rows = released.world.case.rows
    for at, row in enumerate(released.rows):
        for name in released.shown if released.kept[at] else ():
            if (
                row[name] is not None
                and row[name] not in released.world.labels[name][rows[at][name]]
            ):
                yield f"record {at}: {name} is not an ancestor of its value"


def _matching(rows: Sequence[Row], row: Row, names: Sequence[str]) -> int:
    """How many records match one; a blank cell matches everything."""
    return sum(
        all(None in (other[n], row[n]) or other[n] == row[n] for n in names) for other in rows
    )


def _checked(identifying: dict[str, int]) -> list[tuple[str, ...]]:
    """Values, pairs with a most or more identifying one, triples with both."""
    used = [name for name, level in identifying.items() if level]
    levels = identifying
    pairs = [p for p in combinations(used, 2) if any(levels[n] <= 2 for n in p)]
    triples = [t for t in combinations(used, 3) if {1, 2} <= {levels[n] for n in t}]
    return [*((name,) for name in used), *pairs, *triples]


def _changed(released: Released) -> Iterator[str]:
    """Only the named columns change, by values that the method can show."""
    method, rows = released.world.study["method"], released.world.case.rows
    changed = method.get("columns", released.world.case.with_role("quasi-identifier"))
    scope = list(released.world.scope)
    for name in released.shown:
        before, after = ([side[at][name] for at in scope] for side in (rows, released.rows))
        if name not in changed and before != after:
            yield f"{name} was not to be changed"
        elif [cell is None for cell in before] != [cell is None for cell in after]:
            yield f"{name} misses other values than the input"
        elif name in changed:
            yield from _changed_column(method, name, before, after)


def _changed_column(
    method: dict[str, Any], name: str, before: list[str | None], after: list[str | None]
) -> Iterator[str]:
    shown, k = Counter(after), method.get("k", 0)
    if min(shown.values(), default=k) < k:
        yield f"a value of {name} is shown by fewer than {k} records"
    if method["name"] == "pram" and not {*after} <= {*before}:
        yield f"{name} shows values that do not occur"
    ends = method.get("top"), method.get("bottom")
    if ends == (0, 0) and Counter(before) != shown:
        yield f"{name} shows other numbers than the input"
    if method.get("lowest") is not None and any(int(x) < 0 for x in after if x is not None):
        yield f"{name} shows numbers that are too low"


def _clusters(released: Released) -> Iterator[str]:
    world, method = released.world, released.world.study["method"]
    for members in released.classes(released.shown).values():
        if len(members) < method["k"]:
            yield f"a cluster has fewer than {method['k']} records"
        for constraint in method.get("constraints", ()):
            if keeps(constraint, Seen(tuple(members)), world) is False:
                yield f"a cluster breaks {constraint['model']}"
    for at, row in enumerate(released.rows):
        for name in released.shown if released.kept[at] else ():
            if not _covers(released, name, world.case.rows[at][name], row[name]):
                yield f"record {at}: {name} does not cover its value"


def _covers(released: Released, name: str, value: str | None, cell: str | None) -> bool:
    if cell in ("*", value):
        return True
    if name in released.world.case.trees:
        return cell in released.world.labels[name][value]
    if cell is None or value is None:
        return False
    ends = cell.strip("[]").split(", ")
    return Fraction(ends[0]) <= Fraction(value) <= Fraction(ends[-1])
