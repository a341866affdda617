"""What a face may ask for. A face parses, calls one verb of this file, and shows.

A study is read here. The verbs load the engine when they are called, so that this file is quick to
import; `runs` holds what they do.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.data.files import resolved
from shoal.data.source import Source
from shoal.errors import StudyError
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.progress import Watch, ignore_progress
from shoal.report.types.summary import Report
from shoal.study.recipient import for_recipient
from shoal.study.study import Study, read_study

if TYPE_CHECKING:
    from shoal.service.give import Given
    from shoal.service.release import Release
    from shoal.verify import Verdict

StudyLike = Study | Mapping[str, Any] | Path | str


def run(
    study: StudyLike,
    out: Path | str,
    *,
    force: bool = False,
    watch: Watch = ignore_progress,
    clock: Stopwatch | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Report:
    """Anonymize the file of a study and write a verified run folder; gives the report.

    With differential privacy, `tell` is called with what was and will be spent, before it is.
    """
    clock = clock or Stopwatch()
    with clock.stage("kernels"):
        from shoal.service import runs  # noqa: PLC0415  (loads the engine)
    return runs.run_to(as_study(study), Path(out), force=force, watch=watch, clock=clock, tell=tell)


def demo(
    out: Path | str, *, watch: Watch = ignore_progress, clock: Stopwatch | None = None
) -> Report:
    """Run the built-in example; its table, hierarchies and study are written along."""
    clock = clock or Stopwatch()
    with clock.stage("kernels"):
        from shoal.service import runs  # noqa: PLC0415  (loads the engine)
    return runs.run_example(Path(out), watch=watch, clock=clock)


def anonymize(
    data: object,
    study: StudyLike,
    *,
    watch: Watch = ignore_progress,
    workspace: Path | str | None = None,
) -> "Release":
    """Anonymize a table in memory: the same kind of table back, in order, suppressed blank.

    Args:
        data: A pandas, Polars, Arrow or Spark table, or the path of a file. A Spark table stays
            on its cluster (`engine: spark`), and comes back in no particular order.
        study: A study, its keys, or the path of its file; its own `data` plays no part.
        watch: Called now and then; raises Canceled to stop.
        workspace: The folder whose ledger remembers the release; without it, nothing does. What
            differential privacy spends is counted there, too, or else beside the study.

    Example:
        >>> import polars as pl
        >>> table = pl.DataFrame({"age": ["34", "39", "66", "61"]})
        >>> age = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
        >>> keys = {"columns": {"age": age}, "privacy": [{"model": "k-anonymity", "k": 2}]}
        >>> anonymize(table, keys).table["age"].to_list()
        ['3*', '3*', '6*', '6*']
    """
    from shoal.service import runs  # noqa: PLC0415  (loads the engine)

    ledger = None if workspace is None else Path(workspace)
    return runs.anonymize_in_memory(data, as_study(study), watch, ledger)


def check(study: StudyLike) -> list[str]:
    """Look at everything a run would need, without searching; gives the warnings."""
    from shoal.service import runs  # noqa: PLC0415  (loads the engine)

    return runs.check_study(as_study(study))


def verify_run(run: Path, *, release: Path | None = None, data: Path | None = None) -> "Verdict":
    """Check a written release again: a run folder, or a study file with its release."""
    from shoal.service import runs  # noqa: PLC0415  (loads the engine)

    asked = as_study(run / "study.yaml" if run.is_dir() else run)
    if release is None and asked.output.url is None:
        release = _release_in(run)
    return runs.verify_again(run, asked, source_of(asked, data), release)


def give(
    run: Path | str,
    *,
    to: str | None = None,
    note: str | None = None,
    acknowledge: Mapping[str, str] | None = None,
) -> "Given":
    """Give a run away: it is verified again, compared with what was given, and becomes a release.

    Args:
        run: The run folder.
        to: Who gets it.
        note: What the ledger keeps beside it.
        acknowledge: Why nobody can hold both, by the name of an earlier release.
    """
    from shoal.service import give as giving  # noqa: PLC0415  (loads the engine)

    return giving.give(Path(run), to=to, note=note, acknowledge=acknowledge)


def as_study(study: StudyLike) -> Study:
    """A study in whatever form it was given, with what the profile of its recipient says."""
    if isinstance(study, Study):
        return for_recipient(study)
    return for_recipient(Study.of(study) if isinstance(study, Mapping) else read_study(study))


def source_of(study: Study, data: Path | None = None) -> Source:
    """The file of a study, with everything explicit that is found out by looking at it."""
    if study.data is not None:
        source = study.data.source(study.folder)
        file = {"path": data, "url": None, "query": None, "credentials": None}
        return resolved(source if data is None else replace(source, **file))  # type: ignore[arg-type]
    if data is None:
        raise StudyError("data: is needed, but it is not there. Give the path of the table.")
    return resolved(Source.of(data))


def _release_in(run: Path) -> Path:
    if not run.is_dir():
        raise StudyError(f"{run} is not a run folder. Give the release too: --release FILE.")
    found = sorted([*run.glob("draft.*"), *run.glob("release.*")])
    if len(found) != 1:
        raise StudyError(f"{run} holds {len(found)} files draft.* and release.*; expected one.")
    return found[0]
