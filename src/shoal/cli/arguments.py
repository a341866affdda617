"""Arguments and options that several commands have in common."""

from pathlib import Path
from typing import Annotated

import typer

from shoal.cli import completion

StudyFile = Annotated[
    Path,
    typer.Argument(
        metavar="STUDY",
        help="The study file (YAML).",
        show_default=False,
        autocompletion=completion.studies,
    ),
]
RunFolder = Annotated[
    Path,
    typer.Argument(
        metavar="RUN", help="A run folder.", show_default=False, autocompletion=completion.runs
    ),
]
RunOrStudy = Annotated[
    Path,
    typer.Argument(
        metavar="RUN",
        help="A run folder, or a study file.",
        show_default=False,
        autocompletion=completion.runs_or_studies,
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace what exists already.")]
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON document and nothing else; errors, too.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but warnings and errors.")]
