"""The server process: checks its settings, listens, and prints how to reach it."""

import logging
import socket
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI

from shoal.api.application.app import application
from shoal.api.application.callers import BYTES, caller_class
from shoal.api.settings import Settings, is_everywhere
from shoal.errors import StudyError
from shoal.ledger.workspace import Workspace
from shoal.server.stored.reading import READERS
from shoal.server.users import LOCAL, users


@dataclass(frozen=True)
class Tls:
    """Files with the server's certificate and its key."""

    certificate: Path
    key: Path


def serve(
    settings: Settings,
    tls: Tls | None,
    tell: Callable[[str], Any],
    add: Callable[[FastAPI], None],
) -> None:
    """Serve until somebody stops it; StudyError, before anybody is served, for wrong settings.

    Args:
        settings: The settings; a port of 0 takes any free one.
        tls: The files for https; None if browsers reach it by http, or by a proxy.
        tell: Called with each line for the person who starts it.
        add: Adds the web pages to the application.
    """
    Workspace(settings.workspace).refuse_damaged()
    refuse_open_door(settings)
    with _listen(settings) as listener:
        settings = replace(settings, port=listener.getsockname()[1])
        app = application(settings)
        app.state.server.jobs.refuse_to_start()  # before a link is printed
        add(app)
        _log_to_stderr()
        for line in _welcome(settings, app.state.server.links.make_token(LOCAL)):
            tell(line)
        READERS.warm()
        with suppress(KeyboardInterrupt), closing(READERS):
            uvicorn.Server(_configuration(app, tls)).run(sockets=[listener])


def refuse_open_door(settings: Settings) -> None:
    """Refuse settings with which somebody could use the server without signing in."""
    for proxy in settings.proxies:
        _refuse_no_address(proxy)
    if (settings.proxy_header is None) != (not settings.proxies):
        raise StudyError(
            "Give --proxy-header and --trusted-proxy together: the header that names the person,"
            " and the address of the proxy that alone is believed."
        )
    if settings.is_loopback:
        return
    workspace = Workspace(settings.workspace)
    known = [user for user in users(workspace) if user.has_password] if workspace.exists else []
    if not known and settings.proxy_header is None:
        raise StudyError(
            f"Other computers reach {settings.host}, but nobody has a password. Add a user first"
            " (`shoal user add NAME --role steward`), or let a proxy sign people in"
            " (--proxy-header, --trusted-proxy). Without --host, only this computer is served."
        )
    if is_everywhere(settings.host) and not settings.names:
        raise StudyError(
            f"{settings.host or 'An empty host'} stands for every address of this computer. Say by"
            " which name browsers reach it: --name shoal.example.org."
        )


def _refuse_no_address(proxy: str) -> None:
    """Refuse a trusted proxy that is no address, or a network of too many addresses."""
    try:
        network = ip_network(proxy)
    except ValueError:
        raise StudyError(
            "--trusted-proxy is no address. Expected one such as 10.0.0.7 or 10.0.0.0/30."
        ) from None
    if network.num_addresses > 2**16:
        raise StudyError("--trusted-proxy trusts too many addresses. Name the proxy's own.")


def _listen(settings: Settings) -> socket.socket:
    """A socket that has its address and port; StudyError if another program has them."""
    try:
        family, *_, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError as error:
        raise StudyError(
            f"The server cannot listen at {settings.host}, port {settings.port}: {error.strerror}."
            " Choose another with --host and --port."
        ) from None
    return listener


def _welcome(settings: Settings, token: str) -> list[str]:
    """The lines that say how to reach the server; only on loopback with the link to sign in."""
    lines = [f"Shoal serves {settings.workspace} at {settings.address}. Ctrl-C stops it."]
    if settings.is_loopback:
        # Browsers do not send the part after the #, so the token is in no log.
        lines += [
            "Open this link once, within an hour; it is yours alone:",
            f"  {settings.address}/sign-in#token={token}",
        ]
    elif not settings.secure:
        lines.append(
            "Warning: without https, everybody on the way reads passwords and data. Give"
            " --tls-certificate and --tls-key, or --https where a proxy speaks it."
        )
    return lines


def _configuration(app: FastAPI, tls: Tls | None) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=caller_class(app.state.server.settings.proxies),
        log_config=None,
        access_log=False,  # our own log leaves out the query
        proxy_headers=False,  # our guard trusts named proxies only
        server_header=False,
        ws_max_size=1024 * 1024,
        limit_concurrency=512,
        timeout_keep_alive=15,
        h11_max_incomplete_event_size=BYTES,
        timeout_graceful_shutdown=5,
        ssl_certfile=tls.certificate if tls else None,
        ssl_keyfile=tls.key if tls else None,
    )


def _log_to_stderr() -> None:
    writer = logging.StreamHandler(sys.stderr)
    writer.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    for name, level in (("shoal", logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [writer], False
        logger.setLevel(level)
