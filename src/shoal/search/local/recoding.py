"""What all ways have in common to give each class levels of its own: the limits, the answer."""

from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from shoal.engine.arrays import Bools
from shoal.engine.candidate import Candidate
from shoal.engine.classes import classes_of
from shoal.engine.encoded import EncodedTable
from shoal.engine.grouping import group
from shoal.engine.lattice import Lattice
from shoal.engine.parts import part_of, recode_table
from shoal.errors import NotYetAvailable
from shoal.privacy.model import ClassPromise, Monotonic, Vetoing
from shoal.progress import Watch
from shoal.quality.classification import Classification
from shoal.quality.columns import score_of
from shoal.quality.model import QualityModel, Score, generalization_and_suppression
from shoal.quality.precision import Precision
from shoal.registry import Registry
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome, outcome_of
from shoal.search.problem.strategy import Strategy


class Recoding(Protocol):
    """A way to give classes levels of their own."""

    def run(self, problem: Problem, strategy: Strategy, watch: Watch) -> tuple[Problem, Outcome]:
        """The recoded table as a problem with a single candidate, and the outcome of that one."""
        ...


recodings: Registry[Recoding] = Registry(
    "recoding", "mode", group="shoal.recodings", tells=("advice", "says")
)


def refuse(problem: Problem) -> None:
    """Raise NotYetAvailable for what local recoding cannot do.

    Promises about the whole table must not be among those of the problem any more:
    `shoal.search.local_tables` takes them out before, and keeps them itself.
    """
    for promise in problem.privacy:
        if not isinstance(promise, ClassPromise) or isinstance(promise, Vetoing):
            raise NotYetAvailable(
                "`recoding: local` takes promises about classes and about the whole table;"
                " promises about a population are not yet available with it."
            )
    quality, encoded = problem.quality, problem.encoded
    if encoded.population is not None:
        raise NotYetAvailable(
            "`recoding: local` with a population is not yet available: a population has no such"
            " classes. Use `recoding: global`, or `k-map` with an estimator."
        )
    if isinstance(quality, Classification):
        _refuse_targets(quality, encoded)
    elif not _is_sum_of_records(quality) or not hasattr(quality, "gs_factor"):
        raise NotYetAvailable(
            "`recoding: local` with a quality model that is not a sum over records is not yet"
            " available. Use `quality: {model: loss}`, or `recoding: global`."
        )
    if isinstance(quality, Precision) and encoded.aggregated:
        raise NotYetAvailable(
            "`recoding: local` with `precision` and aggregated columns is not yet available. Use"
            " `quality: {model: loss}`."
        )


def _refuse_targets(quality: Classification, encoded: EncodedTable) -> None:
    """A target that is generalized itself is told apart by the level of its column."""
    names = [name for name in quality.targets if encoded.place(name) is not None]
    if names:
        raise NotYetAvailable(
            "`recoding: local` with `classification` predicts columns that are released as they"
            f" are; `{names[0]}` is a quasi-identifier, and has no level that all records share."
            " Give it another role, or use `recoding: global`."
        )


def _is_sum_of_records(quality: QualityModel) -> bool:
    """Whether the loss is a sum over records, also if each class has levels of its own."""
    if getattr(quality, "separable", None) is not None:
        return True
    from shoal.search.climbing.worth import worth_of  # noqa: PLC0415  (few losses need it)

    return worth_of(quality) is not None


def recode_records(
    problem: Problem,
    levels: NDArray[np.int16],
    left: Bools,
    *,
    checked: int,
    bound: float | None = None,
) -> tuple[Problem, Outcome]:
    """The table with every record at its levels, as a problem, and its outcome.

    The problem has one candidate: in the recoded table, level 0 is what is shown. The gap of the
    outcome is None if no bound is known.

    Args:
        problem: What was asked.
        levels: The levels of each record; 0 for those that are left.
        left: Which records are suppressed.
        checked: How many candidates were seen on the data.
        bound: A loss that no local recoding is below, where one is known.
    """
    table = recode_table(problem.encoded, levels)
    bottom = (0,) * len(table.columns)
    recoded = replace(problem, encoded=table, lattice=Lattice(bottom, bottom))
    apart = np.zeros(len(table.counts), np.bool_)
    apart[table.tuple_of_record[left]] = True
    grouping = group(table, bottom)
    suppressed = np.zeros(len(grouping.sizes), np.bool_)
    suppressed[grouping.class_of_tuple[apart]] = True
    candidate = Candidate(table, grouping, suppressed)
    outcome = outcome_of(recoded, candidate, checked=checked, optimal=False, bound=bound or 0.0)
    if isinstance(problem.quality, Precision):
        outcome = _precise(problem, outcome, problem.quality, levels)
    gap = None if bound is None else max(0.0, outcome.loss - bound)
    return recoded, replace(
        outcome,
        optimal=None,
        gap=gap,
        class_sizes=_sizes_as_seen(table, apart),
    )


def looks_broken(recoded: Problem, outcome: Outcome) -> bool:
    """Whether classes that keep a promise look alike, and as one class break it.

    Classes at different levels can look alike, because a label may stand on several levels. Only
    promises about a sensitive column that merging classes can break are asked.
    """
    asked = [
        one
        for one in recoded.privacy
        if isinstance(one, ClassPromise) and hasattr(one, "column")
        if one.monotonic is Monotonic.NEVER
    ]
    if not asked or outcome.suppressed.all():
        return False
    table = recoded.encoded
    kept = np.zeros(len(table.counts), np.bool_)
    kept[table.tuple_of_record[~outcome.suppressed]] = True
    part = part_of(table, kept)
    seen = classes_of(part, group(part, (1,) * len(table.columns)))
    return any(bool(promise.violations(seen).any()) for promise in asked)


def _sizes_as_seen(table: EncodedTable, left: Bools) -> NDArray[np.int64]:
    """Records of each class as it is seen: classes of different levels may look alike."""
    seen = group(table, (1,) * len(table.columns))
    sizes = np.bincount(seen.class_of_tuple[~left], table.counts[~left]).astype(np.int64)
    return np.asarray(sizes[sizes > 0])


def _precise(
    problem: Problem, outcome: Outcome, quality: Precision, levels: NDArray[np.int16]
) -> Outcome:
    """The outcome with the loss of precision from the levels of each record.

    Precision counts levels, which a recoded table does not know any more.
    """
    encoded = problem.encoded
    each = np.ones(len(levels), np.int64) if encoded.entries is None else encoded.entries
    generalization, suppression = generalization_and_suppression(quality.gs_factor)
    gone = 0 if quality.monotonic else int(each[outcome.suppressed].sum())
    sums = (levels * (each * ~outcome.suppressed)[:, None]).sum(axis=0).tolist()
    losses = [
        (generalization * total + suppression * column.height * gone)
        / max(1, column.height * encoded.records)
        for column, total in zip(encoded.columns, sums, strict=True)
    ]
    score: Score = score_of(encoded, quality.aggregate, losses)
    low, high = quality.range(encoded)
    share = (score.loss - low) / (high - low) if high > low else 0.0
    return replace(outcome, loss=score.loss, loss_normalized=share, loss_by_column=score.by_column)
