"""Studies: what to release, under which promises; they name stored things by their ids."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Response
from pydantic import BaseModel, ConfigDict, Field

from shoal.api.bodies import RequestBody, json_body, openapi_body
from shoal.api.guard import stewards
from shoal.api.ids import EXAMPLE, Id
from shoal.api.nouns import API, router_for
from shoal.api.running_server import ThisServer, Who
from shoal.api.study_texts import keys_of
from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.server.actions import answer
from shoal.study import text as study_text

router = router_for("studies")
BODY = {
    "data": {"table": EXAMPLE},
    "columns": {
        "age": {"role": "quasi-identifier", "type": "integer"},
        "diagnosis": {"role": "sensitive"},
    },
    "privacy": [{"model": "k-anonymity", "k": 5}],
}


class New(RequestBody):
    """A study to keep: its keys, or its text in YAML."""

    name: Annotated[str, Field(max_length=200, examples=["Discharges for research"])] = "study"
    study: dict[str, Any] | str = Field(
        description="The keys of the study (`/schemas/study`), or a text in YAML with them.",
        examples=[BODY],
    )


class StoredStudy(BaseModel):
    """A study that is kept."""

    model_config = ConfigDict(from_attributes=True)
    id: str = Field(examples=[EXAMPLE])
    name: str
    table: str | None = Field(description="The id of its table.")
    body: dict[str, Any] = Field(description="Its keys.", examples=[BODY])
    created: str
    changed: str


@router.post("/studies", status_code=201, summary="Keep a study", openapi_extra=openapi_body(New))
@stewards
def keep(
    response: Response, who: Who, server: ThisServer, wanted: Annotated[New, json_body(New)]
) -> StoredStudy:
    """It is kept if it is well formed; `check` then looks at it together with its table."""
    study = stored.keep_study(
        server.workspace, who.id, _keys(wanted), wanted.name, server.settings.kept
    )
    response.headers["Location"] = f"{API}/studies/{study.id}"
    return StoredStudy.model_validate(study)


@router.get("/studies", summary="Your studies")
@stewards
def studies(who: Who, server: ThisServer) -> list[StoredStudy]:
    """All that you keep."""
    return [StoredStudy.model_validate(study) for study in stored.studies(server.workspace, who.id)]


@router.get("/studies/{id}", summary="One study")
@stewards
def study(id: Id, who: Who, server: ThisServer) -> StoredStudy:
    """Its keys, and what is known of it."""
    return StoredStudy.model_validate(stored.study(server.workspace, who.id, id))


class UnknownValue(BaseModel):
    """A value of the table that is not in the hierarchy of its column."""

    column: str
    value: str
    records: int = Field(description="How many records have it.")


class UnknownValues(BaseModel):
    """The values that hierarchies do not know, the most frequent of each column first."""

    unknown: list[UnknownValue]
    values: int = Field(description="How many there are; of very many, only the first are listed.")


@router.get("/studies/{id}/unknown-values", summary="Values that hierarchies do not know")
@stewards
def unknown_values(id: Id, who: Who, server: ThisServer) -> UnknownValues:
    """For you, who have the table: no job, error or log names a value."""
    own = Workspace(server.workspace.folder, who.id)
    return UnknownValues(**answer(own, "hierarchy-unknown", {"study": id}))


@router.get(
    "/studies/{id}/text",
    summary="One study as a text",
    response_class=Response,
    responses={
        200: {
            "description": "YAML",
            "content": {"application/yaml": {"schema": {"type": "string"}}},
        }
    },
)
@stewards
def text(id: Id, who: Who, server: ThisServer) -> Response:
    """As a study file would hold it."""
    found = stored.study(server.workspace, who.id, id)
    return Response(study_text.write(found.body), media_type="application/yaml")


@router.put("/studies/{id}", summary="Change a study", openapi_extra=openapi_body(New))
@stewards
def change(
    id: Id, who: Who, server: ThisServer, wanted: Annotated[New, json_body(New)]
) -> StoredStudy:
    """Other keys in place of its own; runs keep those that they were made with."""
    study = stored.change_study(
        server.workspace, who.id, id, _keys(wanted), wanted.name, server.settings.kept
    )
    return StoredStudy.model_validate(study)


@router.delete("/studies/{id}", status_code=204, summary="Forget a study")
@stewards
def forget(id: Id, who: Who, server: ThisServer) -> None:
    """Remove it; runs stay."""
    stored.forget_study(server.workspace, who.id, id)


def _keys(wanted: New) -> Mapping[str, Any]:
    """The keys of a study, parsed if they came as YAML."""
    return wanted.study if isinstance(wanted.study, dict) else keys_of(wanted.study)
