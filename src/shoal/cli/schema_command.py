"""The command `shoal schema`: JSON Schemas of what Shoal reads and writes."""

import json
from enum import StrEnum
from typing import Annotated

import typer

from shoal.cli.complaints import explain_errors


class Described(StrEnum):
    """What there are schemas of."""

    STUDY = "study"
    SUMMARY = "summary"
    CERTIFICATE = "certificate"


def schema(
    what: Annotated[Described, typer.Argument(help="What it describes.", show_default=False)],
) -> None:
    """Print the JSON Schema of a study, a summary or a certificate.

    Reads and writes no file. By the schema of a study, editors complete its keys and check them
    while you write: see docs/study.md.

    Examples:
      shoal schema study > study.schema.json
      shoal schema summary
      shoal schema certificate
    """
    with explain_errors():
        from shoal.report import schemas  # noqa: PLC0415  (few commands need it)

        if what is Described.STUDY:
            from shoal.report.study_schema import study_schema  # noqa: PLC0415  (loads all plugins)

            document = study_schema()
        elif what is Described.SUMMARY:
            document = schemas.summary_schema()
        else:
            document = schemas.certificate_schema()
    typer.echo(json.dumps(document, indent=2, ensure_ascii=False))
