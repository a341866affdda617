"""An attack on several releases at once, by definition: it shares no code with Shoal.

The attacker has every release, knows somebody's quasi-identifiers and in which releases the person
is, and finds the rows that look alike in each. Other columns link rows of different releases.

- *candidates*: as many rows of each release as could be the person in all of them, counted over
  the values by which they are linked; fewer than k is a finding.
- *values*: sensitive values that are possible in all releases; fewer than l is a finding.
- *differences*: classes of two releases that share people form parts. Whoever is in a part of one
  release only is found by subtracting; fewer than k is a finding.
- *matched*: whoever could tell which rows belong together, as if values were no secret but a name,
  would see groups this small. No release without counterfeits prevents that; it is stated only.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """What a release shows of a person: how it looks, and the sensitive value."""

    looks: tuple[str, ...]
    value: str


Release = Mapping[Hashable, Row]  # by person


@dataclass(frozen=True)
class Found:
    """How many people the attack finds, by its kind."""

    candidates: int
    values: int
    differences: int
    matched: int


def attack(releases: Sequence[Release], k: int, l: int) -> Found:
    """Attack all releases together; differences are those of the last with every other one."""
    counted = [_counted(release) for release in releases]
    people = {person for release in releases for person in release}
    left = {person: _left(person, releases, counted) for person in people}
    histories = Counter(_history(person, releases) for person in people)
    return Found(
        sum(sum(one.values()) < k for one in left.values()),
        sum(len(one) < l for one in left.values()),
        sum(_differences(one, releases[-1], k) for one in releases[:-1]),
        sum(count for count in histories.values() if count < k),
    )


def _counted(release: Release) -> dict[tuple[str, ...], Counter[str]]:
    """How often each value occurs among rows that look alike."""
    found: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for row in release.values():
        found[row.looks][row.value] += 1
    return found


def _left(
    person: Hashable,
    releases: Sequence[Release],
    counted: Sequence[Mapping[tuple[str, ...], Counter[str]]],
) -> Counter[str]:
    """The values that are left for a person, each with the rows that could be the person's."""
    found: Counter[str] | None = None
    for release, counts in zip(releases, counted, strict=True):
        if person in release:
            here = counts[release[person].looks]
            found = here if found is None else found & here
    assert found is not None
    return found


def _history(person: Hashable, releases: Sequence[Release]) -> tuple[tuple[str, ...] | None, ...]:
    return tuple(release[person].looks if person in release else None for release in releases)


def _differences(one: Release, other: Release, k: int) -> int:
    """How many people stand out when two releases are subtracted."""
    parts = _parts(one, other)
    alone: Counter[tuple[str, Hashable]] = Counter()
    for name, release, rest in (("gone", one, other), ("new", other, one)):
        for person, row in release.items():
            if person not in rest:
                alone[name, parts[name, row.looks]] += 1
    return sum(count for count in alone.values() if count < k)


def _parts(one: Release, other: Release) -> dict[tuple[str, tuple[str, ...]], Hashable]:
    """The part of each class: classes that share people, directly or through others."""
    parent: dict[Hashable, Hashable] = {}

    def root(node: Hashable) -> Hashable:
        while parent.setdefault(node, node) != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for person in one.keys() & other.keys():
        parent[root(("gone", one[person].looks))] = root(("new", other[person].looks))
    sides = [("gone", row.looks) for row in one.values()]
    sides += [("new", row.looks) for row in other.values()]
    return {side: root(side) for side in sides}
