"""The commands of `shoal user`: who may use a server, in which role."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli.command_group import CommandGroup
from shoal.cli.complaints import explained
from shoal.errors import DataError

if TYPE_CHECKING:
    from shoal.ledger.workspace import Workspace

app = typer.Typer(
    help="Say who may use a server, in which role.",
    cls=CommandGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
Name = Annotated[str, typer.Argument(metavar="NAME", help="The user's name.", show_default=False)]
Folder = Annotated[
    Path | None,
    typer.Option("--workspace", help="The workspace; by default .shoal here, or SHOAL_WORKSPACE."),
]
DAY = 24 * 3600


def _roles() -> list[str]:
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
    workspace: Folder = None,
) -> None:
    """Add a user, or change role and password; sessions and tokens of theirs end.

    Asks for the password, or reads it from a file. Writes into the workspace.

    Examples:
      shoal user add ada --role steward
      shoal user add bob --role viewer --password-file password.txt
    """
    with explained():
        from shoal.server import users  # noqa: PLC0415

        password = None if no_password else _password(password_file)
        made = users.add_user(_workspace(workspace), name, role, password)
    typer.echo(f"{made.name} may sign in as {made.role}.")


@app.command("list")
def listed(workspace: Folder = None) -> None:
    """List the users.

    Reads the workspace; writes nothing.

    Examples:
      shoal user list
      shoal user list --workspace clinic
    """
    with explained():
        from shoal.server import users  # noqa: PLC0415

        found = users.users(_workspace(workspace))
    for one in found:
        how = "password" if one.has_password else "proxy or token"
        typer.echo(f"{one.name:24} {one.role:12} {how:16} {one.created}")
    if not found:
        typer.echo("There are no users yet. Add one: shoal user add NAME --role steward")


@app.command()
def remove(name: Name, workspace: Folder = None) -> None:
    """Remove a user; sessions and tokens of theirs end at once.

    Writes into the workspace; what they have kept there stays.

    Examples:
      shoal user remove bob
    """
    with explained():
        from shoal.server import users  # noqa: PLC0415

        users.remove_user(_workspace(workspace), name)
    typer.echo(f"{name} may not sign in any more. What they kept is still there.")


@app.command()
def token(
    name: Annotated[str, typer.Argument(help="The user's name.")] = "local",
    label: Annotated[str, typer.Option(help="What you call it.")] = "a script",
    days: Annotated[int, typer.Option(help="How long it is good.", min=1, max=366)] = 30,
    workspace: Folder = None,
) -> None:
    """Make a token for a script of a user; it is shown once.

    Writes into the workspace, not the token itself but its fingerprint.

    Examples:
      shoal user token ada --label nightly --days 90
    """
    with explained():
        from shoal.server import sessions, users  # noqa: PLC0415

        place = _workspace(workspace)
        who = users.local_user(place) if name == users.LOCAL else users.user(place, name)
        secret, _ = sessions.open_session(
            place, who.name, days * DAY, kind=sessions.SCRIPT, label=label
        )
    typer.echo(secret)


def _workspace(folder: Path | None) -> "Workspace":
    from shoal.ledger.workspace import Workspace, workspace_of  # noqa: PLC0415

    return Workspace(folder.resolve()) if folder else workspace_of(Path())


def _password(file: Path | None) -> str:
    """From a file or from the terminal; never from the command line, where others see it."""
    if file is None:
        given: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
        return given
    try:
        return file.read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError):
        raise DataError(f"{file} cannot be read as text. Expected a password in it.") from None
