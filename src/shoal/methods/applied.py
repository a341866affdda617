"""From what a method decided to the problem and outcome that every later step knows."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from shoal.engine.blanks import with_blanks
from shoal.engine.candidate import Candidate
from shoal.engine.cells import Cells, with_cells
from shoal.engine.grouping import group
from shoal.engine.lattice import Lattice
from shoal.errors import NotYetAvailable
from shoal.methods.registry import Method, Treated
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome, outcome_of


def apply_treatment(method: Method, problem: Problem, treated: Treated) -> tuple[Problem, Outcome]:
    """The problem after a method, and its outcome.

    If the method changes single cells, the problem is a new one, with the changed table and one
    candidate: level 0 is what is shown. Otherwise it is the same. Raises NotYetAvailable for a
    quality model that cannot measure single cells.
    """
    if treated.cells is not None:
        return _apply_own_cells(problem, treated, treated.cells)
    if not method.blanks_cells:
        return problem, _full_domain(problem, treated)
    _refuse_other_losses(problem)
    blank = treated.blank
    if blank is None:
        blank = np.zeros((problem.encoded.records, len(problem.encoded.columns)), np.bool_)
    table = with_blanks(problem.encoded, treated.levels, blank)
    bottom = (0,) * len(table.columns)
    blanked = replace(problem, encoded=table, lattice=Lattice(bottom, bottom))
    return blanked, _outcome_of_blanks(blanked, treated)


def _apply_own_cells(
    problem: Problem, treated: Treated, cells: Sequence[Cells]
) -> tuple[Problem, Outcome]:
    """Every record shows its own cells; those that look alike are a class."""
    _refuse_other_losses(problem)
    table = with_cells(problem.encoded, cells)
    bottom = (0,) * len(table.columns)
    shown = replace(problem, encoded=table, lattice=Lattice(bottom, bottom))
    grouping = group(table, bottom)
    nobody = np.zeros(len(grouping.sizes), np.bool_)
    return shown, _outcome(shown, Candidate(table, grouping, nobody), treated)


def _full_domain(problem: Problem, treated: Treated) -> Outcome:
    """All records share the levels; whole classes are dropped."""
    grouping = group(problem.encoded, treated.levels)
    dropped = np.zeros(len(grouping.sizes), np.bool_)
    of_record = grouping.class_of_tuple[problem.encoded.tuple_of_record]
    dropped[of_record[treated.dropped]] = True
    return _outcome(problem, Candidate(problem.encoded, grouping, dropped), treated)


def _outcome_of_blanks(problem: Problem, treated: Treated) -> Outcome:
    """Cells of single records are blank; nobody is dropped."""
    table = problem.encoded
    grouping = group(table, problem.lattice.minimum)
    nobody = np.zeros(len(grouping.sizes), np.bool_)
    outcome = _outcome(problem, Candidate(table, grouping, nobody), treated)
    seen = group(table, (1,) * len(table.columns))  # a blank cell looks like a missing value
    return replace(outcome, class_sizes=seen.sizes)


def _outcome(problem: Problem, candidate: Candidate, treated: Treated) -> Outcome:
    """The outcome of a candidate; nobody knows whether it is optimal, nor the gap."""
    found = outcome_of(problem, candidate, checked=treated.checked, optimal=False, bound=0.0)
    return replace(found, optimal=None, gap=None)


def _refuse_other_losses(problem: Problem) -> None:
    """Raise NotYetAvailable for a quality model that cannot measure single cells."""
    if not hasattr(problem.quality, "separable") or not hasattr(problem.quality, "gs_factor"):
        raise NotYetAvailable(
            "A method that changes single cells is measured by `quality: {model: loss}`; other"
            " quality models are not yet available with it."
        )
