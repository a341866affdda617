"""The commands of `shoal ledger`: what was released, to whom, and what was spent."""

import json as json_text
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shoal.cli.arguments import Json
from shoal.cli.command_group import CommandGroup
from shoal.cli.complaints import explained
from shoal.cli.terminal import print_json

if TYPE_CHECKING:
    from shoal.ledger.ledger import Entry
    from shoal.ledger.workspace import Workspace
    from shoal.service.forget import Holding

app = typer.Typer(
    cls=CommandGroup,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
Id = Annotated[str, typer.Argument(metavar="ID", help="The release.", show_default=False)]
STDIN = "-"


@app.callback()
def listed(
    context: typer.Context,
    workspace: Annotated[
        Path | None,
        typer.Option(help="The workspace; by default .shoal here, or SHOAL_WORKSPACE."),
    ] = None,
    json: Json = False,
) -> None:
    """Show what was released to whom, and what was spent.

    Reads the workspace; alone, it lists the drafts and the releases.

    Examples:
      shoal ledger
      shoal ledger --json
    """
    context.obj = workspace
    if context.invoked_subcommand is not None:
        return
    with explained(json=json):
        from shoal.ledger import ledger  # noqa: PLC0415

        found = ledger.entries(_workspace(context))
        if json:
            print_json([_short(one) for one in found])
        else:
            _show_list(found, _workspace(context))


@app.command()
def show(context: typer.Context, release: Id, json: Json = False) -> None:
    """Show one release: recipe, promises, columns, fingerprints.

    Reads the workspace; writes nothing.

    Examples:
      shoal ledger show 20260514-1
      shoal ledger show 20260514-1 --json
    """
    with explained(json=json):
        from shoal.ledger import ledger  # noqa: PLC0415
        from shoal.study import text as study_text  # noqa: PLC0415

        one = ledger.entry(_workspace(context), release)
        if json:
            print_json({**_short(one), **one.facts})
            return
        for key, value in _short(one).items():
            typer.echo(f"{key:20} {_plain(value)}")
        typer.echo(f"\n{study_text.write(one.facts['study'])}", nl=False)


@app.command()
def withdraw(context: typer.Context, release: Id) -> None:
    """Say that nobody has a release (any more): later ones are not compared with it.

    Writes into the workspace; the release itself stays where it is.

    Examples:
      shoal ledger withdraw 20260514-1
    """
    with explained():
        from shoal.ledger import ledger  # noqa: PLC0415

        one = ledger.withdraw(_workspace(context), release)
    typer.echo(f"{one.id} is withdrawn. Delete what is left of it: {one.place}")


@app.command()
def account(context: typer.Context, json: Json = False) -> None:
    """Show what differentially private releases have spent on each input.

    Reads the workspace; writes nothing.

    Examples:
      shoal ledger account
      shoal ledger account --json
    """
    with explained(json=json):
        from shoal.ledger.account import accounts  # noqa: PLC0415

        found = accounts(_workspace(context))
    rows = [
        {
            "input": name,
            "epsilon": str(spent.epsilon),
            "delta": str(spent.delta),
            "releases": spent.runs,
        }
        for name, spent in found.items()
    ]
    if json:
        print_json(rows)
        return
    for name, spent in found.items():
        typer.echo(
            f"input {name[:12]}: epsilon {float(spent.epsilon):.6g}, delta {float(spent.delta):.6g}"
            f" in {spent.runs} releases"
        )
    if not found:
        typer.echo("Nothing was spent.")


@app.command()
def forget(
    context: typer.Context,
    person: Annotated[
        str, typer.Argument(help="The person's identifier; - reads it from standard input.")
    ] = STDIN,
    rerun: Annotated[
        Path | None, typer.Option(help="Make the releases again without the person, in here.")
    ] = None,
) -> None:
    """Find the releases that hold a person, and make them again without.

    Reads the workspace and the releases in it. Writes drafts of new releases if asked. The
    identifier is better typed than given as an argument, which the history of the shell keeps.

    Examples:
      shoal ledger forget
      shoal ledger forget --rerun without
    """
    with explained():
        from shoal.service import forget as ledger_forget  # noqa: PLC0415

        # Spaces may be part of an identifier; the end of the line is not.
        who = sys.stdin.readline().rstrip("\r\n") if person == STDIN else person
        workspace = _workspace(context)
        _refuse_absent(workspace, who)
        found = ledger_forget.holdings(workspace, who)
        _show_holdings(found)
        for one in ledger_forget.run_again(workspace, found, who, rerun) if rerun else ():
            typer.echo(f"Without the person: {one}")
    _advise(found, rerun, workspace.command)


def _workspace(context: typer.Context) -> "Workspace":
    from shoal.ledger.workspace import Workspace, ledger_of, workspace_of  # noqa: PLC0415

    found = Workspace(context.obj.resolve()) if context.obj else workspace_of(Path())
    return ledger_of(found) if found.exists else found


def _short(one: "Entry") -> dict[str, Any]:
    """A release in a few words."""
    return {
        "id": one.id,
        "state": one.state,
        "given": one.facts.get("given", []),
        "time": one.time,
        "recipient": one.facts["recipient"],
        "place": one.place,
        "input_sha256": one.input,
        "input_records": one.facts["input"]["records"],
        "release_sha256": one.facts["release"]["sha256"],
        "release_records": one.facts["release"]["records"],
        "columns": one.facts["release"]["columns"],
        "levels": one.facts["levels"],
        "privacy": one.facts["privacy"],
    }


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json_text.dumps(value)


def _refuse_absent(workspace: "Workspace", who: str) -> None:
    """Nobody must hear that a person is in no release because nothing was asked, or elsewhere."""
    from shoal.errors import StudyError  # noqa: PLC0415

    if not who:
        raise StudyError("Whom to forget? Give the identifier as it stands in the data.")
    if not workspace.exists:
        raise StudyError(
            f"There is no ledger in {workspace.folder}. It is in the folder .shoal beside the"
            " study: `shoal ledger --workspace FOLDER forget`."
        )


def _show_list(found: Iterable["Entry"], workspace: "Workspace") -> None:
    lines = list(found)
    for one in lines:
        promises = ", ".join(str(promise["model"]) for promise in one.facts["privacy"])
        whom = [str(giving["to"]) for giving in one.facts.get("given", []) if giving.get("to")]
        recipient = f" for {_plain(one.facts['recipient'])}" if one.facts["recipient"] else ""
        recipient += f" to {', '.join(whom)}" if whom else ""
        typer.echo(
            f"{one.id}  {one.state:10} {one.time}  input {one.input[:12]}"
            f"  {one.facts['release']['records']:,} records  {promises}{recipient}  {one.place}"
        )
    if not lines:
        typer.echo(f"Nothing was run yet, as far as {workspace.folder} tells.")


def _show_holdings(found: Iterable["Holding"]) -> None:
    for one in found:
        if one.records is None:
            told = "cannot be told: its study names no identifier"
        elif one.records:
            told = f"{one.shown} of the person's {one.records} records are shown"
        else:
            told = "does not hold the person"
        typer.echo(f"{one.release.id}  {one.release.time}  {told}  {one.release.place}")


def _advise(found: Iterable["Holding"], rerun: Path | None, command: str) -> None:
    holding = [one for one in found if one.shown]
    if not holding:
        typer.echo("No release is known to show the person.")
    elif rerun is None:
        typer.echo(
            "Remove the person from the input, or make these releases again without the person:"
            f" {command} forget --rerun FOLDER"
        )
    else:
        typer.echo("What was made again is a draft: `shoal give` gives it away.")
    if holding:
        typer.echo(
            "Whoever keeps an old release beside a new one can tell who is missing: have the old"
            " ones deleted, then withdraw them: "
            + "; ".join(f"{command} withdraw {one.release.id}" for one in holding)
        )
