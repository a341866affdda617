"""The command `shoal profile`."""

from pathlib import Path
from typing import Annotated

import typer

from shoal.cli.arguments import Quiet
from shoal.cli.complaints import explain_errors
from shoal.cli.terminal import Screen

Table = Annotated[Path, typer.Argument(help="The file with the table.", show_default=False)]


def profile(
    file: Table,
    json: Annotated[Path | None, typer.Option(help="Write the profile as JSON.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the profile as a page.")] = None,
    write_study: Annotated[
        Path | None, typer.Option(help="Write a study, to be decided and run.")
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(help="How its letters are stored: utf-8, cp1252, cp1250, …")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing study.")] = False,
    quiet: Quiet = False,
) -> None:
    """Describe the columns of a table, suggest roles, propose a study.

    Reads the table. Writes a study, a page or a JSON file if asked; they are for you only.

    Examples:
      shoal profile patients.csv
      shoal profile patients.csv --write-study study.yaml
      shoal profile patients.csv --html profile.html --json profile.json
    """
    screen = Screen(quiet)
    with explain_errors():
        from shoal.report.profile_table import profile_table  # noqa: PLC0415
        from shoal.service import profile as verbs  # noqa: PLC0415

        profiled = verbs.profile_file(file, encoding)
        if write_study:
            verbs.write_study(profiled, write_study, force=force)
        if json:
            verbs.write_json(profiled, json)
        if html:
            verbs.write_html(profiled, html)
        screen.show(lambda width: profile_table(profiled.plain(), width))
    if write_study:
        screen.say(f"A study to read, change and run:  {write_study}")
