"""Actions that look at tables and releases, and change nothing."""

from pathlib import Path
from typing import Annotated, Any

from annotated_types import Ge, Le
from pydantic import Field

from shoal.errors import StudyError
from shoal.server.actions.call import ActionResult, Call
from shoal.server.actions.registry import Names, RunId, StudyId, TableId, action
from shoal.server.stored import run_rows as runs
from shoal.study import text as study_text

Pairs = Annotated[tuple[tuple[str, str], ...], Field(max_length=1000)]


@action()
def profile(call: Call, *, table: TableId, page: bool = False) -> ActionResult:
    """Describe the columns of a table, suggest roles, propose a study."""
    from shoal.server.stored.references import DIALECT  # noqa: PLC0415
    from shoal.service.profile import profile_file, write_html  # noqa: PLC0415  (loads Polars)

    profiled = profile_file(call.table(table))
    proposed = study_text.parse(profiled.study(call.folder), "the proposal")
    data = proposed["data"] if isinstance(proposed["data"], dict) else {}
    dialect = {key: value for key, value in data.items() if key in DIALECT}
    if page:
        write_html(profiled, call.files / "profile.html")
    report = {**profiled.plain(), "study": {**proposed, "data": {"table": table, **dialect}}}
    return ActionResult(report, files=page)


@action()
def risk(
    call: Call,
    *,
    table: TableId | None = None,
    run: RunId | None = None,
    study: StudyId | None = None,
    quasi_identifiers: Names = (),
    sensitive: Names = (),
    population: TableId | None = None,
    population_size: Annotated[int, Ge(1)] | None = None,
    models: bool = False,
    columns: bool = False,
    special: bool = False,
    safe_harbor: bool = False,
    weights: str | None = None,
    household: str | None = None,
    threshold: Annotated[float, Ge(0), Le(1)] | None = None,
    before: TableId | None = None,
    own_study: bool = False,
    page: bool = False,
) -> ActionResult:
    """Measure the risk of a table or of the release of a run."""
    from shoal.service.risk import risk as verbs  # noqa: PLC0415  (loads the engine)

    asked = verbs.Asked(
        quasi_identifiers, sensitive, None if population is None else call.table(population),
        population_size, models, columns, special, safe_harbor, weights, household, threshold,
        None if before is None else call.table(before),
    )  # fmt: skip
    known = _study_with_columns(call, study, run, own_study)
    report = verbs.risk(_table_or_release(call, table, run), known, asked)
    if page:
        verbs.write_html(report, call.files / "risk.html")
    return ActionResult(report, files=page)


@action()
def attack(call: Call, *, run: RunId, other: RunId | None = None) -> ActionResult:
    """Attack the release of a run, as its table would be attacked."""
    from shoal.service import attack as verbs  # noqa: PLC0415  (loads the engine)

    second = None if other is None else call.run(other)
    return ActionResult(verbs.attack(call.run(run), second, watch=call.watch))


@action()
def compare(
    call: Call, *, before: TableId, after: TableId | None = None, run: RunId | None = None,
    study: StudyId | None = None, columns: Names = (), pairs: Pairs = (),
    paired: bool | None = None, exclude_suppressed: bool = False, exclude_missing: bool = False,
    list_wise: bool = True, suppressed: str = "*", own_study: bool = False, page: bool = False,
) -> ActionResult:  # fmt: skip
    """Compare two tables, or a table with the release of a run: what is left of the first."""
    from shoal.service import compare as verbs  # noqa: PLC0415  (loads the engine)
    from shoal.utility import Include  # noqa: PLC0415

    include = Include(not exclude_suppressed, not exclude_missing)
    asked = verbs.Asked(columns, paired, suppressed, include, list_wise, pairs)
    known = _study_with_columns(call, study, run, own_study)
    files = call.table(before), _table_or_release(call, after, run)
    report = verbs.compare(*files, known, asked, watch=call.watch)
    if page:
        verbs.write_html(report, call.files / "compare.html")
    return ActionResult(report, files=page)


@action()
def evaluate(
    call: Call, *, study: StudyId, run: RunId | None = None, page: bool = False
) -> ActionResult:
    """Train models on the release and judge them on the original."""
    from shoal.service import evaluate as verbs  # noqa: PLC0415  (loads scikit-learn)

    folder = None if run is None else call.run(run)
    report = verbs.evaluate(call.study(study), folder, watch=call.watch)
    if page:
        verbs.write_html(report, call.files / "evaluate.html")
    return ActionResult(report, files=page)


@action()
def benchmark(
    call: Call,
    *,
    study: StudyId,
    settings: dict[str, dict[str, Any]],
    outer: Annotated[int, Ge(2), Le(50)] = 5,
    inner: Annotated[int, Ge(2), Le(50)] = 3,
    repetitions: Annotated[int, Ge(1), Le(100)] = 1,
) -> ActionResult:
    """Compare models and privacy settings on the same nested parts."""
    from shoal.server.stored.references import with_paths  # noqa: PLC0415
    from shoal.service.benchmark import files as verbs  # noqa: PLC0415  (loads scikit-learn)

    changed = {
        name: with_paths(call.workspace, call.owner, keys) for name, keys in settings.items()
    }
    plan = {"study": call.study(study).name, "settings": changed, "outer": outer, "inner": inner}
    path = call.folder / "plan.yaml"
    text = study_text.write({**plan, "repetitions": repetitions})
    path.write_text(text, encoding="utf-8")
    return ActionResult(verbs.benchmark_into(path, call.files, watch=call.watch), files=True)


def _study_with_columns(call: Call, study: str | None, run: str | None, own: bool) -> Path | None:
    """The study that describes the columns: a stored one, or the one that a run was made with."""
    if own and run is not None and study is None:
        return call.study_file(runs.run(call.workspace, call.owner, run).body)
    if own:
        raise StudyError("`own_study` is that of a run. Give a run, and no study.")
    return None if study is None else call.study(study)


def _table_or_release(call: Call, table: str | None, run: str | None) -> Any:  # noqa: ANN401  (a path)
    """The file of a table, or of the release of a run; exactly one of them must be given."""
    if (table is None) == (run is None):
        raise StudyError("Give either a table or a run, whose release is meant.")
    return call.table(table) if table is not None else call.release(str(run))
