"""Faults on pages: told and logged by kind and place only, since their text could quote a value."""

import logging

from fastapi import Request, Response
from nicegui import Client, core, ui
from starlette.responses import PlainTextResponse

from shoal.api.problems import log_fault
from shoal.errors import ShoalError
from shoal.web.frame import frame
from shoal.web.problems import sentences_of, show_problems
from shoal.web.visit import visit_of

NOT_HERE = "There is no such page. Studies, tables and runs of others are not found either."


def catch_faults() -> None:
    """Replace what NiceGUI would show and log."""
    talk = logging.getLogger("nicegui")
    talk.handlers, talk.propagate = [logging.NullHandler()], False
    core.app._exception_handlers[:] = [_in_page]
    core.app.on_page_exception(_while_building)
    core.app.add_exception_handler(404, _no_page)


def _in_page(error: Exception) -> None:
    """An event's handler failed: the page stays, and says so."""
    if not isinstance(error, ShoalError):
        log_fault(error)


def _while_building(error: Exception) -> None:
    with frame(visit_of(ui.context.client.request), "Something went wrong"):
        show_problems(sentences_of(error))


async def _no_page(request: Request, _: Exception) -> Response:
    if getattr(request.state, "person", None) is None:  # files of pages are for everybody
        return PlainTextResponse("There is no such file.", 404)
    with Client(ui.page(""), request=request) as client:
        with frame(visit_of(request), "Not found"):
            show_problems([NOT_HERE], "Not found")
            ui.link("To your studies", "/")
        return client.build_response(request, 404)
