"""The commands of `shoal ledger`: what was released, to whom, and what was spent."""

import json as json_text
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli.arguments import Json, WorkspaceFolder, workspace_in
from shoal.cli.command_group import command_group
from shoal.cli.complaints import explain_errors
from shoal.cli.terminal import print_json
from shoal.cli.typed_line import read_line
from shoal.report.numbers import count_of

if TYPE_CHECKING:
    from shoal.ledger.ledger import Entry
    from shoal.ledger.workspace import Workspace
    from shoal.service.forget import Holding

app = command_group(invoke_without_command=True)
Id = Annotated[str, typer.Argument(metavar="ID", help="The release.", show_default=False)]
STDIN = "-"


@app.callback()
def list_releases(
    context: typer.Context, workspace: WorkspaceFolder = None, json: Json = False
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
    with explain_errors(json=json):
        from shoal.ledger import ledger  # noqa: PLC0415

        releases = ledger.entries(_workspace(context))
        if json:
            print_json([release.brief for release in releases])
        else:
            _show_list(releases, _workspace(context))


@app.command()
def show(context: typer.Context, release: Id, json: Json = False) -> None:
    """Show one release: recipe, promises, columns, fingerprints.

    Reads the workspace; writes nothing.

    Examples:
      shoal ledger show 20260514-1
      shoal ledger show 20260514-1 --json
    """
    with explain_errors(json=json):
        from shoal.ledger import ledger  # noqa: PLC0415
        from shoal.study import text as study_text  # noqa: PLC0415

        entry = ledger.find_entry(_workspace(context), release)
        if json:
            print_json({**entry.brief, **entry.facts})
            return
        for key, value in entry.brief.items():
            typer.echo(f"{key:20} {_plain(value)}")
        typer.echo(f"\n{study_text.write(entry.facts['study'])}", nl=False)


@app.command()
def withdraw(context: typer.Context, release: Id) -> None:
    """Say that nobody has a release (any more): later ones are not compared with it.

    Writes into the workspace; the release itself stays where it is.

    Examples:
      shoal ledger withdraw 20260514-1
    """
    with explain_errors():
        from shoal.ledger import ledger  # noqa: PLC0415

        entry = ledger.withdraw(_workspace(context), release)
    typer.echo(f"{entry.id} is withdrawn. Delete what is left of it: {entry.place}")


@app.command()
def account(context: typer.Context, json: Json = False) -> None:
    """Show what differentially private releases have spent on each input.

    Reads the workspace; writes nothing.

    Examples:
      shoal ledger account
      shoal ledger account --json
    """
    with explain_errors(json=json):
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
            f" in {count_of(spent.runs, 'release')}"
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
    with explain_errors():
        from shoal.service import forget as ledger_forget  # noqa: PLC0415

        # Spaces may be part of an identifier, the end of the line is not.
        who = read_line().rstrip("\r\n") if person == STDIN else person
        workspace = _workspace(context)
        _refuse_absent(workspace, who)
        holdings = ledger_forget.holdings(workspace, who)
        _show_holdings(holdings)
        for run in (
            ledger_forget.run_without_person(workspace, holdings, who, rerun) if rerun else ()
        ):
            typer.echo(f"Without the person: {run}")
    _advise(holdings, rerun, workspace.command)


def _workspace(context: typer.Context) -> "Workspace":
    """The workspace whose ledger is read: a shared one if the environment names it.

    Without a workspace there, none is made.
    """
    from shoal.ledger.workspace import ledger_of  # noqa: PLC0415

    workspace = workspace_in(context.obj)
    return ledger_of(workspace) if workspace.exists else workspace


def _plain(value: object) -> str:
    """A text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json_text.dumps(value)


def _refuse_absent(workspace: "Workspace", who: str) -> None:
    """Refuse an empty identifier or a missing ledger, which would look like "in no release"."""
    from shoal.errors import StudyError  # noqa: PLC0415

    if not who:
        raise StudyError("Whom to forget? Give the identifier as it stands in the data.")
    if not workspace.exists:
        raise StudyError(
            f"There is no ledger in {workspace.folder}. It is in the folder .shoal beside the"
            " study: `shoal ledger --workspace FOLDER forget`."
        )


def _show_list(releases: Sequence["Entry"], workspace: "Workspace") -> None:
    """Print one line for each draft and release."""
    for entry in releases:
        facts = entry.facts
        promises = ", ".join(str(promise["model"]) for promise in facts["privacy"])
        whom = [str(giving["to"]) for giving in facts.get("given", []) if giving.get("to")]
        recipient = f" for {_plain(facts['recipient'])}" if facts["recipient"] else ""
        recipient += f" to {', '.join(whom)}" if whom else ""
        typer.echo(
            f"{entry.id}  {entry.state:10} {entry.time}  input {entry.input[:12]}"
            f"  {count_of(facts['release']['records'], 'record')}  {promises}{recipient}"
            f"  {entry.place}"
        )
    if not releases:
        typer.echo(f"Nothing was run yet, as far as {workspace.folder} tells.")


def _show_holdings(holdings: Iterable["Holding"]) -> None:
    """Print one line for each release: how many records of the person it shows, if known."""
    for held in holdings:
        if held.records is None:
            words = "cannot be told: its study names no identifier"
        elif held.records:
            records = count_of(held.records, "record is", "records are")
            words = f"{held.shown} of the person's {records} shown"
        else:
            words = "does not hold the person"
        typer.echo(f"{held.release.id}  {held.release.time}  {words}  {held.release.place}")


def _advise(holdings: Iterable["Holding"], rerun: Path | None, command: str) -> None:
    """Say how to make releases without the person, and what becomes of the old ones."""
    releases = [held.release for held in holdings if held.shown]
    if not releases:
        typer.echo("No release is known to show the person.")
    elif rerun is None:
        typer.echo(
            "Remove the person from the input, or make these releases again without the person:"
            f" {command} forget --rerun FOLDER"
        )
    else:
        typer.echo("What was made again is a draft: `shoal give` gives it away.")
    if releases:
        typer.echo(
            "Whoever keeps an old release beside a new one can tell who is missing: have the old"
            " ones deleted, then withdraw them: "
            + "; ".join(f"{command} withdraw {release.id}" for release in releases)
        )
