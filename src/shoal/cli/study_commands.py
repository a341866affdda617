"""The commands of `shoal study`: upgrade."""

from typing import Annotated

import typer

from shoal.cli.arguments import Quiet, StudyFile
from shoal.cli.command_group import command_group
from shoal.cli.complaints import explain_errors
from shoal.cli.terminal import Screen

app = command_group(help="Keep studies up to date.", no_args_is_help=True)


@app.callback()
def group() -> None:
    """A single command would take the place of its group otherwise."""


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
