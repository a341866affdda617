"""The smallest change of each kind that makes an impossible study possible."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from shoal.engine.encoded import EncodedColumn
from shoal.engine.lattice import Lattice, Levels
from shoal.plugin import parameters
from shoal.privacy.model import Promise, privacy_models
from shoal.progress import Watch
from shoal.search.failure.feasible import best, fewest_steps, is_feasible
from shoal.search.failure.loosened import add_root, drop_columns, has_root, with_columns
from shoal.search.failure.relaxation import Kind, Relaxation
from shoal.search.failure.weaker import weaker_promises
from shoal.search.problem import Problem


def relaxations(problem: Problem, fewest: int, watch: Watch) -> tuple[Relaxation, ...]:
    """What would let the study succeed, the cheapest first.

    Args:
        problem: A question without answer.
        fewest: The smallest number of records that a candidate suppresses.
        watch: Called now and then.
    """
    found = [
        *_higher_levels(problem, watch),
        *_more_suppression(problem, fewest, watch),
        *_fewer_columns(problem, watch),
        *_weaker_promises(problem, watch),
    ]
    return tuple(sorted(found, key=lambda relaxation: relaxation.cost))


def _higher_levels(problem: Problem, watch: Watch) -> list[Relaxation]:
    """Higher levels as far as the hierarchies go; roots above them; both where neither will do."""
    columns, maximum = problem.encoded.columns, problem.lattice.maximum
    heights = tuple(column.height for column in columns)
    rootless = {at for at, column in enumerate(columns) if not has_root(column)}
    at_top = {at for at in rootless if maximum[at] == heights[at]}
    levels = _raise_levels(problem, Kind.LEVELS, heights, watch)
    roots = _raise_levels(problem, Kind.ROOTS, _lift(maximum, at_top), watch)
    either = [*levels, *roots]
    return either or _raise_levels(problem, Kind.ROOTS, _lift(heights, rootless), watch)


def _lift(tops: Levels, chosen: set[int]) -> Levels:
    """The levels, one higher in the chosen columns."""
    return tuple(top + (at in chosen) for at, top in enumerate(tops))


def _raise_levels(problem: Problem, kind: Kind, tops: Levels, watch: Watch) -> list[Relaxation]:
    """The relaxation with the fewest steps above the levels allowed now, up to `tops`; or none.

    A column whose entry in `tops` is above its height gets a root.
    """
    columns, maximum = problem.encoded.columns, problem.lattice.maximum
    grown = {at: add_root(column) for at, column in enumerate(columns) if tops[at] > column.height}
    wide = with_columns(problem, grown, Lattice(problem.lattice.minimum, tops))
    found = None if tops == maximum else fewest_steps(wide, maximum, watch)
    if found is None:
        return []
    steps = [(columns[at], level) for at, level in enumerate(found) if level > maximum[at]]
    change = {"columns": {column.name: _keys_for(column, level) for column, level in steps}}
    advice = " ".join(_advice_for(column, level) for column, level in steps)
    relaxed = replace(wide, lattice=Lattice(problem.lattice.minimum, found))
    return _confirm(kind, sum(found) - sum(maximum), change, advice, relaxed, watch)


def _keys_for(column: EncodedColumn, level: int) -> dict[str, Any]:
    """What the study must say about a column so that a level is allowed."""
    if level <= column.height:
        return {"max_level": level}
    # The level does not exist yet; once it does, nothing may forbid it.
    hierarchy = {} if column.height else {"hierarchy": {"builder": "suppression"}}
    return {"max_level": None, **hierarchy}


def _advice_for(column: EncodedColumn, level: int) -> str:
    """What to do so that a column can reach a level, as a sentence."""
    if level <= column.height:
        return f"Allow `max_level: {level}` for the column {column.name!r}."
    if column.height:
        return (
            f"Add a last level with one label for all values to the hierarchy of {column.name!r}."
        )
    return f"Give the column {column.name!r} a hierarchy, such as `{{builder: suppression}}`."


def _more_suppression(problem: Problem, fewest: int, watch: Watch) -> list[Relaxation]:
    """The relaxation that allows `fewest` suppressed records; none if these are all records."""
    if not problem.maximum_suppressed < fewest < problem.encoded.records:
        return []
    share = smallest_share(fewest, problem.encoded.records)
    advice = f"Raise `suppression_limit` to {share} ({fewest:,} records)."
    steps = fewest - problem.maximum_suppressed
    relaxed = replace(problem, suppression_limit=share)
    change = {"suppression_limit": float(share)}
    return _confirm(Kind.SUPPRESSION, steps, change, advice, relaxed, watch)


def _fewer_columns(problem: Problem, watch: Watch) -> Iterator[Relaxation]:
    """Each column that alone makes the difference; where none does, the fewest together."""
    columns = problem.encoded.columns
    alone = [{at} for at in range(len(columns)) if is_feasible(drop_columns(problem, {at}))]
    for dropped in alone or _fewest_columns(problem, watch):
        if len(dropped) < len(columns):  # a release needs columns
            names = [columns[at].name for at in sorted(dropped)]
            noun = "columns" if len(names) > 1 else "column"
            advice = f"Leave out the {noun} {', '.join(map(repr, names))}."
            change = {"columns": dict.fromkeys(names)}
            relaxed = drop_columns(problem, dropped)
            yield from _confirm(Kind.COLUMNS, len(dropped), change, advice, relaxed, watch)


def _fewest_columns(problem: Problem, watch: Watch) -> list[set[int]]:
    """The smallest set of columns (by number) without which the study succeeds, or no set.

    For the search, a column is gone at a root that is added one step above its highest level.
    """
    maximum = problem.lattice.maximum
    columns = enumerate(problem.encoded.columns)
    removable = {at: add_root(column, maximum[at]) for at, column in columns}
    lattice = Lattice(problem.lattice.minimum, tuple(top + 1 for top in maximum))
    found = fewest_steps(with_columns(problem, removable, lattice), maximum, watch)
    return [] if found is None else [{at for at, top in enumerate(maximum) if found[at] > top}]


def _weaker_promises(problem: Problem, watch: Watch) -> Iterator[Relaxation]:
    """A relaxation for each promise that can be weakened: the largest k or l, or what was measured.

    All other promises stay.
    """
    for steps, advice, relaxed in weaker_promises(problem):
        change = {"privacy": [settings(promise) for promise in relaxed.privacy]}
        yield from _confirm(Kind.PROMISE, steps, change, advice, relaxed, watch)


def smallest_share(suppressed: int, records: int) -> Decimal:
    """The shortest decimal share that allows so many suppressed records and not one more."""
    digits = 0
    while True:
        share = Decimal(-(-suppressed * 10**digits // records)).scaleb(-digits)
        if share * records < suppressed + 1:
            return share
        digits += 1


def settings(promise: Promise) -> dict[str, Any]:
    """A promise as it stands in a study."""
    return {"model": name_of(promise), **parameters(promise)}


def name_of(promise: Promise) -> str:
    """The study name of a promise, or that of its class where it has none."""
    known = {privacy_models.class_of(name): name for name in privacy_models}
    return known.get(type(promise), type(promise).__name__)


def _confirm(
    kind: Kind, steps: int, change: Mapping[str, Any], advice: str, problem: Problem, watch: Watch
) -> list[Relaxation]:
    """A list with the relaxation, empty unless the changed question really has an answer."""
    outcome = best(problem, watch)
    return [] if outcome is None else [Relaxation(kind, steps, change, advice, problem, outcome)]
