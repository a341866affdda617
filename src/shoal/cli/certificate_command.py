"""The command `shoal certificate`."""

from pathlib import Path
from typing import Annotated

import typer

from shoal.cli.arguments import Quiet, RunFolder
from shoal.cli.complaints import explain_errors
from shoal.cli.terminal import Screen


def certificate(
    run: RunFolder,
    out: Annotated[
        Path | None,
        typer.Option(help="The file to write: .pdf, .html or .json; else into the run folder."),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Write the certificate of a run again: what may be shared about its release.

    Reads a run folder. Writes certificate.json, .html and, where Typst is installed, .pdf into
    it, or one file elsewhere.

    Examples:
      shoal certificate run
      shoal certificate run --out certificate.html
    """
    screen = Screen(quiet)
    with explain_errors():
        from shoal.pipeline.folder import certificate as verbs  # noqa: PLC0415

        for path in verbs.certificate(run, out):
            screen.say(f"Certificate, to go with the release:  {path}")
        if out is None and not verbs.can_write():
            screen.note(verbs.HOW_TO_GET)
