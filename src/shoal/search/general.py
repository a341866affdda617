"""The exact search for any combination of promises and losses, one candidate at a time.

Slower than the compiled search, and needed where that one does not reach: promises about more than
class sizes, people instead of records, keys of several words, losses compared by rank. It uses what
the models declare: lower bounds give the order and the end; monotonic promises, and others that
know what they suppress in every specialization, end whole parts of the lattice after one failure
(docs/theory/exact-search.md).
"""

from shoal.engine.candidate import Candidate
from shoal.privacy.model import is_decided_by_size, minimum_size
from shoal.progress import Progress, Watch
from shoal.quality.model import Score
from shoal.search.exact.pairs import suppression_bounds
from shoal.search.exact.tables import tables_of
from shoal.search.open_candidates import OpenCandidates
from shoal.search.problem import Problem
from shoal.search.problem.outcome import is_better, is_beyond
from shoal.search.problem.unavoidable import unavoidable_below


def best_of(problem: Problem, watch: Watch) -> tuple[Candidate | None, int, int | None]:
    """The best candidate, how many were looked at, and the fewest records any would suppress."""
    candidates = OpenCandidates(problem)
    if _is_about_sizes(problem):
        tables = tables_of(problem.encoded, problem.lattice)
        size = max(map(minimum_size, problem.privacy), default=1)
        candidates.close(suppression_bounds(tables, size) > problem.maximum_suppressed)
    best: tuple[Score, Candidate] | None = None
    fewest, checked = problem.encoded.records, 0
    for at, bound in candidates:
        here = tuple(candidates.levels[at].tolist())
        if best is not None and is_beyond(bound, best[0]):
            break
        if best is not None and not is_better(bound, here, best[0], best[1].levels):
            continue
        known = None if best is None else best[1].levels
        watch(Progress("search", checked, problem.lattice.size, known, may_end_before=True))
        candidate = problem.candidate(here)
        checked += 1
        fewest = min(fewest, candidate.suppressed_records)
        candidates.learn(at, candidate)
        if not problem.accepts(candidate):
            if unavoidable_below(problem, candidate) > problem.maximum_suppressed:
                candidates.close_below(at)
            continue
        score = problem.quality.loss(candidate)
        if best is None or is_better(score, here, best[0], best[1].levels):
            best = score, candidate
    return (best[1] if best else None), checked, fewest


def _is_about_sizes(problem: Problem) -> bool:
    """Whether classes are suppressed for their number of records only, in keys of one word."""
    encoded = problem.encoded
    sizes = encoded.people is None and all(map(is_decided_by_size, problem.privacy))
    return sizes and encoded.layout.words == 1 and encoded.records > 0
