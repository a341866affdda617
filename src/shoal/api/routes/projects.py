"""Projects of ARX: uploaded as they are, stored as a table, its hierarchies and a study."""

from typing import Annotated

from fastapi import Depends, Query
from pydantic import BaseModel, Field

from shoal.api.guard import stewards
from shoal.api.ids import EXAMPLE
from shoal.api.nouns import API, router_for
from shoal.api.uploads import BINARY, Upload, receive_upload
from shoal.server.stored.projects import keep_project

router = router_for("projects")
BODY = {
    "requestBody": {
        "description": "The file itself: an ARX project (.deid).",
        "required": True,
        "content": {"application/octet-stream": BINARY},
    }
}
LeaveOut = Annotated[bool, Query(description="Keep it without promises that are not known here.")]


class ImportedProject(BaseModel):
    """What became of a project."""

    table: str = Field(examples=[EXAMPLE], description="The id of its table.")
    study: str = Field(examples=[EXAMPLE], description="The id of the study.")
    records: int
    arx_version: str = Field(examples=["3.9.1"])
    left_out: list[str] = Field(description="What has no counterpart here.")
    open: list[str] = Field(description="What you must decide before the study runs.")


@router.post("/projects", status_code=201, openapi_extra=BODY, summary="Import an ARX project")
@stewards
async def upload(
    file: Annotated[Upload, Depends()], leave_out: LeaveOut = False
) -> ImportedProject:
    """Send the file as the body; what has no counterpart is told, never dropped silently."""
    server, who = file.server, file.who
    done = await receive_upload(
        file.request,
        lambda pieces: keep_project(
            *(server.workspace, who.id, file.name, pieces, server.settings.kept),
            leave_out=leave_out,
            encoding=file.encoding,
        ),
    )
    file.response.headers["Location"] = f"{API}/studies/{done.study.id}"
    return ImportedProject(
        table=done.table.id,
        study=done.study.id,
        records=done.table.records,
        arx_version=done.version,
        left_out=[*done.left_out],
        open=[*done.open],
    )
