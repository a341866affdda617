"""A service in this process, and people who use it."""

import socket
import time
import warnings
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Thread

import uvicorn

from shoal.api.application.app import application
from shoal.api.application.server import _configuration
from shoal.api.settings import Settings
from shoal.server.sessions import BROWSER, SCRIPT, csrf_token, open_session
from shoal.server.users import add_user, users

with warnings.catch_warnings():  # Starlette would like a client that we do not have
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

HOST = "127.0.0.1:8642"
ORIGIN = f"http://{HOST}"
FORGED = "0123456789abcdef0123456789abcdef"


@dataclass(frozen=True)
class Served:
    """A running service."""

    app: object
    client: TestClient

    @property
    def state(self):
        return self.app.state.server

    def person(self, name, role="steward"):
        """The headers of somebody's script."""
        if name not in {one.name for one in users(self.state.workspace)}:
            add_user(self.state.workspace, name, role)
        secret, _ = open_session(self.state.workspace, name, 3600, kind=SCRIPT)
        return {"Authorization": f"Bearer {secret}"}

    def browser(self, name, role="steward", seconds=3600):
        """The headers of somebody's page."""
        if name not in {one.name for one in users(self.state.workspace)}:
            add_user(self.state.workspace, name, role)
        secret, _ = open_session(self.state.workspace, name, seconds, kind=BROWSER)
        cookie = f"{self.state.settings.cookie}={secret}"
        return {"Cookie": cookie, "X-CSRF-Token": csrf_token(secret), "Origin": ORIGIN}


def served(folder, *, workers=0, **changes):
    """A service on a folder, started by `with`; without workers, jobs wait forever."""
    settings = replace(Settings(folder / "workspace", workers=workers), **changes)
    app = application(settings)
    return Served(app, TestClient(app, base_url=ORIGIN, raise_server_exceptions=False))


@contextmanager
def listening(folder, *, workers=0, **changes):
    """A service that listens at a port of this computer, in a thread."""
    with socket.create_server(("127.0.0.1", 0)) as place:
        settings = Settings(folder / "workspace", port=place.getsockname()[1], workers=workers)
        app = application(replace(settings, **changes))
        server = uvicorn.Server(_configuration(app, None))
        thread = Thread(target=server.run, kwargs={"sockets": [place]})
        thread.start()
        try:
            _wait_for(server, thread)
            yield Served(app, None)
        finally:
            server.should_exit = True
            thread.join()


def _wait_for(server, thread):
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.02)
