"""The command `shoal profile`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.complaints import explained

if TYPE_CHECKING:
    from shoal.service.profile import Profiled

Table = Annotated[Path, typer.Argument(help="The file with the table.", show_default=False)]


def profile(
    file: Table,
    json: Annotated[Path | None, typer.Option(help="Write the profile as JSON.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the profile as a page.")] = None,
    write_study: Annotated[
        Path | None, typer.Option(help="Write a study, to be decided and run.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing study.")] = False,
) -> None:
    """Describe the columns of a table, suggest roles, propose a study."""
    with explained():
        from shoal.service import profile as verbs  # noqa: PLC0415

        profiled = verbs.profile_file(file)
        if write_study:
            verbs.write_study(profiled, write_study, force=force)
        if json:
            verbs.write_json(profiled, json)
        if html:
            verbs.write_html(profiled, html)
        _show(profiled)
    if write_study:
        typer.echo(f"A study to read, change and run:  {write_study}")


def _show(profiled: "Profiled") -> None:
    from rich.console import Console  # noqa: PLC0415

    from shoal.report.profile_table import profile_table  # noqa: PLC0415

    console = Console()
    console.print(profile_table(profiled.plain(), console.width))
