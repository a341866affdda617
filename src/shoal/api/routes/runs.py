"""Runs of studies, and what stewards share of them.

Stewards see all of their own runs. Others see what is shared with them, and only what a recipient
may have: release and certificate (docs/runs.md).
"""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import Query, Response
from pydantic import BaseModel, ConfigDict, Field

from shoal.api.answers import file_route
from shoal.api.bodies import RequestBody, json_body, openapi_body
from shoal.api.downloads import PAGE_POLICY, file_response
from shoal.api.guard import researchers, signed_in, stewards
from shoal.api.ids import EXAMPLE, Id
from shoal.api.nouns import router_for
from shoal.api.problems import Refused
from shoal.api.running_server import Person, RunningServer, ThisServer, Who
from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.server.actions import answer
from shoal.server.users import VIEWER, find_user, name_of

router = router_for("runs")
RELEASED = ("release", "release_nodes", "release_edges")
NOUNS = {"release_nodes": "nodes of a graph", "release_edges": "edges of a graph"}
FORMATS = {"html": "text/html", "pdf": "application/pdf", "json": "application/json"}


class Run(BaseModel):
    """A run, as its steward sees it."""

    model_config = ConfigDict(from_attributes=True)
    id: str = Field(examples=[EXAMPLE])
    study: str = Field(description="The id of its study.")
    table: str = Field(description="The id of its table.")
    body: dict[str, Any] = Field(description="The keys it was made with.")
    release: str = Field(description="Its name in the ledger.")
    created: str
    given: str | None = Field(description="When somebody got it first; null if nobody has it.")


class SharedRun(BaseModel):
    """A run that was shared with you: what a recipient may know of it."""

    id: str = Field(examples=[EXAMPLE])
    steward: str
    created: str
    files: list[str] = Field(description="What may be downloaded.", examples=[["release.csv"]])


class Share(RequestBody):
    """Whom to share with."""

    user: Annotated[str, Field(min_length=1, max_length=64, examples=["grace"])]


class LookUp(RequestBody):
    """Whom to look up."""

    column: Annotated[str, Field(min_length=1, max_length=1000, examples=["patient"])]
    pseudonyms: Annotated[list[str], Field(min_length=1, max_length=10_000)]
    reason: Annotated[str, Field(min_length=1, max_length=1000, examples=["a recall"])]


class Found(BaseModel):
    """The people behind pseudonyms; null for those that nobody has."""

    found: list[str | None]


@router.get("/runs", summary="Your runs")
@stewards
def runs(
    who: Who,
    server: ThisServer,
    study: Annotated[
        str | None, Query(pattern=r"^[0-9a-f]{32}$", description="Of one study.")
    ] = None,
) -> list[Run]:
    """All, or those of one study."""
    return [Run.model_validate(run) for run in stored.runs(server.workspace, who.id, study)]


@router.get("/runs/{id}", summary="One run")
@stewards
def run(id: Id, who: Who, server: ThisServer) -> Run:
    """What it was made of."""
    return Run.model_validate(stored.run(server.workspace, who.id, id))


@router.delete("/runs/{id}", status_code=204, summary="Forget a run")
@stewards
def forget(id: Id, who: Who, server: ThisServer) -> None:
    """Remove its files; the ledger still knows what was given to somebody."""
    stored.forget_run(server.workspace, who.id, id)


@router.get("/runs/{id}/summary", summary="The summary of a run")
@stewards
def summary(id: Id, who: Who, server: ThisServer) -> dict[str, Any]:
    """summary.json, for its steward only."""
    path = stored.steward_file(server.workspace, who.id, id, "summary.json")
    figures: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return figures


@router.get(
    "/runs/{id}/report", **file_route("The report of a run", "A page of its own.", "text/html")
)
@stewards
def report(id: Id, who: Who, server: ThisServer) -> Response:
    """report.html, for its steward only."""
    path = stored.steward_file(server.workspace, who.id, id, "report.html")
    return file_response(path, "text/html", policy=PAGE_POLICY)


@router.get(
    "/runs/{id}/study", **file_route("The study of a run", "A study file.", "application/yaml")
)
@stewards
def study(id: Id, who: Who, server: ThisServer) -> Response:
    """study.yaml, for its steward only."""
    path = stored.steward_file(server.workspace, who.id, id, "study.yaml")
    return file_response(path, "application/yaml")


@router.get(
    "/runs/{id}/release",
    **file_route("Download the release", "The released table.", "application/octet-stream"),
)
@researchers
def release(id: Id, who: Who, server: ThisServer) -> Response:
    """The verified table of a run that was given (`POST /actions/give`)."""
    return file_response(
        _shareable(server, who, id, "release"), "application/octet-stream", save=True
    )


@router.get(
    "/runs/{id}/nodes",
    **file_route("Download the nodes", "The super-nodes.", "application/octet-stream"),
)
@researchers
def nodes(id: Id, who: Who, server: ThisServer) -> Response:
    """The super-nodes of a run about a graph that was given."""
    path = _shareable(server, who, id, "release_nodes")
    return file_response(path, "application/octet-stream", save=True)


@router.get(
    "/runs/{id}/edges",
    **file_route("Download the edges", "The super-edges.", "application/octet-stream"),
)
@researchers
def edges(id: Id, who: Who, server: ThisServer) -> Response:
    """The super-edges of a run about a graph that was given."""
    path = _shareable(server, who, id, "release_edges")
    return file_response(path, "application/octet-stream", save=True)


@router.get(
    "/runs/{id}/certificate",
    **file_route("Download the certificate", "The certificate.", *FORMATS.values()),
)
@signed_in
def certificate(
    id: Id, who: Who, server: ThisServer, format: Literal["html", "pdf", "json"] = "html"
) -> Response:
    """What a recipient may know about how the release was made, and what it keeps."""
    path = _shareable(server, who, id, "certificate", f".{format}")
    policy = PAGE_POLICY if format == "html" else None
    return file_response(path, FORMATS[format], save=format != "html", policy=policy)


@router.post(
    "/runs/{id}/reidentify",
    summary="Look up the people behind pseudonyms",
    openapi_extra=openapi_body(LookUp),
)
@stewards
def reidentify(
    id: Id, who: Who, server: ThisServer, asked: Annotated[LookUp, json_body(LookUp)]
) -> Found:
    """Needs the key, and goes on record; the answer is kept nowhere."""
    arguments = {"run": id, **asked.model_dump()}
    return Found(**answer(Workspace(server.workspace.folder, who.id), "reidentify", arguments))


@router.get("/runs/{id}/shares", summary="With whom a run is shared")
@stewards
def shares(id: Id, who: Who, server: ThisServer) -> list[str]:
    """Their names."""
    return stored.people_with_access(server.workspace, who.id, id)


@router.post(
    "/runs/{id}/shares", status_code=201, summary="Share a run", openapi_extra=openapi_body(Share)
)
@stewards
def share(
    id: Id, who: Who, server: ThisServer, share: Annotated[Share, json_body(Share)]
) -> list[str]:
    """Let a researcher or viewer have release and certificate; the run must be for a recipient."""
    stored.run(server.workspace, who.id, id)
    if find_user(server.workspace, share.user) is None:
        raise Refused(404, "There is no such user. `shoal user list` lists them.")
    stored.share_run(server.workspace, who.id, id, share.user)
    return stored.people_with_access(server.workspace, who.id, id)


@router.delete("/runs/{id}/shares/{user}", status_code=204, summary="Stop sharing a run")
@stewards
def unshare(id: Id, user: str, who: Who, server: ThisServer) -> None:
    """Who has downloaded it has it still."""
    stored.unshare_run(server.workspace, who.id, id, user)


@router.get("/shared", name="shared", summary="Runs that were shared with you")
@signed_in
def runs_shared_with_me(who: Who, server: ThisServer) -> list[SharedRun]:
    """What stewards let you have."""
    return [
        _describe_shared_run(server, who, run)
        for run in stored.shared_runs(server.workspace, who.id)
    ]


def _shareable(server: RunningServer, who: Person, id: str, kind: str, suffix: str = "") -> Path:
    """A file of an own or shared run; its name comes from the folder, not from the request.

    404 if the run has none, 409 for the release of a draft.

    Args:
        server: The server.
        who: Who asks.
        id: The run.
        kind: release, release_nodes, release_edges or certificate.
        suffix: How the name must end.
    """
    owners = {run.id: run.owner for run in stored.shared_runs(server.workspace, who.id)}
    owner = owners.get(id, who.id)
    files = stored.run_files(server.workspace, owner, id)
    if kind in RELEASED:
        stored.refuse_draft(stored.run(server.workspace, owner, id))
    names = [name for name in files if name.startswith(f"{kind}.") and name.endswith(suffix)]
    if not names:
        raise Refused(404, f"The run has no {NOUNS.get(kind, kind)} in this form.")
    return stored.shareable_file(server.workspace, who.id, id, names[0])


def _describe_shared_run(server: RunningServer, who: Person, run: stored.StoredRun) -> SharedRun:
    """A shared run with the files that the role of this person allows."""
    kinds = ("certificate",) if who.role == VIEWER else ("certificate", *RELEASED)
    files = stored.run_files(server.workspace, run.owner, run.id)
    may = [name for name in files if name.partition(".")[0] in kinds]
    return SharedRun(
        id=run.id, steward=name_of(server.workspace, run.owner), created=run.created, files=may
    )
