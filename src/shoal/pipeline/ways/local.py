"""Classes have levels of their own; a series continues where its last release ended."""

from dataclasses import dataclass
from typing import ClassVar

from shoal.pipeline.states.prepared import Prepared
from shoal.pipeline.states.way import Answer
from shoal.pipeline.ways.search import Search
from shoal.progress import Watch
from shoal.search.local.recoding import Recoding
from shoal.search.local.recoding import refuse as refuse_local
from shoal.search.local_tables import about_classes, recode_locally
from shoal.search.problem import Problem
from shoal.search.problem.strategy import with_seed


@dataclass(frozen=True, eq=False)
class Local(Search):
    """Each class is generalized as little as it can be."""

    name: ClassVar[str] = "local"
    by_class: ClassVar[bool] = True

    def refuse(self, problem: Problem) -> None:
        """Refuse what local recoding cannot do, and promises that nothing can keep."""
        refuse_local(about_classes(problem))
        super().refuse(problem)

    def solve(self, prepared: Prepared, problem: Problem, watch: Watch) -> Answer:
        """Classes with levels of their own, each generalized as little as it can be."""
        strategy = with_seed(self.study.search, self.study.seed)
        recoding = self._choose_recoding(prepared, problem)
        return Answer(*recode_locally(recoding, problem, strategy, watch))

    def _choose_recoding(self, prepared: Prepared, problem: Problem) -> Recoding:
        """The recoding of the study, or the one that continues a series."""
        if self.study.continues is None:
            return self.study.recoding  # type: ignore[no-any-return]
        from shoal.ledger.continued import series_recoding  # noqa: PLC0415  (few need the ledger here)

        return series_recoding(self.study, prepared.table, problem)
