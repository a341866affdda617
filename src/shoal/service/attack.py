"""The verb `attack`: simulated attacks on a table and on its release, side by side."""

from pathlib import Path

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.data.schema import column_types
from shoal.data.table import exact_column
from shoal.engine.arrays import Counts
from shoal.engine.transform import transform
from shoal.errors import StudyError
from shoal.pipeline.prepare.hierarchies import hierarchy_of
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import read_input
from shoal.progress import Watch, ignore_progress
from shoal.report.summary import as_plain
from shoal.report.types.measured_risk import AttackReport, AttackRow, AttackSide
from shoal.risk.attacks.attack import Attack
from shoal.risk.attacks.hashes import hash_inversions
from shoal.risk.attacks.linkage import intersection
from shoal.risk.attacks.scene import Scene
from shoal.risk.attacks.suite import Secret, Targets, all_attacks, group_near_numbers
from shoal.service.rerun import run_again
from shoal.study.study import read_study
from shoal.version import __version__

NUMERIC = ("integer", "decimal")
NOTE = (
    "Simulated attackers know the quasi-identifiers of everybody. Success is the share of attempts"
    " that succeed; the baseline is what guessing without the release would give."
)


def attack(
    run: Path | str, other: Path | str | None = None, *, watch: Watch = ignore_progress
) -> AttackReport:
    """Attack the release of a run folder, or of a study file that is run for it.

    Args:
        run: A run folder or a study file.
        other: Another run of the same table, whose release the attacker has too.
        watch: Called now and then.
    """
    clock = Stopwatch()
    done = _release_of(Path(run), clock, watch)
    with clock.stage("evaluate"):
        open_scene, scene = _scenes(done)
        targets = _targets(done)
        before, after = all_attacks(open_scene, targets), all_attacks(scene, targets)
        # A hash that is released is the hash that was there before: one attack on both.
        hashes = hash_inversions(_texts(done), _register(done), watch=watch)
        before, after = [*before, *hashes], [*after, *hashes]
        if other is not None:
            second = _scenes(_release_of(Path(other), clock, watch))[1]
            _refuse_other_table(scene, second)
            before.append(intersection(open_scene, open_scene))
            after.append(intersection(scene, second))
    report: AttackReport = {
        "format": 1,
        "shoal_version": __version__,
        "note": NOTE,
        "records": scene.before.height,
        "released_records": scene.records,
        "attacks": [_row(*pair) for pair in zip(before, after, strict=True)],
        "cpu_seconds": clock.cpu_seconds["evaluate"],
    }
    return as_plain(report)


def _release_of(run: Path, clock: Stopwatch, watch: Watch) -> Released:
    """The release of a run folder, or of a study file that is run for it."""
    if run.is_dir():
        return run_again(read_study(run / "study.yaml"), run, clock, watch)
    return anonymize(read_input(read_study(run)), clock, watch)


def _scenes(done: Released) -> tuple[Scene, Scene]:
    """Two scenes to attack: the table as if it were released as it is, and then the release."""
    names = [name for name in done.study.quasi_identifiers if name in done.frame.columns]
    if not names:
        raise StudyError("No quasi-identifier is released, so there is nothing to attack.")
    before = pl.DataFrame([done.table.texts(name).alias(name) for name in names])
    seed = done.study.seed or 0
    after = done.frame.select(by_name(name).cast(pl.String) for name in names)
    everybody = np.ones(before.height, np.bool_)
    return Scene(before, before, everybody, seed), Scene(
        before, after, ~done.outcome.suppressed, seed
    )


def _targets(done: Released) -> Targets:
    """What attackers look for besides the quasi-identifiers."""
    study = done.study
    dates = [
        name
        for name in study.quasi_identifiers
        if study.columns[name].type == "date" and name in done.frame.columns
    ]
    return Targets(
        {name: _secret(done, name) for name in study.with_role("sensitive")},
        {name: _days(done, name) for name in dates},
        _finer(done),
        max((getattr(promise, "k", 0) for promise in study.privacy), default=0) or 2,
    )


def _secret(done: Released, name: str) -> Secret:
    """A sensitive column as numbers, and groups of near values; None if nothing tells these."""
    column = done.study.columns[name]
    texts = done.table.texts(name, column.options.type)
    groups = None
    if column.hierarchy is not None:
        hierarchy = hierarchy_of(done.explicit, name, texts)
        level = min(1, hierarchy.height)
        groups = hierarchy.codes[level][hierarchy.rows(texts)].astype(np.int64)
    elif column_types.name_of(column.options.type) in NUMERIC:
        groups = group_near_numbers(texts.cast(pl.Float64, strict=False).to_numpy())
    return Secret(_numbers(texts), groups)


def _numbers(texts: pl.Series) -> Counts:
    """The same number for the same text, from 1; 0 for a missing one."""
    return texts.rank("dense").fill_null(0).to_numpy().astype(np.int64)


def _days(done: Released, name: str) -> pl.Series:
    """The dates of a column as days since 1970; null if missing or no date."""
    texts = done.table.texts(name, done.study.columns[name].options.type)
    form = done.study.columns[name].date_format
    return texts.str.to_date(form, strict=False).cast(pl.Int32).cast(pl.Float64)


def _texts(done: Released) -> list[pl.Series]:
    """The released columns that might hold hashes."""
    return [
        exact_column(done.frame, name).alias(name)
        for name in done.frame.columns
        if done.frame[name].dtype == pl.String
    ]


def _register(done: Released) -> list[str]:
    """The identifiers of everybody, as a register that an attacker has would hold them."""
    known: list[str] = []
    for name in done.study.with_role("identifier"):
        if name in done.table.names:
            known += done.table.texts(name).drop_nulls().unique().to_list()
    return known


def _finer(done: Released) -> pl.DataFrame | None:
    """The labels one level lower in every column; None if classes have levels of their own."""
    if done.recoded is not None:
        return None
    lattice, levels = done.problem.lattice, done.outcome.levels
    lower = tuple(max(low, at - 1) for low, at in zip(lattice.minimum, levels, strict=True))
    nobody = np.zeros(done.outcome.suppressed.size, np.bool_)
    return pl.DataFrame(transform(done.problem.encoded, lower, nobody))


def _row(before: Attack, after: Attack) -> AttackRow:
    """An attack before and after, as plain values; `falls_by` is how much its success falls.

    A figure of an attack that was not tried is not a number, which `as_plain` makes null.
    """
    return {
        "name": after.name,
        "aim": after.aim,
        "tried": after.tried,
        "before": _side(before),
        "after": _side(after),
        "falls_by": before.success - after.success,
    }


def _side(attack: Attack) -> AttackSide:
    """The figures of an attack as plain values."""
    return {
        "attempts": attack.attempts,
        "success": attack.success,
        "low": attack.low,
        "high": attack.high,
        "baseline": attack.baseline,
        "reason": attack.reason,
        "gain": attack.gain,
    }


def _refuse_other_table(first: Scene, second: Scene) -> None:
    """Refuse two runs whose inputs do not have the same number of records."""
    if first.before.height != second.before.height:
        raise StudyError("The two runs are of different tables; give two runs of the same one.")
