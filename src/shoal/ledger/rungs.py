"""The ladder of a series, as its releases wrote it down."""

from collections.abc import Sequence

from shoal.engine.lattice import Levels
from shoal.errors import StudyError
from shoal.ledger.ledger import Entry
from shoal.search.problem import Problem
from shoal.search.series.ladder import ladder_through
from shoal.study.study import Study


def ladder_of(study: Study, problem: Problem, chain: Sequence[Entry]) -> tuple[Levels, ...]:
    """The ladder of the last release, or one through the levels of the first."""
    known = chain[-1].facts.get("ladder")
    if known is None:
        levels = levels_of(chain[0], study)
        if levels not in problem.lattice:
            raise _other_levels(chain[0])
        return ladder_through(problem, levels)
    if sorted(known["columns"]) != sorted(study.generalized):
        raise _other_levels(chain[-1])
    order = [known["columns"].index(name) for name in study.generalized]
    ladder = tuple(tuple(rung[at] for at in order) for rung in known["rungs"])
    if any(rung not in problem.lattice for rung in ladder):
        raise _other_levels(chain[-1])
    return ladder


def first_rung(ladder: tuple[Levels, ...], first: Entry, study: Study) -> int:
    """The rung on which a release stands whose records have the same levels; -1 for others."""
    return -1 if first.facts["levels"] is None else ladder.index(levels_of(first, study))


def levels_of(one: Entry, study: Study) -> Levels:
    """The levels of a release, in the order of the study's columns."""
    told = one.facts["levels"]
    if not set(study.generalized) <= set(told):
        raise _other_levels(one)
    return tuple(told[name] or 0 for name in study.generalized)


def _other_levels(one: Entry) -> StudyError:
    return StudyError(
        f"continues: {one.id} has columns or levels that this study does not allow. Use its"
        " quasi-identifiers, hierarchies, `min_level` and `max_level`."
    )
