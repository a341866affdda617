"""The command `shoal certificate`."""

from pathlib import Path
from typing import Annotated

import typer

from shoal.complaints import explained


def certificate(
    run: Annotated[Path, typer.Argument(help="A run folder.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option(help="The file to write: .pdf, .html or .json; else into the run folder."),
    ] = None,
) -> None:
    """Write the certificate of a run again: what may be shared about its release."""
    with explained():
        from shoal.service.run import certificate as verbs  # noqa: PLC0415

        for path in verbs.certificate(run, out):
            typer.echo(f"Certificate, to go with the release:  {path}")
        if out is None and not verbs.can_write():
            typer.echo(verbs.HOW_TO_GET, err=True)
