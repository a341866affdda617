"""The reference strategy: look at every candidate. Slow, and obviously right."""

from shoal.engine.candidate import Candidate
from shoal.plugin import plugin
from shoal.progress import Progress, Watch
from shoal.quality.model import Score
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome, is_better, outcome_of
from shoal.search.problem.strategy import no_release, strategies


@strategies.register("exhaustive")
@plugin()
class Exhaustive:
    """Look at every candidate on the distinct tuples and keep the best acceptable one.

    Card:
        advice: For small studies and for checking other strategies: slow, and obviously right.
    """

    def run(self, problem: Problem, watch: Watch) -> Outcome:
        """The best of all candidates."""
        best: tuple[Score, Candidate] | None = None
        fewest = problem.encoded.records
        for checked, levels in enumerate(problem.lattice):
            watch(Progress("search", checked, problem.lattice.size))
            candidate = problem.candidate(levels)
            fewest = min(fewest, candidate.suppressed_records)
            if not problem.accepts(candidate):
                continue
            score = problem.quality.loss(candidate)
            if best is None or is_better(score, levels, best[0], best[1].levels):
                best = score, candidate
        if best is None:
            raise no_release(problem, fewest)
        score, candidate = best
        size = problem.lattice.size
        return outcome_of(problem, candidate, checked=size, optimal=True, bound=score.loss)
