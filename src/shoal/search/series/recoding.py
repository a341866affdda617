"""The next release of a series (docs/series.md)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from shoal.engine.arrays import Bools, Counts
from shoal.engine.lattice import Levels
from shoal.engine.parts import part_of, recode_table
from shoal.errors import NoReleaseError, NotYetAvailable, StudyError
from shoal.plugin import plugin
from shoal.progress import Watch
from shoal.quality.classification import Classification
from shoal.search.local.recoding import looks_broken, recode_records, recodings, refuse
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.search.problem.strategy import Strategy
from shoal.search.series.cut import cheapest_cut
from shoal.search.series.earlier import History
from shoal.search.series.rungs import Rungs, is_on, rungs_of
from shoal.search.series.together import people_to_show_together

# What a record that is held back costs, as a share of all it says; the next one is tried as long as
# too many are held back.
PRESSURES = (1.0, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0)
LISTED = 20  # records that are named one by one


@recodings.register("series")
@plugin()
class Series:
    """Each class stands on a rung of the ladder that all releases of a series share.

    Card:
        says: each class stands on a rung of the ladder that all releases share
        advice: When the same people are released again and again, such as every quarter.
    """

    def run(self, problem: Problem, strategy: Strategy, watch: Watch) -> tuple[Problem, Outcome]:
        """Refuse: only a study that continues a release can be solved this way."""
        raise StudyError("recoding: `series` is for studies that say which release they continue.")


@dataclass(frozen=True, eq=False)
class Continued:
    """The recoding that continues a series.

    Attributes:
        history: What the series has disclosed so far.
    """

    history: History

    def run(self, problem: Problem, strategy: Strategy, watch: Watch) -> tuple[Problem, Outcome]:
        """The cheapest release that keeps the promises together with all earlier ones.

        Raises NoReleaseError if more records would have to be held back than the study allows, and
        StudyError if the hierarchies are not those of the earlier releases.
        """
        refuse(problem)
        if isinstance(problem.quality, Classification):
            raise NotYetAvailable(
                "`continues` with `classification` is not yet available: a series takes what each"
                " record loses by itself. Use `quality: {model: loss}`."
            )
        rungs, found = rungs_of(problem, self.history.ladder), []
        if not all(is_on(rungs, one) for one in self.history.earlier):
            raise StudyError(
                "continues: an earlier release shows other labels than these hierarchies make of"
                " the same records. Use its hierarchies."
            )
        for pressure in PRESSURES:
            rung, kept = self._cut_and_keep(problem, rungs, pressure, watch)
            found.append(kept)
            if int((~kept).sum()) <= problem.maximum_suppressed:
                return self._answer(problem, rung, kept)
        raise _in_the_way(problem, max(found, key=np.count_nonzero))

    def _cut_and_keep(
        self, problem: Problem, rungs: Rungs, pressure: float, watch: Watch
    ) -> tuple[Counts, Bools]:
        """The rung of each record, and a flag for each: whether it is shown."""
        rung, kept = cheapest_cut(self.history, rungs, pressure, watch)
        while True:
            kept = people_to_show_together(self.history, rungs.classes(rung), rung, kept)
            broken = self._breaks(problem, rung, kept)
            if not broken.any():
                return rung, kept
            kept = kept & ~broken

    def _breaks(self, problem: Problem, rung: Counts, kept: Bools) -> Bools:
        """One flag per record: whether it is shown in a class that breaks a promise of the study.

        Takes all promises of the study, not only those that a series looks at.
        """
        table = recode_table(problem.encoded, self._levels(problem, rung, kept))
        shown = np.zeros(len(table.counts), np.bool_)
        shown[table.tuple_of_record[kept]] = True
        broken = np.zeros(len(table.counts), np.bool_)
        part = part_of(table, shown)
        candidate = replace(problem, encoded=part).candidate((0,) * len(part.columns))
        broken[shown] = candidate.suppressed_tuples
        return kept & broken[table.tuple_of_record]

    def _levels(self, problem: Problem, rung: Counts, kept: Bools) -> NDArray[np.int16]:
        """The levels of each record; records that are held back get levels of their own."""
        ladder = np.array(self.history.ladder, np.int16)
        return np.where(kept[:, None], ladder[rung], np.array(_apart(problem, ladder), np.int16))

    def _answer(self, problem: Problem, rung: Counts, kept: Bools) -> tuple[Problem, Outcome]:
        """The recoded table and the outcome, with a note about records that are held back.

        Raises NoReleaseError if classes look alike and break a promise as one class.
        """
        ladder = self.history.ladder
        levels = self._levels(problem, rung, kept)
        recoded, outcome = recode_records(problem, levels, ~kept, checked=len(ladder))
        if looks_broken(recoded, outcome):
            raise NoReleaseError(
                "Classes of the next release of the series look alike and together break a promise."
                " Use hierarchies that write every level in its own way."
            )
        held = (
            f"{int((~kept).sum()):,} records are held back: with them, this release and earlier"
            " ones of the series would not keep the promises together."
        )
        notes = () if kept.all() else (held,)
        return recoded, replace(outcome, passes=ladder, notes=notes)


def _apart(problem: Problem, ladder: NDArray[np.int16]) -> Levels:
    """Levels that are not a rung, so that records held back are in no class with others."""
    rungs = set(map(tuple, ladder.tolist()))
    heights = (range(column.height + 1) for column in problem.encoded.columns)
    found = next((levels for levels in product(*heights) if levels not in rungs), None)
    if found is None:
        raise NotYetAvailable("A series of tables with one quasi-identifier is not yet available.")
    return found


def _in_the_way(problem: Problem, kept: Bools) -> NoReleaseError:
    """The error that names the records that cannot be shown, by their line, from 1 on."""
    lines = (np.flatnonzero(~kept) + 1).tolist()
    share = len(lines) / max(1, problem.encoded.records)
    return NoReleaseError(
        f"{len(lines):,} of {problem.encoded.records:,} records are in the way: shown now, they"
        " would be told apart among too few by this release and earlier ones of the series, and"
        f" only {problem.maximum_suppressed:,} may be held back. They are the records"
        f" {', '.join(_reasons(lines))}. Holding them back costs {share:.1%} of the records"
        f"{'' if kept.any() else ', and nothing would be left'}:"
        f" `suppression_limit: {np.ceil(share * 1000) / 1000:g}` allows it. Or wait until more"
        " people have come."
    )


def _reasons(lines: list[int]) -> Iterator[str]:
    """The first of these numbers as texts, and how many more there are."""
    yield from map(str, lines[:LISTED])
    if len(lines) > LISTED:
        yield f"and {len(lines) - LISTED:,} more"
