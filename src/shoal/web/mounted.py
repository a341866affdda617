"""Puts the pages on the application of the service, and handles their faults.

NiceGUI has one application per process, so a process serves the pages of one workspace. Faults are
told and logged by kind and place only, since their text could quote a value of the data.
"""

import logging

from fastapi import FastAPI, Request, Response
from nicegui import Client, core, ui
from nicegui import app as pages
from starlette.responses import PlainTextResponse
from starlette.routing import Match, Mount
from starlette.types import Scope

from shoal.api.problems import log_fault
from shoal.errors import ShoalError
from shoal.registry import modules_of
from shoal.web import sockets
from shoal.web.assets import FOLDER, ICON, STATIC
from shoal.web.door import Door
from shoal.web.frame import frame
from shoal.web.problems import sentences_of, show_problems
from shoal.web.visit import visit_of

OURS = ("/api/", "/sign-in")
NOT_HERE = "There is no such page. Studies, tables and runs of others are not found either."


def mount(app: FastAPI) -> None:
    """Add every page to the application of a service, behind the door that signs people in."""
    for field in (ui.input, ui.number, ui.select, ui.textarea):
        field.default_props("outlined dense")
    modules_of("shoal.web.pages")  # importing a page registers it
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
    app.router.routes[:] = [route for route in app.router.routes if not _is_home(route)]
    app.router.routes[-1] = Everything("/", Door(core.app))
    pages.state.server = app.state.server
    sockets.guard_events()
    catch_faults()


class Everything(Mount):
    """The route of all addresses that the service itself does not serve."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Leave the service's own addresses to it, so that it answers them with 404 or 405."""
        if scope["type"] != "lifespan" and scope["path"].startswith(OURS):
            return Match.NONE, {}
        return super().matches(scope)


def _is_home(route: object) -> bool:
    """Whether a route of the service serves the address `/`; the page Studies takes its place."""
    return getattr(route, "path", None) == "/" and not isinstance(route, Mount)


def catch_faults() -> None:
    """Replace what NiceGUI would show and log when something fails."""
    log = logging.getLogger("nicegui")
    log.handlers, log.propagate = [logging.NullHandler()], False
    core.app._exception_handlers[:] = [_log_event_fault]
    core.app.on_page_exception(_show_fault)
    core.app.add_exception_handler(404, _show_missing_page)


def _log_event_fault(error: Exception) -> None:
    """Log the fault of an event handler; the page stays, and its frame shows the fault."""
    if not isinstance(error, ShoalError):
        log_fault(error)


def _show_fault(error: Exception) -> None:
    """Show a page that says why the page could not be built."""
    with frame(visit_of(ui.context.client.request), "Something went wrong"):
        show_problems(sentences_of(error))


async def _show_missing_page(request: Request, _: Exception) -> Response:
    """Answer with the page for addresses that do not exist."""
    if getattr(request.state, "person", None) is None:  # static files, which need no signing in
        return PlainTextResponse("There is no such file.", 404)
    with Client(ui.page(""), request=request) as client:
        with frame(visit_of(request), "Not found"):
            show_problems([NOT_HERE], "Not found")
            ui.link("To your studies", "/")
        return client.build_response(request, 404)
