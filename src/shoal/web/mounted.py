"""Puts the pages on the service's application.

NiceGUI has one application per process, so a process serves the web of one workspace.
"""

from fastapi import FastAPI
from nicegui import app as pages
from nicegui import core, ui
from starlette.routing import Match, Mount
from starlette.types import Scope

from shoal.registry import modules_of
from shoal.web import sockets
from shoal.web.assets import FOLDER, ICON, STATIC
from shoal.web.door import Door
from shoal.web.faults import catch_faults

OURS = ("/api/", "/sign-in")


def mount(app: FastAPI) -> None:
    """Add every page to the application of a service, behind a door that asks who comes."""
    for field in (ui.input, ui.number, ui.select, ui.textarea):
        field.default_props("outlined dense")
    modules_of("shoal.web.pages")  # importing a page makes it known
    pages.add_static_files(STATIC, FOLDER)
    pages.config.socket_io_js_transports = ["websocket"]
    ui.run_with(
        app,
        title="Shoal",
        favicon=ICON,
        dark=None,
        tailwind=False,
        reconnect_timeout=30,
        show_welcome_message=False,
        binding_refresh_interval=None,
        language="en-US",
    )
    app.router.routes[:] = [one for one in app.router.routes if not _is_home(one)]
    app.router.routes[-1] = Everything("/", Door(core.app))
    pages.state.server = app.state.server
    sockets.guard()
    catch_faults()


class Everything(Mount):
    """All addresses that the service itself does not have."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Leave the service's own addresses to it, with their 404 and 405."""
        if scope["type"] != "lifespan" and scope["path"].startswith(OURS):
            return Match.NONE, {}
        return super().matches(scope)


def _is_home(route: object) -> bool:
    return getattr(route, "path", None) == "/" and not isinstance(route, Mount)
