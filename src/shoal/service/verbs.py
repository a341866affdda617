"""The most common verbs. A face parses what it is given, calls a verb, and shows its result.

A study is read here. Each verb loads its file, and with it the engine, when it is called, so that
this file is quick to import.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from shoal.errors import StudyError
from shoal.pipeline.prepare.source import source_of
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.progress import Watch, ignore_progress
from shoal.study.given import StudyLike, as_study

if TYPE_CHECKING:
    from shoal.report.types.summary import Report
    from shoal.service.give import Given
    from shoal.service.release import Release
    from shoal.verify import Verdict


def run(
    study: StudyLike,
    out: Path | str,
    *,
    force: bool = False,
    watch: Watch = ignore_progress,
    clock: Stopwatch | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> "Report":
    """Anonymize the file of a study and write a verified run folder; returns the report.

    With differential privacy, `tell` is called with what was spent and what this run will spend.
    """
    clock = clock or Stopwatch()
    with clock.stage("kernels"):
        from shoal.service.run import run_to  # noqa: PLC0415  (loads the engine)
    return run_to(as_study(study), Path(out), force=force, watch=watch, clock=clock, tell=tell)


def demo(
    out: Path | str, *, watch: Watch = ignore_progress, clock: Stopwatch | None = None
) -> "Report":
    """Run the built-in example; its table, hierarchies and study are written along."""
    clock = clock or Stopwatch()
    with clock.stage("kernels"):
        from shoal.service.run import run_example  # noqa: PLC0415  (loads the engine)
    return run_example(Path(out), watch=watch, clock=clock)


def anonymize(
    data: object,
    study: StudyLike,
    *,
    watch: Watch = ignore_progress,
    workspace: Path | str | None = None,
) -> "Release":
    """Anonymize a table in memory; returns the same kind of table, suppressed records blank.

    Args:
        data: A pandas, Polars, Arrow or Spark table, or the path of a file. A Spark table stays
            on its cluster (`engine: spark`), and comes back in no particular order.
        study: A study, its keys, or the path of its file; its own `data` plays no part.
        watch: Called now and then; raises Canceled to stop.
        workspace: The folder whose ledger records the release; without it, none does. What
            differential privacy spends is counted there, too, or else beside the study.

    Example:
        >>> import polars as pl
        >>> table = pl.DataFrame({"age": ["34", "39", "66", "61"]})
        >>> age = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
        >>> keys = {"columns": {"age": age}, "privacy": [{"model": "k-anonymity", "k": 2}]}
        >>> anonymize(table, keys).table["age"].to_list()
        ['3*', '3*', '6*', '6*']
    """
    from shoal.service.anonymize import anonymize_in_memory  # noqa: PLC0415  (loads the engine)

    ledger = None if workspace is None else Path(workspace)
    return anonymize_in_memory(data, as_study(study), watch, ledger)


def check(study: StudyLike) -> list[str]:
    """Check everything that a run needs, without searching; returns the warnings."""
    from shoal.service.check import check_study  # noqa: PLC0415  (loads the engine)

    return check_study(as_study(study))


def verify_run(run: Path, *, release: Path | None = None, data: Path | None = None) -> "Verdict":
    """Check a written release again: a run folder, or a study file with its release.

    Args:
        run: The run folder, or the study file.
        release: The file of the release; not needed in a run folder, or for a table of a database.
        data: The file of the input, if it is not where the study says.
    """
    from shoal.service.verify import verify_again  # noqa: PLC0415  (loads the engine)

    asked = as_study(run / "study.yaml" if run.is_dir() else run)
    if release is None and asked.output.url is None:
        release = _release_in(run)
    return verify_again(run, asked, source_of(asked, data), release)


def give(
    run: Path | str,
    *,
    to: str | None = None,
    note: str | None = None,
    acknowledge: Mapping[str, str] | None = None,
) -> "Given":
    """Give a run away: it is verified again, compared with earlier releases, and becomes one.

    Args:
        run: The run folder.
        to: Who gets it.
        note: What the ledger keeps beside it.
        acknowledge: Why nobody can hold both, by the name of an earlier release.
    """
    from shoal.service import give as giving  # noqa: PLC0415  (loads the engine)

    return giving.give(Path(run), to=to, note=note, acknowledge=acknowledge)


def _release_in(run: Path) -> Path:
    """The one file of a draft or release in a run folder; an error if there is not one."""
    if not run.is_dir():
        raise StudyError(f"{run} is not a run folder. Give the release too: --release FILE.")
    files = sorted([*run.glob("draft.*"), *run.glob("release.*")])
    if len(files) != 1:
        raise StudyError(f"{run} holds {len(files)} files draft.* and release.*; expected one.")
    return files[0]
