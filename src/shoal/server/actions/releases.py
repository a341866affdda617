"""Actions that check a study, run it, give the run away, or look at its candidates."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from shoal.errors import StudyError, did_you_mean
from shoal.ledger.account import now
from shoal.server.actions.call import ActionResult, Call
from shoal.server.actions.registry import RunId, StudyId, action
from shoal.server.stored import run_rows as runs
from shoal.server.stored import study_rows as studies
from shoal.server.stored.drafts import private_folder
from shoal.server.stored.run_rows import StoredRun, folder_of, release_at
from shoal.server.stored.study_keys import StoredKeys

Text = Annotated[str, Field(min_length=1, max_length=1000)]
Levels = Annotated[dict[str, Annotated[int, Field(ge=0)]], Field(max_length=10_000)]


@action()
def check(call: Call, *, study: StudyId) -> ActionResult:
    """Look for everything wrong with a study and its data, without releasing anything."""
    from shoal.service import verbs  # noqa: PLC0415  (loads the engine)

    return ActionResult({"warnings": verbs.check(call.study(study))})


@action()
def run(call: Call, *, study: StudyId) -> ActionResult:
    """Anonymize the table of a study; makes a verified run."""
    return _run(call, study, studies.study(call.workspace, call.owner, study).body)


@action()
def give(
    call: Call, *, run: RunId, to: Text | None = None, note: Text | None = None,
    acknowledge: dict[Text, Text] | None = None,
) -> ActionResult:  # fmt: skip
    """Give a run away: verify it again, and compare it with what was given before.

    `acknowledge` says why nobody can hold an earlier release, too, by the name of that release.
    """
    run_given = runs.give_run(
        call.workspace, call.owner, run, to=to, note=note, acknowledge=acknowledge
    )
    return ActionResult(
        {"run": run_given.id, "release": run_given.release, "given": run_given.given}
    )


@action()
def apply(
    call: Call, *, levels: Levels, study: StudyId | None = None, run: RunId | None = None
) -> ActionResult:
    """Make a run of another candidate: the same study, with these levels."""
    if (study is None) == (run is None):
        raise StudyError("Give either a study or a run whose candidate is meant.")
    if run is not None:
        stored = runs.run(call.workspace, call.owner, run)
        return _run(call, stored.study, at_levels(stored.body, levels))
    known = studies.study(call.workspace, call.owner, str(study))
    return _run(call, known.id, at_levels(known.body, levels))


@action()
def candidates(
    call: Call, *, study: StudyId, most: Annotated[int, Field(ge=1, le=100_000)] = 1000
) -> ActionResult:
    """List what every candidate of a study would cost, the best first."""
    from shoal.service import candidates as verbs  # noqa: PLC0415  (loads the engine)

    return ActionResult(verbs.candidates(call.study(study), most=most, watch=call.watch))


@action()
def frontier(
    call: Call,
    *,
    study: StudyId,
    maximum_k: Annotated[int, Field(ge=2, le=65_536)] = 256,
    page: bool = False,
) -> ActionResult:
    """Show what every k and suppression limit costs; other questions are answered at once."""
    from shoal.report.frontier_page import render_frontier  # noqa: PLC0415
    from shoal.server.actions.sweeps import sweep  # noqa: PLC0415  (loads the engine)

    report = sweep(call.id, call.study(study), maximum_k, call.watch)
    if page:
        (call.files / "frontier.html").write_text(render_frontier(report), encoding="utf-8")
    return ActionResult(report, files=page)


def at_levels(body: StoredKeys, levels: Mapping[str, int]) -> StoredKeys:
    """The keys of the study in which each of these columns may have only this level."""
    columns = dict(body["columns"])
    for name, level in levels.items():
        if name not in columns:
            raise StudyError(
                f"levels: the study has no column {name!r}.{did_you_mean(name, columns)}"
            )
        columns[name] = {**columns[name], "min_level": level, "max_level": level}
    return {**body, "columns": columns}


def _run(call: Call, study: str, body: StoredKeys) -> ActionResult:
    """Run the keys of a study; the run belongs to the study of this id."""
    from shoal.service import verbs  # noqa: PLC0415  (loads the engine)

    data = body.get("data")
    if not data:
        raise StudyError("data: is needed, but it is not there. Give {table: ID}.")
    private_folder(call.workspace, "runs")
    report = verbs.run(call.study_file(body), folder_of(call.workspace, call.id), watch=call.watch)
    release = release_at(call.workspace, call.id)
    stored = StoredRun(call.id, call.owner, study, data["table"], body, release, now())
    return ActionResult({"run": call.id, "summary": report["summary"]}, stored)
