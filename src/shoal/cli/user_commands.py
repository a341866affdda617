"""The commands of `shoal user`: who may use a server, in which role."""

from pathlib import Path
from typing import Annotated

import typer

from shoal.cli.arguments import WorkspaceFolder, workspace_in
from shoal.cli.command_group import command_group
from shoal.cli.complaints import explain_errors
from shoal.errors import DataError

app = command_group(help="Say who may use a server, in which role.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(metavar="NAME", help="The user's name.", show_default=False)]
DAY = 24 * 3600


def _roles() -> list[str]:
    """The roles, which the Tab key offers."""
    from shoal.server.users import ROLES  # noqa: PLC0415

    return list(ROLES)


@app.command()
def add(
    name: Name,
    role: Annotated[
        str, typer.Option(help="steward, researcher or viewer.", autocompletion=_roles)
    ] = "viewer",
    password_file: Annotated[
        Path | None, typer.Option(help="A file with the password; else it is asked for.")
    ] = None,
    no_password: Annotated[
        bool, typer.Option("--no-password", help="Only by a proxy or a token.")
    ] = False,
    workspace: WorkspaceFolder = None,
) -> None:
    """Add a user, or change role and password; sessions and tokens of theirs end.

    Asks for the password, or reads it from a file. Writes into the workspace.

    Examples:
      shoal user add ada --role steward
      shoal user add bob --role viewer --password-file password.txt
    """
    with explain_errors():
        from shoal.server import users  # noqa: PLC0415

        password = None if no_password else _password(password_file)
        user = users.add_user(workspace_in(workspace), name, role, password)
    typer.echo(f"{user.name} may sign in as {user.role}.")


@app.command("list")
def list_users(workspace: WorkspaceFolder = None) -> None:
    """List the users.

    Reads the workspace; writes nothing.

    Examples:
      shoal user list
      shoal user list --workspace clinic
    """
    with explain_errors():
        from shoal.server import users  # noqa: PLC0415

        known = users.users(workspace_in(workspace))
    for user in known:
        how = "password" if user.has_password else "proxy or token"
        typer.echo(f"{user.name:24} {user.role:12} {how:16} {user.created}")
    if not known:
        typer.echo("There are no users yet. Add one: shoal user add NAME --role steward")


@app.command()
def remove(name: Name, workspace: WorkspaceFolder = None) -> None:
    """Remove a user; sessions and tokens of theirs end at once.

    Writes into the workspace; what they have kept there stays.

    Examples:
      shoal user remove bob
    """
    with explain_errors():
        from shoal.server import users  # noqa: PLC0415

        users.remove_user(workspace_in(workspace), name)
    typer.echo(f"{name} may not sign in any more. What they kept is still there.")


@app.command()
def token(
    name: Annotated[str, typer.Argument(help="The user's name.")] = "local",
    label: Annotated[str, typer.Option(help="What you call it.")] = "a script",
    days: Annotated[int, typer.Option(help="How long it is good.", min=1, max=366)] = 30,
    workspace: WorkspaceFolder = None,
) -> None:
    """Make a token for a script of a user; it is shown once.

    Writes into the workspace, not the token itself but its fingerprint.

    Examples:
      shoal user token ada --label nightly --days 90
    """
    with explain_errors():
        from shoal.server import sessions, users  # noqa: PLC0415

        place = workspace_in(workspace)
        who = users.local_user(place) if name == users.LOCAL else users.user(place, name)
        secret, _ = sessions.open_session(
            place, who.name, days * DAY, kind=sessions.SCRIPT, label=label
        )
    typer.echo(secret)


def _password(file: Path | None) -> str:
    """The password from a file, or asked for twice on the terminal.

    It is no option, because others could see it on the command line.
    """
    if file is None:
        typed: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
        return typed
    try:
        return file.read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError):
        raise DataError(f"{file} cannot be read as text. Expected a password in it.") from None
