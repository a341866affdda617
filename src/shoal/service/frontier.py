"""The verb `frontier`: the least loss for every k and every suppression limit."""

import json
from pathlib import Path

from shoal.data.files import read
from shoal.data.table import Table
from shoal.errors import NotYetAvailable, StudyError
from shoal.pipeline.folder.folder import explain_disk_errors, open_draft
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of
from shoal.pipeline.prepare.source import source_of
from shoal.pipeline.states.stopwatch import Stopwatch, peak_memory_mb
from shoal.pipeline.ways.choice import read_of, way_of
from shoal.privacy.k_anonymity import KAnonymity
from shoal.progress import Progress, Watch, ignore_progress
from shoal.report.frontier import Asked, frontier_report
from shoal.report.frontier_page import plain_svg, render_frontier
from shoal.report.types.frontier import FrontierCosts, FrontierReport
from shoal.search.frontier.answers import MAXIMUM_K, Frontier, frontier_of
from shoal.search.frontier.pareto import pareto
from shoal.study.given import StudyLike, as_study
from shoal.study.study import Study


def frontier(
    study: StudyLike,
    out: Path | str,
    *,
    maximum_k: int = MAXIMUM_K,
    force: bool = False,
    watch: Watch = ignore_progress,
) -> FrontierReport:
    """Look at all candidates of a study and write frontier.json, .html and .svg.

    Args:
        study: The study; it promises k-anonymity and nothing else.
        out: The folder for the files.
        maximum_k: The largest k that is looked at.
        force: Whether a folder that is there is replaced.
        watch: Called now and then; raises Canceled to stop.
    """
    asked = as_study(study)
    with explain_disk_errors(), open_draft(Path(out), force=force) as folder:
        watch(Progress("read", 0, 1))
        source = source_of(asked)
        table = read(source)
        mark = source.decimal or "."
        report, _ = sweep_study(asked, table, mark, maximum_k=maximum_k, watch=watch)
        watch(Progress("write", 0, 1))
        text = json.dumps(report, indent=1, ensure_ascii=False, allow_nan=False)
        (folder / "frontier.json").write_text(text + "\n", encoding="utf-8")
        (folder / "frontier.html").write_text(render_frontier(report), encoding="utf-8")
        (folder / "frontier.svg").write_text(plain_svg(report), encoding="utf-8")
    return report


def sweep_study(
    study: Study,
    table: Table,
    decimal: str = ".",
    *,
    maximum_k: int = MAXIMUM_K,
    watch: Watch = ignore_progress,
) -> tuple[FrontierReport, Frontier]:
    """The frontier as a plain dict, and as what answers about other k, limits and weights."""
    asked, clock = _question_of(study), Stopwatch()
    watch(Progress("encode", 0, 1))
    with clock.stage("encode"):
        problem = problem_of(prepare(read_of(study, table, decimal)))
    with clock.stage("search"):
        answers = frontier_of(problem, maximum_k=max(maximum_k, asked.k), watch=watch)
    with clock.stage("evaluate"):
        points = pareto(answers, watch)
    costs: FrontierCosts = {
        "seconds": clock.seconds,
        "cpu_seconds": clock.cpu_seconds,
        "sweep_mb": answers.swept.bytes / 1e6,
        "peak_memory_mb": peak_memory_mb(),
    }
    return frontier_report(answers, points, asked, costs), answers


def _question_of(study: Study) -> Asked:
    """k, limit and loss of a study that promises k-anonymity and nothing else."""
    refuse_without_levels(
        study,
        "A frontier looks at every candidate and tells how good each is. That is more than"
        " `differential-privacy` may tell about the data, so there is none.",
        "A frontier compares levels for all records. A study with local recoding or a `method`"
        " has none; take that key out, or run the study for each k.",
    )
    promises = [promise for promise in study.privacy if isinstance(promise, KAnonymity)]
    if not promises or len(promises) < len(study.privacy):
        raise NotYetAvailable(
            "A frontier is available for studies that promise k-anonymity and nothing else."
            " Write `privacy: [{model: k-anonymity, k: 5}]`, or run the study for each k."
        )
    k = max(promise.k for promise in promises)
    quality = study.model_dump(mode="json")["quality"]
    return Asked(k, study.suppression_limit, quality)


def refuse_without_levels(study: Study, drawn: str, unleveled: str) -> None:
    """Refuse a study whose candidates nobody may compare, or that has no levels for all records.

    Args:
        study: The study.
        drawn: What to say where records are drawn by chance.
        unleveled: What to say where a method decides, or each class has its own levels.
    """
    way = way_of(study)
    if way.draws:
        raise StudyError(drawn)
    if way.by_class or not way.searches:
        raise StudyError(unleveled)
