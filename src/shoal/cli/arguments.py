"""Arguments and options that several commands have in common, and how they are read."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli import completion

if TYPE_CHECKING:
    from shoal.ledger.workspace import Workspace


def path_argument(metavar: str, help: str, offer: Callable[[str], list[str]]) -> Any:  # noqa: ANN401
    """A path that a command needs; `offer` completes it."""
    return typer.Argument(metavar=metavar, help=help, show_default=False, autocompletion=offer)


def path_option(help: str, offer: Callable[[str], list[str]]) -> Any:  # noqa: ANN401
    """A path that may be given; `offer` completes it."""
    return typer.Option(help=help, autocompletion=offer)


StudyFile = Annotated[Path, path_argument("STUDY", "The study file (YAML).", completion.studies)]
RunFolder = Annotated[Path, path_argument("RUN", "A run folder.", completion.runs)]
RunOrStudy = Annotated[
    Path,
    path_argument("RUN", "A run folder, or a study file.", completion.runs_or_studies),
]
WorkspaceFolder = Annotated[
    Path | None,
    typer.Option("--workspace", help="The workspace; by default .shoal here, or SHOAL_WORKSPACE."),
]
Force = Annotated[bool, typer.Option("--force", help="Replace what exists already.")]
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON document and nothing else; errors, too.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but warnings and errors.")]


def workspace_in(folder: Path | None) -> "Workspace":
    """The workspace in a folder; without a folder, the default one."""
    from shoal.ledger.workspace import Workspace, workspace_of  # noqa: PLC0415

    return Workspace(folder.resolve()) if folder else workspace_of(Path())


def names_in(text: str | None) -> tuple[str, ...]:
    """The names of columns in a text such as `age,sex`; empty if nothing was given."""
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())
