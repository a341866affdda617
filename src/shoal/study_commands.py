"""The commands of `shoal study`: upgrade."""

from pathlib import Path
from typing import Annotated

import typer

from shoal.complaints import explained

app = typer.Typer(
    help="Keep studies up to date.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback()
def group() -> None:
    """A single command would take the place of its group otherwise."""


@app.command()
def upgrade(
    file: Annotated[Path, typer.Argument(help="The study file (YAML).", show_default=False)],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be added.")
    ] = False,
) -> None:
    """Add to an older study what a study must say by now; the old file is kept as .bak."""
    with explained():
        from shoal.service import study_text  # noqa: PLC0415
        from shoal.service.upgrade import upgrade as upgraded  # noqa: PLC0415

        done = upgraded(file, dry_run=dry_run)
    for one in done.additions:
        typer.echo(f"{study_text.line('.'.join(one.place), one.value)}   ({one.reason})")
    for left in done.open:
        typer.echo(f"Left for you: {left}")
    if not done.additions:
        typer.echo("Nothing is added.")
    elif dry_run:
        typer.echo("Nothing was written.")
    else:
        typer.echo(f"Written: {file}; as it was: {file}.bak")
