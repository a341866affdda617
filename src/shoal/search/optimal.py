"""The default strategy: the best candidate, proven, after looking at as few as possible."""

from collections.abc import Sequence

from shoal.engine.candidate import Candidate
from shoal.engine.lattice import Levels
from shoal.errors import StudyError
from shoal.plugin import plugin
from shoal.privacy.model import Promise, is_decided_by_size, minimum_size
from shoal.progress import Watch
from shoal.search.exact.checks import Check
from shoal.search.exact.contents import contents_of, give_back
from shoal.search.exact.costs import Form, bound_losses, costs_of
from shoal.search.exact.memory import memory_for
from shoal.search.exact.paths import prove
from shoal.search.exact.tables import tables_of
from shoal.search.exact.walk import search_of, walk, walk_with_values
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome, outcome_of
from shoal.search.problem.strategy import no_release, strategies

LARGEST = 1 << 22  # candidates that fit into arrays


@strategies.register("optimal")
@plugin()
class Optimal:
    """Visit candidates by their lower bound until no other can be better.

    Card:
        advice: The usual choice: the best release, with a proof. For very many columns it may take
            long.
    """

    def run(self, problem: Problem, watch: Watch) -> Outcome:
        """The best candidate, with the proof that it is."""
        _refuse_too_large(problem)
        compiled = _search_compiled(problem, watch)
        if compiled is None:
            candidate, checked, fewest = _search_general(problem, watch)
        else:
            levels, checked, fewest = compiled
            candidate = None if levels is None else problem.candidate(levels)
        if candidate is None:
            raise no_release(problem, fewest)
        return outcome_of(problem, candidate, checked=checked, optimal=True, bound=0.0)


def _refuse_too_large(problem: Problem) -> None:
    if problem.lattice.size > LARGEST:
        raise StudyError(
            f"search: the study allows {problem.lattice.size:,} candidates; `optimal` takes at most"
            f" {LARGEST:,}. Use `strategy: auto`, or narrow `min_level` and `max_level`."
        )


def _search_compiled(
    problem: Problem, watch: Watch
) -> tuple[Levels | None, int, int | None] | None:
    """What the compiled searches find; None where none applies."""
    form = compiled_form(problem)
    if form is not None:
        return solve(problem, form, watch)
    # The other searches are loaded when they are needed: most studies do without them.
    from shoal.search.by_class.forms import form_of  # noqa: PLC0415
    from shoal.search.by_class.solve import solve as solve_by_class  # noqa: PLC0415

    by_class = form_of(problem)
    return None if by_class is None else solve_by_class(problem, by_class, watch)


def _search_general(problem: Problem, watch: Watch) -> tuple[Candidate | None, int, int | None]:
    """What the searches find that take every problem."""
    from shoal.search.climbing import best_by_climbing, is_for_climbing  # noqa: PLC0415
    from shoal.search.general import best_of  # noqa: PLC0415

    return (best_by_climbing if is_for_climbing(problem) else best_of)(problem, watch)


def is_compiled(problem: Problem) -> bool:
    """Whether a compiled search applies."""
    from shoal.search.by_class.forms import form_of  # noqa: PLC0415

    return compiled_form(problem) is not None or form_of(problem) is not None


def compiled_form(problem: Problem) -> Form | None:
    """The loss in the form that the compiled search takes, where that search applies."""
    encoded = problem.encoded
    if encoded.people is not None or encoded.layout.words > 1 or encoded.aggregated:
        return None
    others = [promise for promise in problem.privacy if not is_decided_by_size(promise)]
    if others and not _are_known(others):
        return None
    form = getattr(problem.quality, "separable", None) or getattr(problem.quality, "entropic", None)
    found: Form | None = None if form is None else form(encoded)
    return found


def _are_known(promises: Sequence[Promise]) -> bool:
    """Whether the kernels know promises about what classes hold."""
    from shoal.search.exact.sensitive import is_known  # noqa: PLC0415

    return all(map(is_known, promises))


def _checks(problem: Problem) -> list[Check]:
    """What the kernels check in each class besides its size."""
    others = [promise for promise in problem.privacy if not is_decided_by_size(promise)]
    if not others:
        return []
    from shoal.search.exact.sensitive import check_of  # noqa: PLC0415

    checks = (check_of(promise, problem.encoded) for promise in others)
    return [check for check in checks if check is not None]


def solve(problem: Problem, form: Form, watch: Watch) -> tuple[Levels | None, int, int | None]:
    """Levels of the optimum, candidates looked at, and fewest suppressed records if none will do.

    Where promises are about sizes only, suppression never grows upward: if nothing is acceptable,
    the top suppresses the fewest.
    """
    inside = _checks(problem)
    size = max([1, *map(minimum_size, problem.privacy), *(check.size for check in inside)])
    tables = tables_of(problem.encoded, problem.lattice)
    costs, bounds = bound_losses(costs_of(form, tables, problem.lattice), tables)
    memory = memory_for(tables, bounds, problem.maximum_suppressed, len(tables.shape))
    contents = contents_of(problem.encoded, problem.lattice, inside, memory) if inside else None
    search = search_of(tables, memory, costs, bounds, size, contents)
    kernel = walk if contents is None else walk_with_values
    levels, checked = prove(kernel, search, problem.lattice, watch)
    if contents is not None:
        give_back(contents)
    if levels is None:  # the top was looked at first
        least = memory.seen.suppressed[0] if contents is None else contents.fewest[0]
        return None, checked, int(least)
    return levels, checked, None
