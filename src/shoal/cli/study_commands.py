"""The commands of `shoal study`: upgrade, import."""

from pathlib import Path
from typing import Annotated

import typer

from shoal.cli import completion
from shoal.cli.arguments import Json, Quiet, StudyFile, path_argument
from shoal.cli.command_group import command_group
from shoal.cli.complaints import explain_errors
from shoal.cli.terminal import Screen

app = command_group(
    help="Keep studies up to date, and import those of another tool.", no_args_is_help=True
)


@app.command()
def upgrade(
    study: StudyFile,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be added.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Add to an older study what a study must say by now.

    Reads a study and its table. Writes the study; the old file is kept as .bak.

    Examples:
      shoal study upgrade study.yaml --dry-run
      shoal study upgrade study.yaml
    """
    screen = Screen(quiet)
    with explain_errors():
        from shoal.service import upgrade as verbs  # noqa: PLC0415
        from shoal.study import text as study_text  # noqa: PLC0415

        done = verbs.upgrade(study, dry_run=dry_run)
    for added in done.additions:
        screen.say(f"{study_text.line('.'.join(added.place), added.value)}   ({added.reason})")
    for left in done.open:
        screen.say(f"Left for you: {left}")
    if not done.additions:
        screen.say("Nothing is added.")
    elif dry_run:
        screen.say("Nothing was written.")
    else:
        screen.say(f"Written: {study}; as it was: {study}.bak")


@app.command("import")
def import_study(
    project: Annotated[
        Path, path_argument("PROJECT", "An ARX project (.deid).", completion.projects)
    ],
    out: Annotated[Path, typer.Option(help="The new folder for the study.", show_default=False)],
    leave_out: Annotated[
        bool, typer.Option("--leave-out", help="Import without promises that are not known here.")
    ] = False,
    encoding: Annotated[
        str | None, typer.Option(help="How its letters are stored, if that is not found out.")
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Turn an ARX project into a study, and tell what has no counterpart.

    Reads a project. Writes the study with its table and hierarchies.

    Examples:
      shoal study import project.deid --out study
      shoal study import project.deid --out study --json
    """
    screen = Screen(quiet, json)
    with explain_errors(json=json):
        from shoal.service.arx import import_project as verbs  # noqa: PLC0415

        done = verbs.import_project(project, out, leave_out=leave_out, encoding=encoding)
        screen.answer(done.plain())
    for left in done.left_out:
        screen.say(f"Not taken over: {left}")
    for question in done.open:
        screen.say(f"Left for you: {question}")
    screen.say(f"Written: {done.study}")
