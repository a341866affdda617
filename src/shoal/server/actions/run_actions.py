"""Actions about runs that exist: verify, write the certificate, align, draw, look up pseudonyms."""

from dataclasses import asdict
from typing import Annotated, TypedDict, cast

from pydantic import Field

from shoal.report.types.sections import Holds
from shoal.server.actions.call import ActionResult, Call
from shoal.server.actions.registry import RunId, action
from shoal.study.keys.plain import Json, Settings

Pseudonyms = Annotated[tuple[str, ...], Field(min_length=1, max_length=10_000)]


class CheckFound(TypedDict):
    """What one check found, as plain values (`shoal.verify.findings.verdict.Finding`)."""

    check: str
    holds: Holds
    reason: str
    measured: Json
    model: str | None
    parameters: Settings
    warning: str


class Verified(TypedDict):
    """What all checks found; `complete` if every check could be made."""

    holds: bool
    complete: bool
    findings: list[CheckFound]


@action()
def verify(call: Call, *, run: RunId) -> ActionResult:
    """Check a release again, with code that shares nothing with the search."""
    from shoal.service import verbs  # noqa: PLC0415  (loads the engine)

    verdict = verbs.verify_run(call.run(run))
    findings = [cast(CheckFound, asdict(finding)) for finding in verdict.findings]
    holds, complete = verdict.holds, verdict.complete
    checks: Verified = {"holds": holds, "complete": complete, "findings": findings}
    return ActionResult(checks)


@action()
def certificate(call: Call, *, run: RunId) -> ActionResult:
    """Write the certificate of a run again: what may be shared about its release."""
    from shoal.pipeline.folder.certificate import certificate as write  # noqa: PLC0415

    return ActionResult({"run": run, "files": [path.name for path in write(call.run(run))]})


@action()
def align(call: Call, *, run: RunId) -> ActionResult:
    """Put a table and its release side by side, record by record; for the steward alone."""
    from shoal.service.aligned import align as write  # noqa: PLC0415  (loads the engine)

    return ActionResult(write(call.run(run), call.files, watch=call.watch), files=True)


@action()
def draw_graph(call: Call, *, run: RunId) -> ActionResult:
    """Draw the graph of a run before and after, as two pictures; for the steward alone."""
    from shoal.service.graph_pictures import draw_graph as draw  # noqa: PLC0415

    return ActionResult(draw(call.run(run)))


@action(quick=True)  # a job would remember the people
def reidentify(
    call: Call,
    *,
    run: RunId,
    column: str,
    pseudonyms: Pseudonyms,
    reason: Annotated[str, Field(min_length=1, max_length=1000)],
) -> ActionResult:
    """Look up the people behind pseudonyms; needs the key, and goes on record."""
    from shoal.service.reidentify import reidentify as look_up  # noqa: PLC0415

    person = call.workspace.owner
    people = look_up(call.run(run), column, pseudonyms, reason=reason, person=person)
    return ActionResult({"found": people})
