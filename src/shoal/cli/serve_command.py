"""The command `shoal serve`."""

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shoal.cli.arguments import WorkspaceFolder, workspace_in
from shoal.cli.complaints import explain_errors
from shoal.errors import StudyError

if TYPE_CHECKING:
    from shoal.server.stored.limits import Limits

MEGABYTE = 1024 * 1024
NEEDED = ("fastapi", "nicegui", "uvicorn", "websockets")
Host = Annotated[
    str, typer.Option(help="The address to listen at; others than this computer's need users.")
]
Port = Annotated[int, typer.Option(help="The port to listen at; 0 for any.", min=0, max=65535)]
Names = Annotated[
    list[str] | None, typer.Option(help="A host name by which browsers reach the server.")
]
Proxies = Annotated[list[str] | None, typer.Option(help="The address of a proxy that is believed.")]
Https = Annotated[bool, typer.Option("--https", help="A proxy before the server speaks https.")]
ProxyHeader = Annotated[
    str | None, typer.Option(help="The header in which a proxy names who signed in there.")
]
Connections = Annotated[
    Path | None, typer.Option(help="A file with databases that stewards may read, by name.")
]


def serve(
    workspace: WorkspaceFolder = None,
    host: Host = "127.0.0.1",
    port: Port = 8642,
    name: Names = None,
    tls_certificate: Annotated[
        Path | None, typer.Option(help="The server's certificate (PEM).")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option(help="The certificate's key (PEM).")] = None,
    https: Https = False,
    proxy_header: ProxyHeader = None,
    trusted_proxy: Proxies = None,
    workers: Annotated[int, typer.Option(help="Jobs at the same time.", min=1, max=64)] = 2,
    max_upload: Annotated[
        int, typer.Option(help="Megabytes that an uploaded file may have.", min=1)
    ] = 1024,
    connections: Connections = None,
) -> None:
    """Start the service, web and REST, for this computer only unless you say otherwise.

    Reads and writes the workspace. Prints a link for the browser; Ctrl-C ends it.

    Examples:
      shoal serve
      shoal serve --port 0 --workspace clinic
      shoal serve --host 0.0.0.0 --tls-certificate server.pem --tls-key key.pem
    """
    with explain_errors():
        refuse_missing()
        from shoal.api.application import server  # noqa: PLC0415
        from shoal.api.settings import Settings  # noqa: PLC0415
        from shoal.web.mounted import mount  # noqa: PLC0415

        offer_connections(connections)
        settings = Settings(
            workspace_in(workspace).folder,
            host,
            port,
            tuple(name or ()),
            secure=https or tls_certificate is not None,
            proxy_header=proxy_header,
            proxies=tuple(trusted_proxy or ()),
            workers=workers,
            kept=limits_of(max_upload * MEGABYTE),
        )
        tls = server.Tls(tls_certificate, tls_key) if tls_certificate and tls_key else None
        if tls is None and (tls_certificate or tls_key):
            raise StudyError("Give --tls-certificate and --tls-key together.")
        server.serve(settings, tls, tell=typer.echo, add=mount)
    typer.echo("Stopped.")


def offer_connections(connections: Path | None) -> None:
    """Let stewards read the databases that a file lists; None offers none.

    Reads the file once, so that errors show at the start, and puts its path into the environment,
    from which the workers take it.
    """
    from shoal.server.connections import VARIABLE, read_connections  # noqa: PLC0415

    if connections is not None:
        read_connections(connections)
        os.environ[VARIABLE] = str(connections.resolve())


def limits_of(upload: int) -> "Limits":
    """The limits for uploads of at most this many bytes; unpacked, four times as many."""
    from shoal.server.stored.limits import Limits  # noqa: PLC0415

    return Limits(table_bytes=upload, unpacked_bytes=4 * upload)


def refuse_missing() -> None:
    """Refuse to start without the packages of the extra `serve`; say how to install them."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise StudyError(
            f"`shoal serve` needs {', '.join(missing)}, which is not installed. Install it with"
            " `pip install 'shoal[serve]'`."
        )
