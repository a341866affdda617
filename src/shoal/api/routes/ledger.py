"""The ledger: what was released to whom, what was spent, and which releases hold a person."""

from typing import Annotated, Any

from fastapi import Path
from pydantic import Field

from shoal.api.bodies import RequestBody, json_body, openapi_body
from shoal.api.guard import stewards
from shoal.api.nouns import router_for
from shoal.api.problems import Refused
from shoal.api.running_server import Person, RunningServer, ThisServer, Who
from shoal.ledger.workspace import Workspace
from shoal.server.actions import answer

router = router_for("ledger")
Release = Annotated[str, Path(pattern=r"^r[0-9a-f]{1,32}$", examples=["r0123456789ab"])]


class Whom(RequestBody):
    """Somebody who wants to be forgotten."""

    person: Annotated[str, Field(min_length=1, max_length=1000, examples=["123-45-6789"])]


@router.get("/ledger", summary="What was released to whom")
@stewards
def releases(who: Who, server: ThisServer) -> list[dict[str, Any]]:
    """Your releases, the oldest first."""
    return _answer_own(server, who, "ledger")  # type: ignore[no-any-return]


@router.get("/account", summary="What differentially private releases have spent")
@stewards
def account(who: Who, server: ThisServer) -> list[dict[str, Any]]:
    """For each of your inputs."""
    return _answer_own(server, who, "ledger-account")  # type: ignore[no-any-return]


@router.post(
    "/forget",
    summary="Find the releases that hold a person",
    openapi_extra=openapi_body(Whom),
)
@stewards
def forget(
    who: Who, server: ThisServer, whom: Annotated[Whom, json_body(Whom)]
) -> list[dict[str, Any]]:
    """The identifier is in the body, and kept nowhere."""
    return _answer_own(server, who, "ledger-forget", person=whom.person)  # type: ignore[no-any-return]


@router.get("/ledger/{release}", summary="One release")
@stewards
def release(release: Release, who: Who, server: ThisServer) -> dict[str, Any]:
    """Recipe, promises, columns, fingerprints."""
    return _answer_own(server, who, "ledger-show", release=release)  # type: ignore[no-any-return]


@router.post("/ledger/{release}/withdraw", summary="Say that nobody has a release (any more)")
@stewards
def withdraw(release: Release, who: Who, server: ThisServer) -> dict[str, Any]:
    """Later ones are not compared with it."""
    return _answer_own(server, who, "ledger-withdraw", release=release)  # type: ignore[no-any-return]


def _answer_own(server: RunningServer, who: Person, action: str, **arguments: str) -> Any:  # noqa: ANN401
    """The answer of an action about the ledger; 404 for a release of another owner."""
    own = Workspace(server.workspace.folder, who.id)
    release = arguments.get("release")
    if release is not None and release not in {entry["id"] for entry in answer(own, "ledger", {})}:
        raise Refused(404, "You have no such release.")
    return answer(own, action, arguments)
