"""All attacks on a table and on its release, in one list."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from shoal.engine.arrays import Counts
from shoal.risk.attacks.attack import Attack
from shoal.risk.attacks.disclosure import disclosure_attacks, minimality, similarity
from shoal.risk.attacks.linkage import date_linkage, linkage, noisy_linkage
from shoal.risk.attacks.scene import Scene
from shoal.risk.attacks.singling_out import link_halves, single_out

AROUND = 30  # days by which an attacker may be wrong


@dataclass(frozen=True, eq=False)
class Secret:
    """A sensitive column.

    Attributes:
        values: The value of each record, as a number.
        groups: Values that are nearly the same have the same number; None if that is unknown.
    """

    values: Counts
    groups: Counts | None = None


@dataclass(frozen=True, eq=False)
class Targets:
    """What can be attacked besides the quasi-identifiers.

    Attributes:
        secrets: The sensitive columns, by name.
        dates: Quasi-identifiers that are dates, by name, as numbers of days.
        finer: The quasi-identifiers one level lower; None where classes have levels of their own.
        k: The size from which on a class is large enough.
    """

    secrets: Mapping[str, Secret] = field(default_factory=dict)
    dates: Mapping[str, pl.Series] = field(default_factory=dict)
    finer: pl.DataFrame | None = None
    k: int = 2


def all_attacks(scene: Scene, targets: Targets) -> list[Attack]:
    """Every attack on people and secrets. One that could not be tried has a reason."""
    return [*_attacks_on_people(scene, targets), *_attacks_on_secrets(scene, targets)]


def _attacks_on_people(scene: Scene, targets: Targets) -> Iterator[Attack]:
    """Attacks that look for the record of a person."""
    yield linkage(scene)
    yield noisy_linkage(scene)
    for name, days in targets.dates.items():
        yield date_linkage(scene, name, days, AROUND)
    yield single_out(scene)
    yield link_halves(scene)


def _attacks_on_secrets(scene: Scene, targets: Targets) -> Iterator[Attack]:
    """Attacks that look for the sensitive value of a person."""
    for name, secret in targets.secrets.items():
        yield from disclosure_attacks(scene, secret.values, name)
        if secret.groups is not None:
            yield similarity(scene, secret.groups, name)
        if targets.finer is not None:
            yield minimality(scene, targets.finer, secret.values, targets.k, name)


def group_near_numbers(
    values: np.ndarray[tuple[int, ...], np.dtype[np.float64]], parts: int = 10
) -> Counts:
    """The part of the range in which each number lies, from 0 on; by default, tenths.

    Numbers in one part count as nearly the same. A missing number is in part 0.
    """
    known = values[np.isfinite(values)]
    if not known.size:
        return np.zeros(values.size, np.int64)
    low, high = float(known.min()), float(known.max())
    share = (np.nan_to_num(values, nan=low) - low) / max(high - low, 1e-12)
    return np.minimum(parts - 1, (share * parts).astype(np.int64))
